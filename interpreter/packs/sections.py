"""The sections of one pack, put together from its files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from interpreter.findings import Finding, Span
from interpreter.packs.folder import Document, Pack
from interpreter.packs.nodes import Mapping, Node
from interpreter.packs.reading import Reader

#: Sections that map keys to content; every other one is a list of things with an `id`.
MAPPING_SECTIONS: Final = frozenset({"types", "graphs", "texts", "view"})
#: Lists that are not elements: their ids are names of their own.
OTHER_LISTS: Final = frozenset(
    {"procedures", "quantities", "events", "rules", "invariants", "examples"}
)
CHANGES: Final = "changes"
#: What a pack says about itself alone; it is not merged.
OWN_SECTIONS: Final = frozenset({"inventory"})


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that a pack brings: its address is `section.key`."""

    section: str
    key: str
    node: Node
    #: Where its id or key is written.
    place: Span

    @property
    def address(self) -> str:
        """How changes call it."""
        return f"{self.section}.{self.key}"


@dataclass(slots=True)
class Sections:
    """What a pack adds and what it changes."""

    #: By address.
    entries: dict[str, Entry] = field(default_factory=dict)
    changes: list[Node] = field(default_factory=list)
    #: Where each section is first named, also if it is empty.
    places: dict[str, Span] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)


def collect(pack: Pack) -> Sections:
    """The sections of a pack; an id that is given twice is a finding and counts once."""
    sections = Sections()
    reader = Reader(sections.findings)
    for document in pack.documents:
        for entry in _entries(document, sections, reader):
            first = sections.entries.setdefault(entry.address, entry)
            if first is not entry:
                related = [("first given here", first.place)]
                message = f"`{entry.address}` is given twice in {pack.name}"
                reader.report("BR0209", message, entry.place, related=related)
    return sections


def _entries(document: Document, sections: Sections, reader: Reader) -> Iterator[Entry]:
    for section, node in document.root.entries.items():
        if section == CHANGES:
            sections.changes += reader.items(node, "`changes`")
            continue
        if section in OWN_SECTIONS:
            continue
        sections.places.setdefault(section, document.root.keys[section])
        if section in MAPPING_SECTIONS:
            mapping = reader.mapping(node, f"`{section}`")
            for key, value in mapping.entries.items() if mapping else ():
                place = mapping.keys[key] if mapping else value.span
                yield Entry(section, key, value, place)
        else:
            for item in reader.items(node, f"`{section}`"):
                yield from _element(section, item, reader)


def _element(section: str, node: Node, reader: Reader) -> Iterator[Entry]:
    if not isinstance(node, Mapping):
        message = f"each of `{section}` must be a mapping with an `id`"
        reader.report("BR0201", message, node.span)
    elif "id" not in node.entries:
        reader.report("BR0205", f"each of `{section}` needs an `id`", node.span)
    else:
        found = reader.text(node.entries["id"], "`id`")
        if found is not None:
            yield Entry(section, found.text, node, found.span)
