"""Expressions as trees: looking inside them, and making changed ones of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from interpreter.language import ir
from interpreter.model.kinds import YES_NO

#: kind of expression to the fields in which it holds others
_PARTS: dict[str, tuple[str, ...]] = {}


def _parts_of(expr: ir.Expr) -> tuple[str, ...]:
    kind = type(expr).__name__
    found = _PARTS.get(kind)
    if found is None:
        fields = type(expr).__dataclass_fields__.values()
        found = _PARTS[kind] = tuple(one.name for one in fields if "Expr" in str(one.type))
    return found


def children(expr: ir.Expr) -> Iterable[ir.Expr]:
    """Expressions directly inside an expression."""
    for name in _parts_of(expr):
        part = getattr(expr, name)
        if isinstance(part, ir.Expr):
            yield part
        elif isinstance(part, tuple):
            for piece in part:
                if isinstance(piece, ir.Expr):
                    yield piece
                elif isinstance(piece, tuple):
                    yield from (p for p in piece if isinstance(p, ir.Expr))


def variables(expr: ir.Expr) -> set[str]:
    """Names that occur in an expression, those of its own lists aside."""
    if isinstance(expr, ir.Var):
        return {expr.name}
    found: set[str] = set()
    for part in children(expr):
        found |= variables(part)
    if isinstance(expr, ir.Each | ir.Sorted):
        found.discard(expr.var)
    return found


def asks(expr: ir.Expr) -> bool:
    """Whether a quantity or a formula is asked for somewhere in it."""
    return isinstance(expr, ir.Ask | ir.Formula) or any(asks(part) for part in children(expr))


def mentions(expr: object, name: str) -> bool:
    """Whether a variable occurs in an expression."""
    if isinstance(expr, ir.Var):
        return expr.name == name
    if isinstance(expr, ir.Expr):
        return any(mentions(getattr(expr, f), name) for f in expr.__dataclass_fields__)
    if isinstance(expr, tuple):
        return any(mentions(part, name) for part in expr)
    return False


def conjuncts(expr: ir.Expr) -> list[ir.Expr]:
    return list(expr.parts) if isinstance(expr, ir.Op) and expr.op == "and" else [expr]


def all_of(parts: tuple[ir.Expr, ...]) -> ir.Expr | None:
    """All of these conditions; None if there are none."""
    if not parts:
        return None
    return parts[0] if len(parts) == 1 else ir.Op(YES_NO, "and", parts)


def canonical(expr: ir.Expr, depth: int = 0) -> ir.Expr:
    """The same expression with its own list variables named by depth, fit for comparing."""
    if isinstance(expr, ir.Each | ir.Sorted):
        expr = _rename(expr, expr.var, f"·{depth}")
        depth += 1
    made: ir.Expr = rebuild(expr, lambda part: canonical(part, depth))
    return made


def plain(expr: ir.Expr) -> ir.Expr:
    """The canonical form, and it does not matter what is sure about variables."""
    return canonical(_unsure(expr))


def _unsure(expr: Any) -> Any:
    if isinstance(expr, ir.Var):
        return ir.Var(expr.kind, expr.name)
    return rebuild(expr, _unsure)


def _rename(expr: Any, old: str, new: str) -> Any:
    if isinstance(expr, ir.Var):
        return ir.Var(expr.kind, new, expr.solid) if expr.name == old else expr
    made = rebuild(expr, lambda part: _rename(part, old, new))
    if isinstance(made, ir.Each | ir.Sorted) and made.var == old:
        values = {n: getattr(made, n) for n in made.__dataclass_fields__}
        made = type(made)(**{**values, "var": new})
    return made


def replace_in(expr: ir.Expr, old: ir.Expr, new: ir.Expr) -> ir.Expr:
    """An expression with one part put in the place of another."""
    if expr == old:
        return new
    made: ir.Expr = rebuild(expr, lambda part: replace_in(part, old, new))
    return made


def rebuild(expr: ir.Expr, change: Callable[[ir.Expr], ir.Expr]) -> Any:
    """An expression with its parts changed."""

    def over(part: Any) -> Any:
        if isinstance(part, ir.Expr):
            return change(part)
        if isinstance(part, tuple):
            return tuple(over(piece) for piece in part)
        return part

    inner = _parts_of(expr)
    if not inner:
        return expr
    values = {name: getattr(expr, name) for name in expr.__dataclass_fields__}
    for name in inner:
        values[name] = over(values[name])
    return type(expr)(**values)
