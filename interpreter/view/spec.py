"""The vocabulary of the `view` section that the terminal and the drawing share.

A *path* is a field name, or several joined by dots, followed from one thing to the next. A *part*
is one glyph, text or symbol; a *row* is a label and the things it lists, each drawn with parts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from interpreter.view.reading import (
    a,
    each,
    key,
    mapping,
    named,
    number,
    one_of,
    one_word,
    pair,
    record,
    string,
    strings,
    words,
)

Words = Mapping[str, str]


@dataclass(frozen=True)
class Part:
    """One mark: a text or a symbol, shown under conditions, repeated, painted."""

    text: Words | None = key(words, None)
    symbol: str | None = key(string, None)
    #: a style of the terminal, or a class of the drawing's style sheet
    style: str = key(string, "")
    #: shown only while all of these are set, and none of those
    when: tuple[str, ...] = key(strings, ())
    unless: tuple[str, ...] = key(strings, ())
    #: as often as this number says, each time one `step` further from `at`
    repeat: str | None = key(string, None)
    at: tuple[float, float] = key(pair, (0.0, 0.0))
    step: tuple[float, float] = key(pair, (0.0, 0.0))
    #: whether the first or the middle one of them is at `at`
    align: str = key(one_word("first", "middle"), "first")
    #: once for each player for whom this is set
    per: str | None = key(string, None)
    #: a colour of the palette, or the path to what has one
    paint: str | None = key(string, None)
    paint_by: str | None = key(string, None)


def read_part(value: Any, where: str) -> Part:
    """A part; a bare text is short for a part with only that."""
    return record(Part, {"text": value} if isinstance(value, str) else value, where)


def read_parts(value: Any, where: str) -> tuple[Part, ...]:
    """A list of parts; a single text will do."""
    found: tuple[Part, ...] = each(read_part)(value if isinstance(value, list) else [value], where)
    return found


@dataclass(frozen=True)
class Row:
    """A line: a label, and the things listed in it."""

    each: tuple[Part, ...] = key(read_parts)
    label: Words = key(words, {"": ""})
    #: where the things come from: a list, a type (whose `by` leads here), or a ring
    list: str | None = key(string, None)
    of: str | None = key(string, None)
    by: str | None = key(string, None)
    ring: str | None = key(string, None)
    next: str | None = key(string, None)
    when: tuple[str, ...] = key(strings, ())
    unless: tuple[str, ...] = key(strings, ())
    join: str = key(string, "  ")
    #: said if there is nothing to list; without it the line is left out
    empty: Words | None = key(words, None)


ROWS = each(a(Row))


@dataclass(frozen=True)
class RowsPanel:
    """Lines about the game as a whole."""

    rows: tuple[Row, ...] = key(ROWS)
    title: Words | None = key(words, None)


@dataclass(frozen=True)
class CardsPanel:
    """A card for each element of a type, a frame for each group of them."""

    of: str = key(string)
    rows: tuple[Row, ...] = key(ROWS)
    title: Words = key(words, {"": "{name}"})
    foot: Words = key(words, {"": ""})
    by: str | None = key(string, None)
    heading: Words | None = key(words, None)
    #: the graph whose next places stand at the foot of a card
    leads: str | None = key(string, None)
    #: fewest characters a card needs
    width: float = key(number, 22)


@dataclass(frozen=True)
class PlayersPanel:
    """A card for each player."""

    rows: tuple[Row, ...] = key(ROWS)
    foot: Words = key(words, {"": ""})
    width: float = key(number, 44)


@dataclass(frozen=True)
class Mark:
    """A place on a track with something written at it."""

    at: float = key(number)
    each: tuple[Part, ...] = key(read_parts)


@dataclass(frozen=True)
class TrackPanel:
    """A number of each player, as a bar on a common scale."""

    counter: str = key(string)
    to: float = key(number)
    title: Words | None = key(words, None)
    marks: tuple[Mark, ...] = key(each(a(Mark)), ())


PANELS = {"rows": RowsPanel, "cards": CardsPanel, "players": PlayersPanel, "track": TrackPanel}
Panel = RowsPanel | CardsPanel | PlayersPanel | TrackPanel


@dataclass(frozen=True)
class Paint:
    """A colour, as the drawing and as the terminal know it."""

    svg: str = key(string)
    terminal: str = key(string)


@dataclass(frozen=True)
class Players:
    """How a player is called and coloured."""

    name: Words = key(words, {"": ""})
    colour: str = key(string, "")
    #: colours by seat, for as long as a player has none
    seats: tuple[str, ...] = key(strings, ())


@dataclass(frozen=True)
class Bots:
    """What the built-in bot and the hint hold dear."""

    names: tuple[str, ...] = key(strings)
    #: worth of one of each counter
    worth: Mapping[str, float] = key(named(number))
    #: worth of one of each counter of an element kept for each player: type, field, worth
    pieces: Mapping[str, float] = key(named(number), {})


@dataclass(frozen=True)
class Report:
    """What `simulate` tells about the games it played."""

    winners_by: str | None = key(string, None)
    at_end: tuple[str, ...] = key(strings, ())


@dataclass(frozen=True)
class View:
    """The whole section; `svg` is read by the drawing itself."""

    players: Players = key(a(Players), Players())
    palette: Mapping[str, Paint] = key(named(a(Paint)), {})
    glyphs: Mapping[str, Words] = key(named(words), {})
    terminal: Mapping[str, Panel] = key(named(one_of(PANELS, "show")), {})
    #: what is said about an element of a type where an option names it
    notes: Mapping[str, tuple[Part, ...]] = key(named(read_parts), {})
    bots: Bots | None = key(a(Bots), None)
    report: Report = key(a(Report), Report())
    svg: Mapping[str, Any] = key(mapping, {})


def read_view(section: Any) -> View:
    """Read the merged view section of the packs."""
    return record(View, section, "view")
