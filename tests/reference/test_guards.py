"""What tests say beforehand is what running ahead finds out."""

from __future__ import annotations

import random

import pytest
from running_ahead import check

from interpreter import Game, Ruleset, load

PACKS = {"base": ("base",), "leeghwater": ("base", "leeghwater")}


def enrich(game: Game, dice: random.Random) -> None:
    """Give everybody some of everything, so that more can be built, produced and bought."""
    words = game.ruleset.names.resources
    for player in game.player_ids:
        game.set_position({player: {word: dice.randrange(25) for word in words}})


@pytest.mark.parametrize("name", PACKS)
@pytest.mark.parametrize("seed", range(3))
def test_foresight_and_running_ahead_agree(name: str, seed: int) -> None:
    rules: Ruleset = load(*PACKS[name])
    dice = random.Random(seed)
    game = rules.new_game(seed=seed, events=False)
    asked = 0
    while game.decision is not None:
        check(game)
        if asked in (4, 40, 80):
            enrich(game, dice)
        options = game.decision.options
        long = max(len(option.value) for option in options)
        likely = [i for i, o in enumerate(options) if len(o.value) == long or "turbine" in o.id]
        every = range(len(options))
        game.play_at(dice.choice(likely if dice.random() < 0.5 else every))
        asked += 1
    assert asked > 50
