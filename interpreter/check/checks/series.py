"""Gaps in numbered series: after `green_02` comes `green_04`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from interpreter.check.context import Context
from interpreter.findings import Finding
from interpreter.model.declarations import Element

NEEDS_CLEAN: Final = False
_NUMBERED: Final = re.compile(r"(.*?)(\d+)(\D*)")
#: shorter series prove nothing
_SHORTEST: Final = 4


def check(context: Context) -> Iterator[Finding]:
    """Series of one type that begin with 0 or 1 and have exactly one gap."""
    series: dict[tuple[str, str, str], list[tuple[int, Element]]] = {}
    for known in context.elements():
        found = _NUMBERED.fullmatch(known.id)
        if found is not None:
            key = (known.type, found[1], found[3])
            series.setdefault(key, []).append((int(found[2]), known))
    for (_, before, behind), members in series.items():
        if len(members) >= _SHORTEST:
            yield from _gap(before, behind, sorted(members, key=lambda m: m[0]))


def _gap(before: str, behind: str, members: list[tuple[int, Element]]) -> Iterator[Finding]:
    numbers = [number for number, _ in members]
    first = min(numbers)
    missing = sorted(set(range(min(first, 1), max(numbers) + 1)) - set(numbers))
    if len(missing) != 1 and not _jump(numbers, missing):
        return
    gap = missing[0]
    last = [known for number, known in members if number < gap]
    known = last[-1] if last else members[0][1]
    width = len(known.id) - len(before) - len(behind)
    name = (
        f"{before}{gap:0{width}d}{behind}"
        if known.id[len(before)] == "0"
        else (f"{before}{gap}{behind}")
    )
    message = f"`{name}` is missing in the series of `{known.id}`"
    help_line = "is there one too few, or is a number wrong?"
    yield Finding("BR0907", message, known.span, "warning", help_line)


def _jump(numbers: list[int], missing: list[int]) -> bool:
    """Whether all but the last number are in a row with one gap: one of them is misspelt."""
    *row, last = sorted(numbers)
    gaps = set(range(min(row[0], 1), row[-1] + 1)) - set(row)
    return len(gaps) == 1 and last > row[-1] + 1 and len(missing) > 1
