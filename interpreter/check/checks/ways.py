"""Ways of the map, checked as the graph itself asks for (`checks:` in the `graphs` section).

sources   nothing leads into these, and from each one of the ends can be reached
ends      nothing leads out of these
downhill  a field that never gets smaller along the way
all       each of these lies on some way
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from interpreter.check.checks.graph_wishes import Wishes, wishes_of
from interpreter.check.context import Context
from interpreter.findings import Finding, Span
from interpreter.topology import Way

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


def _turned(wishes: Wishes) -> Iterator[Finding]:
    for start, end, _, span in wishes.graph.all:
        if end in wishes.sources:
            message = f"the way from `{start}` leads into `{end}`, where ways begin"
        elif start in wishes.ends:
            message = f"a way leads on from `{start}`, where ways end"
        else:
            continue
        yield Finding("BR0505", message, span, help="exchange `from` and `to`")


def _uphill(context: Context, wishes: Wishes) -> Iterator[Finding]:
    name = wishes.downhill
    for start, end, _, span in wishes.graph.all if name else ():
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
    circle = wishes.graph.circle()
    spans = [way.span for way in circle]
    if not circle or known & set(spans):
        return
    # The last edge in the file is most likely the one that was added or turned.
    last = max(range(len(circle)), key=lambda at: (spans[at].file, spans[at].line))
    chain = " → ".join([*(way.start for way in circle), circle[0].start])
    others = tuple(
        (f"{way.start} leads to {way.end}", way.span) for at, way in enumerate(circle) if at != last
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
        good.update(graph.above(end))
    for source in wishes.sources:
        if source in good:
            continue
        reached = [source, *graph.below(source)]
        last = [node for node in reached if not graph.onward(node)]
        where = last[0] if last else source
        place = _place_of(context, wishes, where)
        message = f"from `{source}` no end is reached: nothing leads on from `{where}`"
        yield Finding(
            "BR0503", message, place, help="add the way on, or turn the one that is wrong"
        )


def _lonely(context: Context, wishes: Wishes) -> Iterator[Finding]:
    reached = set(wishes.sources)
    for source in wishes.sources:
        reached.update(wishes.graph.below(source))
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
        if graph.onward(known.id):
            return _last(graph.onward(known.id))
    if graph.back(node):
        return _last(graph.back(node))
    return context.model.elements[node].span


def _last(ways: Iterable[Way]) -> Span:
    return max((way.span for way in ways), key=lambda span: (span.file, span.line))
