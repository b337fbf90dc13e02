"""Elements that nothing reaches: no script names them, no list that is used can hold them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from interpreter.check.context import Context
from interpreter.check.static import worth
from interpreter.findings import Finding
from interpreter.language import ir
from interpreter.model.kinds import Kind

NEEDS_CLEAN: Final = True
#: types that the engine itself uses
_BUILT_IN: Final = frozenset(("player", "resource", "mode", "game"))


def check(context: Context) -> Iterator[Finding]:
    """Every element whose type is not built in."""
    if any(finding.code in ("BR0307", "BR0308") for finding in context.findings):
        return  # what never happens reaches nothing
    reached = _reached(context)
    for known in context.elements():
        if known.ordinal in reached or known.type in _BUILT_IN:
            continue
        place = context.merged.places.get(f"{context.model.types[known.type].plural}.{known.id}")
        message = f"nothing reaches the {known.type} `{known.id}`"
        help_line = "no script takes it from a list or names it; look at its fields, or take it out"
        yield Finding("BR0412", message, place or known.span, "warning", help_line)


def _reached(context: Context) -> set[int]:
    reached = set(context.uses.elements)
    for source, each in context.uses.lists:
        new = [ordinal for ordinal in source.value if ordinal not in reached]
        reached.update(
            ordinal for ordinal in new if each is None or _may_be(context, each, ordinal)
        )
    for known in context.model.elements.values():
        for name, made in context.model.fields_of(known.type).items():
            reached.update(_referred(made.kind, known.values.get(name)))
    for graph in context.graphs.values():
        reached.update(context.model.elements[node].ordinal for node in graph)
    return reached


def _may_be(context: Context, each: ir.Each, ordinal: int) -> bool:
    if each.condition is None:
        return True
    return worth(context.model, each.condition, {each.var: ordinal}) is not False


def _referred(kind: Kind, value: object) -> list[int]:
    """Elements that a printed field refers to."""
    if kind.word == "element" and isinstance(value, int):
        return [value]
    if kind.item is not None and kind.item.word == "element" and isinstance(value, tuple):
        return list(value)
    return []
