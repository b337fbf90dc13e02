"""How fast games are played, copied and loaded, and how much memory they need."""

from __future__ import annotations

import gc
import random
import time
import tracemalloc
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.engine.game import Game
    from interpreter.engine.ruleset import Ruleset

#: copies made to measure one
CLONES = 2000
#: decisions after which a game is well under way
MIDDLE = 80


@dataclass(frozen=True, slots=True)
class Pace:
    """What was played, and how long it took."""

    games: int
    decisions: int
    options: int
    seconds: float

    @property
    def decision_rate(self) -> float:
        return self.decisions / self.seconds

    @property
    def option_rate(self) -> float:
        return self.options / self.seconds

    @property
    def game_rate(self) -> float:
        return self.games / self.seconds


def play_out(game: Game, dice: random.Random, limit: int | None = None) -> tuple[int, int]:
    """Play at random, every option as likely as the others: decisions and options met."""
    pick = dice.random
    asked = offered = 0
    decision = game.decision
    while decision is not None and asked != limit:
        count = len(decision.values)
        asked += 1
        offered += count
        game.play_at(int(pick() * count))
        decision = game.decision
    return asked, offered


def pace(ruleset: Ruleset, mode: str, players: int, seed: int, games: int) -> Pace:
    """Random games without events and without a way back, after one to warm up.

    What was loaded before stays for good, so the garbage collector need not look at it again.
    """
    play_out(_new(ruleset, mode, players, seed), random.Random(seed))
    gc.collect()
    gc.freeze()
    try:
        asked = offered = 0
        start = time.perf_counter()
        for number in range(seed, seed + games):
            more, choices = play_out(_new(ruleset, mode, players, number), random.Random(number))
            asked, offered = asked + more, offered + choices
        return Pace(games, asked, offered, time.perf_counter() - start)
    finally:
        gc.unfreeze()


def _new(ruleset: Ruleset, mode: str, players: int, seed: int) -> Game:
    return ruleset.new_game(players, seed, mode, events=False, undo=False)


def middle(ruleset: Ruleset, mode: str, players: int, seed: int) -> Game:
    """A game that is well under way."""
    game = _new(ruleset, mode, players, seed)
    play_out(game, random.Random(seed), MIDDLE)
    return game


def clone_time(ruleset: Ruleset, mode: str, players: int, seed: int) -> float:
    """Microseconds to copy a game."""
    game = middle(ruleset, mode, players, seed)
    start = time.perf_counter()
    for _ in range(CLONES):
        game.clone()
    return (time.perf_counter() - start) / CLONES * 1e6


def game_memory(ruleset: Ruleset, mode: str, players: int, seed: int) -> int:
    """Bytes that one game in progress needs, with all it takes to undo its decisions."""
    middle(ruleset, mode, players, seed)
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        game = ruleset.new_game(players, seed, mode, events=False)
        play_out(game, random.Random(seed), MIDDLE)
        gc.collect()
        return max(tracemalloc.get_traced_memory()[0] - before, 0)
    finally:
        tracemalloc.stop()


def growth(ruleset: Ruleset, mode: str, players: int, seed: int, decisions: int) -> int:
    """Bytes held at most in the second half of so many decisions, beyond those in the first.

    What is remembered is forgotten when there is too much of it: highest is compared with highest.
    """
    dice = random.Random(seed)
    gc.collect()
    tracemalloc.start()
    try:
        played, number = 0, seed
        highest = [0, 0]
        while played < decisions:
            number += 1
            half = 2 * played // decisions
            played += play_out(_new(ruleset, mode, players, number), dice)[0]
            gc.collect()
            highest[half] = max(highest[half], tracemalloc.get_traced_memory()[0])
        return highest[1] - highest[0]
    finally:
        tracemalloc.stop()
