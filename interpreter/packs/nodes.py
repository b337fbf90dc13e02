"""What a YAML file says, with the place of everything it says."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from interpreter.findings import Span
from interpreter.packs.places import raw_offsets

_BREAK = re.compile(r"\r\n?|\n")

#: The values a scalar can have.
Value: TypeAlias = str | int | float | bool | None
#: Plain Python data, as `plain` returns it.
Plain: TypeAlias = "Value | list[Plain] | dict[str, Plain]"


class Source:
    """The text of one file, and where its lines begin."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(found.end() for found in _BREAK.finditer(self.text))]

    def position(self, index: int) -> tuple[int, int]:
        """Line and column, from 1, of the character at `index`."""
        line = bisect_right(self._line_starts, index)
        return line, index - self._line_starts[line - 1] + 1

    def span(self, start: int, end: int) -> Span:
        """The span between two indices."""
        return Span(self.file, *self.position(start), *self.position(end))


@dataclass(slots=True, eq=False)
class Scalar:
    """A single value. `text` is what YAML makes of the characters, `value` what they stand for."""

    span: Span
    value: Value
    text: str
    #: `""` plain, `"'"`, `'"'`, `"|"` or `">"`.
    style: str = ""
    source: Source | None = field(default=None, repr=False)
    #: Where the characters of the scalar, without anchor or tag, are in the source.
    start: int = field(default=0, repr=False)
    end: int = field(default=0, repr=False)
    _offsets: list[int] | None = field(default=None, init=False, repr=False)

    def place(self, offset: int) -> tuple[int, int]:
        """True line and column in the file of character `offset` of `text`.

        `len(text)` stands for the place just behind the last character; offsets beyond the text
        are taken to its nearest end.
        """
        offset = min(max(offset, 0), len(self.text))
        if self.source is None:
            return self.span.line, self.span.column + offset
        # Most scalars are never asked, and a script is asked once per token: compute once, late.
        if self._offsets is None:
            raw = self.source.text[self.start : self.end]
            self._offsets = raw_offsets(raw, self.text, self.style)
        return self.source.position(self.start + self._offsets[offset])

    def span_at(self, start: int, end: int) -> Span:
        """The span in the file of `text[start:end]`."""
        last = self.place(end - 1) if end > start else self.place(start)
        width = 1 if end > start else 0
        return Span(self.span.file, *self.place(start), last[0], last[1] + width)


@dataclass(frozen=True, slots=True, eq=False)
class Mapping:
    """Keys with their values, in the order of the file."""

    span: Span
    entries: dict[str, Node]
    #: Where each key is written.
    keys: dict[str, Span]


@dataclass(frozen=True, slots=True, eq=False)
class Sequence:
    """A list of values."""

    span: Span
    items: tuple[Node, ...]


Node: TypeAlias = Scalar | Mapping | Sequence


def plain(node: Node) -> Plain:
    """The node as Python data without places, for schemas and for printing."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return {key: plain(value) for key, value in node.entries.items()}


def same(one: Node, other: Node) -> bool:
    """Whether two nodes say the same, wherever and in whatever YAML style they are written.

    Text is compared without the white space around it, so that a script written as a block
    equals the same script written on one line.
    """
    if one is other:
        return True
    if isinstance(one, Scalar) and isinstance(other, Scalar):
        return _same_value(one.value, other.value)
    if isinstance(one, Sequence) and isinstance(other, Sequence):
        return len(one.items) == len(other.items) and all(map(same, one.items, other.items))
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.entries.keys() == other.entries.keys() and all(
            same(value, other.entries[key]) for key, value in one.entries.items()
        )
    return False


def _same_value(one: Value, other: Value) -> bool:
    if isinstance(one, str) and isinstance(other, str):
        return one.strip() == other.strip()
    # Python takes True for 1; a pack that says `yes` does not mean the number.
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    return one == other
