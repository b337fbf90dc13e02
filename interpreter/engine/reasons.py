"""Why an option is not offered: the rule line and the quantity that forbid it.

An option that is a candidate is run in traced code, and its refusals are kept. One that is not
even a candidate is matched against the templates of the choice; then its conditions are tried one
by one with the reference evaluator.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from interpreter.compiler.code import Frame
from interpreter.compiler.flow import CHOICE, NORMAL
from interpreter.engine.decisions import describe
from interpreter.engine.search import roll_back
from interpreter.engine.spelling import Spelling
from interpreter.findings import SetupError, did_you_mean
from interpreter.language import ir
from interpreter.language.library import NothingThere
from interpreter.model.kinds import Kind
from interpreter.reference.values import Values

if TYPE_CHECKING:
    from interpreter.engine.game import Game


def explain_refusal(game: Game, option: str) -> str:
    """A few lines: what forbids an option, and where that is written."""
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
    return _no_candidate(game, option) or _unlike(game, option, list(found))


def _unlike(game: Game, option: str, known: list[str]) -> str:
    assert game.decision is not None
    guess = did_you_mean(option, known)
    hint = f"; did you mean `{guess}`?" if guess else ""
    span = game.ruleset.program.lines[game.decision.line]
    return f"`{option}` is not among the choices of {span.file}:{span.line}{hint}"


# ---- candidates that cannot be completed -------------------------------------


def _refusals(game: Game, option: str, value: Any) -> str:
    code, s, j, frame = game.ruleset.traced, game.s, game.j, game.frame
    reasons: list[tuple[int, Any, Any]] = []
    mark = len(j)
    namespace = code.namespace
    kept = namespace["note"], namespace["watch"]
    namespace["note"] = namespace["watch"] = _ignore
    namespace["refuse"] = reasons.append
    try:
        resume = code.resume[frame[0]]
        assert resume is not None
        after = resume(s, j, frame, value)
        if after is not None:
            _explore(game, after, reasons)
    except NothingThere:
        pass
    finally:
        roll_back(s, j, mark)
        namespace["refuse"] = _ignore
        namespace["note"], namespace["watch"] = kept
    told = list(dict.fromkeys(_tell(game, reason) for reason in reasons))
    return f"`{option}` cannot be completed:\n" + "\n".join(f"  {line}" for line in told[:5])


def _explore(game: Game, frame: Frame | None, reasons: list[tuple[int, Any, Any]]) -> None:
    """Follow every way from here; note decisions that find nothing to offer."""
    code, s, j = game.ruleset.traced, game.s, game.j
    while frame is not None and code.kinds[frame[0]] == NORMAL:
        step = code.run[frame[0]]
        assert step is not None
        frame = step(s, j, frame)
    if frame is None or code.kinds[frame[0]] != CHOICE:
        return
    candidates, resume = code.candidates[frame[0]], code.resume[frame[0]]
    choice = code.blocks[frame[0]].choice
    assert candidates is not None and resume is not None and choice is not None
    found = candidates(s, frame)
    if not found:
        reasons.append((choice.line, None, choice.prompt))
    mark = len(j)
    for value in found:
        _explore(game, resume(s, j, frame, value), reasons)
        roll_back(s, j, mark)


def _ignore(_: object) -> None:
    pass


def _tell(game: Game, reason: tuple[int, Any, Any]) -> str:
    line, need, have = reason
    span = game.ruleset.program.lines[line]
    place = f"{span.file}:{span.line}"
    if need is None and have is not None:
        return f"{place}: `{have}` finds nothing to choose from"
    if need is None:
        return f"{place}: the condition does not hold"
    slot, amount = need
    return f"{place}: needs {amount} {game.ruleset.names.slot(slot)}, there is {have}"


# ---- options that are not even candidates ------------------------------------


def _no_candidate(game: Game, option: str) -> str | None:
    block = game.ruleset.traced.blocks[game.frame[0]]
    choice = block.choice
    assert choice is not None
    frame = dict(zip(block.variables, game.frame[2:], strict=True))
    told = []
    for alternative in choice.alternatives:
        picked = _read_label(game, alternative, option)
        if picked is None:
            continue
        failure = _first_failure(game, alternative, frame, picked)
        if failure is not None:
            span = game.ruleset.program.lines[alternative.line]
            told.append(f"  {span.file}:{span.line}: {failure[1]}")
    return f"`{option}` is not possible:\n" + "\n".join(told) if told else None


def _read_label(game: Game, alternative: ir.Alternative, option: str) -> dict[str, Any] | None:
    """The values a written option stands for, if it fits the template."""
    holes = [part for part in alternative.label if isinstance(part, ir.Var)]
    pattern = "".join(
        re.escape(part) if isinstance(part, str) else "(.+?)" for part in alternative.label
    )
    matched = re.fullmatch(pattern, option)
    if matched is None:
        return None
    try:
        return {
            hole.name: _read_word(game, hole.kind, word)
            for hole, word in zip(holes, matched.groups(), strict=True)
        }
    except (SetupError, ValueError):
        return None


def _read_word(game: Game, kind: Kind, word: str) -> Any:
    names = game.ruleset.names
    match kind.word:
        case "number":
            return int(word)
        case "bundle":
            parts = [] if word == "nothing" else word.split()
            pairs = zip(parts[1::2], parts[::2], strict=True)
            return names.read(kind, {resource: int(count) for resource, count in pairs})
        case "list" if kind.item is not None:
            item = kind.item
            return tuple(_read_word(game, item, part) for part in word.split())
    return names.read(kind, word)


def _first_failure(
    game: Game,
    alternative: ir.Alternative,
    known: dict[str, Any],
    picked: dict[str, Any],
    at: int = 0,
) -> tuple[int, str] | None:
    """How far the values meet the alternative's conditions, and what they fail on."""
    values = Values(game.ruleset.program, game.ruleset.paths)
    for index, binder in enumerate(alternative.binders[at:], at):
        if binder.kind == "let":
            known = {**known, binder.name: values.value(game.s, binder.exprs[0], known)}
        elif binder.kind == "pick" and binder.name not in picked:
            # Not named in the option: the item with which it gets furthest was meant.
            tried = [
                _first_failure(game, alternative, {**known, binder.name: item}, picked, index + 1)
                for item in values.value(game.s, binder.exprs[0], known)
            ]
            return None if None in tried else max((t for t in tried if t), default=None)
        else:
            value = picked.get(binder.name)
            reason = _binder_failure(game, values, binder, known, value)
            if reason is not None:
                return index, reason
            if binder.name:
                known = {**known, binder.name: value}
    if alternative.condition is not None:
        reason = _condition_failure(game, values, alternative.condition, known)
        return None if reason is None else (len(alternative.binders), reason)
    return None


def _binder_failure(
    game: Game, values: Values, binder: ir.Binder, known: dict[str, Any], value: Any
) -> str | None:
    names = game.ruleset.names
    if binder.kind == "such_that":
        return _condition_failure(game, values, binder.exprs[0], known)
    if binder.kind == "range":
        low, high = (values.value(game.s, end, known) for end in binder.exprs)
        return None if low <= value <= high else f"{value} is not between {low} and {high}"
    source = binder.exprs[0] if binder.kind == "pick" else None
    if isinstance(source, ir.Each) and source.condition is not None:
        reason = _membership_failure(game, values, source.source, known, binder, value)
        inner = {**known, source.var: value}
        return reason or _condition_failure(game, values, source.condition, inner)
    if source is None or value in values.value(game.s, source, known):
        return None
    spelled = Spelling(names, known).words(source)
    return f"{names.say(binder.type, value)} is not among {spelled}"


def _membership_failure(
    game: Game,
    values: Values,
    source: ir.Expr,
    known: dict[str, Any],
    binder: ir.Binder,
    value: Any,
) -> str | None:
    if value in values.value(game.s, source, known):
        return None
    names = game.ruleset.names
    return f"{names.say(binder.type, value)} is not among {Spelling(names, known).words(source)}"


def _condition_failure(
    game: Game, values: Values, condition: ir.Expr, known: dict[str, Any]
) -> str | None:
    if values.value(game.s, condition, known):
        return None
    parts = condition.parts if isinstance(condition, ir.Op) and condition.op == "and" else ()
    for part in parts:
        reason = _condition_failure(game, values, part, known)
        if reason is not None:
            return reason
    words = Spelling(game.ruleset.names, known).words(condition)
    return f"`{words}` does not hold{_sides(game, values, condition, known)}"


def _sides(game: Game, values: Values, condition: ir.Expr, known: dict[str, Any]) -> str:
    """The values on both sides of a comparison that is not plain from its words."""
    if not (isinstance(condition, ir.Op) and len(condition.parts) == 2):
        return ""
    names = game.ruleset.names
    told = []
    for part in condition.parts:
        if isinstance(part, ir.Const | ir.Var):
            continue
        value = names.say(part.kind, values.value(game.s, part, known))
        told.append(f"{Spelling(names, known).words(part)} is {value}")
    return f": {', '.join(told)}" if told else ""
