"""Rulesets loaded once, and games played by a random hand."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from interpreter import Game, Ruleset, load

#: what a busy hand avoids, what it looks for, and how often
IDLE = ("place bank", "pass", "decline")
BUSY = ("place construct", "place turbine", "use", "copy", "fulfil", "produce", "put")
EAGER = 0.7


@cache
def rules(*packs: str) -> Ruleset:
    return load(*packs)


def plays(
    game: Game, seed: int, decisions: int | None = None, busy: bool = False
) -> Iterator[Game]:
    """The game before each of its (first) decisions, decided at random.

    A busy hand avoids what leads nowhere, so that much is built, produced and fulfilled.
    """
    hand = random.Random(seed)
    while game.decision is not None and decisions != 0:
        yield game
        numbers = range(len(game.decision.values))
        if busy:
            ids = [option.id for option in game.decision.options]
            lively = [n for n in numbers if not ids[n].startswith(IDLE)]
            best = [n for n in lively if ids[n].startswith(BUSY)]
            numbers = (best if hand.random() < EAGER else lively) or lively or numbers
        game.play_at(hand.choice(numbers))
        decisions = None if decisions is None else decisions - 1


def enrich(game: Game) -> None:
    """Give everyone plenty to build with, and a tile of each stack."""
    while game.decision is not None and game.decision.prompt != "act":
        game.play_at(0)
    tiles = [e.id for e in game.ruleset.elements.values() if e.fields.get("advanced")]
    shown = game.snapshot()
    plenty = {"credit": 25, "excavator": 15, "mixer": 15}
    for number, player in enumerate(game.player_ids):
        mine = [tile for at, tile in enumerate(tiles) if at % len(game.player_ids) == number]
        hand = {"tiles": [*shown[player]["tiles"], *mine], "advanced": mine}
        game.set_position({player: {**plenty, **hand}})
    game.set_position({"technology_stack": []})
    game.set_position(
        {e.id: {"offer": None} for e in game.ruleset.elements.values() if e.type == "patent"}
    )


def play(game: Game, seed: int, decisions: int | None = None, busy: bool = False) -> Game:
    """Play at random, to the end or for some decisions."""
    for _ in plays(game, seed, decisions, busy):
        pass
    return game


@pytest.fixture
def new_game() -> Callable[..., Game]:
    """`new_game(4, seed=1)`, `new_game(2, mode="introductory")`, `new_game(3, "leeghwater")`."""

    def make(players: int = 3, *more: str, **wishes: Any) -> Game:
        return rules("base", *more).new_game(players, **{"seed": 1, "mode": "full", **wishes})

    return make


@pytest.fixture
def rich_game(new_game: Callable[..., Game]) -> Callable[..., Game]:
    """Like `new_game`, in the first turn and with plenty of everything."""

    def make(players: int = 3, *more: str, **wishes: Any) -> Game:
        game = new_game(players, *more, **wishes)
        enrich(game)
        return game

    return make


@pytest.fixture
def random_play() -> Callable[..., Game]:
    return play


@pytest.fixture
def random_plays() -> Callable[..., Iterator[Game]]:
    return plays


@pytest.fixture
def base() -> Ruleset:
    return rules("base")
