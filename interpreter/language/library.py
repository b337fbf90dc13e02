"""Functions that generated code calls: bundles, prices, lists. Pure, small, memoised where hot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Any

#: more rounds or items than any rule needs
LOOP_LIMIT = 100_000
#: rounds of loops between two decisions, all loops together
FUEL = 2_000_000
#: larger numbers are no numbers of a game
NUMBER_BITS = 256

#: how much is remembered: rows of lists, changes of a quantity by elements, answers of a quantity
ROWS, PLANS, ANSWERS = 64, 4096, 128

Bundle = tuple[int, ...]
Price = tuple[Bundle, ...]


class NothingThere(Exception):  # noqa: N818 - what it is, not an error of ours
    """A script tried to change state of none; the argument is the rule line."""


class EndlessLoop(Exception):  # noqa: N818 - what it is, not an error of ours
    """A script went round more often than any rule needs."""


def read(
    s: list[Any], ordinal: int, first: int, last: int, offset: int, stride: int, zero: Any
) -> Any:
    """State of an element that may be none or lack the field."""
    return s[offset + ordinal * stride] if first <= ordinal <= last else zero


_fuel = [0]


def refuel() -> None:
    """Before each decision: how many rounds of loops may be run until the next."""
    _fuel[0] = FUEL


def span(low: int, high: int) -> range:
    """The numbers from low to high, if there is an end to them."""
    _fuel[0] -= high - low
    if high - low > LOOP_LIMIT or _fuel[0] < 0:
        raise EndlessLoop
    return range(low, high + 1)


def product(a: int, b: int) -> int:
    """Two numbers that may both be large: they must not grow without bound."""
    if a.bit_length() + b.bit_length() > NUMBER_BITS:
        raise EndlessLoop
    return a * b


def join(a: tuple[Any, ...], b: tuple[Any, ...]) -> tuple[Any, ...]:
    """Two lists one behind the other."""
    if len(a) + len(b) > LOOP_LIMIT:
        raise EndlessLoop
    return (*a, *b)


def bounded(found: dict[Bundle, None]) -> None:
    """A price has no more ways to be paid than anyone could look through."""
    if len(found) > LOOP_LIMIT:
        raise EndlessLoop


def make_bundle(size: int, first: int, amounts: Iterable[tuple[int, int]]) -> Bundle:
    counts = [0] * size
    for resource, amount in amounts:
        counts[resource - first] += amount
    return tuple(counts)


def bundle_plus(a: Bundle, b: Bundle) -> Bundle:
    return tuple(map(int.__add__, a, b))


def bundle_minus(a: Bundle, b: Bundle) -> Bundle:
    return tuple(map(int.__sub__, a, b))


def times(bundle: Bundle, n: int) -> Bundle:
    return tuple(part * n for part in bundle)


def round_up(a: int, b: int) -> int:
    return -(-a // b) if b else 0


def round_down(a: int, b: int) -> int:
    return a // b if b else 0


def remainder(a: int, b: int) -> int:
    return a % b if b else 0


Rows = list[Any]
#: rows by list, and by the place of the very list in memory, which is quicker to compare
KnownRows = dict[int | tuple[int, ...], tuple[tuple[int, ...], Rows]]


def rows(known: KnownRows, table: dict[int, Any], values: tuple[int, ...]) -> Rows:
    """Each value that the table knows, with its entry; remembered."""
    found = known.get(id(values))
    if found is None or found[0] is not values:
        found = known.get(values)
        made = found[1] if found else [(v, table[v]) for v in values if v in table]
        return _remember_rows(known, values, made)
    return found[1]


def runs(
    gates: dict[int, Any], known: KnownRows, table: dict[int, Any], values: tuple[int, ...]
) -> Rows:
    """Like `rows`, neighbours with the same gate taken together: (gate, rows)."""
    found = known.get(id(values))
    if found is None or found[0] is not values:
        found = known.get(values)
        return _remember_rows(known, values, found[1] if found else _grouped(gates, table, values))
    return found[1]


def _grouped(gates: dict[int, Any], table: dict[int, Any], values: tuple[int, ...]) -> Rows:
    made: Rows = []
    for row in rows({}, table, values):
        gate = gates.get(row[0])
        if not made or made[-1][0] is not gate:
            made.append((gate, []))
        made[-1][1].append(row)
    return made


def _remember_rows(known: KnownRows, values: tuple[int, ...], made: Rows) -> Rows:
    if len(known) > ROWS:
        known.clear()
    known[values] = known[id(values)] = (values, made)
    return made


def first_try(hint: int | None, values: tuple[int, ...]) -> tuple[int, ...]:
    """A list that begins with the hint, if it is in it."""
    return (hint, *values) if hint in values else values


def to_front(table: dict[int, tuple[Any, ...]], key: int, item: Any) -> None:
    """What led to something comes first next time. Whoever walks the old list is not disturbed."""
    values = table[key]
    if values[0] is not item:
        table[key] = (item, *(value for value in values if value is not item))


def once(
    known: dict[Any, Any], key: Any, table: dict[int, Any], ordinal: int, s: list[Any], you: int
) -> tuple[Any, ...]:
    """A list that an element carries, worked out once for all tests of a decision."""
    found: tuple[Any, ...] | None = known.get(key)
    if found is None:
        found = known[key] = table.get(ordinal, nothing)(s, you)
    return found


def nothing(*_: Any) -> tuple[Any, ...]:
    """The list of an element that carries none."""
    return ()


def keep(known: dict[Any, Any], key: Any, answer: Any) -> Any:
    """Remember an answer that will be the same whenever the key is."""
    if len(known) >= ANSWERS:
        known.clear()
    known[key] = answer
    return answer


class Always(dict[int, Any]):
    """A table of changes that holds the same one for whoever is asked."""

    def __init__(self, change: Any) -> None:
        super().__init__()
        self.change = change

    def __contains__(self, _: object) -> bool:
        return True

    def __missing__(self, _: int) -> Any:
        return self.change


def plan(
    known: dict[Any, tuple[Any, ...]],
    bearers: tuple[Any, ...],
    steps: tuple[tuple[int, dict[int, Any]], ...],
) -> tuple[Any, ...]:
    """The changes of a quantity by these elements, in order; remembered, as few sets occur."""
    if len(known) > PLANS:
        known.clear()
    found = tuple(
        table[bearer]
        for at, table in steps
        for bearer in (bearers[at] if isinstance(bearers[at], tuple) else (bearers[at],))
        if bearer in table
    )
    known[bearers] = found
    return found


def remember(known: dict[Any, Any], ask: Any, *args: Any) -> Any:
    """An answer that stays the same while a routine runs; the position itself is not looked at."""
    key = (ask, args[1:])
    if key not in known:
        known[key] = ask(*args)
    return known[key]


def item(values: Sequence[Any], n: int) -> Any:
    """The n-th (from 1), or 0 past the ends."""
    return values[n - 1] if 0 < n <= len(values) else 0


def place_in(values: Sequence[Any], wanted: Any) -> int:
    return values.index(wanted) + 1 if wanted in values else 0


def part(values: tuple[Any, ...], first: int, last: int) -> tuple[Any, ...]:
    return values[max(first, 1) - 1 : max(last, 0)]


def distinct(values: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(values))


def without(values: tuple[Any, ...], gone: Any) -> tuple[Any, ...]:
    """The list with the first occurrence of `gone` taken out."""
    if gone not in values:
        return values
    at = values.index(gone)
    return values[:at] + values[at + 1 :]


def choices(values: Sequence[Any], count: int, up_to: bool) -> list[tuple[Any, ...]]:
    """Every way to choose `count` of the values (or from 1 to `count`), order aside."""
    sizes = range(1, min(count, len(values)) + 1) if up_to else [max(count, 0)]
    if sum(comb(len(values), size) for size in sizes) > LOOP_LIMIT:
        raise EndlessLoop
    return [picked for size in sizes for picked in dict.fromkeys(combinations(values, size))]


# ---- prices: every way to pay is one bundle ----------------------------------


def undominated(price: Price) -> Price:
    """Without the ways to pay that cost at least as much of everything as another one."""
    return price if len(price) < 2 else _undominated(price)


@lru_cache(maxsize=4096)
def _undominated(price: Price) -> Price:
    ways = tuple(dict.fromkeys(price))
    return tuple(way for way in ways if not any(_cheaper(other, way) for other in ways))


def _cheaper(a: Bundle, b: Bundle) -> bool:
    return a != b and all(x <= y for x, y in zip(a, b, strict=True))


@lru_cache(maxsize=4096)
def cap(price: Price, at: int, most: int) -> Price:
    return tuple((*way[:at], min(way[at], most), *way[at + 1 :]) for way in price)


@lru_cache(maxsize=4096)
def mix(price: Price, among: tuple[int, ...]) -> Price:
    """Units of the resources `among` replace each other one for one."""
    found: dict[Bundle, None] = {}
    for way in price:
        total = sum(way[at] for at in among)
        for split in _splits(total, len(among)):
            counts = list(way)
            for at, count in zip(among, split, strict=True):
                counts[at] = count
            found[tuple(counts)] = None
            bounded(found)
    return tuple(found)


def _splits(total: int, parts: int) -> Iterable[tuple[int, ...]]:
    if parts == 1:
        yield (total,)
        return
    for first in range(total, -1, -1):
        for rest in _splits(total - first, parts - 1):
            yield (first, *rest)


@lru_cache(maxsize=4096)
def exchange(price: Price, among: tuple[int, ...], into: int, rate: int) -> Price:
    """Any of the units `among` may be replaced by `rate` units of `into` each."""
    found: dict[Bundle, None] = dict.fromkeys(price)
    frontier = list(price)
    while frontier:
        way = frontier.pop()
        for at in among:
            if way[at]:
                counts = list(way)
                counts[at] -= 1
                counts[into] += rate
                made = tuple(counts)
                if made not in found:
                    found[made] = None
                    bounded(found)
                    frontier.append(made)
    return tuple(found)


@lru_cache(maxsize=4096)
def swap(price: Price, old: Bundle, new: Bundle) -> Price:
    """Wherever a way to pay contains `old`, `new` may be paid for it, any number of times."""
    found: dict[Bundle, None] = dict.fromkeys(price)
    frontier = list(price) if any(old) and not _within(old, new) else []
    while frontier:
        way = frontier.pop()
        if _within(old, way):
            made = bundle_plus(bundle_minus(way, old), new)
            if made not in found:
                found[made] = None
                bounded(found)
                frontier.append(made)
    return tuple(found)


def _within(small: Bundle, large: Bundle) -> bool:
    return all(a <= b for a, b in zip(small, large, strict=True))


@lru_cache(maxsize=4096)
def apart(price: Price) -> Price:
    """One kind of resource is enough; a price of a single kind becomes free."""
    found: dict[Bundle, None] = {}
    for way in price:
        kinds = [at for at, count in enumerate(way) if count]
        if len(kinds) < 2:
            found[(0,) * len(way)] = None
        for at in kinds if len(kinds) > 1 else ():
            found[tuple(c if i == at else 0 for i, c in enumerate(way))] = None
    return tuple(found)


@lru_cache(maxsize=4096)
def parts_of(bundle: Bundle, count: int) -> Price:
    """Every bundle of `count` units contained in `bundle`."""
    ways: list[Bundle] = [()]
    for available in bundle:
        if len(ways) * (available + 1) > LOOP_LIMIT:
            raise EndlessLoop
        ways = [(*way, n) for way in ways for n in range(available + 1)]
    return tuple(way for way in ways if sum(way) == count)


@lru_cache(maxsize=4096)
def only(bundle: Bundle, kept: tuple[int, ...]) -> Bundle:
    return tuple(count if at in kept else 0 for at, count in enumerate(bundle))
