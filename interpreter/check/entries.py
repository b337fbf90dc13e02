"""Which entry of which section a place belongs to."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

from interpreter.check.context import Context
from interpreter.findings import Span
from interpreter.packs import Node

_WORD = re.compile(r"[a-z_][a-z_0-9]*")


@dataclass(frozen=True, slots=True)
class Entry:
    """One procedure, type, element … and the lines it takes."""

    section: str
    key: str
    node: Node
    first: int
    last: int


class Entries:
    """The entries of all files, to be found by line."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self.vocabulary = context.vocabulary

    @cached_property
    def _by_file(self) -> dict[str, list[Entry]]:
        found: dict[str, list[Entry]] = {}
        places = self._context.merged.places
        for section, nodes in self._context.merged.sections.items():
            for key, node in nodes.items():
                span, place = node.span, places.get(f"{section}.{key}")
                here = place is not None and place.file == span.file and place.line < span.line
                first = place.line if here and place is not None else span.line
                made = Entry(section, key, node, first, span.end_line)
                found.setdefault(span.file, []).append(made)
        for entries in found.values():
            entries.sort(key=lambda entry: entry.first)
        return found

    def at(self, span: Span) -> Entry | None:
        """The entry around a place."""
        entries = self._by_file.get(span.file, [])
        at = bisect_right(entries, span.line, key=lambda entry: entry.first) - 1
        return entries[at] if at >= 0 and span.line <= entries[at].last else None

    def words(self, entry: Entry, until: int | None = None) -> set[str]:
        """The words of an entry, as far down as a line."""
        return set(_WORD.findall(self.text(entry, until)))

    def text(self, entry: Entry, until: int | None = None) -> str:
        """The lines of an entry, as far down as a line."""
        lines = self.vocabulary.lines(entry.node.span.file)
        return "\n".join(lines[entry.first - 1 : until or entry.last])

    def from_line(self, span: Span, count: int) -> list[str]:
        """The line of a place and some behind it."""
        lines = self.vocabulary.lines(span.file)
        return lines[span.line - 1 : span.line - 1 + count] or [""]

    def line(self, span: Span) -> str:
        """The line that a place is in."""
        lines = self.vocabulary.lines(span.file)
        return lines[span.line - 1] if 1 <= span.line <= len(lines) else ""
