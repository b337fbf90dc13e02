"""The map as a picture: an SVG drawn from the graphs of the packs, with or without a game on it."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from interpreter.view.layers import draw
from interpreter.view.position import GAME, Position
from interpreter.view.reading import ViewError
from interpreter.view.sheet import Sheet
from interpreter.view.svg_spec import read_drawing


def picture(position: Position) -> str:
    """The whole SVG document."""
    if not position.view.svg:
        raise ViewError("these packs have no view.svg section, so there is nothing to draw")
    sheet = Sheet(position, read_drawing(position.view.svg))
    return "\n".join(line for line in _document(sheet) if line) + "\n"


def _document(sheet: Sheet) -> Iterator[str]:
    drawing = sheet.drawing
    width, height = (f"{side:.0f}" for side in drawing.size)
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img">'
    )
    yield f"<title>{escape(sheet.position.text(GAME, drawing.title))}</title>"
    yield f"<style>{drawing.style}</style>"
    yield "<defs>"
    yield drawing.defs
    for name, symbol in drawing.symbols.items():
        yield f'<g id="{name}">{symbol}</g>'
    yield "</defs>"
    for name, layer in drawing.layers.items():
        yield f'<g id="layer_{name}">'
        yield from draw(layer, sheet)
        yield "</g>"
    yield "</svg>"
