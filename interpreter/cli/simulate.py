"""`barrage simulate`: many random games, checked after every decision."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import track

from interpreter import Decision, Game, Ruleset
from interpreter.cli import trace
from interpreter.cli.common import (
    format_option,
    game_options,
    open_packs,
    position_of,
    print_json,
    settings,
    write_text,
)
from interpreter.cli.defaults import verb
from interpreter.engine.coverage import Coverage
from interpreter.findings import BarrageError
from interpreter.view.position import GAME, Position, Spot

#: a game with more decisions than this is taken for endless
ENDLESS = 100_000
#: problems that are told one by one
TOLD = 10


#: a decision and the number of the option chosen; put into words only when someone asks
Move = tuple[Decision, int]


def said(move: Move) -> str:
    """The id of the option that was chosen."""
    decision, index = move
    return decision.options[index].id


@dataclass
class Tally:
    """What has been seen so far."""

    games: int = 0
    ended: int = 0
    decisions: int = 0
    options: int = 0
    dead_ends: int = 0
    scores: list[int] = field(default_factory=list)
    winners: Counter[str] = field(default_factory=Counter)
    at_end: dict[str, Counter[str]] = field(default_factory=dict)
    broken: list[str] = field(default_factory=list)

    @property
    def fine(self) -> bool:
        return not self.broken and not self.dead_ends and self.ended == self.games


@dataclass
class Simulation:
    """A series of games with the same settings; game n has the seed of the series plus n."""

    ruleset: Ruleset
    mode: str
    players: int
    check: bool
    spread: bool = False
    coverage: Coverage | None = None
    tally: Tally = field(default_factory=Tally)

    def run(self, seed: int) -> tuple[Game, list[Move]]:
        """Play one game to its end, or to the point where it breaks."""
        watched = self.coverage is not None
        game = self.ruleset.new_game(self.players, seed, self.mode, events=watched)
        moves: list[Move] = []
        self.tally.games += 1
        try:
            self._play(game, random.Random(seed), moves, seed)
        except BarrageError as error:
            self.tally.dead_ends += 1
            self._report(seed, moves, str(error))
        if self.coverage is not None:
            self.coverage.add(game)
        if game.over:
            self._count(game)
        return game, moves

    def _play(self, game: Game, dice: random.Random, moves: list[Move], seed: int) -> None:
        while (decision := game.decision) is not None:
            offered = len(decision.values)
            if not offered or len(moves) >= ENDLESS:
                self.tally.dead_ends += 1
                reason = "no option is left" if not offered else "the game does not end"
                self._report(seed, moves, reason)
                return
            self.tally.decisions += 1
            self.tally.options += offered
            moves.append((decision, self._pick(decision, dice)))
            game.play_at(moves[-1][1])
            if self.check:
                for broken in game.check_invariants():
                    self._report(seed, moves, f"{broken} does not hold")

    def _pick(self, decision: Decision, dice: random.Random) -> int:
        """Any option; or, spread out, any kind first (`with 1`, `with 2`… are one kind)."""
        if not self.spread:
            return dice.randrange(len(decision.values))
        kinds: dict[Any, list[int]] = {}
        for index, value in enumerate(decision.values):
            kinds.setdefault(value[:2], []).append(index)
        return dice.choice(dice.choice(list(kinds.values())))

    def _report(self, seed: int, moves: list[Move], problem: str) -> None:
        last = f" after {said(moves[-1])!r}" if moves else ""
        self.tally.broken.append(f"seed {seed}, decision {len(moves)}{last}: {problem}")

    def _count(self, game: Game) -> None:
        tally = self.tally
        tally.ended += 1
        scores = game.scores()
        tally.scores += scores.values()
        position = position_of(self.ruleset, game, "en")
        for player in game.winners():
            tally.winners[self._known_as(position, player)] += 1
        for path in position.view.report.at_end:
            value = position.shown(position.value(GAME, path), plain=True)
            tally.at_end.setdefault(path, Counter())[value] += 1

    def _known_as(self, position: Position, player: str) -> str:
        path = position.view.report.winners_by
        found = position.value(Spot(player, player), path) if path else None
        return str(found or player)


@click.command(
    "simulate",
    short_help="Play random games and check them.",
    cls=verb(
        "simulate --packs {packs} --mode {mode} --players {players} --games 200 --seed 1",
        "simulate --games 1 --seed 37 --trace game.trace",
        "simulate --games 1000 --no-check --format json",
    ),
)
@game_options
@click.option("--games", type=click.IntRange(min=1), default=100, show_default=True)
@click.option("--check/--no-check", default=True, help="Check the invariants after every decision.")
@click.option(
    "--policy",
    type=click.Choice(["uniform", "spread"]),
    default="uniform",
    show_default=True,
    help="Any option, or any kind of option first.",
)
@click.option("--coverage", is_flag=True, help="List what of the packs was never used.")
@click.option("--trace", "trace_file", metavar="FILE", help="Write all moves to a file.")
@format_option
def command(
    packs: tuple[str, ...],
    mode: str | None,
    players: int | None,
    seed: int,
    games: int,
    check: bool,
    policy: str,
    coverage: bool,
    trace_file: str | None,
    form: str,
) -> None:
    """Play random games and check that the rules hold.

    Game number n has the seed SEED + n - 1, so a single one can be played again. Exit code 1 if a
    game got stuck or an invariant broke.
    """
    ruleset = open_packs(packs)
    mode, players = settings(ruleset, mode, players)
    seen = Coverage(ruleset) if coverage else None
    simulation = Simulation(ruleset, mode, players, check, policy == "spread", seen)
    if trace_file is not None:
        write_text(trace_file, "")
    for one in _counted(range(seed, seed + games)):
        game, moves = simulation.run(one)
        if trace_file is not None:
            header = trace.header_of(ruleset, mode, players, one)
            with Path(trace_file).open("a", encoding="utf-8") as file:
                file.write(trace.written(header, [said(move) for move in moves], game))
    report = _report(simulation)
    print_json(report) if form == "json" else _print(report)
    if not simulation.tally.fine:
        raise click.exceptions.Exit(1)


def _counted(seeds: range) -> Iterator[int]:
    """The seeds, with a progress bar if somebody is watching."""
    if not sys.stderr.isatty():
        return iter(seeds)
    return iter(track(seeds, "games", console=Console(stderr=True), transient=True))


def _report(simulation: Simulation) -> dict[str, Any]:
    tally = simulation.tally
    return {
        "packs": [pack.manifest.pack for pack in simulation.ruleset.packs],
        "digests": {one["pack"]: one["digest"] for one in simulation.ruleset.identity},
        "mode": simulation.mode,
        "players": simulation.players,
        "games": tally.games,
        "ended": tally.ended,
        "decisions": tally.decisions,
        "options_per_decision": round(tally.options / max(1, tally.decisions), 2),
        "mean_score": round(sum(tally.scores) / max(1, len(tally.scores)), 2),
        "winners": dict(tally.winners.most_common()),
        "at_end": {path: dict(seen) for path, seen in tally.at_end.items()},
        "checked": simulation.check,
        "dead_ends": tally.dead_ends,
        "broken": tally.broken,
        **_uncovered(simulation.coverage),
    }


def _uncovered(coverage: Coverage | None) -> dict[str, Any]:
    if coverage is None:
        return {}
    return {
        "never_used": coverage.unused_elements(),
        "lines_without_effect": [str(span) for span in coverage.unused_lines()],
    }


def _print(report: dict[str, Any]) -> None:
    """The report for people."""
    for name, value in report.items():
        if name in ("broken", "never_used", "lines_without_effect"):
            continue
        if name == "digests":
            value = {pack: digest[:12] for pack, digest in value.items()}
        if name == "at_end":
            value = {
                f"{path} {seen}:": n for path, each in value.items() for seen, n in each.items()
            }
        if isinstance(value, dict):
            value = ", ".join(f"{key} {count}" for key, count in value.items()) or "-"
        elif isinstance(value, list):
            value = " + ".join(value)
        elif isinstance(value, bool):
            value = "invariants after every decision" if value else "nothing"
        click.echo(f"{name.replace('_', ' '):<21} {value}")
    for name in ("never_used", "lines_without_effect"):
        if name in report:
            click.echo(f"{name.replace('_', ' '):<21} {len(report[name])}")
            for entry in report[name]:
                click.echo(f"  {entry}")
    broken = report["broken"]
    click.echo(f"{'broken invariants':<21} {len(broken)}")
    for problem in broken[:TOLD]:
        click.echo(f"  {problem}", err=True)
    if len(broken) > TOLD:
        click.echo(f"  and {len(broken) - TOLD} more", err=True)
