"""Random games with clean packs: invariants hold after every decision, and no game gets stuck."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import yaml

from interpreter.engine.game import DeadEnd
from interpreter.engine.ruleset import Ruleset
from interpreter.findings import BarrageError, Finding, Span
from interpreter.language.library import EndlessLoop

Snapshot = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Failure:
    """How a game went wrong: which invariant broke, or why it could not go on."""

    code: str
    what: str
    message: str


@dataclass(frozen=True, slots=True)
class Story:
    """A position and the decisions that lead from it to a failure."""

    start: Snapshot
    decisions: tuple[str, ...]
    failure: Failure


def play_games(ruleset: Ruleset, count: int, seed: int = 1) -> list[Finding]:
    """Play `count` games by turns in every mode and with every number of players."""
    model = ruleset.model
    seats = range(model.min_players, model.seats + 1)
    tables = [(mode, players) for mode in model.modes for players in seats]
    if not tables or not model.setup or not model.play:
        return []
    found: dict[str, Finding] = {}
    for number in range(count):
        mode, players = tables[number % len(tables)]
        story = _play(ruleset, players, seed + number, mode)
        if story is not None and story.failure.what not in found:
            shortest = _shorten(ruleset, story)
            found[story.failure.what] = _finding(ruleset, shortest, seed + number)
    return list(found.values())


def _play(ruleset: Ruleset, players: int, seed: int, mode: str) -> Story | None:
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
                failure = _broken(broken[0])
                break
        else:
            return None
    except Exception as error:
        failure = _stuck(error)
    return _shortest_tail(ruleset, before, failure, players, mode)


def _broken(invariant: str) -> Failure:
    return Failure("BR0710", invariant, f"the invariant `{invariant}` does not hold")


def _stuck(error: Exception) -> Failure:
    told = str(error) if isinstance(error, BarrageError | EndlessLoop) else repr(error)
    return Failure("BR0711", told, told)


def _shortest_tail(
    ruleset: Ruleset,
    before: list[tuple[Snapshot, str]],
    failure: Failure,
    players: int,
    mode: str,
) -> Story:
    """The latest position from which the same decisions still lead to the failure."""
    decisions = tuple(option for _, option in before)
    for start in range(len(before) - 1, -1, -1):
        if _fails(ruleset, before[start][0], decisions[start:]) == failure:
            return Story(before[start][0], decisions[start:], failure)
    opening = {"mode": mode, "players": players}
    return Story(before[0][0] if before else opening, decisions, failure)


def _shorten(ruleset: Ruleset, story: Story) -> Story:
    """Leave out single decisions as long as the failure stays."""
    decisions = list(story.decisions)
    for index in reversed(range(len(decisions))):
        fewer = decisions[:index] + decisions[index + 1 :]
        if _fails(ruleset, story.start, tuple(fewer)) == story.failure:
            decisions = fewer
    return Story(story.start, tuple(decisions), story.failure)


def _fails(ruleset: Ruleset, start: Snapshot, decisions: tuple[str, ...]) -> Failure | None:
    try:
        game = ruleset.new_game(position=start, events=False)
        for option in decisions:
            if game.decision is None:
                return None
            game.play(option)
            broken = game.check_invariants()
            if broken:
                return _broken(broken[0])
    except (DeadEnd, EndlessLoop) as error:
        return _stuck(error)
    except BarrageError:
        return None
    except Exception as error:
        return _stuck(error)
    return None


# ---- telling -----------------------------------------------------------------


def _finding(ruleset: Ruleset, story: Story, seed: int) -> Finding:
    message = f"a random game (seed {seed}) went wrong: {story.failure.message}"
    help_line = f"paste this under `examples:` to keep it\n{example_of(ruleset, story)}"
    return Finding(story.failure.code, message, _place(ruleset, story.failure), help=help_line)


def example_of(ruleset: Ruleset, story: Story) -> str:
    """The story as an entry of `examples:`."""
    reset = [decl.plural for decl in ruleset.types.values() if _has_state(decl)]
    given = {"mode": None, "players": None, "reset": reset, **story.start}
    entry = {"given": given, "when": list(story.decisions), "then": {}}
    return yaml.safe_dump([entry], sort_keys=False, allow_unicode=True, width=100).rstrip()


def _has_state(decl: Any) -> bool:
    return any(made.state for made in decl.fields.values()) and bool(decl.members)


def _place(ruleset: Ruleset, failure: Failure) -> Span:
    model = ruleset.model
    known = model.invariants.get(failure.what)
    if known is not None:
        return known.span
    words = failure.message.split("`")
    for word in words:
        if word in model.procedures:
            return model.procedures[word].span
    return model.procedures[model.play].span
