"""Parameters and variables that nothing reads."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from interpreter.check.context import Context
from interpreter.findings import Finding, Span
from interpreter.language import ir
from interpreter.model.declarations import Parameter

NEEDS_CLEAN: Final = True


def check(context: Context) -> Iterator[Finding]:
    """Bindings of every routine; parameters of procedures.

    What a quantity takes is there for those who modify it, so that it may be of no use yet.
    """
    for name in context.program.routines:
        yield from _bindings(context, context.scripts[name], context.uses.read[name])
    for procedure in context.model.procedures.values():
        read = context.uses.read.get(procedure.id, set())
        yield from _parameters(procedure.takes, read, f"the procedure `{procedure.id}`")


def _parameters(takes: Mapping[str, Parameter], read: set[str], what: str) -> Iterator[Finding]:
    words = {_word(name) for name in read}
    for parameter in takes.values():
        if parameter.name not in words:
            message = f"{what} never uses what it takes as `{parameter.name}`"
            yield Finding("BR0306", message, parameter.place, "warning", "take it out, or use it")


def _bindings(context: Context, script: list[Any], read: set[str]) -> Iterator[Finding]:
    # An element may be chosen for its label alone, so that only names of values count.
    for part in script:
        if isinstance(part, ir.Let) and part.name not in read and not part.name.startswith("you_"):
            span = _place(context, part)
            message = f"`{_word(part.name)}` is never used"
            yield Finding("BR0306", message, span, "warning", "take the line out, or use it")


def _place(context: Context, stmt: ir.Stmt) -> Span:
    return context.program.lines[stmt.line]


def _word(name: str) -> str:
    """The name as written: variables get a number each."""
    return re.sub(r"_\d+$", "", name)
