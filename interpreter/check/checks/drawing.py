"""Places that are drawn nowhere, or on top of each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from interpreter.check.checks.graph_wishes import wishes_of
from interpreter.check.context import Context
from interpreter.findings import Finding
from interpreter.model.declarations import Element

NEEDS_CLEAN: Final = True


def check(context: Context) -> Iterator[Finding]:
    """Graphs with `drawn: {across: …, down: …, of: […]}`."""
    for wishes in wishes_of(context):
        seen: dict[tuple[str, Any, Any], Element] = {}
        for node in wishes.drawn:
            known = context.model.elements[node]
            missing = [name for name in (wishes.across, wishes.down) if not _has(known, name)]
            for name in missing:
                message = f"`{node}` is drawn, but has no `{name}`"
                yield Finding("BR0205", message, known.span, help=f"add `{name}: …`")
            if missing:
                continue
            place = (known.values.get(wishes.across), known.values.get(wishes.down))
            # A basin and a dam in it may share a place; two dams may not.
            first = seen.setdefault((known.type, *place), known)
            if first is not known:
                message = f"`{node}` is drawn on top of `{first.id}`"
                related = (("the other one", first.span),)
                help_line = f"give it another {wishes.across} or {wishes.down}"
                yield Finding("BR0508", message, known.span, "warning", help_line, related)


def _has(known: Element, name: str) -> bool:
    return known.node is not None and name in known.node.entries
