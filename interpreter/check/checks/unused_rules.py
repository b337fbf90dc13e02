"""Quantities nobody asks for, procedures nobody runs, events nobody raises."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from interpreter.check.context import Context
from interpreter.findings import Finding, Span

NEEDS_CLEAN: Final = True


def check(context: Context) -> Iterator[Finding]:
    """Look at what scripts, manifests and examples mention."""
    yield from _quantities(context)
    yield from _procedures(context)
    for event in context.model.events.values():
        if event.id not in context.program.raised:
            place = _place(context, "events", event.id, event.span)
            message = f"nobody raises the event `{event.id}`"
            yield Finding("BR0411", message, place, "warning", "raise it somewhere, or take it out")


def _quantities(context: Context) -> Iterator[Finding]:
    model = context.model
    asked = {*context.uses.quantities, model.score, model.tie_break}
    for quantity in model.quantities.values():
        if quantity.id in asked:
            continue
        place = _place(context, "quantities", quantity.id, quantity.span)
        message = f"nobody asks for the quantity `{quantity.id}`"
        if quantity.id in context.program.modifiers:
            message += ", so that modifying it changes nothing"
        yield Finding("BR0409", message, place, "warning", "use it, or take it out")


def _procedures(context: Context) -> Iterator[Finding]:
    model = context.model
    reached = {model.setup, model.play}
    runs = context.uses.routines
    waiting = [name for name in runs if name not in model.procedures] + list(reached)
    while waiting:
        for name in runs.get(waiting.pop(), ()):
            if name not in reached:
                reached.add(name)
                waiting.append(name)
    for procedure in model.procedures.values():
        if procedure.id not in reached:
            place = _place(context, "procedures", procedure.id, procedure.span)
            message = f"nothing runs the procedure `{procedure.id}`"
            yield Finding("BR0410", message, place, "warning", "run it somewhere, or take it out")


def _place(context: Context, section: str, key: str, span: Span) -> Span:
    return context.merged.places.get(f"{section}.{key}", span)
