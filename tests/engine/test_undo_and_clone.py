"""Going back, copying, and that neither leaves a trace."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from interpreter import Game

New = Callable[..., Game]
Play = Callable[..., Game]


def whole(game: Game) -> tuple[Any, ...]:
    """Everything there is to know about a game."""
    decision = game.decision
    options = [option.id for option in decision.options] if decision else None
    who = decision.player if decision else None
    return list(game.s), game.frame, options, who, [str(event) for event in game.events]


@pytest.mark.parametrize(
    ("players", "packs", "mode"),
    [(2, (), "introductory"), (4, (), "full"), (3, ("leeghwater",), "full")],
)
def test_every_decision_can_be_undone(
    new_game: New, random_plays: Any, players: int, packs: tuple[str, ...], mode: str
) -> None:
    game = new_game(players, *packs, mode=mode, seed=11)
    before = [(list(g.s), g.frame, g.snapshot()) for g in random_plays(game, 11)]
    assert game.over
    for s, frame, snapshot in reversed(before):
        assert game.undo()
        assert (game.s, game.frame) == (s, frame)
        assert game.snapshot() == snapshot
    assert not game.undo()
    assert whole(game) == whole(new_game(players, *packs, mode=mode, seed=11))


def test_undo_and_play_again(new_game: New, random_plays: Any) -> None:
    """After every decision: back, the same again, and nothing differs."""
    game = new_game(3, seed=5)
    for number, _ in enumerate(random_plays(game, 5)):
        if number % 5:
            continue
        at = len(game.events) % len(game.decision.values)
        before = whole(game)
        game.play_at(at)
        after = whole(game)
        assert game.undo() and whole(game) == before
        game.play_at(at)
        assert whole(game) == after
        assert game.undo() and whole(game) == before


def test_undo_returns_chance_as_well(new_game: New, random_play: Play) -> None:
    """The same decision draws the same tiles again."""
    game = random_play(new_game(4, seed=9), 9, 30)
    drawn = []
    for _ in range(3):
        game.play_at(0)
        drawn.append(game.snapshot())
        game.undo()
    assert drawn[0] == drawn[1] == drawn[2]


def test_a_clone_is_independent(new_game: New, random_play: Play) -> None:
    game = random_play(new_game(4, seed=3), 3, 25)
    before = whole(game)
    copy = game.clone()
    assert whole(copy) == before
    random_play(copy, 1)
    assert copy.over and whole(game) == before
    finished = whole(copy)
    random_play(game, 2)
    assert whole(copy) == finished


def test_clones_play_alike(new_game: New, random_play: Play) -> None:
    game = random_play(new_game(4, "leeghwater", seed=3), 3, 25)
    one, two = game.clone(), game.clone()
    assert whole(random_play(one, 7)) == whole(random_play(two, 7))


def test_a_clone_has_a_history_of_its_own(new_game: New, random_play: Play) -> None:
    game = random_play(new_game(2, seed=3), 3, 10)
    copy = game.clone()
    assert not copy.undo()
    copy.play_at(0)
    assert copy.undo() and whole(copy) == whole(game)
    assert game.undo()


def test_looking_changes_nothing(new_game: New, random_plays: Any) -> None:
    for game in random_plays(new_game(3, "leeghwater", seed=8), 8, 60):
        before = whole(game), len(game.j)
        game.snapshot(), game.scores(), game.winners(), game.check_invariants(), game.to_json()
        game.why_not("place patent_1"), game.why_not("nothing of the kind")
        assert (whole(game), len(game.j)) == before


def test_games_of_one_ruleset_do_not_mix(new_game: New, random_play: Play) -> None:
    """Two games played in turns go the same way as one after the other."""
    alone = [random_play(new_game(3, seed=s), s) for s in (1, 2)]
    mixed = [new_game(3, seed=s) for s in (1, 2)]
    choices = [[e.data["option"] for e in game.events if e.kind == "choice"] for game in alone]
    while not all(game.over for game in mixed):
        for game, left in zip(mixed, choices, strict=True):
            # decisions with a single option are among the events, but were not asked
            while left and game.decision and left[0] not in {o.id for o in game.decision.options}:
                left.pop(0)
            if game.decision is not None:
                game.play(left.pop(0))
    assert [whole(game) for game in mixed] == [whole(game) for game in alone]
