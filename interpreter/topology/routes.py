"""Walk the graphs once, so that play follows plain tuples."""

from __future__ import annotations

from interpreter.model.model import Model
from interpreter.topology.ways import Ways


def routes_along(model: Model, graphs: dict[str, Ways]) -> dict[str, dict[int, tuple[int, ...]]]:
    """For each graph and node: the nodes that follow, as long as there is just one way on."""
    return {name: _routes(model, graph) for name, graph in graphs.items()}


def _routes(model: Model, graph: Ways) -> dict[int, tuple[int, ...]]:
    routes = {}
    for node in graph:
        follow: list[int] = []
        seen = {node}
        at = node
        while len(ways := graph.onward(at)) == 1:
            at = ways[0].end
            if at in seen:
                break
            seen.add(at)
            follow.append(model.elements[at].ordinal)
        routes[model.elements[node].ordinal] = tuple(follow)
    return routes
