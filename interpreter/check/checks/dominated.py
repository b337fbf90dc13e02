"""Tiles that another tile beats: the same cost, and a reward that is contained in the other's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from interpreter.check.context import Context
from interpreter.check.effects import Effect, contained, effect_of
from interpreter.findings import Finding
from interpreter.model.declarations import Element

NEEDS_CLEAN: Final = True


def check(context: Context) -> Iterator[Finding]:
    """Elements of one type that differ in nothing but id, name and one script."""
    groups: dict[tuple[Any, ...], list[tuple[Element, Effect]]] = {}
    for known in context.elements():
        scripts = [name for name in known.scripts if _unit(known, name) in context.program.routines]
        if len(scripts) != 1 or known.rules or not known.values or _changes(context, known):
            continue
        effect = effect_of(context, context.program.routines[_unit(known, scripts[0])].body)
        if effect:
            key = (known.type, scripts[0], *sorted(known.values.items()))
            groups.setdefault(key, []).append((known, effect))
    for group in groups.values():
        yield from _beaten(group)


def _unit(known: Element, script: str) -> str:
    return f"{known.id}.{script}"


def _changes(context: Context, known: Element) -> bool:
    """Whether it has state: then it can be taken, and the second best is worth something."""
    return any(made.state for made in context.model.fields_of(known.type).values())


def _beaten(group: list[tuple[Element, Effect]]) -> Iterator[Finding]:
    for known, effect in group:
        better = next((other for other, more in group if contained(effect, more)), None)
        if better is not None:
            message = f"`{known.id}` costs as much as `{better.id}`, which brings more"
            related = (("this one brings more", better.span),)
            help_line = "make it cheaper or better"
            yield Finding("BR0901", message, known.span, "warning", help_line, related)
