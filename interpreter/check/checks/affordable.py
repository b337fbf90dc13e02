"""Prices in something that nobody can ever have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from interpreter.check.context import Context
from interpreter.findings import Finding
from interpreter.language import ir

NEEDS_CLEAN: Final = True


def check(context: Context) -> Iterator[Finding]:
    """`pay` in scripts, and bundles that elements ask to be paid."""
    if context.model.setup == "":
        return
    had = _obtainable(context)
    if had is None:
        return
    for script in context.scripts.values():
        for part in script:
            match part:
                case ir.Transfer(verb="pay", resource=ir.Const(value=what)) if what not in had:
                    known = context.model.table[what]
                    name = known.id if known is not None else "?"
                    span = context.program.lines[part.line]
                    message = f"nobody ever has any {name}, so that this cannot be paid"
                    help_line = f"let somebody gain {name}, or ask for something else"
                    yield Finding("BR0902", message, span, "warning", help_line)


def _obtainable(context: Context) -> set[int] | None:
    """Resources that some script hands out; None if that cannot be told."""
    resources = context.model.types["resource"].members
    had: set[int] = set()
    for script in context.scripts.values():
        for part in script:
            match part:
                case ir.Transfer(verb="gain", resource=ir.Const(value=what)):
                    had.add(what)
                case ir.Transfer(verb="gain") | ir.Write(target=ir.Held()):
                    return None
                case ir.TransferBundle(verb="gain"):
                    had |= _in_bundles(context, resources)
    return had


def _in_bundles(context: Context, resources: tuple[int, ...]) -> set[int]:
    """Everything that some printed bundle holds."""
    found: set[int] = set()
    for known in context.elements():
        for name, made in context.model.fields_of(known.type).items():
            value = known.values.get(name)
            if made.kind.word == "bundle" and isinstance(value, tuple):
                found.update(r for r, n in zip(resources, value, strict=False) if n)
    return found
