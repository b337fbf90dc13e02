"""`barrage bench`: how fast random games are played, beside a hand-written game."""

from __future__ import annotations

import importlib
import json
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import click

from interpreter import Ruleset, load
from interpreter.cli.bench_growth import write_growth
from interpreter.cli.bench_peer import measure_peer
from interpreter.cli.common import (
    Refusal,
    game_options,
    open_packs,
    pack_names,
    print_json,
    settings,
    write_text,
)
from interpreter.cli.defaults import manifests, verb
from interpreter.cli.flame import record
from interpreter.engine import measure
from interpreter.findings import BarrageError

#: games of the peer and of ours in each round; the middle of the rounds counts
PEER_GAMES, ROUNDS = 40, 3
#: loads in a row, each in a process of its own; the quickest counts
LOADS = 3
#: decisions over which memory must not grow
LONG = 20_000


@dataclass(frozen=True, slots=True)
class Target:
    """One line of the table: what is measured, against what, and what it should be."""

    key: str
    words: str
    goal: float
    least: bool
    unit: str = "x"

    def met(self, value: float) -> bool:
        return value >= self.goal if self.least else value <= self.goal

    def told(self) -> str:
        sign = "at least" if self.least else "at most"
        return f"{sign} {self.goal:g} {self.unit}"


TARGETS = (
    Target("decisions_ratio", "decisions per second against catanatron", 1.0, True),
    Target("options_ratio", "options per second against catanatron", 5.0, True),
    Target("games_ratio", "games per second against catanatron", 3.0, True),
    Target("clone_ratio", "copy of a game against catanatron", 0.5, False),
    Target("added_ratio", "decisions per second with {pack} against without", 0.8, True),
    Target("growth_ratio", "decisions per second with twice as much dealt", 0.9, True),
    Target("warm_load_ms", "load, compiled rules on disk, after imports", 60, False, "ms"),
    Target("game_kilobytes", "memory of one game in progress", 200, False, "KB"),
    Target("held_kilobytes", f"memory held longer after {LONG} decisions", 64, False, "KB"),
)


@click.command(
    "bench",
    short_help="Measure the speed of play.",
    cls=verb(
        "bench --packs {packs} --mode {mode} --players {players} --games 50",
        "bench --json",
        "bench --profile flame.json",
        "bench --quick",
    ),
)
@game_options
@click.option("--games", type=click.IntRange(min=1), default=30, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.option("--quick", is_flag=True, help="Only play and copy; no comparison with anything.")
@click.option("--profile", metavar="FILE", help="Write a flame graph of one game (speedscope).")
@click.option(
    "--peer", metavar="PYTHON", help="The Python that has catanatron; this one if left out."
)
@click.option("--suite", type=click.Choice(("play", "validate")), default="play", show_default=True)
def command(
    packs: tuple[str, ...],
    mode: str | None,
    players: int | None,
    seed: int,
    games: int,
    as_json: bool,
    quick: bool,
    profile: str | None,
    peer: str | None,
    suite: str,
) -> None:
    """Measure random play: games, decisions and options per second, copies, loading, memory.

    Ratios are measured in the same run: catanatron (pip install catanatron, or this package with
    its extra `bench`) plays in a process of its own.
    """
    if suite == "validate":
        _show(_validate_suite(), as_json)
        return
    ruleset = open_packs(packs)
    mode, players = settings(ruleset, mode, players)
    if profile is not None:
        _profile(ruleset, mode, players, seed, profile)
        return
    figures = {
        "packs": [one["pack"] for one in ruleset.identity],
        "digests": {one["pack"]: one["digest"] for one in ruleset.identity},
        "mode": mode,
        "players": players,
        **play_figures(ruleset, mode, players, seed, games),
    }
    if not quick:
        figures |= compare(ruleset, packs, mode, players, seed, games, peer or sys.executable)
    _show(figures, as_json)


def play_figures(
    ruleset: Ruleset, mode: str, players: int, seed: int, games: int
) -> dict[str, Any]:
    """Rates of play, and the time to copy a game."""
    pace = measure.pace(ruleset, mode, players, seed, games)
    return {
        "games": games,
        "seconds": round(pace.seconds, 3),
        "games_per_second": round(pace.game_rate, 2),
        "decisions_per_second": round(pace.decision_rate, 1),
        "options_per_second": round(pace.option_rate, 1),
        "decisions_per_game": round(pace.decisions / games, 1),
        "options_per_decision": round(pace.options / max(1, pace.decisions), 2),
        "clone_microseconds": round(measure.clone_time(ruleset, mode, players, seed), 2),
    }


def compare(
    ruleset: Ruleset,
    packs: tuple[str, ...],
    mode: str,
    players: int,
    seed: int,
    games: int,
    peer: str,
) -> dict[str, Any]:
    """The table of targets."""
    found: dict[str, Any] = _against_peer(ruleset, mode, players, seed, peer)
    found |= _against_more(ruleset, packs, mode, players, seed, games)
    found["warm_load_ms"] = _warm_load(packs)
    found["game_kilobytes"] = round(measure.game_memory(ruleset, mode, players, seed) / 1024, 1)
    held = measure.growth(ruleset, mode, players, seed, LONG)
    found["held_kilobytes"] = round(held / 1024, 1)
    return found


def _against_peer(
    ruleset: Ruleset, mode: str, players: int, seed: int, python: str
) -> dict[str, Any]:
    """Ratios to catanatron: turn by turn, so that both see the same machine."""
    rows: list[dict[str, float]] = []
    theirs: dict[str, Any] | None = None
    for _ in range(ROUNDS):
        theirs = measure_peer(python, PEER_GAMES)
        if theirs is None:
            return {"peer": None}
        ours = measure.pace(ruleset, mode, players, seed, PEER_GAMES)
        clone = measure.clone_time(ruleset, mode, players, seed)
        rows.append(
            {
                "decisions_ratio": ours.decision_rate / theirs["decisions_per_second"],
                "options_ratio": ours.option_rate / theirs["options_per_second"],
                "games_ratio": ours.game_rate / theirs["games_per_second"],
                "clone_ratio": clone / theirs["clone_microseconds"],
            }
        )
    ratios: dict[str, Any] = {key: round(median(r[key] for r in rows), 3) for key in rows[0]}
    shown = {key: round(value, 3) for key, value in (theirs or {}).items()}
    return {**ratios, "peer": shown}


def _against_more(
    ruleset: Ruleset, packs: tuple[str, ...], mode: str, players: int, seed: int, games: int
) -> dict[str, Any]:
    """Ratios to larger rulesets: the packs that build on these, and one with more of everything."""
    names = pack_names(packs)
    loaded = {one["pack"] for one in ruleset.identity}
    added: dict[str, float] = {}
    for name, manifest in manifests().items():
        if name not in loaded and set(manifest.requires) & loaded and mode in manifest.modes:
            ratio = _ratio(ruleset, (*names, name), mode, players, seed, games)
            if ratio is not None:
                added[name] = ratio
    found: dict[str, Any] = {"added_ratio": added}
    with tempfile.TemporaryDirectory() as folder:
        place, count = write_growth(ruleset, Path(folder))
        if count:
            found["growth_elements"] = count
            ratio = _ratio(ruleset, (*names, str(place)), mode, players, seed, games)
            found["growth_ratio"] = ratio
    return found


def _ratio(
    ruleset: Ruleset, names: tuple[str, ...], mode: str, players: int, seed: int, games: int
) -> float | None:
    """Decisions per second with these packs against without; turn by turn."""
    try:
        larger = load(*names)
        rates = [
            measure.pace(larger, mode, players, seed, games).decision_rate
            / measure.pace(ruleset, mode, players, seed, games).decision_rate
            for _ in range(ROUNDS)
        ]
    except BarrageError:
        return None
    return round(median(rates), 3)


def _warm_load(packs: tuple[str, ...]) -> float | None:
    """Milliseconds from `load` to code that can be run, in a new process that has imported."""
    script = (
        "import sys, time; from interpreter import load; start = time.perf_counter();"
        "load(*sys.argv[1:]).fast; print((time.perf_counter() - start) * 1e3)"
    )
    times = []
    for _ in range(LOADS):
        words = [sys.executable, "-c", script, *pack_names(packs)]
        done = subprocess.run(words, capture_output=True, text=True)
        if done.returncode:
            return None
        times.append(float(done.stdout))
    return round(min(times), 1)


def _profile(ruleset: Ruleset, mode: str, players: int, seed: int, file: str) -> None:
    measure.pace(ruleset, mode, players, seed, 1)
    game = ruleset.new_game(players, seed, mode, events=False, undo=False)
    name = " + ".join(one["pack"] for one in ruleset.identity)
    told = record(lambda: measure.play_out(game, random.Random(seed)), f"{name}, seed {seed}")
    write_text(file, json.dumps(told))
    click.echo(
        f"{file}: {len(told['profiles'][0]['events'])} calls and returns; open it in speedscope"
    )


def _validate_suite() -> dict[str, Any]:
    """The speed of the validator, if there is a suite for it."""
    try:
        suite = importlib.import_module("interpreter.check.bench")
    except ImportError:
        raise Refusal("there is no suite for the validator here") from None
    start = time.perf_counter()
    found: dict[str, Any] = suite.measure()
    return {**found, "suite_seconds": round(time.perf_counter() - start, 3)}


# ---- showing -----------------------------------------------------------------


def _show(figures: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print_json(figures)
        return
    compared = {target.key for target in TARGETS}
    for name, value in figures.items():
        if name in compared or name in ("peer", "growth_elements"):
            continue
        if name == "digests":
            value = [f"{pack} {digest[:12]}" for pack, digest in value.items()]
        shown = " + ".join(map(str, value)) if isinstance(value, list) else value
        click.echo(f"{name.replace('_', ' '):<22} {shown}")
    if compared & set(figures):
        _show_targets(figures)


def _show_targets(figures: dict[str, Any]) -> None:
    click.echo()
    if figures.get("peer") is None:
        click.echo("no ratios to catanatron: it is not installed (pip install catanatron)")
    for target in TARGETS:
        value = figures.get(target.key)
        rows = value if isinstance(value, dict) else {"": value}
        for pack, number in rows.items():
            if number is None:
                continue
            words = target.words.format(pack=pack)
            mark = "yes" if target.met(number) else "NO"
            click.echo(f"{words:<52} {number:>9.3f} {target.unit:<3} {target.told():<17} {mark}")
