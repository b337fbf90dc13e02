"""`barrage new-pack NAME`: a pack that validates and plays at once, with a sample of each kind."""

from __future__ import annotations

from pathlib import Path

import click

from interpreter.cli.common import Refusal
from interpreter.cli.defaults import default_packs, verb
from interpreter.cli.scaffold import Scaffold, write_pack
from interpreter.findings import errors_in
from interpreter.packs import known_packs, read_packs
from interpreter.packs.manifest import PACK_NAME


@click.command(
    "new-pack",
    cls=verb(
        "new-pack desert",
        "new-pack desert --over {packs} --into packs",
    ),
)
@click.argument("name", metavar="NAME")
@click.option(
    "--over",
    "parents",
    multiple=True,
    metavar="PACK",
    help="A pack it builds on, by name or folder; may be repeated.",
)
@click.option(
    "--into", default=".", show_default=True, metavar="DIR", help="Where to put the folder NAME."
)
def command(name: str, parents: tuple[str, ...], into: str) -> None:
    """Write a new pack into DIR/NAME: manifest, one sample of each kind, README, CI, editor set-up.

    What is written validates and plays at once. Nothing is written if NAME is taken.
    """
    if not PACK_NAME.fullmatch(name):
        raise Refusal(
            f"{name!r} is no name for a pack: small letters, digits and _, beginning with a letter"
        )
    known = known_packs().get(name)
    if known is not None:
        raise Refusal(f"there is a pack called {name!r} already: {known}")
    folder = Path(into) / name
    if folder.exists() or folder.is_symlink():
        raise Refusal(f"{folder} exists already; choose another name, or --into another folder")
    overs = parents or (default_packs(),)
    packs, findings = read_packs(overs)
    if errors_in(findings):
        told = "\n".join(str(finding) for finding in errors_in(findings))
        raise Refusal(f"cannot build on {', '.join(overs)}:\n{told}")
    try:
        written = write_pack(Scaffold(name, packs, overs), folder)
    except OSError as error:
        raise Refusal(f"{folder}: {error.strerror or error}; nothing was written") from None
    click.echo(f"wrote {folder}")
    for path in written:
        click.echo(f"  {path}")
    click.echo(f"next: barrage validate {folder}; barrage play --packs {folder}")
