"""What tests say beforehand is what running ahead finds out."""

from __future__ import annotations

import random
from typing import Any

import pytest

from interpreter import Game, Ruleset, load
from interpreter.compiler.code import Code
from interpreter.compiler.flow import CHOICE, COMMIT
from interpreter.engine.search import legal, roll_back

PACKS = {"base": ("base",), "leeghwater": ("base", "leeghwater")}


def completes(code: Code, s: list[Any], j: list[Any], frame: Any) -> bool:
    """Run ahead without any foresight: every block, every candidate."""
    while frame is not None:
        block = frame[0]
        if code.kinds[block] == COMMIT:
            return True
        if code.kinds[block] == CHOICE:
            return any(tried(code, s, j, frame, v) for v in code.candidates[block](s, frame))
        frame = code.run[block](s, j, frame)
    return False


def tried(code: Code, s: list[Any], j: list[Any], frame: Any, value: Any) -> bool:
    mark = len(j)
    found = completes(code, s, j, code.resume[frame[0]](s, j, frame, value))
    roll_back(s, j, mark)
    return found


def check(game: Game) -> None:
    code, s, frame = game.ruleset.fast, game.s, game.frame
    before = s[:]
    told = legal(code, s, [], frame)
    wanted = [v for v in code.candidates[frame[0]](s, frame) if tried(code, s, [], frame, v)]
    assert s == before
    assert told == wanted, game.decision


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
