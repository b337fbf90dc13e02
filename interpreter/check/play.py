"""Random games with clean packs: invariants hold after every decision, and no game gets stuck."""

from __future__ import annotations

import random
from dataclasses import dataclass

from interpreter.check.retelling import Retelling, Snapshot, Story
from interpreter.engine.ruleset import Ruleset
from interpreter.findings import BarrageError, Finding, Span
from interpreter.language.library import EndlessLoop


@dataclass(frozen=True, slots=True)
class Failure:
    """How a game went wrong: which invariant broke, or why it could not go on."""

    code: str
    #: the invariant; none if the game is stuck
    invariant: str
    message: str


def play_games(ruleset: Ruleset, count: int, seed: int = 1) -> list[Finding]:
    """Play `count` games by turns in every mode and with every number of players."""
    model = ruleset.model
    seats = range(model.min_players, model.seats + 1)
    tables = [(mode, players) for mode in model.modes for players in seats]
    if not tables or not model.setup or not model.play:
        return []
    found: dict[Failure, Finding] = {}
    retelling = Retelling(ruleset)
    for number in range(count):
        mode, players = tables[number % len(tables)]
        before, failure = _play(ruleset, players, seed + number, mode)
        if failure is not None and failure not in found:
            story = retelling.shortest(before, failure.invariant)
            found[failure] = _finding(ruleset, failure, seed + number, retelling, story)
    return list(found.values())


def _play(
    ruleset: Ruleset, players: int, seed: int, mode: str
) -> tuple[list[tuple[Snapshot, str]], Failure | None]:
    """Every position with the decision made in it, and how the game went wrong, if it did."""
    dice = random.Random(seed)
    before: list[tuple[Snapshot, str]] = []
    try:
        game = ruleset.new_game(players, seed, mode, events=False)
        while game.decision is not None:
            option = dice.choice(game.decision.options).id
            before.append((game.snapshot(), option))
            game.play(option)
            broken = game.check_invariants()
            if broken:
                message = f"the invariant `{broken[0]}` does not hold"
                return before, Failure("BR0710", broken[0], message)
    except Exception as error:
        told = str(error) if isinstance(error, BarrageError | EndlessLoop) else repr(error)
        return before, Failure("BR0711", "", told)
    return before, None


def _finding(
    ruleset: Ruleset, failure: Failure, seed: int, retelling: Retelling, story: Story | None
) -> Finding:
    message = f"a random game (seed {seed}) went wrong: {failure.message}"
    if story is None:
        help_line = f"play it again with seed {seed}; no short example of it was found"
    else:
        help_line = f"paste this under `examples:` to keep it\n{retelling.text(story)}"
    return Finding(failure.code, message, _place(ruleset, failure), help=help_line)


def _place(ruleset: Ruleset, failure: Failure) -> Span:
    """The invariant, or the procedure that could not be completed."""
    model = ruleset.model
    known = model.invariants.get(failure.invariant)
    if known is not None:
        return known.span
    names = [word for word in failure.message.split("`") if word in model.procedures]
    return model.procedures[names[0] if names else model.play].span
