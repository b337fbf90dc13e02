"""`barrage graph`: the map as a picture."""

from __future__ import annotations

import click

from interpreter.cli.common import (
    force_option,
    lang_option,
    open_packs,
    open_save,
    packs_option,
    position_of,
    write_text,
)
from interpreter.cli.defaults import verb
from interpreter.view.svg import picture


@click.command(
    "graph",
    short_help="Draw the map as a picture.",
    cls=verb(
        "graph --packs {packs} --out map.svg",
        "graph --game evening.json --lang it --out position.svg",
    ),
)
@packs_option
@click.option("--game", "save", metavar="FILE", help="A saved game: draws the position too.")
@force_option
@click.option("--out", metavar="FILE", help="Where to put it; standard output if left out.")
@lang_option
def command(
    packs: tuple[str, ...], save: str | None, force: bool, out: str | None, lang: str
) -> None:
    """Draw the map of the packs as SVG, with or without a position on it."""
    if save is not None:
        svg = picture(position_of(*open_save(save, packs, force), lang))
    else:
        svg = picture(position_of(open_packs(packs), None, lang))
    if out is None:
        click.echo(svg, nl=False)
    else:
        write_text(out, svg)
        click.echo(f"wrote {out}", err=True)
