"""What an expression is worth before any game is played, as far as that can be told."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any, Final

from interpreter.language import ir
from interpreter.model.model import Model

#: Only a game can tell.
OPEN: Final = object()

_COMPARE: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "is": operator.eq,
    "is not": operator.ne,
    "in": lambda item, items: item in items,
    "not in": lambda item, items: item not in items,
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "join": operator.add,
}


def worth(model: Model, expr: ir.Expr, known: Mapping[str, Any]) -> Any:
    """The value, or `OPEN`; `known` are variables whose value is known."""
    match expr:
        case ir.Const(value=value):
            return value
        case ir.Var(name=name):
            return known.get(name, OPEN)
        case ir.Printed(field=made, subject=subject):
            ordinal = worth(model, subject, known)
            element = model.table[ordinal] if isinstance(ordinal, int) else None
            return element.values.get(made.name, OPEN) if element is not None else OPEN
        case ir.Op(op=op, parts=parts):
            return _operation(op, [worth(model, part, known) for part in parts])
        case ir.Each():
            return _each(model, expr, known)
        case ir.ListExpr(items=items):
            values = tuple(worth(model, item, known) for item in items)
            return OPEN if OPEN in values else values
        case _:
            return OPEN


def _operation(op: str, values: list[Any]) -> Any:
    if op == "and":
        return False if False in values else (OPEN if OPEN in values else True)
    if op == "or":
        return True if True in values else (OPEN if OPEN in values else False)
    if OPEN in values:
        return OPEN
    if op == "not":
        return not values[0]
    compare = _COMPARE.get(op)
    return compare(*values) if compare is not None and len(values) == 2 else OPEN


def _each(model: Model, expr: ir.Each, known: Mapping[str, Any]) -> Any:
    """The list, if every test can be decided; empty as soon as nothing can be left."""
    source = worth(model, expr.source, known)
    if source is OPEN:
        return OPEN
    kept = []
    for value in source:
        inner = {**known, expr.var: value}
        test = worth(model, expr.condition, inner) if expr.condition is not None else True
        if test is OPEN:
            return OPEN
        if test:
            kept.append(worth(model, expr.item, inner) if expr.item is not None else value)
    return OPEN if OPEN in kept else tuple(kept)


def may_be_empty_only(model: Model, expr: ir.Expr) -> bool:
    """Whether a list is empty in every game."""
    return bool(worth(model, expr, {}) == ())
