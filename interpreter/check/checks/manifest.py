"""What `pack.yaml` says fits the folder it lies in and the packs it requires."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from interpreter.check.context import Context
from interpreter.check.vocabulary import one_slip
from interpreter.findings import Finding, did_you_mean
from interpreter.model.places import behind, gap
from interpreter.packs import Pack

NEEDS_CLEAN: Final = False
REQUIRES: Final = "requires"
#: the order in which people write a manifest
_ORDER: Final = ("pack", "version", "title")


def check(context: Context) -> Iterator[Finding]:
    """Name, title and modes of every pack."""
    for pack in context.packs:
        yield from _name(pack)
        yield from _modes(context, pack)
    yield from _no_modes(context)
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
    beginners = [pack for pack in context.packs if pack.manifest.start]
    if not beginners or any("players" in pack.manifest.node.entries for pack in context.packs):
        yield from _start(context) if not beginners else ()
        return
    place = beginners[0].manifest.node.keys.get("start", beginners[0].manifest.place("pack"))
    message = "no pack says how many can play"
    help_line = "add for example `players: {min: 2, max: 4}`"
    yield Finding("BR0205", message, place, help=help_line)


def _no_modes(context: Context) -> Iterator[Finding]:
    """Packs speak of modes, but no pack says which there are."""
    if context.model.modes or not any("there is no mode" in f.message for f in context.findings):
        return
    for pack in context.packs[:1]:
        message = "no pack says in which modes it can be played"
        place = gap(pack.manifest.node, "modes", (*_ORDER, "modes"))
        help_line = "add for example `modes: [short, long]`"
        yield Finding("BR0205", message, place, help=help_line, suggestion="modes")


def _start(context: Context) -> Iterator[Finding]:
    """Nothing begins: a pack of its own lacks `start`, one that adds to others lacks `requires`."""
    for pack in context.packs:
        node = pack.manifest.node
        if "players" in node.entries:
            message = "no pack says how a game starts"
            help_line = "add `start: {setup: …, play: …, score: …}`"
            yield Finding("BR0205", message, behind(node, "players"), help=help_line)
        elif "requires" not in node.entries and any(map(_is_lost, context.findings)):
            message = "much of what this pack speaks of is not there: does it require another one?"
            help_line = "add `requires: {name of a pack: its versions}`"
            place = gap(node, "requires", (*_ORDER, "requires"))
            yield Finding("BR0205", message, place, help=help_line, suggestion=REQUIRES)


def _is_lost(finding: Finding) -> bool:
    return finding.code in ("BR0204", "BR0302", "BR0401")
