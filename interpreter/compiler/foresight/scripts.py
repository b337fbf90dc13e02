"""Questions about statements: do they leave the routine, which variables are they about."""

from __future__ import annotations

from typing import Any

from interpreter.compiler.effects import expressions_of, inside
from interpreter.compiler.tree import variables
from interpreter.language import ir


def stops(stmts: tuple[ir.Stmt, ...]) -> bool:
    """Whether a `stop` stands in one of the statements, or in a block of them."""
    for stmt in stmts:
        if isinstance(stmt, ir.Stop):
            return True
        if not isinstance(stmt, ir.Choice) and stops(tuple(inside(stmt))):
            return True
        if isinstance(stmt, ir.Choice) and any(stops(a.body) for a in stmt.alternatives):
            return True
    return False


def free_in(choice: ir.Choice) -> set[str]:
    """Variables a choice is about that are bound outside of it."""
    used, bound = _used((choice,))
    return used - bound


def _used(stmts: tuple[ir.Stmt, ...]) -> tuple[set[str], set[str]]:
    used: set[str] = set()
    bound: set[str] = set()
    todo: list[Any] = list(stmts)
    while todo:
        stmt = todo.pop()
        for expr in expressions_of(stmt):
            used |= variables(expr)
        if isinstance(stmt, ir.Let | ir.Draw | ir.ForEach):
            bound.add(stmt.name)
        if isinstance(stmt, ir.Choice):
            for alternative in stmt.alternatives:
                bound |= {b.name for b in alternative.binders if b.name}
        todo += inside(stmt)
    return used, bound
