"""Games are small, and playing on and on does not make the process larger or slower."""

from __future__ import annotations

import random

import pytest

from interpreter import Ruleset, load
from interpreter.cli.flame import record
from interpreter.engine.measure import game_memory, growth, pace, play_out


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return load("base")


def test_a_game_in_progress_is_small(rules: Ruleset) -> None:
    assert game_memory(rules, "full", 4, 3) < 200 * 1024


def test_nothing_is_held_on_to(rules: Ruleset) -> None:
    """A million decisions at scale: what a hundredth of them leaves behind."""
    play_out(rules.new_game(4, 1, "full", events=False, undo=False), random.Random(1))
    assert growth(rules, "full", 4, 5, 10_000) < 64 * 1024


def test_the_last_games_are_as_quick_as_the_first(rules: Ruleset) -> None:
    """An hour at scale: after many games the same game takes the same number of calls."""

    def calls() -> int:
        game = rules.new_game(4, 9, "full", events=False, undo=False)
        told = record(lambda: play_out(game, random.Random(9)), "one game")
        return len(told["profiles"][0]["events"])

    play_out(rules.new_game(4, 9, "full", events=False, undo=False), random.Random(9))
    first = calls()
    pace(rules, "full", 4, 100, 100)
    assert calls() < 1.02 * first


def test_without_undo_no_journal_is_kept(rules: Ruleset) -> None:
    game = rules.new_game(4, 2, "full", events=False, undo=False)
    play_out(game, random.Random(2), 60)
    assert game.j == []
    assert not game.undo()


def test_undo_finds_the_same_options_again(rules: Ruleset) -> None:
    game = rules.new_game(4, 2, "full", events=False)
    dice = random.Random(2)
    seen = []
    for _ in range(60):
        assert game.decision is not None
        seen.append((game.decision.values, game.s[:]))
        game.play_at(dice.randrange(len(game.decision.values)))
    while seen:
        assert game.undo()
        assert game.decision is not None
        assert (game.decision.values, game.s) == seen.pop()
    assert not game.undo()
