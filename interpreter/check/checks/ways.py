"""Ways of the map, checked as the graph itself asks for (`checks:` in the `graphs` section).

sources   nothing leads into these, and from each one of the ends can be reached
ends      nothing leads out of these
downhill  a field that never gets smaller along the way
all       each of these lies on some way
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

import networkx as nx

from interpreter.check.checks.graph_wishes import Wishes, wishes_of
from interpreter.check.context import Context
from interpreter.findings import Finding, Span
from interpreter.topology.graphs import Graph

NEEDS_CLEAN: Final = False


def check(context: Context) -> Iterator[Finding]:
    """Every graph that says what is to be checked."""
    for wishes in wishes_of(context):
        yield from wishes.findings
        turned = list(_turned(wishes))
        yield from turned
        uphill = list(_uphill(context, wishes))
        yield from uphill
        known = {finding.span for finding in (*turned, *uphill)}
        yield from _circles(wishes, known)
        if not known and not _incomplete(context, wishes):
            stuck = list(_stuck(context, wishes))
            yield from stuck or _lonely(context, wishes)


def _incomplete(context: Context, wishes: Wishes) -> bool:
    """Whether some way could not be read, so that others only seem to end."""
    node = context.model.graphs[wishes.name].span
    return any(
        finding.code in ("BR0401", "BR0501", "BR0205")
        and finding.span.file == node.file
        and node.line <= finding.span.line <= node.end_line
        for finding in context.findings
    )


def _edges(graph: Graph) -> Iterator[tuple[str, str, Span]]:
    for start, end, data in graph.edges(data=True):
        yield start, end, data["span"]


def _turned(wishes: Wishes) -> Iterator[Finding]:
    for start, end, span in _edges(wishes.graph):
        if end in wishes.sources:
            message = f"the way from `{start}` leads into `{end}`, where ways begin"
        elif start in wishes.ends:
            message = f"a way leads on from `{start}`, where ways end"
        else:
            continue
        yield Finding("BR0505", message, span, help="exchange `from` and `to`")


def _uphill(context: Context, wishes: Wishes) -> Iterator[Finding]:
    name = wishes.downhill
    for start, end, span in _edges(wishes.graph) if name else ():
        if start in wishes.ends or end in wishes.sources:
            continue
        high, low = (_written(context, node, name) for node in (start, end))
        if isinstance(high, int | float) and isinstance(low, int | float) and low < high:
            message = f"the way from `{start}` to `{end}` runs uphill: {name} {high} to {low}"
            yield Finding("BR0504", message, span, help="exchange the two ends, or correct them")


def _written(context: Context, node: str, name: str) -> Any:
    """The value, unless it is left out: that is no height of zero."""
    known = context.model.elements[node]
    return known.values.get(name) if known.node and name in known.node.entries else None


def _circles(wishes: Wishes, known: set[Span]) -> Iterator[Finding]:
    try:
        circle = nx.find_cycle(wishes.graph)
    except nx.NetworkXNoCycle:
        return
    spans = [wishes.graph.edges[edge]["span"] for edge in circle]
    if known & set(spans):
        return
    # The last edge in the file is most likely the one that was added or turned.
    last = max(range(len(circle)), key=lambda at: (spans[at].file, spans[at].line))
    chain = " → ".join([*(edge[0] for edge in circle), circle[0][0]])
    others = tuple(
        (f"{edge[0]} leads to {edge[1]}", span)
        for at, (edge, span) in enumerate(zip(circle, spans, strict=True))
        if at != last
    )
    message = f"this way runs in a circle: {chain}"
    yield Finding("BR0502", message, spans[last], help="turn one of these", related=others)


def _stuck(context: Context, wishes: Wishes) -> Iterator[Finding]:
    """Places on the way from a source that lead to no end; the last one before the gap."""
    if not wishes.ends:
        return
    graph = wishes.graph
    good = set(wishes.ends)
    for end in wishes.ends:
        good |= nx.ancestors(graph, end) if end in graph else set()
    for source in wishes.sources:
        if source in good:
            continue
        reached = {source} | (nx.descendants(graph, source) if source in graph else set())
        last = [node for node in reached if node not in graph or not graph.out_degree(node)]
        where = last[0] if last else source
        place = _place_of(context, wishes, where)
        message = f"from `{source}` no end is reached: nothing leads on from `{where}`"
        yield Finding(
            "BR0503", message, place, help="add the way on, or turn the one that is wrong"
        )


def _lonely(context: Context, wishes: Wishes) -> Iterator[Finding]:
    reached = set(wishes.sources)
    for source in wishes.sources:
        reached |= nx.descendants(wishes.graph, source) if source in wishes.graph else set()
    for node in wishes.everywhere:
        joined = node in reached if wishes.sources else node in wishes.graph
        if not joined:
            span = context.model.elements[node].span
            message = f"no way leads to `{node}`"
            yield Finding("BR0507", message, span, help=f"add a way in `{wishes.name}`")


def _place_of(context: Context, wishes: Wishes, node: str) -> Span:
    """Where a way on from a place would be written: behind the ways from its neighbours."""
    graph, table = wishes.graph, context.model.table
    for ordinal in range(context.model.elements[node].ordinal - 1, 0, -1):
        known = table[ordinal]
        if known is None or known.type != context.model.elements[node].type:
            break
        if known.id in graph and graph.out_degree(known.id):
            return _last(graph.out_edges(known.id, data=True))
    if node in graph and graph.in_degree(node):
        return _last(graph.in_edges(node, data=True))
    return context.model.elements[node].span


def _last(edges: Iterable[Any]) -> Span:
    spans: list[Span] = [data["span"] for _, _, data in edges]
    return max(spans, key=lambda span: (span.file, span.line))
