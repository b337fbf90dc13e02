"""Ways that are followed although they fork: `along` stops there, and what flows is lost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from interpreter.check.context import Context
from interpreter.findings import Finding, Span
from interpreter.language import ir

NEEDS_CLEAN: Final = False
#: a way that is turned round makes a fork at its other end
_TURNED: Final = ("BR0502", "BR0504", "BR0505")


def check(context: Context) -> Iterator[Finding]:
    """Every place with several ways on, in graphs that some script goes along."""
    turned = {finding.span for finding in context.findings if finding.code in _TURNED}
    for name in sorted(_followed(context) & set(context.graphs)):
        graph = context.graphs[name]
        if turned & {way.span for way in graph.all}:
            continue
        for place in graph:
            spans = [way.span for way in graph.onward(place)]
            if len(spans) > 1:
                yield _finding(name, place, sorted(spans))


def _followed(context: Context) -> set[str]:
    return {
        part.args[0].value
        for script in context.scripts.values()
        for part in script
        if isinstance(part, ir.Builtin) and part.function == "along"
        if isinstance(part.args[0], ir.Const)
    }


def _finding(graph: str, place: str, spans: list[Span]) -> Finding:
    *others, last = spans
    message = f"from `{place}` there are {len(spans)} ways on: `along({graph}, …)` stops there"
    help_line = "leave one way on, or turn or remove the one that is wrong"
    related = tuple(("another way on", span) for span in others)
    return Finding("BR0509", message, last, help=help_line, related=related)
