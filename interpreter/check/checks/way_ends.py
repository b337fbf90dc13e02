"""Ways that end where nothing can stand: a conduit into a basin without powerhouses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from interpreter.check.checks.graph_wishes import wishes_of
from interpreter.check.context import Context
from interpreter.findings import Finding

NEEDS_CLEAN: Final = True


def check(context: Context) -> Iterator[Finding]:
    """Graphs with `stands: {type: …, in: …}`."""
    for wishes in wishes_of(context):
        if wishes.stands is None:
            continue
        type_id, where = wishes.stands
        places = set()
        for ordinal in context.model.types[type_id].members:
            known = context.model.table[ordinal]
            at = context.model.table[known.values.get(where, 0)] if known is not None else None
            if at is not None:
                places.add(at.id)
        for start, end, _, span in wishes.graph.all:
            if end not in places:
                message = f"the way from `{start}` ends at `{end}`, where no {type_id} can stand"
                help_line = f"end it elsewhere, or give `{end}` a {type_id}"
                yield Finding("BR0506", message, span, help=help_line)
