"""The layers of a picture, each as lines of SVG."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import singledispatch
from itertools import pairwise
from xml.sax.saxutils import escape

import networkx as nx

from interpreter.view.curves import Point, ridge, smooth
from interpreter.view.position import GAME, Spot
from interpreter.view.sheet import Sheet
from interpreter.view.svg_spec import (
    Band,
    Bands,
    FiguresLayer,
    GraphLayer,
    LinesLayer,
    RosterLayer,
    SignsLayer,
    Stroke,
)

#: how far from anything a strewn symbol keeps, in units of the canvas
DISTANCE = 46.0
#: how often a place is sought for one of them
TRIES = 40


@singledispatch
def draw(layer: object, sheet: Sheet) -> Iterator[str]:
    """Draw one layer."""
    raise TypeError(layer)


# -- ground ------------------------------------------------------------------------------------


@draw.register
def _(layer: Bands, sheet: Sheet) -> Iterator[str]:
    width, height = sheet.drawing.size
    taken = list(_busy(sheet))
    bands = _reaches(layer, sheet)
    for place, (group, (top, bottom)) in enumerate(bands):
        band = layer.bands.get(group, Band())
        if place == 0:
            edge = f"M0,{top:.1f}L{width:.0f},{top:.1f}"
        else:
            edge = ridge(0, width, top, layer.sway, 3.2, place * 1.9)
        yield f'<path class="{band.style}" d="{edge}L{width:.0f},{height:.0f}L0,{height:.0f}Z"/>'
        if place and layer.edge:
            yield f'<path class="{layer.edge}" d="{edge}"/>'
        label = (sheet.drawing.left_top[0], max(top, sheet.drawing.left_top[1]) + 46)
        taken.extend((label[0] + along, label[1]) for along in range(0, 200, 40))
        yield from _strewn(group, band, sheet, (top, bottom), taken)
        if layer.label:
            name = escape(sheet.position.name(group))
            x, y = label
            yield f'<text class="{layer.label}" x="{x:.0f}" y="{y:.0f}">{name}</text>'


def _reaches(layer: Bands, sheet: Sheet) -> list[tuple[str, tuple[float, float]]]:
    """Groups from top to bottom, each with the stretch of canvas it has to itself."""
    heights: dict[str, list[float]] = {}
    for element in sheet.position.elements(layer.of):
        group = sheet.position.value(Spot(element.id), layer.by)
        if group is not None and element.id in sheet.places:
            heights.setdefault(group, []).append(sheet.places[element.id][1])
    order = sorted(heights, key=lambda group: min(heights[group]))
    tops = [0.0]
    tops += [(max(heights[above]) + min(heights[below])) / 2 for above, below in pairwise(order)]
    bottoms = [*tops[1:], sheet.drawing.size[1]]
    return list(zip(order, zip(tops, bottoms, strict=True), strict=True))


def _busy(sheet: Sheet) -> Iterator[Point]:
    """Points to keep clear of: every place, and the way of every line."""
    yield from sheet.places.values()
    for layer in sheet.drawing.layers.values():
        if isinstance(layer, GraphLayer):
            for _, _, points in sheet.edges(layer):
                yield from points
        elif isinstance(layer, LinesLayer):
            for _, points in sheet.lines(layer):
                yield from _filled(points)


def _filled(points: list[Point]) -> Iterator[Point]:
    for start, end in pairwise(points):
        for step in range(8):
            yield (
                start[0] + (end[0] - start[0]) * step / 8,
                start[1] + (end[1] - start[1]) * step / 8,
            )


def _strewn(
    group: str, band: Band, sheet: Sheet, reach: tuple[float, float], taken: list[Point]
) -> Iterator[str]:
    """Symbols here and there, always the same ones; the lower ones in front."""
    if not band.strewn:
        return
    dice = random.Random(group)
    found = []
    for _ in range(int(band.count)):
        spot = _free_spot(sheet, reach, taken, dice)
        if spot is not None:
            taken.append(spot)
            found.append((spot[1], spot[0], dice.choice(band.strewn), dice.uniform(*band.size)))
    for y, x, symbol, size in sorted(found):
        where = f"translate({x:.1f} {y:.1f}) scale({size:.2f})"
        yield f'<g transform="{where}"><use href="#{symbol}"/></g>'


def _free_spot(
    sheet: Sheet, reach: tuple[float, float], taken: list[Point], dice: random.Random
) -> Point | None:
    width, top = sheet.drawing.size[0], max(reach[0], sheet.drawing.left_top[1])
    bottom = min(reach[1], (sheet.drawing.right_bottom or sheet.drawing.size)[1])
    for _ in range(TRIES):
        x, y = dice.uniform(24, width - 24), dice.uniform(top + 34, bottom - 14)
        if all((x - a) ** 2 + (y - b) ** 2 > DISTANCE**2 for a, b in taken):
            return x, y
    return None


# -- lines -------------------------------------------------------------------------------------


@draw.register
def _(layer: GraphLayer, sheet: Sheet) -> Iterator[str]:
    graph = sheet.position.rules.graph(layer.graph)
    springs = {node: _springs(graph, node) for node in graph}
    for stroke in layer.strokes:
        for start, _, points in sheet.edges(layer):
            width = (stroke.width or 0) + stroke.widen * (springs[start] - 1)
            yield _path(smooth(points), stroke, "", width if stroke.width else None)


def _springs(graph: nx.MultiDiGraph, node: str) -> int:
    upstream = {node, *nx.ancestors(graph, node)}
    return sum(1 for one in upstream if graph.in_degree(one) == 0)


@draw.register
def _(layer: LinesLayer, sheet: Sheet) -> Iterator[str]:
    for element, points in sheet.lines(layer):
        spot = Spot(element)
        path = smooth(points)
        yield f"<g><title>{escape(sheet.position.name(element))}</title>"
        for stroke in layer.strokes:
            if sheet.position.holds(spot, stroke.when, stroke.unless):
                owner = sheet.position.value(spot, stroke.paint_by) if stroke.paint_by else None
                paint = sheet.position.colour_of(owner) if owner else None
                yield _path(path, stroke, f' color="{paint.svg}"' if paint else "", stroke.width)
        yield "</g>"


def _path(path: str, stroke: Stroke, colour: str, width: float | None) -> str:
    wide = f' stroke-width="{width:.1f}"' if width else ""
    return f'<path class="{stroke.style}"{colour}{wide} d="{path}"/>'


# -- pieces ------------------------------------------------------------------------------------


@draw.register
def _(layer: FiguresLayer, sheet: Sheet) -> Iterator[str]:
    for element in sheet.position.elements(layer.of):
        if element.id not in sheet.places:
            continue
        yield f"<g><title>{escape(sheet.position.name(element.id))}</title>"
        for part in layer.parts:
            yield from sheet.part(Spot(element.id), part, sheet.places[element.id])
        yield "</g>"


@draw.register
def _(layer: RosterLayer, sheet: Sheet) -> Iterator[str]:
    for number, player in enumerate(sheet.position.players):
        at = (layer.at[0] + number * layer.step[0], layer.at[1] + number * layer.step[1])
        for part in layer.parts:
            yield from sheet.part(Spot(player, player), part, at)


@draw.register
def _(layer: SignsLayer, sheet: Sheet) -> Iterator[str]:
    for part in layer.parts:
        yield from sheet.part(GAME, part)
