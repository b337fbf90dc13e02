"""Which things a row lists, and which marks a part leaves."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.view.position import Position, Spot
from interpreter.view.spec import Part, Row


def things(position: Position, spot: Spot, row: Row) -> Iterator[Spot]:
    """The spots a row lists, seen from `spot`."""
    for found in _sources(position, spot, row):
        one = Spot(found, found if found in position.players else spot.player)
        if position.holds(one, row.when, row.unless):
            yield one


def _sources(position: Position, spot: Spot, row: Row) -> Iterator[str | None]:
    if row.list is not None:
        yield from position.value(spot, row.list) or ()
    elif row.ring is not None:
        yield from position.ring(position.value(spot, row.ring), row.next or "")
    elif row.of is not None:
        for element in position.elements(row.of):
            if row.by is None or position.value(Spot(element.id), row.by) == spot.id:
                yield element.id
    else:
        yield spot.id


def marks(position: Position, spot: Spot, part: Part) -> Iterator[tuple[Spot, int]]:
    """Each time a part is to be shown: for whom, and the how-manieth time."""
    for one in _for_whom(position, spot, part):
        if position.holds(one, part.when, part.unless):
            times = 1 if part.repeat is None else int(position.number(one, part.repeat))
            yield from ((one, time) for time in range(times))


def _for_whom(position: Position, spot: Spot, part: Part) -> Iterator[Spot]:
    if part.per is None:
        yield spot
        return
    for player in position.players:
        one = Spot(spot.id, player)
        if position.value(one, part.per):
            yield one
