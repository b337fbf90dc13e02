"""Effects that can never happen: behind `stop`, under a condition that never holds, no times."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

from interpreter.check.context import Context
from interpreter.check.static import may_be_empty_only, worth
from interpreter.findings import Finding
from interpreter.language import ir

NEEDS_CLEAN: Final = True


def check(context: Context) -> Iterator[Finding]:
    """Every routine of the packs."""
    for name, routine in context.program.routines.items():
        yield from _block(context, routine.body)
        for part in context.scripts[name]:
            match part:
                case ir.If(then=then, otherwise=otherwise):
                    yield from _block(context, then)
                    yield from _block(context, otherwise)
                case ir.ForEach(body=body) | ir.Repeat(body=body) | ir.While(body=body):
                    yield from _block(context, body)
                case ir.Alternative(body=body):
                    yield from _block(context, body)
            if isinstance(part, ir.Stmt):
                yield from _statement(context, part)


def _block(context: Context, body: tuple[ir.Stmt, ...]) -> Iterator[Finding]:
    for before, after in pairwise(body):
        if isinstance(before, ir.Stop):
            yield _never(context, after, "this comes behind `stop`")


def _statement(context: Context, stmt: ir.Stmt) -> Iterator[Finding]:
    match stmt:
        case ir.If(condition=test, otherwise=otherwise):
            value = _worth(context, test)
            if value is False:
                yield _never(context, stmt, "the condition never holds")
            elif value is True and otherwise:
                yield _never(context, otherwise[0], "the condition above always holds")
        case ir.Require(condition=test) if _worth(context, test) is False:
            yield _never(context, stmt, "what is required never holds")
        case ir.Repeat(count=count) if _nothing(_worth(context, count)):
            yield _never(context, stmt, "this is repeated no times")
        case ir.ForEach(source=source) if may_be_empty_only(context.model, source):
            yield _never(context, stmt, "the list is always empty")
        case ir.Transfer(amount=amount) if _nothing(_worth(context, amount)):
            yield _never(context, stmt, "nothing changes hands")


def _worth(context: Context, expr: ir.Expr) -> Any:
    return worth(context.model, expr, {})


def _nothing(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value <= 0


def _never(context: Context, stmt: ir.Stmt, why: str) -> Finding:
    span = context.program.lines[stmt.line]
    help_line = "take it out, or correct the line that prevents it"
    return Finding("BR0307", f"this never happens: {why}", span, "warning", help_line)
