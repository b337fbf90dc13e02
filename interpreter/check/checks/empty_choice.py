"""Choices from something that is always empty."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from interpreter.check.context import Context
from interpreter.check.static import OPEN, may_be_empty_only, worth
from interpreter.findings import Finding
from interpreter.language import ir

NEEDS_CLEAN: Final = True


def check(context: Context) -> Iterator[Finding]:
    """Every alternative of every decision."""
    for name in context.program.routines:
        for part in context.scripts[name]:
            if not isinstance(part, ir.Alternative):
                continue
            if any(_empty(context, binder) for binder in part.binders):
                span = context.program.lines[part.line]
                help_line = "look at the list and at its `where`"
                message = "there is never anything to choose from here"
                yield Finding("BR0308", message, span, "warning", help_line)


def _empty(context: Context, binder: ir.Binder) -> bool:
    if binder.kind == "range":
        ends = [worth(context.model, end, {}) for end in binder.exprs]
        return OPEN not in ends and ends[0] > ends[1]
    if binder.kind in ("pick", "many", "up_to"):
        return may_be_empty_only(context.model, binder.exprs[-1])
    return binder.kind == "such_that" and worth(context.model, binder.exprs[0], {}) is False
