"""Where something is missing: behind what usually stands before it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from interpreter.findings import Span
from interpreter.packs.source import Mapping


def gap(node: Mapping, missing: str, order: Sequence[str]) -> Span:
    """The place where a key belongs, given the order in which keys are usually written."""
    before = list(order[: order.index(missing)]) if missing in order else list(order)
    known = [key for key in before if key in node.entries]
    if known:
        return max((behind(node, key) for key in known), key=lambda span: span.line)
    span = node.span
    return Span(span.file, span.line, span.column, span.line, span.column + 1)


def gap_among(node: Mapping, missing: str, siblings: Iterable[Mapping]) -> Span:
    """The same, looking at how the neighbour that is most like it is written."""
    having = [other for other in siblings if missing in other.entries and other is not node]
    if not having:
        return gap(node, missing, list(node.entries)[:1])
    alike = max(having, key=lambda other: _likeness(node, other))
    return gap(node, missing, list(alike.entries))


def _likeness(one: Mapping, other: Mapping) -> float:
    both = len(one.entries.keys() & other.entries.keys())
    return both / len(one.entries.keys() | other.entries.keys())


def behind(node: Mapping, key: str) -> Span:
    """The end of what is written under a key."""
    span = node.entries[key].span
    return Span(span.file, span.end_line, span.end_column, span.end_line, span.end_column + 1)
