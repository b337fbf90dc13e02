"""`barrage bench`: how fast random games are played."""

from __future__ import annotations

import random
import time
from typing import Any

import click

from interpreter import Ruleset
from interpreter.cli.common import game_options, open_packs, print_json, settings
from interpreter.cli.defaults import verb

#: copies made to measure one
CLONES = 200


@click.command(
    "bench",
    short_help="Measure the speed of play.",
    cls=verb(
        "bench --packs {packs} --mode {mode} --players {players} --games 50",
        "bench --json",
    ),
)
@game_options
@click.option("--games", type=click.IntRange(min=1), default=30, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def command(
    packs: tuple[str, ...],
    mode: str | None,
    players: int | None,
    seed: int,
    games: int,
    as_json: bool,
) -> None:
    """Measure games, decisions and options per second, and the time to copy a game."""
    start = time.perf_counter()
    ruleset = open_packs(packs)
    loaded = time.perf_counter() - start
    mode, players = settings(ruleset, mode, players)
    figures = {
        "packs": [pack.manifest.pack for pack in ruleset.packs],
        "digests": {one["pack"]: one["digest"] for one in ruleset.identity},
        "mode": mode,
        "players": players,
        "load_seconds": round(loaded, 3),
        **measure(ruleset, mode, players, seed, games),
    }
    if as_json:
        print_json(figures)
        return
    for name, value in figures.items():
        if name == "digests":
            value = [f"{pack} {digest[:12]}" for pack, digest in value.items()]
        shown = " + ".join(value) if isinstance(value, list) else value
        click.echo(f"{name.replace('_', ' '):<22} {shown}")


def measure(ruleset: Ruleset, mode: str, players: int, seed: int, games: int) -> dict[str, Any]:
    """Play and count; one game is played beforehand, to warm up."""
    _random_game(ruleset, mode, players, seed)
    decisions = options = 0
    start = time.perf_counter()
    for number in range(games):
        asked, offered = _random_game(ruleset, mode, players, seed + number)
        decisions, options = decisions + asked, options + offered
    seconds = time.perf_counter() - start
    return {
        "games": games,
        "seconds": round(seconds, 3),
        "games_per_second": round(games / seconds, 2),
        "decisions_per_second": round(decisions / seconds, 1),
        "options_per_second": round(options / seconds, 1),
        "decisions_per_game": round(decisions / games, 1),
        "options_per_decision": round(options / max(1, decisions), 2),
        "clone_microseconds": round(_clone_time(ruleset, mode, players, seed), 1),
    }


def _random_game(ruleset: Ruleset, mode: str, players: int, seed: int) -> tuple[int, int]:
    game = ruleset.new_game(players, seed, mode, events=False)
    pick = random.Random(seed).randrange
    asked = offered = 0
    while (decision := game.decision) is not None:
        count = len(decision.values)
        asked, offered = asked + 1, offered + count
        game.play_at(pick(count))
    return asked, offered


def _clone_time(ruleset: Ruleset, mode: str, players: int, seed: int) -> float:
    """Microseconds to copy a game that is well under way."""
    game = ruleset.new_game(players, seed, mode, events=False)
    dice = random.Random(seed)
    for _ in range(CLONES // 2):
        if game.decision is not None:
            game.play(dice.choice(game.decision.options))
    start = time.perf_counter()
    for _ in range(CLONES):
        game.clone()
    return (time.perf_counter() - start) / CLONES * 1e6
