"""Printed prices below zero: whoever pays them would be paid."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from interpreter.check.context import Context
from interpreter.findings import Finding
from interpreter.language import ir
from interpreter.model.declarations import Field

NEEDS_CLEAN: Final = True


def check(context: Context) -> Iterator[Finding]:
    """Numbers that elements ask to be paid as they are printed."""
    prices = _prices(context)
    for known in context.elements():
        fields = context.model.fields_of(known.type)
        for name, value in known.values.items():
            if fields.get(name) in prices and isinstance(value, int) and value < 0:
                assert known.node is not None
                entry = known.node.entries.get(name)
                message = f"{name} of `{known.id}` is paid, and it is below zero"
                help_line = "write it without the minus sign"
                span = entry.span if entry is not None else known.span
                yield Finding("BR0910", message, span, "warning", help_line)


def _prices(context: Context) -> list[Field]:
    paid = [
        _plain(context, part.amount)
        for script in context.scripts.values()
        for part in script
        if isinstance(part, ir.Transfer) and part.verb == "pay"
    ]
    return [part.field for part in paid if isinstance(part, ir.Printed)]


def _plain(context: Context, amount: ir.Expr) -> ir.Expr:
    """What a quantity is before anybody modifies it."""
    if not isinstance(amount, ir.Ask):
        return amount
    known = context.program.formulas.get(f"quantity {amount.quantity}")
    return known.value if known is not None else amount
