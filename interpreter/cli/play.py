"""`barrage play`: a game in the terminal, people and bots in any seat."""

from __future__ import annotations

import sys

import click
from rich.console import Console

from interpreter import Game, Ruleset
from interpreter.cli import trace
from interpreter.cli.common import (
    Refusal,
    force_option,
    game_options,
    lang_option,
    open_packs,
    open_save,
    settings,
    write_text,
)
from interpreter.cli.defaults import verb
from interpreter.cli.table import Seat, Table, seat

KINDS = ("human", "bot", "random")
#: columns if the output is no terminal
WIDTH = 118


@click.command(
    "play",
    short_help="Play a game in the terminal.",
    cls=verb(
        "play",
        "play --packs {packs} --mode {mode} --players {players} --seed 7 --seat 1=human",
        "play --bots --seed 7 --trace game.trace",
        "play --load evening.json",
    ),
)
@game_options
@click.option(
    "--seat", "seats", multiple=True, metavar="N=KIND", help=f"Who plays: {', '.join(KINDS)}."
)
@click.option("--bots", is_flag=True, help="Bots in all seats; only the result is asked for.")
@click.option("--load", "save", metavar="FILE", help="Go on with a saved game.")
@force_option
@click.option("--trace", "trace_file", metavar="FILE", help="Write the moves to a file.")
@click.option("--show/--no-show", default=False, help="With --bots: draw the final position.")
@lang_option
def command(
    packs: tuple[str, ...],
    mode: str | None,
    players: int | None,
    seed: int,
    seats: tuple[str, ...],
    bots: bool,
    save: str | None,
    force: bool,
    trace_file: str | None,
    show: bool,
    lang: str,
) -> None:
    """Play a game: seat 1 is yours and bots sit in the others, unless you say otherwise.

    Type the number of an option or the option itself; `help` lists the other commands.
    """
    if save is not None:
        ruleset, game = open_save(save, packs, force)
        mode, players = settings(ruleset, mode, len(game.player_ids))
    else:
        ruleset = open_packs(packs)
        mode, players = settings(ruleset, mode, players)
        game = ruleset.new_game(players=players, seed=seed, mode=mode)
    header = trace.header_of(ruleset, mode, players, seed)
    if save is not None:
        header["save"] = game.to_json()
    table = Table(
        ruleset, game, seated(ruleset, game, seats, bots, seed), _console(), lang, sys.stdin, header
    )
    try:
        table.run()
    finally:
        if trace_file is not None:
            moves = [option for _, option in table.moves]
            write_text(trace_file, trace.written(table.header, moves, table.game))
    if show:
        table.show()
    if table.refused and not sys.stdin.isatty():
        # A script that said something impossible should notice.
        raise click.exceptions.Exit(2)


def _console() -> Console:
    return Console(width=None if sys.stdout.isatty() else WIDTH)


def seated(
    ruleset: Ruleset, game: Game, given: tuple[str, ...], bots: bool, seed: int
) -> dict[str, Seat]:
    """Who sits where."""
    kinds = ["bot" if bots or number else "human" for number in range(len(game.player_ids))]
    for entry in given:
        number, _, kind = entry.partition("=")
        if not number.isdecimal() or not 1 <= int(number) <= len(kinds):
            raise Refusal(f"--seat {entry}: seats are numbered from 1 to {len(kinds)}")
        if kind not in KINDS:
            raise Refusal(f"--seat {entry}: a seat is one of {', '.join(KINDS)}")
        kinds[int(number) - 1] = kind
    return {
        player: seat(kind, ruleset, seed * 1000 + number)
        for number, (player, kind) in enumerate(zip(game.player_ids, kinds, strict=True))
    }
