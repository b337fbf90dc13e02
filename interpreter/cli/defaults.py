"""What is meant when nothing is said: the pack that starts a game by itself, and its largest mode.

Also the examples in the help texts: they name real packs, so they are filled in from the packs.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import click

from interpreter.packs.find import MANIFEST, known_packs
from interpreter.packs.manifest import Manifest, read_manifest
from interpreter.packs.source import read_yaml

#: what stands in an example where no pack was found to take it from
UNKNOWN = "NAME"


@dataclass(frozen=True)
class Defaults:
    """The settings of a game nobody asked anything special for."""

    packs: str
    mode: str
    players: int


@cache
def manifests() -> dict[str, Manifest]:
    """The manifests of all packs that are known by name."""
    found = {}
    for name, folder in known_packs().items():
        manifest = _manifest(folder / MANIFEST)
        if manifest is not None:
            found[name] = manifest
    return found


def _manifest(path: Path) -> Manifest | None:
    try:
        node, _ = read_yaml(path.read_bytes(), str(path))
    except OSError:
        return None
    return read_manifest(node, str(path))[0]


def starting_packs() -> list[str]:
    """Packs that start a game and need no other pack."""
    return [name for name, one in manifests().items() if one.start and not one.requires]


def default_packs() -> str:
    """The one pack that starts a game by itself."""
    names = starting_packs()
    if len(names) == 1:
        return names[0]
    known = ", ".join(names) or "none found"
    raise click.UsageError(f"say which packs to play with: --packs NAME (known: {known})")


def defaults() -> Defaults:
    """Settings to show in examples."""
    names = starting_packs()
    manifest = manifests()[names[0]] if names else None
    return Defaults(
        names[0] if names else UNKNOWN,
        manifest.modes[-1] if manifest and manifest.modes else UNKNOWN,
        manifest.players.max if manifest and manifest.players else 2,
    )


class Verb(click.Command):
    """A command whose help ends with examples that can be copied."""

    examples: tuple[str, ...] = ()

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples, with the names of packs that are really there."""
        write_examples(self.examples, formatter)


def write_examples(examples: tuple[str, ...], formatter: click.HelpFormatter) -> None:
    """Examples of use; `{packs}`, `{mode}` and `{players}` stand for what is installed."""
    if not examples:
        return
    fill = defaults()
    with formatter.section("Examples"):
        for example in examples:
            text = example.format(packs=fill.packs, mode=fill.mode, players=fill.players)
            formatter.write_text(f"barrage {text}")


def verb(*examples: str) -> type[Verb]:
    """The class of a command with these examples."""
    return type("Verb", (Verb,), {"examples": examples})
