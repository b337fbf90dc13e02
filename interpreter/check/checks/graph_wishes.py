"""What a graph says about itself: which checks make sense for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from interpreter.check.context import Context
from interpreter.findings import Finding, Span, did_you_mean
from interpreter.packs import Mapping, Node, Scalar, Sequence
from interpreter.topology import Ways

KEYS = ("sources", "ends", "downhill", "all", "stands", "drawn")


@dataclass(slots=True)
class Wishes:
    """The `checks` of one graph, with types replaced by the ids of their elements."""

    name: str
    graph: Ways
    sources: list[str] = field(default_factory=list)
    ends: list[str] = field(default_factory=list)
    downhill: str = ""
    everywhere: list[str] = field(default_factory=list)
    #: type of which something can stand where a way ends, and its field that says where it is
    stands: tuple[str, str] | None = None
    #: types that are drawn, and the fields that say where
    drawn: list[str] = field(default_factory=list)
    across: str = ""
    down: str = ""
    findings: list[Finding] = field(default_factory=list)


def wishes_of(context: Context) -> Iterator[Wishes]:
    """Of every graph that has `checks`."""
    for name, node in context.model.graphs.items():
        asked = node.entries.get("checks") if isinstance(node, Mapping) else None
        if isinstance(asked, Mapping):
            yield _read(context, Wishes(name, context.graphs[name]), asked)


def _read(context: Context, wishes: Wishes, node: Mapping) -> Wishes:
    entries = node.entries
    wishes.sources = _elements(context, wishes, entries.get("sources"))
    wishes.ends = _elements(context, wishes, entries.get("ends"))
    wishes.everywhere = _elements(context, wishes, entries.get("all"))
    downhill, stands, drawn = (entries.get(key) for key in ("downhill", "stands", "drawn"))
    if isinstance(downhill, Scalar):
        wishes.downhill = downhill.text
        _known_field(context, wishes, downhill, _types_of(context, wishes.graph))
    if isinstance(stands, Mapping):
        type_id = _type(context, wishes, stands.entries.get("type"))
        where = stands.entries.get("in")
        if type_id and isinstance(where, Scalar):
            wishes.stands = (type_id, where.text)
            _known_field(context, wishes, where, {type_id})
    if isinstance(drawn, Mapping):
        _read_drawn(context, wishes, drawn)
    return wishes


def _read_drawn(context: Context, wishes: Wishes, node: Mapping) -> None:
    across, down = (node.entries.get(key) for key in ("across", "down"))
    if isinstance(across, Scalar) and isinstance(down, Scalar):
        wishes.across, wishes.down = across.text, down.text
        wishes.drawn = _elements(context, wishes, node.entries.get("of"))
        types = _types_of(context, wishes.drawn)
        _known_field(context, wishes, across, types)
        _known_field(context, wishes, down, types)


def _types_of(context: Context, names: Iterable[str]) -> set[str]:
    known = context.model.elements
    return {known[name].type for name in names if name in known}


def _known_field(context: Context, wishes: Wishes, node: Scalar, types: Iterable[str]) -> None:
    """A field that nothing has would be a check of nothing."""
    fields = {name for type_id in types for name in context.model.fields_of(type_id)}
    if fields and node.text not in fields:
        message = f"nothing in this graph has a field `{node.text}`"
        meant = did_you_mean(node.text, sorted(fields))
        wishes.findings.append(Finding("BR0401", message, node.span, suggestion=meant))


def _elements(context: Context, wishes: Wishes, node: Node | None) -> list[str]:
    items = node.items if isinstance(node, Sequence) else [node] if node is not None else []
    found: list[str] = []
    for item in items:
        type_id = _type(context, wishes, item)
        for ordinal in context.model.types[type_id].members if type_id else ():
            known = context.model.table[ordinal]
            if known is not None:
                found.append(known.id)
    return found


def _type(context: Context, wishes: Wishes, node: Node | None) -> str | None:
    if not isinstance(node, Scalar):
        return None
    type_id = context.model.plurals.get(node.text)
    if type_id is None:
        meant = did_you_mean(node.text, context.model.plurals)
        message = f"no type has the plural `{node.text}`"
        wishes.findings.append(Finding("BR0401", message, _span(node), suggestion=meant))
    return type_id


def _span(node: Scalar) -> Span:
    return node.span
