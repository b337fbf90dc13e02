"""What expressions read and statements write, field by field."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from interpreter.language import ir
from interpreter.language.fold import children
from interpreter.language.program import Program
from interpreter.model.declarations import Field

#: (type, field); amounts are ("resource", ordinal), ordinal 0 stands for any resource
Key = tuple[str, object]
ANY_AMOUNT: Key = ("resource", 0)


def clash(reads: Iterable[Key], writes: set[Key]) -> bool:
    """Whether something read may have been written."""
    if not writes:
        return False
    for key in reads:
        if key in writes:
            return True
        if key[0] == "resource" and isinstance(key[1], int):
            if ANY_AMOUNT in writes:
                return True
            if key == ANY_AMOUNT and any(w[0] == "resource" for w in writes):
                return True
    return False


def key_of(field: Field) -> Key:
    return (field.owner, "." + field.name)


class Effects:
    """Reads and writes of one program, through all calls."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._asked: dict[str, frozenset[Key]] = {}
        self._written: dict[str, frozenset[Key]] = {}
        self._read: dict[str, frozenset[Key]] = {}
        self._expressions: dict[ir.Expr, frozenset[Key]] = {}

    # ---- reads ---------------------------------------------------------------

    def reads(self, expr: ir.Expr) -> frozenset[Key]:
        found = self._expressions.get(expr)
        if found is None:
            found = self._expressions[expr] = frozenset(self._reads(expr))
        return found

    def _reads(self, expr: ir.Expr) -> Iterator[Key]:
        match expr:
            case ir.State(field=field):
                yield key_of(field)
            case ir.Held(resource=ir.Const(value=ordinal)):
                yield ("resource", ordinal)
            case ir.Held():
                yield ANY_AMOUNT
            case ir.Ask(quantity=quantity):
                yield from self._quantity(quantity)
            case ir.Formula(field=field):
                for unit in self.program.tables.get(f"{field.owner}.{field.name}", {}).values():
                    yield from self._unit(unit)
        for part in children(expr):
            yield from self.reads(part)

    def _unit(self, unit_id: str) -> frozenset[Key]:
        found = self._asked.get(unit_id)
        if found is None:
            self._asked[unit_id] = frozenset()
            found = self.reads(self.program.formulas[unit_id].value)
            self._asked[unit_id] = found
        return found

    def _quantity(self, name: str) -> frozenset[Key]:
        found = self._asked.get("?" + name)
        if found is not None:
            return found
        self._asked["?" + name] = frozenset()
        program = self.program
        exprs = [program.formulas["quantity " + name].value]
        if name in program.asked_of:
            exprs.append(program.asked_of[name])
        changes = program.modifiers.get(name, [])
        for change in changes:
            exprs += [change.value, *([change.condition] if change.condition is not None else [])]
        if changes:
            for bearing in program.bearings.values():
                exprs += bearing.bearers
                if bearing.condition is not None:
                    exprs.append(bearing.condition)
        found = frozenset(key for expr in exprs for key in self.reads(expr))
        self._asked["?" + name] = found
        return found

    def read_by(self, stmts: Iterable[ir.Stmt]) -> frozenset[Key]:
        """Everything statements may read, through all calls; prices read what they take."""
        return frozenset(key for stmt in stmts for key in self._stmt_reads(stmt))

    def _stmt_reads(self, stmt: ir.Stmt) -> Iterator[Key]:
        for expr in expressions_of(stmt):
            yield from self.reads(expr)
        match stmt:
            case ir.Transfer(resource=ir.Const(value=ordinal)):
                yield ("resource", ordinal)
            case ir.Transfer() | ir.TransferBundle():
                yield ANY_AMOUNT
            case ir.Add(target=target) | ir.Remove(target=target) | ir.Draw(target=target):
                yield key_of(target.field)
            case ir.CallProc() | ir.Do():
                for routine in targets(self.program, stmt):
                    yield from self._routine(routine, self._read, self._stmt_reads)
        for inner in inside(stmt):
            yield from self._stmt_reads(inner)

    # ---- writes --------------------------------------------------------------

    def writes(self, stmts: Iterable[ir.Stmt]) -> frozenset[Key]:
        return frozenset(key for stmt in stmts for key in self._stmt_writes(stmt))

    def _stmt_writes(self, stmt: ir.Stmt) -> Iterator[Key]:
        match stmt:
            case ir.Write(target=ir.Held(resource=resource)) | ir.Transfer(resource=resource):
                yield ("resource", resource.value) if isinstance(
                    resource, ir.Const
                ) else ANY_AMOUNT
            case ir.TransferBundle():
                yield ANY_AMOUNT
            case (
                ir.Write(target=ir.State(field=field))
                | ir.Add(target=ir.State(field=field))
                | ir.Remove(target=ir.State(field=field))
                | ir.Shuffle(target=ir.State(field=field))
                | ir.Draw(target=ir.State(field=field))
            ):
                yield key_of(field)
            case ir.CallProc() | ir.Do():
                for routine in targets(self.program, stmt):
                    yield from self._routine(routine, self._written, self._stmt_writes)
        for inner in inside(stmt):
            yield from self._stmt_writes(inner)

    def _routine(self, routine_id: str, known: dict[str, frozenset[Key]], of: object) -> Iterable[Key]:
        assert callable(of)
        found = known.get(routine_id)
        if found is not None:
            return found
        # a routine that calls itself: go round until nothing new is found
        known[routine_id] = frozenset()
        body = self.program.routines[routine_id].body
        while True:
            now = frozenset(key for stmt in body for key in of(stmt))
            if now == known[routine_id]:
                return now
            known[routine_id] = now


def targets(program: Program, stmt: ir.Stmt) -> Iterable[str]:
    """Routines a statement may run."""
    match stmt:
        case ir.CallProc(procedure=procedure):
            return (procedure,)
        case ir.Do(table=table, subject=ir.Const(value=ordinal)):
            found = program.tables.get(table, {}).get(ordinal)
            return (found,) if found else ()
        case ir.Do(table=table):
            return program.tables.get(table, {}).values()
    return ()


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


def expressions_of(stmt: ir.Stmt) -> Iterator[ir.Expr]:
    """Expressions directly in a statement (targets of writes aside, but with their subjects)."""
    for name in stmt.__dataclass_fields__:
        part = getattr(stmt, name)
        if name == "target":
            yield from children(part)
        elif isinstance(part, ir.Expr):
            yield part
        elif name == "args":
            yield from part
    if isinstance(stmt, ir.Choice):
        for alternative in stmt.alternatives:
            if alternative.condition is not None:
                yield alternative.condition
            for binder in alternative.binders:
                yield from binder.exprs
