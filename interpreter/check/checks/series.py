"""Gaps in numbered series: after `green_02` comes `green_04`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from interpreter.check.context import Context
from interpreter.findings import Finding
from interpreter.model.declarations import Element

NEEDS_CLEAN: Final = False
_NUMBERED: Final = re.compile(r"(.*?)(\d+)(\D*)")
#: shorter series prove nothing
_SHORTEST: Final = 3


def check(context: Context) -> Iterator[Finding]:
    """Series of one type that begin with 0 or 1 and have exactly one gap."""
    series: dict[tuple[str, str, str], list[tuple[int, Element]]] = {}
    for known in context.elements():
        found = _NUMBERED.fullmatch(known.id)
        if found is not None:
            key = (known.type, found[1], found[3])
            series.setdefault(key, []).append((int(found[2]), known))
    for (_, before, behind), members in series.items():
        members.sort(key=lambda member: member[0])
        missing = _missing([number for number, _ in members])
        if missing is not None:
            yield _gap(context, members, missing, before, behind)


def _missing(numbers: list[int]) -> int | None:
    """The one number that is missing; the last may have taken its place by a slip."""
    if len(numbers) < _SHORTEST:
        return None
    for row in (numbers, numbers[:-1]):
        gaps = set(range(min(row[0], 1), row[-1] + 1)) - set(row)
        if len(gaps) == 1 and len(row) >= _SHORTEST:
            return gaps.pop()
    return None


def _gap(
    context: Context,
    members: list[tuple[int, Element]],
    gap: int,
    before: str,
    behind: str,
) -> Finding:
    last = max((m for m in members if m[0] < gap), default=members[0], key=lambda m: m[0])[1]
    number = last.id[len(before) : len(last.id) - len(behind)]
    name = (
        f"{before}{gap:0{len(number)}d}{behind}" if number[0] == "0" else (f"{before}{gap}{behind}")
    )
    message = f"`{name}` is missing in the series of `{last.id}`"
    help_line = "is there one too few, or is a number wrong?"
    place = _neighbour(context, members, last).span
    return Finding("BR0907", message, place, "warning", help_line)


def _neighbour(context: Context, members: list[tuple[int, Element]], last: Element) -> Element:
    """What stands right before the gap: series may be woven into each other."""
    steps = [b.ordinal - a.ordinal for (_, a), (_, b) in pairwise(members)]
    step = min((step for step in steps if step > 0), default=1)
    found = context.model.table[last.ordinal + step - 1]
    return found if found is not None and found.span.file == last.span.file else last
