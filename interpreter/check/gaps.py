"""Where one of many is missing: the place in a row of ids where a number is left out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from interpreter.model.declarations import Element

_NUMBERED: Final = re.compile(r"(?P<row>.*?)(?P<number>\d+)(?P<tail>\D*)")
_Row = tuple[str, str]


def before_the_gap(known: Sequence[Element]) -> Element | None:
    """The element behind which one is missing, if the ids tell."""
    rows: dict[_Row, dict[int, Element]] = {}
    for one in known:
        found = _NUMBERED.fullmatch(one.id)
        if found is not None:
            rows.setdefault((found["row"], found["tail"]), {})[int(found["number"])] = one
    gaps = [(row, number) for row in rows for number in _missing(row, rows)]
    if len(gaps) != 1:
        return None
    row, number = gaps[0]
    earlier = [rows[row][n] for n in rows[row] if n < number]
    if earlier:
        return _last_before(known, earlier[-1], rows[row])
    later = [
        one for other in rows if _kind(other)[0] == _kind(row)[0] for one in rows[other].items()
    ]
    at, beside = min((known.index(one), n == number) for n, one in later if n >= number)
    return known[at] if beside or not at else known[at - 1]


def _missing(row: _Row, rows: dict[_Row, dict[int, Element]]) -> list[int]:
    """Numbers that rows of the same kind have, or that the neighbours have left between them."""
    alike = [set(rows[other]) for other in rows if other != row and _kind(other) == _kind(row)]
    usual = Counter(frozenset(numbers) for numbers in alike).most_common(1)
    numbers = sorted(rows[row])
    if usual and usual[0][1] > 1:
        return sorted(usual[0][0] - set(numbers))
    starts = Counter(min(rows[other]) for other in rows).most_common(1)
    whole = range(min(numbers[0], starts[0][0]), numbers[-1] + 1)
    holes = [number for number in whole if number not in rows[row]]
    return holes if len(holes) <= 1 else []


def _kind(row: _Row) -> tuple[str, str]:
    """What rows have in common beside their first word and their numbers."""
    return re.sub(r"\d+", "#", row[0].partition("_")[2]), row[1]


def _last_before(known: Sequence[Element], last: Element, row: dict[int, Element]) -> Element:
    """Rows may be woven into each other: as far behind as they usually are."""
    places = [known.index(one) for one in row.values()]
    step = min((b - a for a, b in pairwise(places) if b > a), default=1)
    return known[min(known.index(last) + step - 1, len(known) - 1)]
