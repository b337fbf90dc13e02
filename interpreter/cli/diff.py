"""`barrage diff A B`: what players will notice when A becomes B."""

from __future__ import annotations

import click

from interpreter.cli.common import lang_option, print_json
from interpreter.cli.defaults import verb
from interpreter.compare import as_json, as_markdown, as_text, read_side, report


@click.command(
    "diff",
    cls=verb(
        "diff {packs} {packs}+my_pack",
        "diff {packs} {packs}+my_pack --format markdown --lang it",
        "diff old/my_pack new/my_pack --format json",
    ),
)
@click.argument("old", metavar="A")
@click.argument("new", metavar="B")
@click.option("--all", "everything", is_flag=True, help="List what only tools see, too.")
@lang_option
@click.option(
    "--format",
    "form",
    type=click.Choice(("text", "markdown", "json")),
    default="text",
    show_default=True,
    help="For people, for a change log, or for programs.",
)
def command(old: str, new: str, everything: bool, lang: str, form: str) -> None:
    """Compare two sets of packs: what is new, removed and changed in B.

    A and B are packs by name or folder, joined with +; or two folders with versions of one pack.
    """
    before, after = read_side(old), read_side(new)
    found = report(before, after, lang)
    if form == "json":
        print_json(as_json(found))
    else:
        written = as_markdown if form == "markdown" else as_text
        click.echo(written(found, everything=everything), nl=False)
