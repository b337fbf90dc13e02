"""Graphs declared by packs, over element ids."""

from __future__ import annotations

from interpreter.findings import did_you_mean
from interpreter.model.model import Model
from interpreter.packs.source import Mapping, Node, Scalar, Sequence
from interpreter.topology.ways import Way, Ways


def build_graphs(model: Model) -> dict[str, Ways]:
    """Every graph of the packs; edges that lead nowhere become findings."""
    graphs: dict[str, Ways] = {}
    for name, node in model.graphs.items():
        graph = graphs[name] = Ways(name)
        if not isinstance(node, Mapping):
            model.report("BR0501", f"graph `{name}` must be a mapping", node.span)
        elif "elements" in node.entries:
            _edges_from_elements(model, graph, node)
        else:
            _listed_edges(model, graph, node)
    return graphs


def _listed_edges(model: Model, graph: Ways, node: Mapping) -> None:
    edges = node.entries.get("edges")
    for edge in edges.items if isinstance(edges, Sequence) else ():
        if not isinstance(edge, Mapping):
            model.report("BR0501", "an edge is written {from: …, to: …}", edge.span)
            continue
        start, end = (_end(model, edge, key) for key in ("from", "to"))
        if start is not None and end is not None:
            graph.add(Way(start, end, None, edge.span))


def _end(model: Model, edge: Mapping, key: str) -> str | None:
    found = edge.entries.get(key)
    if not isinstance(found, Scalar):
        model.report("BR0501", f"the edge lacks `{key}`", edge.span)
        return None
    if found.text not in model.elements:
        meant = did_you_mean(found.text, model.elements)
        message = f"there is no place `{found.text}`"
        model.report("BR0401", message, found.span, suggestion=meant)
        return None
    return found.text


def _edges_from_elements(model: Model, graph: Ways, node: Mapping) -> None:
    """`{elements: conduits, from: basin, to: end}`: one edge per element of a type."""
    type_id = model.plurals.get(_word(node, "elements"))
    if type_id is None:
        message = f"no type has the plural `{_word(node, 'elements')}`"
        model.report("BR0401", message, node.span)
        return
    for ordinal in model.types[type_id].members:
        known = model.table[ordinal]
        assert known is not None
        ends = [model.table[known.values.get(_word(node, key), 0)] for key in ("from", "to")]
        if ends[0] is not None and ends[1] is not None:
            graph.add(Way(ends[0].id, ends[1].id, known.id, known.span))


def _word(node: Mapping, key: str) -> str:
    found: Node | None = node.entries.get(key)
    return found.text if isinstance(found, Scalar) else ""
