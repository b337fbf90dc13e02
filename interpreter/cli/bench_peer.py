"""A hand-written game to compare with: catanatron, four random players, in a process of its own."""

from __future__ import annotations

import json
import subprocess
from typing import Any

#: run by the Python that has catanatron; prints one line of JSON
SCRIPT = """
import json, random, sys, time
from catanatron import Color, Game, RandomPlayer

def new(seed):
    random.seed(seed)
    return Game([RandomPlayer(c) for c in (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)], seed)

def actions(game):
    return (game if hasattr(game, "playable_actions") else game.state).playable_actions

def play(first, games):
    decisions = options = single = 0
    for seed in range(first, first + games):
        game = new(seed)
        while game.winning_color() is None and game.state.num_turns < 1000:
            count = len(actions(game))
            decisions, options, single = decisions + 1, options + count, single + (count == 1)
            game.play_tick()
    return decisions, options, single

games = int(sys.argv[1])
play(1000, 2)
start = time.perf_counter()
decisions, options, single = play(0, games)
seconds = time.perf_counter() - start
game = new(1)
for _ in range(300):
    game.play_tick()
start = time.perf_counter()
for _ in range(500):
    game.copy()
copying = (time.perf_counter() - start) / 500 * 1e6
print(json.dumps({
    "games_per_second": games / seconds,
    "decisions_per_second": decisions / seconds,
    "options_per_second": options / seconds,
    "single_option_share": single / decisions,
    "clone_microseconds": copying,
}))
"""


def measure_peer(python: str, games: int) -> dict[str, Any] | None:
    """The figures of catanatron; None if that Python does not have it."""
    try:
        done = subprocess.run(
            [python, "-c", SCRIPT, str(games)], capture_output=True, text=True, timeout=600
        )
        found: dict[str, Any] = json.loads(done.stdout)
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return found
