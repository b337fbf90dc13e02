"""What `pack.yaml` says fits the folder it lies in and the packs it requires."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from interpreter.check.context import Context
from interpreter.check.vocabulary import one_slip
from interpreter.findings import Finding, did_you_mean
from interpreter.model.places import gap
from interpreter.packs import Pack

NEEDS_CLEAN: Final = False
#: the order in which people write a manifest
_ORDER: Final = ("pack", "version", "title")


def check(context: Context) -> Iterator[Finding]:
    """Name, title and modes of every pack."""
    for pack in context.packs:
        yield from _name(pack)
        yield from _modes(context, pack)
    yield from _players(context)
    titled = [pack for pack in context.packs if pack.manifest.node.entries.get("title")]
    owners = set(context.merged.owners.values())
    for pack in context.packs if titled else ():
        if pack not in titled and pack.name in owners:
            place = gap(pack.manifest.node, "title", _ORDER)
            message = f"the pack `{pack.name}` has no `title`"
            yield Finding("BR0601", message, place, "warning", "add `title: {en: …, it: …}`")


def _name(pack: Pack) -> Iterator[Finding]:
    folder = pack.folder.resolve().name
    if one_slip(pack.name, folder):
        message = f"the pack `{pack.name}` lies in a folder `{folder}`"
        help_line = "give the pack and its folder the same name"
        place = pack.manifest.place("pack")
        yield Finding("BR0803", message, place, "error", help_line, suggestion=folder)


def _modes(context: Context, pack: Pack) -> Iterator[Finding]:
    """A mode that a required pack does not know can never be played."""
    for needed in context.packs:
        known = needed.manifest.modes
        if needed.name not in pack.manifest.requires or not known:
            continue
        for mode in pack.manifest.modes:
            if mode not in known:
                place = pack.manifest.place(f"modes.{mode}")
                message = f"`{needed.name}` has no mode `{mode}`"
                meant = did_you_mean(mode, known)
                help_line = f"it has {', '.join(known)}"
                yield Finding("BR0401", message, place, "error", help_line, suggestion=meant)


def _players(context: Context) -> Iterator[Finding]:
    """Whoever says how a game starts knows for how many it is."""
    starting = [pack for pack in context.packs if pack.manifest.start]
    if not starting or any(pack.manifest.players for pack in context.packs):
        return
    place = starting[0].manifest.node.keys.get("start", starting[0].manifest.place("pack"))
    message = "no pack says how many can play"
    help_line = "add for example `players: {min: 2, max: 4}`"
    yield Finding("BR0205", message, place, help=help_line)
