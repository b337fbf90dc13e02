"""Who decides for a seat that is not a person: chance, or a bot that looks one turn ahead.

What the bot holds dear is data (`view.bots`): how much one of each counter is worth to it.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from interpreter import Game, Option, Ruleset
from interpreter.view.spec import Bots, read_view

#: options the bot compares at most, ways to go on it tries for each, and steps on such a way
MOST_OPTIONS = 32
TRIES = 2
MOST_STEPS = 8


@dataclass(frozen=True)
class Judged:
    """An option and what it seems to be worth."""

    option: Option
    worth: float


class Bot:
    """Plays the option after which its own turn ends best."""

    def __init__(self, ruleset: Ruleset, seed: int) -> None:
        self.ruleset = ruleset
        self.dice = random.Random(seed)
        self.taste = read_view(ruleset.view).bots

    def choose(self, game: Game) -> Option:
        """The best option, or any if the packs do not say what is worth having."""
        assert game.decision is not None
        if self.taste is None:
            return self.dice.choice(game.decision.options)
        return self.judge(game)[0].option

    def judge(self, game: Game) -> list[Judged]:
        """Options, the best one first."""
        assert game.decision is not None
        options = list(game.decision.options)
        if len(options) > MOST_OPTIONS:
            options = self.dice.sample(options, MOST_OPTIONS)
        self.dice.shuffle(options)
        judged = [Judged(option, self._after(game, option)) for option in options]
        return sorted(judged, key=lambda one: -one.worth)

    def _after(self, game: Game, option: Option) -> float:
        """The best of a few random ways to finish the turn that begins with an option."""
        assert game.decision is not None
        me = game.decision.player
        begun = game.clone()
        begun.play(option.id)
        unfinished = begun.decision is not None and begun.decision.player == me
        return max(self._finished(begun, me) for _ in range(TRIES if unfinished else 1))

    def _finished(self, begun: Game, me: str) -> float:
        trial = begun.clone()
        for _ in range(MOST_STEPS):
            decision = trial.decision
            if decision is None or decision.player != me:
                break
            trial.play_at(self.dice.randrange(len(decision.values)))
        return self.worth(trial.snapshot(), me)

    def worth(self, snapshot: Mapping[str, Any], player: str) -> float:
        """What a player's position is worth, by the lights of the packs."""
        taste = self.taste or Bots((), {})
        own = snapshot.get(player, {})
        total: float = sum(value * own.get(name, 0) for name, value in taste.worth.items())
        for place, value in taste.pieces.items():
            type_id, _, name = place.partition(".")
            total += value * self._held(snapshot, type_id, name, player)
        return total

    def _held(self, snapshot: Mapping[str, Any], type_id: str, name: str, player: str) -> float:
        states = snapshot.get("elements", {})
        held: float = sum(
            states.get(element.id, {}).get(name, {}).get(player, 0)
            for element in self.ruleset.elements.values()
            if type_id in element.types
        )
        return held


class Chance:
    """Plays any option."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)

    def choose(self, game: Game) -> Option:
        """One option, each as likely as the others."""
        assert game.decision is not None
        return self.dice.choice(game.decision.options)
