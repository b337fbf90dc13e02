"""Code written when it is called plays the same games as code that was written beforehand."""

from __future__ import annotations

import random

import pytest

from interpreter import Ruleset, load
from interpreter.check.plain import PlainRuleset
from interpreter.engine.game import Game

#: running ahead takes time without foresight
DECISIONS = 60


def _plain(rules: Ruleset) -> PlainRuleset:
    return PlainRuleset(rules.packs, rules.merged, rules.program)


def _shown(game: Game) -> tuple[object, ...]:
    asked = game.decision
    options = [option.id for option in asked.options] if asked else []
    return options, game.snapshot(), [str(event) for event in game.events]


@pytest.mark.parametrize("packs", [("base",), ("base", "leeghwater")])
def test_the_same_game(packs: tuple[str, ...]) -> None:
    rules = load(*packs)
    plain = _plain(rules)
    for seed, mode in enumerate(rules.model.modes):
        one, other = (made.new_game(seed=seed, mode=mode) for made in (rules, plain))
        dice = random.Random(seed)
        for _ in range(DECISIONS):
            assert _shown(one) == _shown(other)
            if one.decision is None:
                break
            chosen = dice.choice(one.decision.options).id
            one.play(chosen)
            other.play(chosen)
        assert one.scores() == other.scores()
        assert one.check_invariants() == other.check_invariants()


def test_reasons_are_the_same() -> None:
    rules = load("base")
    one, other = (made.new_game(players=2, seed=5) for made in (rules, _plain(rules)))
    for wish in ("nonsense", *(f"place {space}" for space in rules.elements)):
        assert one.why_not(wish) == other.why_not(wish)
