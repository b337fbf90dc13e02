"""Two facts about every routine: may it ask a player, and may it prove impossible?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from interpreter.language import ir
from interpreter.language.program import Program


class Analysis:
    """`suspends`: contains a decision or a commit. `fails`: a price or condition may not be met."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.suspending: set[str] = set()
        self.failing: set[str] = set()
        self._settle(self.suspending, self.suspends)
        self._settle(self.failing, self.fails)

    def _settle(self, known: set[str], test: object) -> None:
        assert callable(test)
        changed = True
        while changed:
            changed = False
            for routine in self.program.routines.values():
                if routine.id not in known and any(test(stmt) for stmt in routine.body):
                    known.add(routine.id)
                    changed = True

    def targets(self, stmt: ir.Stmt) -> Iterable[str]:
        """Routines a statement may run."""
        match stmt:
            case ir.CallProc(procedure=procedure):
                return (procedure,)
            case ir.Do(table=table, subject=ir.Const(value=ordinal)):
                found = self.program.tables.get(table, {}).get(ordinal)
                return (found,) if found else ()
            case ir.Do(table=table):
                return self.program.tables.get(table, {}).values()
        return ()

    def idle(self, stmt: ir.CallProc) -> bool:
        """A call of something that does nothing: an event nobody listens to."""
        routine = self.program.routines.get(stmt.procedure)
        return routine is not None and not routine.body

    def suspends(self, stmt: ir.Stmt) -> bool:
        if isinstance(stmt, ir.Choice | ir.Commit):
            return True
        if any(target in self.suspending for target in self.targets(stmt)):
            return True
        return any(self.suspends(inner) for inner in inside(stmt))

    def fails(self, stmt: ir.Stmt) -> bool:
        match stmt:
            case ir.Require() | ir.Draw():
                return True
            case ir.Transfer(verb=verb) | ir.TransferBundle(verb=verb):
                return verb == "pay"
            case ir.Choice(declinable=declinable, alternatives=alternatives):
                return not declinable and not any(self._always(a) for a in alternatives)
        if any(target in self.failing for target in self.targets(stmt)):
            return True
        return any(self.fails(inner) for inner in inside(stmt))

    def _always(self, alternative: ir.Alternative) -> bool:
        """An alternative that is there whatever the position."""
        if alternative.condition is not None or any(self.fails(s) for s in alternative.body):
            return False
        return all(b.kind == "range" and _never_empty(b.exprs) for b in alternative.binders)

    def safe(self, stmts: Iterable[ir.Stmt]) -> tuple[bool, bool]:
        """(cannot prove impossible before its end or a commit, surely commits)."""
        for stmt in stmts:
            if isinstance(stmt, ir.Commit):
                return True, True
            if self.fails(stmt):
                return False, False
        return True, False


def _never_empty(ends: tuple[ir.Expr, ...]) -> bool:
    """`0 to n` always has a value: amounts in rules are not negative."""
    return isinstance(ends[0], ir.Const) and ends[0].value == 0


def inside(stmt: ir.Stmt) -> Iterator[ir.Stmt]:
    """Statements directly inside a block."""
    match stmt:
        case ir.If(then=then, otherwise=otherwise):
            yield from then
            yield from otherwise
        case ir.ForEach(body=body) | ir.Repeat(body=body) | ir.While(body=body):
            yield from body
        case ir.Choice(alternatives=alternatives):
            for alternative in alternatives:
                yield from alternative.body
