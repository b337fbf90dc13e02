"""Legality against brute force: what is offered can be done, what is not offered cannot.

The engine decides most of it by generated tests (guards) and stops looking as soon as it is sure.
Here every candidate of a decision is tried in full, with nothing but the plain steps of the code.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from interpreter import Game
from interpreter.compiler.code import Code
from interpreter.compiler.flow import CHOICE, COMMIT
from interpreter.engine.decisions import describe
from interpreter.engine.search import roll_back

New = Callable[..., Game]


def can_be_completed(code: Code, s: list[Any], j: list[Any], frame: Any) -> bool:
    """Whether any way at all leads from here to the end of the action."""
    while frame is not None:
        block = frame[0]
        if block == code.end or code.kinds[block] == COMMIT:
            return True
        if code.kinds[block] == CHOICE:
            mark = len(j)
            for value in code.candidates[block](s, frame):
                found = can_be_completed(code, s, j, code.resume[block](s, j, frame, value))
                roll_back(s, j, mark)
                if found:
                    return True
            return False
        frame = code.run[block](s, j, frame)
    return False


def possible(game: Game) -> list[Any]:
    """The candidates of the present decision that can be completed, found by trying."""
    code, s, j = game.ruleset.fast, game.s[:], []
    found = []
    for value in code.candidates[game.frame[0]](s, game.frame):
        after = code.resume[game.frame[0]](s, j, game.frame, value)
        if can_be_completed(code, s, j, after):
            found.append(value)
        roll_back(s, j, 0)
    assert s == game.s, "trying leaves no trace"
    return found


SETTINGS = [
    (2, (), "introductory", 1),
    (4, (), "introductory", 2),
    (2, (), "full", 3),
    (3, (), "full", 4),
    (4, (), "full", 5),
    (2, ("leeghwater",), "full", 6),
    (4, ("leeghwater",), "full", 7),
    (3, ("leeghwater", "promo"), "full", 8),
]


@pytest.mark.parametrize(("players", "packs", "mode", "seed"), SETTINGS)
def test_offers_are_exactly_what_is_possible(
    new_game: New, random_plays: Any, players: int, packs: tuple[str, ...], mode: str, seed: int
) -> None:
    for game in random_plays(new_game(players, *packs, mode=mode, seed=seed, events=False), seed):
        assert game.decision.values == possible(game)


@pytest.mark.parametrize("seed", range(24))
def test_offers_are_exactly_what_is_possible_with_plenty_of_everything(
    rich_game: New, random_plays: Any, seed: int
) -> None:
    """The same where much is built: every tile, company and officer comes into play."""
    packs = ((), ("leeghwater",), ("leeghwater", "promo"))[seed % 3]
    game = rich_game(2 + seed % 3, *packs, seed=seed, events=False)
    for at, _ in enumerate(random_plays(game, seed, busy=True)):
        if at % 2 == 0:
            assert game.decision.values == possible(game)


@pytest.mark.parametrize("seed", range(4))
def test_offers_are_exactly_what_is_possible_for_the_poor_and_the_rich(
    new_game: New, random_plays: Any, seed: int
) -> None:
    """The same with hardly anything, where most refusals are, and with plenty of choice."""
    hand = random.Random(seed)
    game = new_game(3, "leeghwater", seed=seed, events=False)
    for at, _ in enumerate(random_plays(game, seed)):
        if at % 3 or game.decision.prompt != "act":
            continue
        copy = game.clone()
        most = (3, 12)[seed % 2]
        things = ("credit", "excavator", "mixer", "engineer")
        copy.set_position(
            {player: {t: hand.randint(0, most) for t in things} for player in copy.player_ids}
        )
        if copy.decision is not None:
            assert copy.decision.values == possible(copy)


@pytest.mark.parametrize(("players", "packs", "mode", "seed"), SETTINGS[::3])
def test_every_option_can_be_played_to_the_end_of_the_action(
    new_game: New, random_plays: Any, players: int, packs: tuple[str, ...], mode: str, seed: int
) -> None:
    """Each offer is accepted, leads to a sound position and can be taken back."""
    game = new_game(players, *packs, mode=mode, seed=seed, events=False)
    for at, _ in enumerate(random_plays(game, seed)):
        if at % 7:
            continue
        for number in range(len(game.decision.values)):
            copy = game.clone()
            copy.play_at(number)
            assert copy.check_invariants() == []
            assert copy.undo() and copy.s == game.s


def test_refused_candidates_give_a_reason(new_game: New, random_plays: Any) -> None:
    """Whatever is a candidate but not offered can be asked about."""
    game = new_game(4, "leeghwater", seed=9)
    asked = 0
    for at, _ in enumerate(random_plays(game, 9)):
        if at % 10:
            continue
        code, frame = game.ruleset.fast, game.frame
        offered = set(game.decision.values)
        for value in code.candidates[frame[0]](game.s, frame):
            if value not in offered:
                option = describe(game.ruleset.names, code.blocks[frame[0]], frame, value)
                reason = game.why_not(option)
                assert ".yaml:" in reason, reason
                asked += 1
    assert asked > 50
