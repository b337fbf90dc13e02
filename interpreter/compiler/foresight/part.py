"""What all parts of the foresight share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.compiler.foresight.ahead import UNKNOWN, Ahead
from interpreter.language import ir
from interpreter.model.kinds import Kind

if TYPE_CHECKING:
    from interpreter.compiler.foresight.guards import Guards


class Part:
    """One job of the foresight. The parts call each other through `guards`."""

    def __init__(self, guards: Guards) -> None:
        self.guards = guards
        self.out = guards.out
        self.analysis = guards.out.analysis
        self.folder = guards.out.analysis.folder
        self.effects = guards.out.analysis.effects
        self.program = guards.out.expressions.program
        self.resources = self.program.model.types["resource"].members
        self.tables = guards.tables

    def py(self, expr: ir.Expr) -> str:
        """Source of an expression; lists that depend on the player only are made once."""
        return self.guards.lists.py(expr)

    def unknown(self, kind: Kind) -> ir.Var:
        """A value that cannot be known beforehand."""
        return ir.Var(kind, self.folder.fresh(UNKNOWN))

    def usable(self, expr: ir.Expr, at: Ahead) -> bool:
        """Whether the value is the same before the option as at this point of it."""
        return self.guards.lists.usable(expr, at)

    def amount_slot(self, ordinal: int, you: str) -> str:
        layout = self.out.expressions.layout
        fixed = layout.amount_offset + ordinal * layout.width
        return f"{you} + {fixed}"
