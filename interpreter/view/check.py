"""Is all that the view section speaks of really there: types, fields, colours, symbols, graphs?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from interpreter.engine.ruleset import Ruleset
from interpreter.model.kinds import PLAYER, RESOURCE, TEXT, Kind, element
from interpreter.view.position import FIRST, SLOT, SPECIAL
from interpreter.view.reading import ViewError, meant
from interpreter.view.spec import (
    CardsPanel,
    Panel,
    Part,
    PlayersPanel,
    Row,
    TrackPanel,
    View,
    Words,
    read_view,
)
from interpreter.view.svg_spec import (
    Bands,
    Drawing,
    FiguresLayer,
    GraphLayer,
    Layer,
    LinesLayer,
    RosterLayer,
    read_drawing,
)

GAME = element("game")


def problems(ruleset: Ruleset) -> list[str]:
    """Everything in the view section of the packs that leads nowhere."""
    if not ruleset.view:
        return []
    try:
        view = read_view(ruleset.view)
        drawing = read_drawing(view.svg) if view.svg else None
    except ViewError as error:
        return [str(error)]
    check = _Check(ruleset, view, drawing)
    return list(dict.fromkeys(check.everything()))


class _Check:
    def __init__(self, ruleset: Ruleset, view: View, drawing: Drawing | None) -> None:
        self.model = ruleset.model
        self.graphs = ruleset.model.graphs
        self.view = view
        self.drawing = drawing

    def everything(self) -> Iterator[str]:
        yield from self.template(PLAYER, self.view.players.name, "view.players.name")
        for name, panel in self.view.terminal.items():
            yield from self.panel(panel, f"view.terminal.{name}")
        for type_id, note in self.view.notes.items():
            yield from self.known_type(type_id, f"view.notes.{type_id}")
            yield from self.parts(element(type_id), note, f"view.notes.{type_id}")
        if self.drawing is not None:
            for name, layer in self.drawing.layers.items():
                yield from self.layer(layer, f"view.svg.layers.{name}")

    # -- panels and layers -------------------------------------------------------------------

    def panel(self, panel: Panel, where: str) -> Iterator[str]:
        if isinstance(panel, TrackPanel):
            yield from self.path(PLAYER, panel.counter, where)
            return
        kind = GAME
        if isinstance(panel, PlayersPanel):
            kind = PLAYER
        elif isinstance(panel, CardsPanel):
            kind = element(panel.of)
            yield from self.known_type(panel.of, where)
            yield from self.template(kind, panel.title, where)
            yield from self.paths(kind, [panel.by] if panel.by else [], where)
            yield from self.graph(panel.leads, where) if panel.leads else ()
        for row in panel.rows:
            yield from self.row(kind, row, where)

    def layer(self, layer: Layer, where: str) -> Iterator[str]:
        if isinstance(layer, GraphLayer):
            yield from self.graph(layer.graph, where)
        elif isinstance(layer, Bands):
            yield from self.known_type(layer.of, where)
            yield from self.paths(element(layer.of), [layer.by], where)
        elif isinstance(layer, LinesLayer):
            kind = element(layer.of)
            yield from self.known_type(layer.of, where)
            yield from self.paths(kind, [stop.path for stop in layer.through], where)
            for stroke in layer.strokes:
                yield from self.paths(kind, [*stroke.when, *stroke.unless], where)
        else:
            kind = PLAYER if isinstance(layer, RosterLayer) else GAME
            if isinstance(layer, FiguresLayer):
                kind = element(layer.of)
                yield from self.known_type(layer.of, where)
            yield from self.parts(kind, layer.parts, where)

    def row(self, kind: Kind, row: Row, where: str) -> Iterator[str]:
        listed: Kind | None = kind
        if row.of is not None:
            yield from self.known_type(row.of, where)
            listed = element(row.of)
        elif row.list is not None or row.ring is not None:
            path = row.list or row.ring or ""
            yield from self.path(kind, path, where)
            found = self.end(kind, path)
            listed = found.item if found is not None and found.word == "list" else found
        if listed is not None:
            onward = [path for path in (row.by, row.next) if path]
            yield from self.paths(listed, [*row.when, *row.unless, *onward], where)
            yield from self.parts(listed, row.each, where)

    # -- parts -------------------------------------------------------------------------------

    def parts(self, kind: Kind, parts: Sequence[Part], where: str) -> Iterator[str]:
        for part in parts:
            paths = [part.repeat, part.per, part.paint_by]
            named = [path for path in paths if path is not None]
            yield from self.paths(kind, [*part.when, *part.unless, *named], where)
            yield from self.template(kind, part.text or {}, where)
            field = self.model.field_of(kind.element, part.per) if part.per else None
            if field is not None and not field.per_player:
                yield f"{where}: {part.per!r} of {kind} is not kept for each player"
            if part.paint is not None and part.paint not in self.view.palette:
                yield f"{where}: no colour {part.paint!r}{meant(part.paint, self.view.palette)}"
            symbols = self.drawing.symbols if self.drawing is not None else {}
            if part.symbol is not None and part.symbol not in symbols:
                yield f"{where}: no symbol {part.symbol!r}{meant(part.symbol, symbols)}"

    def template(self, kind: Kind, text: Words, where: str) -> Iterator[str]:
        for version in text.values():
            yield from self.paths(kind, [slot[1] for slot in SLOT.finditer(version)], where)

    # -- names -------------------------------------------------------------------------------

    def paths(self, kind: Kind, paths: Sequence[str], where: str) -> Iterator[str]:
        for path in paths:
            yield from self.path(kind, path, where)

    def path(self, kind: Kind, path: str, where: str) -> Iterator[str]:
        if self.end(kind, path) is None:
            yield f"{where}: {path!r} leads nowhere from {kind}"

    def end(self, kind: Kind, path: str) -> Kind | None:
        """What is at the end of a path; None if it leads nowhere."""
        steps = path.split(".")
        at: Kind | None = kind
        if path.startswith("@"):
            known = self.model.elements.get(steps.pop(0)[1:])
            at = element(known.type) if known is not None else None
        for step in steps:
            if at is not None and step == FIRST and at.word == "list":
                at = at.item
            else:
                at = self._step(at, step) if at is not None else None
        return at

    def _step(self, kind: Kind, name: str) -> Kind | None:
        if name in SPECIAL:
            return kind if name == "id" else PLAYER if name == "whom" else TEXT
        if kind.word != "element":
            return None
        for type_id in self.model.types:
            if self.model.is_a(type_id, kind.element):
                found = self.model.field_of(type_id, name)
                if found is not None:
                    return found.kind
        known = self.model.elements.get(name)
        if kind == PLAYER and known is not None and known.type == RESOURCE.element:
            return RESOURCE
        return None

    def known_type(self, type_id: str, where: str) -> Iterator[str]:
        if type_id not in self.model.types:
            yield f"{where}: no type {type_id!r}{meant(type_id, self.model.types)}"

    def graph(self, name: str, where: str) -> Iterator[str]:
        if name not in self.graphs:
            yield f"{where}: no graph {name!r}{meant(name, self.graphs)}"
