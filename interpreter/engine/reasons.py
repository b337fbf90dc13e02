"""Why an option is not offered: run it in traced code and keep the refusals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.engine.decisions import describe
from interpreter.engine.search import feasible, roll_back
from interpreter.findings import did_you_mean

if TYPE_CHECKING:
    from interpreter.engine.game import Game


def explain_refusal(game: Game, option: str) -> str:
    """One or two lines: the rule line and the quantity that forbid an option."""
    decision = game.decision
    if decision is None:
        return "the game is over"
    if any(option == known.id for known in decision.options):
        return f"`{option}` is offered"
    code, s, frame = game.ruleset.traced, game.s, game.frame
    candidates = code.candidates[frame[0]]
    assert candidates is not None
    block = code.blocks[frame[0]]
    found = {describe(game.ruleset.names, block, frame, v): v for v in candidates(s, frame)}
    if option in found:
        return _refusals(game, option, found[option])
    guess = did_you_mean(option, [*found, *(known.id for known in decision.options)])
    hint = f"; did you mean `{guess}`?" if guess else ""
    span = game.ruleset.program.lines[decision.line]
    return f"`{option}` is not among the choices of {span.file}:{span.line}{hint}"


def _refusals(game: Game, option: str, value: Any) -> str:
    code, s, j, frame = game.ruleset.traced, game.s, game.j, game.frame
    reasons: list[tuple[int, Any, Any]] = []
    mark = len(j)
    namespace = code.namespace
    kept = namespace["note"], namespace["watch"]
    namespace["note"] = namespace["watch"] = lambda _: None
    namespace["refuse"] = reasons.append
    try:
        resume = code.resume[frame[0]]
        assert resume is not None
        after = resume(s, j, frame, value)
        if after is not None:
            feasible(code, s, j, after)
    finally:
        roll_back(s, j, mark)
        namespace["refuse"] = lambda _: None
        namespace["note"], namespace["watch"] = kept
    told = list(dict.fromkeys(_tell(game, reason) for reason in reasons))
    if not told:
        return f"`{option}` starts something that offers no choice at all"
    return f"`{option}` cannot be completed:\n" + "\n".join(f"  {line}" for line in told[:5])


def _tell(game: Game, reason: tuple[int, Any, Any]) -> str:
    line, need, have = reason
    span = game.ruleset.program.lines[line]
    place = f"{span.file}:{span.line}"
    if need is None:
        return f"{place}: the condition does not hold"
    slot, amount = need
    return f"{place}: needs {amount} {game.ruleset.names.slot(slot)}, there is {have}"
