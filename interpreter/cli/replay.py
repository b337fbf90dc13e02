"""`barrage replay`: play recorded games again, move by move."""

from __future__ import annotations

from typing import Any

import click
from rich.console import Console

from interpreter import Game, Ruleset
from interpreter.cli import trace
from interpreter.cli.common import (
    Refusal,
    force_option,
    format_option,
    lang_option,
    open_packs,
    position_of,
    print_json,
    read_text,
)
from interpreter.cli.defaults import verb
from interpreter.findings import BarrageError
from interpreter.view.terminal import render


@click.command(
    "replay",
    short_help="Play recorded games again.",
    cls=verb("replay game.trace", "replay game.trace --show", "replay old.trace --force"),
)
@click.argument("file", metavar="TRACE")
@click.option("--packs", "packs", multiple=True, metavar="NAME[,NAME]", help="Other packs.")
@force_option
@click.option("--show", is_flag=True, help="Draw each final position.")
@lang_option
@format_option
def command(
    file: str, packs: tuple[str, ...], force: bool, show: bool, lang: str, form: str
) -> None:
    """Replay the games in TRACE, a file written by `play` or `simulate` with --trace.

    The packs must be the ones the games were played with. Exit code 2 if a move is not possible
    or a score differs.
    """
    results = []
    for recorded in trace.read(read_text(file), file):
        ruleset = _packs_of(recorded, packs, force, f"{file}:{recorded.line}")
        game = replayed(ruleset, recorded, file, force)
        results.append(_result(recorded, game))
        if form == "text":
            _tell(results[-1])
            if show:
                Console().print(render(position_of(ruleset, game, lang)))
    if form == "json":
        print_json(results)


def _packs_of(recorded: trace.Trace, packs: tuple[str, ...], force: bool, where: str) -> Ruleset:
    names = packs or tuple(
        str(one.get("pack") if isinstance(one, dict) else one) for one in recorded.header["packs"]
    )
    ruleset = open_packs(names)
    differing = [] if force else list(trace.differences(recorded.header, ruleset))
    if differing:
        told = "\n  ".join(differing)
        raise Refusal(f"{where}: the packs are not those of the trace (--force to try)\n  {told}")
    return ruleset


def replayed(ruleset: Ruleset, recorded: trace.Trace, file: str, force: bool = False) -> Game:
    """The game at the end of a trace."""
    header = recorded.header
    if "save" in header:
        game = ruleset.from_json(header["save"], force)
    else:
        game = ruleset.new_game(players=header["players"], seed=header["seed"], mode=header["mode"])
    for move, line in zip(recorded.moves, recorded.lines, strict=True):
        if game.decision is None:
            raise Refusal(f"{file}:{line}: the game is over, but the trace goes on with {move!r}")
        try:
            game.play(move)
        except BarrageError as error:
            raise Refusal(f"{file}:{line}: {error}") from error
    if recorded.scores is not None and dict(recorded.scores) != dict(game.scores()):
        raise Refusal(
            f"{file}: the trace ends with the scores {dict(recorded.scores)}, "
            f"the replay with {dict(game.scores())}"
        )
    return game


def _result(recorded: trace.Trace, game: Game) -> dict[str, Any]:
    header = recorded.header
    return {
        "mode": header["mode"],
        "players": header["players"],
        "seed": header["seed"],
        "moves": len(recorded.moves),
        "over": game.over,
        "scores": dict(game.scores()) if game.over else None,
    }


def _tell(result: dict[str, Any]) -> None:
    end = "scores " + ", ".join(f"{who} {score}" for who, score in (result["scores"] or {}).items())
    click.echo(
        f"seed {result['seed']}, {result['mode']}, {result['players']} players: "
        f"{result['moves']} moves replayed, {end if result['over'] else 'not over yet'}"
    )
