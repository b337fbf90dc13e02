"""The vocabulary of `view.svg`: a canvas, symbols, and layers drawn one over the other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from interpreter.view.reading import (
    Read,
    a,
    each,
    key,
    named,
    number,
    one_of,
    pair,
    record,
    string,
    strings,
    words,
)
from interpreter.view.safe_svg import fragment, style_sheet
from interpreter.view.spec import Part, Words, read_parts


def _checked(check: Any) -> Read:
    return lambda value, where: check(string(value, where), where)


@dataclass(frozen=True)
class Band:
    """The ground of one group: its style, and symbols strewn over it."""

    style: str = key(string, "")
    strewn: tuple[str, ...] = key(strings, ())
    #: how many, how large (from, to) and how much of the band's height they keep to
    count: float = key(number, 0)
    size: tuple[float, float] = key(pair, (1.0, 1.0))


@dataclass(frozen=True)
class Bands:
    """Horizontal bands, one for each group of elements, as high as these reach."""

    of: str = key(string)
    by: str = key(string)
    bands: Mapping[str, Band] = key(named(a(Band)))
    edge: str = key(string, "")
    sway: float = key(number, 8)
    label: str = key(string, "")


@dataclass(frozen=True)
class Stroke:
    """One way to trace a line; several lie over each other."""

    style: str = key(string)
    width: float | None = key(number, None)
    #: wider by this for each further spring upstream
    widen: float = key(number, 0)
    when: tuple[str, ...] = key(strings, ())
    unless: tuple[str, ...] = key(strings, ())
    paint_by: str | None = key(string, None)


STROKES = each(a(Stroke))


@dataclass(frozen=True)
class GraphLayer:
    """The edges of a graph of the packs, flowing downhill."""

    graph: str = key(string)
    strokes: tuple[Stroke, ...] = key(STROKES)
    sway: float = key(number, 0)


@dataclass(frozen=True)
class Stop:
    """A place a line passes: this element (no key), one it names, or the middle of a group."""

    path: str = key(string, "id")
    #: the middle of the elements of a type whose field leads to the place
    of: str | None = key(string, None)
    by: str | None = key(string, None)
    shift: tuple[float, float] = key(pair, (0.0, 0.0))


@dataclass(frozen=True)
class LinesLayer:
    """A line for each element of a type."""

    of: str = key(string)
    through: tuple[Stop, ...] = key(each(a(Stop)))
    strokes: tuple[Stroke, ...] = key(STROKES)
    #: further points of single lines, before the last stop
    via: Mapping[str, Any] = key(named(each(pair)), {})


@dataclass(frozen=True)
class FiguresLayer:
    """Symbols and texts at the place of each element of a type."""

    of: str = key(string)
    parts: tuple[Part, ...] = key(read_parts)


@dataclass(frozen=True)
class RosterLayer:
    """Something for each player, one below (or beside) the other."""

    at: tuple[float, float] = key(pair)
    step: tuple[float, float] = key(pair)
    parts: tuple[Part, ...] = key(read_parts)


@dataclass(frozen=True)
class SignsLayer:
    """Symbols and texts at fixed places of the canvas: title, frame, legend."""

    parts: tuple[Part, ...] = key(read_parts)


LAYERS = {
    "bands": Bands,
    "graph": GraphLayer,
    "lines": LinesLayer,
    "figures": FiguresLayer,
    "roster": RosterLayer,
    "signs": SignsLayer,
}
Layer = Bands | GraphLayer | LinesLayer | FiguresLayer | RosterLayer | SignsLayer


@dataclass(frozen=True)
class Drawing:
    """The whole picture."""

    size: tuple[float, float] = key(pair)
    layers: Mapping[str, Layer] = key(named(one_of(LAYERS, "draw")))
    #: two fields with the coordinates, the range they run over, and where that lies on the canvas
    coordinates: tuple[str, ...] = key(strings)
    across: tuple[float, float] = key(pair, (0.0, 100.0))
    down: tuple[float, float] = key(pair, (0.0, 100.0))
    left_top: tuple[float, float] = key(pair, (0.0, 0.0))
    right_bottom: tuple[float, float] | None = key(pair, None)
    #: places that the drawing prefers to the printed ones
    places: Mapping[str, tuple[float, float]] = key(named(pair), {})
    title: Words | None = key(words, None)
    style: str = key(_checked(style_sheet), "")
    defs: str = key(_checked(fragment), "")
    symbols: Mapping[str, str] = key(named(_checked(fragment)), {})


def read_drawing(section: Any) -> Drawing:
    """Read `view.svg`."""
    return record(Drawing, section, "view.svg")
