"""The sheet a picture is drawn on: where things lie, and how a part becomes SVG."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from xml.sax.saxutils import escape

from interpreter.view.curves import Point, centre, downhill
from interpreter.view.listing import marks
from interpreter.view.position import Position, Spot
from interpreter.view.reading import ViewError, meant
from interpreter.view.spec import Part
from interpreter.view.svg_spec import Drawing, GraphLayer, LinesLayer, Stop


class Sheet:
    """A position and a drawing of it."""

    def __init__(self, position: Position, drawing: Drawing) -> None:
        self.position = position
        self.drawing = drawing

    # -- places ------------------------------------------------------------------------------

    @cached_property
    def places(self) -> dict[str, Point]:
        """Where each element with coordinates lies on the canvas."""
        names = self.drawing.coordinates
        found = {}
        for element in self.position.rules.elements.values():
            at = [element.fields.get(name) for name in names]
            given = self.drawing.places.get(element.id)
            if given or all(isinstance(number, (int, float)) for number in at):
                found[element.id] = self.point(given or (at[0], at[1]))
        return found

    def point(self, at: Point) -> Point:
        """Coordinates of the packs as a point of the canvas."""
        left, top = self.drawing.left_top
        right, bottom = self.drawing.right_bottom or self.drawing.size
        (west, east), (north, south) = self.drawing.across, self.drawing.down
        return (
            left + (at[0] - west) / (east - west) * (right - left),
            top + (at[1] - north) / (south - north) * (bottom - top),
        )

    def stop(self, element: str, stop: Stop) -> Point:
        """A place on the way of an element's line."""
        found = self.position.value(Spot(element), stop.path)
        if stop.of is not None:
            group = self._group(stop, found)
            x, y = centre(group) if group else self.places[found]
        elif found in self.places:
            x, y = self.places[found]
        else:
            raise ViewError(f"view.svg: {element} passes {found!r}, which has no coordinates")
        return x + stop.shift[0], y + stop.shift[1]

    def _group(self, stop: Stop, middle: str) -> list[Point]:
        return [
            self.places[element.id]
            for element in self.position.elements(stop.of or "")
            if element.id in self.places
            and self.position.value(Spot(element.id), stop.by or "id") == middle
        ]

    # -- lines -------------------------------------------------------------------------------

    def edges(self, layer: GraphLayer) -> Iterator[tuple[str, str, list[Point]]]:
        """The edges of a graph, each with its points."""
        for number, (start, end) in enumerate(self.position.rules.graph(layer.graph).edges()):
            if start in self.places and end in self.places:
                sway = layer.sway if number % 2 else -layer.sway
                yield start, end, downhill(self.places[start], self.places[end], sway)

    def lines(self, layer: LinesLayer) -> Iterator[tuple[str, list[Point]]]:
        """The lines of elements, each with its points."""
        for element in self.position.elements(layer.of):
            *stops, last = (self.stop(element.id, stop) for stop in layer.through)
            between = [self.point(at) for at in layer.via.get(element.id, ())]
            yield element.id, [*stops, *between, last]

    # -- parts -------------------------------------------------------------------------------

    def part(self, spot: Spot, part: Part, at: Point = (0.0, 0.0)) -> Iterator[str]:
        """A part at a place, as often as it is to be seen."""
        seen = list(marks(self.position, spot, part))
        back = (len(seen) - 1) / 2 if part.align == "middle" else 0.0
        for one, count in seen:
            time = count - back
            x = at[0] + part.at[0] + time * part.step[0]
            y = at[1] + part.at[1] + time * part.step[1]
            paint = self.position.paint(one, part)
            yield self._mark(one, part, (x, y), f' color="{paint.svg}"' if paint else "")

    def _mark(self, spot: Spot, part: Part, at: Point, colour: str) -> str:
        style = f' class="{part.style}"' if part.style else ""
        x, y = f"{at[0]:.1f}", f"{at[1]:.1f}"
        if part.symbol is not None:
            self._known(part.symbol)
            return (
                f'<g{style}{colour} transform="translate({x} {y})"><use href="#{part.symbol}"/></g>'
            )
        text = escape(self.position.text(spot, part.text))
        return f'<text{style}{colour} x="{x}" y="{y}">{text}</text>' if text.strip() else ""

    def _known(self, symbol: str) -> None:
        known = self.drawing.symbols
        if symbol not in known:
            raise ViewError(f"view.svg.symbols: no symbol {symbol!r}{meant(symbol, known)}")
