"""Packs as a stranger would write them: nothing in the program knows them, and they play.

Each draws on one thing that nobody thought of when the language was made: several dams at once, a
resource that is two others, energy for later, a map for five, an auction, hidden draws, a
structure that moves.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from play import own_examples, own_findings, play, settings

from interpreter import Ruleset, load
from interpreter.check import validate
from interpreter.findings import errors_in

FOLDER = Path(__file__).parents[1] / "packs" / "heldout"
#: pack, and words of decisions that must have been taken in some of its games
USED = {
    "confluence": ["siphon ", " and "],
    "cranes": [" crane"],
    "battery": ["charge ", "discharge "],
    "delta": ["drop on spring_5", "construct basic_base at wall_13_lower", "take egypt with"],
    "auction": ["bid 1", "do not bid"],
    "black_market": ["keep crate_", "place market_right"],
    "permits": ["buy toll_permit", "buy bulk_licence"],
    "barges": ["sail barge_1", "construct basic_boat at berth_"],
}
GAMES = 50


@cache
def loaded(name: str) -> Ruleset:
    return load(FOLDER / name)


def test_all_are_played() -> None:
    assert sorted(USED) == sorted(folder.name for folder in FOLDER.iterdir() if folder.is_dir())


@pytest.mark.parametrize("name", USED)
def test_examples(name: str) -> None:
    assert own_findings(loaded(name), FOLDER / name) == []
    assert own_examples(loaded(name), FOLDER / name)


@pytest.mark.parametrize("name", USED)
def test_validates(name: str) -> None:
    assert [str(finding) for finding in errors_in(validate([FOLDER / name]))] == []


@pytest.mark.parametrize("name", USED)
def test_fifty_games(name: str) -> None:
    """In all modes and with all numbers of players; together they use what the pack brings."""
    ruleset = loaded(name)
    table = list(settings(ruleset))
    seen: set[str] = set()
    for seed in range(GAMES):
        players, mode = table[seed % len(table)]
        seen.update(play(ruleset, players, mode, seed, spread=seed % 2 == 1))
    for words in USED[name]:
        assert any(words in said for said in seen), f"nobody ever said {words!r}"


def test_five_play_on_the_delta() -> None:
    assert max(players for players, _ in settings(loaded("delta"))) == 5


@pytest.mark.parametrize("others", [("cranes", "auction"), ("battery", "barges", "confluence")])
def test_they_get_along(others: tuple[str, ...]) -> None:
    """Strangers' packs, which know nothing of each other, in one game."""
    ruleset = load(*(FOLDER / name for name in others))
    for seed in range(5):
        assert play(ruleset, 2 + seed % 3, "full", seed)
    expansions = load("leeghwater", "promo", *(FOLDER / name for name in others))
    assert play(expansions, 3, "full", 1)
