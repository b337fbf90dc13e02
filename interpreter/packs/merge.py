"""From packs to one set of sections.

A pack adds things, adds to types of other packs, and changes what it addresses. Nothing is
overridden silently: whatever would depend on the order of two packs that declare none is an error.
"""

from __future__ import annotations

from collections.abc import Sequence as AbstractSequence

from interpreter.packs.addresses import split
from interpreter.packs.apply import apply_edit, empty_section
from interpreter.packs.claims import Claim, Claims
from interpreter.packs.edits import Edit, read_edit
from interpreter.packs.extend import added_entries, extend_type
from interpreter.packs.folder import Pack
from interpreter.packs.merged import Change, Merged
from interpreter.packs.nodes import Mapping, Node
from interpreter.packs.order import ancestors
from interpreter.packs.reading import Reader
from interpreter.packs.sections import MAPPING_SECTIONS, OTHER_LISTS, Entry, Sections, collect


def merge(packs: AbstractSequence[Pack]) -> Merged:
    """All packs in one, in the order in which they are given (see `load_packs`).

    A pure function; what is wrong is in `findings` of the result.
    """
    collected = [(pack.name, collect(pack)) for pack in packs]
    additions: dict[str, Claim] = {}
    for name, sections in collected:
        for address, entry in sections.entries.items():
            claim = Claim(name, "add", (entry.section, entry.key), entry.place)
            additions.setdefault(address, claim)
    before = ancestors(pack.manifest for pack in packs)
    merger = _Merger(Claims(before, additions))
    for name, sections in collected:
        merger.take(name, sections)
    return merger.merged


class _Merger:
    """Takes one pack after the other."""

    def __init__(self, claims: Claims) -> None:
        self.merged = Merged()
        self._claims = claims
        self._reader = Reader(self.merged.findings)
        #: Element id to section: an id is one thing, whatever section it is in.
        self._elements: dict[str, str] = {}

    def take(self, pack: str, sections: Sections) -> None:
        """The sections a pack empties, then everything it adds, then everything it changes."""
        self.merged.findings += sections.findings
        for section, place in sections.places.items():
            self.merged.sections.setdefault(section, {})
            self.merged.places.setdefault(section, place)
        edits = [read_edit(node, self._reader) for node in sections.changes]
        for edit in edits:
            if edit is not None and edit.is_whole_section:
                self._empty(pack, edit)
        for entry in sections.entries.values():
            self._take_entry(pack, entry)
        for edit in edits:
            if edit is not None and not edit.is_whole_section:
                self._change(pack, edit)

    def _take_entry(self, pack: str, entry: Entry) -> None:
        old = self.merged.sections[entry.section].get(entry.key)
        if old is None:
            self._add(pack, entry)
        elif entry.section == "types":
            self._extend(pack, entry, old)
        else:
            owner, place = self.merged.owners[entry.address], self.merged.places[entry.address]
            self._reader.report(
                "BR0810",
                f"`{entry.address}` exists already in {owner}",
                entry.place,
                f"choose another id, or use `changes: [{{replace: {entry.address}, with: …}}]`",
                [("it is here", place)],
            )

    def _add(self, pack: str, entry: Entry) -> None:
        path = (entry.section, entry.key)
        if not self._claim(Claim(pack, "add", path, entry.place)):
            return
        if not self._is_free(entry):
            return
        self.merged.sections[entry.section][entry.key] = entry.node
        self.merged.places[entry.address] = entry.place
        self.merged.owners[entry.address] = pack

    def _is_free(self, entry: Entry) -> bool:
        """Whether no other section has an element of this id."""
        if entry.section in MAPPING_SECTIONS or entry.section in OTHER_LISTS:
            return True
        section = self._elements.setdefault(entry.key, entry.section)
        if section == entry.section:
            return True
        if entry.key not in self.merged.sections[section]:
            self._elements[entry.key] = entry.section  # the other one has been removed
            return True
        place = self.merged.places[f"{section}.{entry.key}"]
        message = f"the id `{entry.key}` is in `{section}` and in `{entry.section}`"
        related = [("the other one", place)]
        self._reader.report("BR0210", message, entry.place, "give one a new id", related)
        return False

    def _extend(self, pack: str, entry: Entry, old: Node) -> None:
        new = self._reader.mapping(entry.node, f"the type `{entry.key}`")
        if new is None or not isinstance(old, Mapping):
            return
        path = (entry.section, entry.key)
        added = [
            ((*path, part) if name is None else (*path, part, name), place)
            for part, name, place in added_entries(new)
        ]
        if not all(self._claim(Claim(pack, "extend", where, place)) for where, place in added):
            return
        self.merged.sections["types"][entry.key] = extend_type(entry.key, old, new, self._reader)
        for where, place in added:
            change = Change(pack, "extend", place, None)
            self.merged.history.setdefault(".".join(where), []).append(change)

    def _empty(self, pack: str, edit: Edit) -> None:
        claim = Claim(pack, edit.operation, (edit.address.text,), edit.address.span)
        if self._claim(claim):
            empty_section(self.merged, edit, pack, self._reader)

    def _change(self, pack: str, edit: Edit) -> None:
        path = split(edit.address.text, self.merged.sections)
        if self._claim(Claim(pack, edit.operation, path, edit.address.span)):
            apply_edit(self.merged, edit, path, pack, self._reader)

    def _claim(self, claim: Claim) -> bool:
        clash = self._claims.make(claim)
        if clash is not None:
            self.merged.findings.append(clash)
        return clash is None
