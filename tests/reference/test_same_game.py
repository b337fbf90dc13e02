"""The compiled game and the game by definition are the same game: every state, every option."""

from __future__ import annotations

import random
from typing import Any

import pytest

from interpreter import Ruleset, load
from interpreter.engine.chance import shuffle
from interpreter.reference.machine import Machine
from interpreter.reference.values import Values

PACKS = {"base": ("base",), "leeghwater": ("base", "leeghwater")}
_loaded: dict[str, Ruleset] = {}


def ruleset(name: str) -> Ruleset:
    if name not in _loaded:
        _loaded[name] = load(*PACKS[name])
    return _loaded[name]


def by_definition(rules: Ruleset, start: list[Any]) -> Machine:
    """The same game, about to be set up, in the reference evaluator."""
    machine = Machine(Values(rules.program, rules.paths), shuffle, start)
    machine.start(rules.model.setup, rules.model.play)
    return machine


def compare(rules: Ruleset, mode: str, players: int, seed: int, limit: int | None = None) -> int:
    """Play at random on both and compare; how many decisions were asked."""
    from interpreter.engine.start import Wishes, _empty

    machine = by_definition(rules, _empty(rules, Wishes(players, seed, mode)))
    game = rules.new_game(players=players, seed=seed, mode=mode, events=False)
    dice, asked = random.Random(seed), 0
    while True:
        options = machine.options()
        while options is not None and len(options) == 1:
            machine.play(options[0])
            options = machine.options()
        assert machine.position == game.s[: len(machine.position)], f"decision {asked}"
        if options is None or game.decision is None:
            assert options is None and game.decision is None
            return asked
        assert options == game.decision.values, f"decision {asked}: {game.decision}"
        if limit is not None and asked >= limit:
            return asked
        chosen = dice.randrange(len(options))
        machine.play(options[chosen])
        game.play_at(chosen)
        asked += 1


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(
    ("packs", "mode", "players"),
    [
        ("base", "introductory", 4),
        ("base", "full", 4),
        ("base", "full", 2),
        ("leeghwater", "full", 4),
    ],
)
def test_every_state_and_every_option_list(packs: str, mode: str, players: int, seed: int) -> None:
    rules = ruleset(packs)
    if mode not in rules.model.modes:
        pytest.skip(f"{packs} has no mode {mode}")
    assert compare(rules, mode, players, 1000 + seed) > 20
