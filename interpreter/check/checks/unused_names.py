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
    for part in script:
        for name, help_line in _bound(part):
            if name not in read and not name.startswith("you_"):
                message = f"`{_word(name)}` is never used"
                yield Finding("BR0306", message, _place(context, part), "warning", help_line)


def _bound(part: Any) -> Iterator[tuple[str, str]]:
    """Names that a part gives to something, and what to do if nobody reads them."""
    match part:
        case ir.Let(name=name):
            yield name, "take the line out, or use it"
        case ir.ForEach(name=name):
            yield name, "use it, or write `repeat` and how many times"
        case ir.Alternative(binders=binders):
            # To name it in the label is enough: something may be chosen for that alone.
            for binder in binders:
                if binder.name:
                    yield binder.name, "use it, or choose without it"


def _place(context: Context, part: ir.Stmt | ir.Alternative) -> Span:
    return context.program.lines[part.line]


def _word(name: str) -> str:
    """The name as written: variables get a number each."""
    return re.sub(r"_\d+$", "", name)
