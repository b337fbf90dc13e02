"""What expressions read and statements write, field by field."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from interpreter.compiler.tree import children
from interpreter.language import ir
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
    """Reads and writes of one program, through all calls.

    Direct effects are collected once per unit; what a unit reaches is the union along the calls,
    so that units which call each other need no special care.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self._expressions: dict[ir.Expr, frozenset[Key]] = {}
        self._units: dict[str, frozenset[Key]] = {}
        self._written: dict[str, frozenset[Key]] = {}
        self._read: dict[str, frozenset[Key]] = {}

    # ---- reads ---------------------------------------------------------------

    def reads(self, expr: ir.Expr) -> frozenset[Key]:
        """Every field the value of an expression may depend on."""
        found = self._expressions.get(expr)
        if found is None:
            keys, units = self._direct([expr])
            found = frozenset(keys).union(*(self._unit(unit) for unit in units))
            self._expressions[expr] = found
        return found

    def _direct(self, exprs: Iterable[ir.Expr]) -> tuple[set[Key], set[str]]:
        """Fields read by expressions themselves, and the formulas and quantities they ask."""
        keys: set[Key] = set()
        units: set[str] = set()
        todo = list(exprs)
        while todo:
            expr = todo.pop()
            todo += children(expr)
            units |= self._asked(expr)
            match expr:
                case ir.State(field=field):
                    keys.add(key_of(field))
                case ir.Held(resource=ir.Const(value=ordinal)):
                    keys.add(("resource", ordinal))
                case ir.Held():
                    keys.add(ANY_AMOUNT)
        return keys, units

    def _asked(self, expr: ir.Expr) -> set[str]:
        """The quantity, or the formulas, that an expression itself asks."""
        match expr:
            case ir.Ask(quantity=quantity):
                return {"quantity " + quantity}
            case ir.Formula(field=field):
                return set(self.program.tables.get(f"{field.owner}.{field.name}", {}).values())
        return set()

    def _unit(self, unit_id: str) -> frozenset[Key]:
        found = self._units.get(unit_id)
        if found is None:
            keys: set[Key] = set()
            seen, todo = {unit_id}, [unit_id]
            while todo:
                more, units = self._direct(self._parts(todo.pop()))
                keys |= more
                todo += units - seen
                seen |= units
            found = self._units[unit_id] = frozenset(keys)
        return found

    def reached(self, exprs: Iterable[ir.Expr]) -> Iterator[ir.Expr]:
        """Expressions, everything inside them, and inside the quantities and formulas they ask."""
        todo, seen = list(exprs), set[str]()
        while todo:
            expr = todo.pop()
            yield expr
            todo += children(expr)
            for unit_id in self._asked(expr) - seen:
                seen.add(unit_id)
                todo += self._parts(unit_id)

    def ends(self, expr: ir.Expr) -> bool:
        """Whether no quantity in it is ever asked for again while it is worked out."""
        _, first = self._direct([expr])
        for unit_id in first:
            seen: set[str] = set()
            todo = [unit_id]
            while todo:
                _, units = self._direct(self._parts(todo.pop()))
                if unit_id in units:
                    return False
                todo += units - seen
                seen |= units
        return True

    def _parts(self, unit_id: str) -> list[ir.Expr]:
        """All expressions behind a formula or a quantity."""
        program = self.program
        exprs = [program.formulas[unit_id].value]
        name = unit_id.removeprefix("quantity ")
        if name == unit_id:
            return exprs
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
        return exprs

    def read_by(self, stmts: Iterable[ir.Stmt]) -> frozenset[Key]:
        """Everything statements may read, through all calls; transfers read what they change."""
        return self._through(stmts, self._read, self._direct_reads)

    def _direct_reads(self, stmt: ir.Stmt) -> Iterator[Key]:
        for expr in expressions_of(stmt):
            yield from self.reads(expr)
        match stmt:
            case ir.Transfer(resource=ir.Const(value=ordinal)):
                yield ("resource", ordinal)
            case ir.Transfer() | ir.TransferBundle():
                yield ANY_AMOUNT
            case ir.Add(target=target) | ir.Remove(target=target) | ir.Draw(target=target):
                yield key_of(target.field)

    # ---- writes --------------------------------------------------------------

    def writes(self, stmts: Iterable[ir.Stmt]) -> frozenset[Key]:
        """Every field statements may change, through all calls."""
        return self._through(stmts, self._written, self._direct_writes)

    def _direct_writes(self, stmt: ir.Stmt) -> Iterator[Key]:
        match stmt:
            case ir.Write(target=ir.Held(resource=resource)) | ir.Transfer(resource=resource):
                if isinstance(resource, ir.Const):
                    yield ("resource", resource.value)
                else:
                    yield ANY_AMOUNT
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

    # ---- through calls -------------------------------------------------------

    def _through(
        self,
        stmts: Iterable[ir.Stmt],
        known: dict[str, frozenset[Key]],
        direct: Callable[[ir.Stmt], Iterator[Key]],
    ) -> frozenset[Key]:
        keys, called = self._own(stmts, direct)
        for routine in called:
            if routine not in known:
                known[routine] = self._reached(routine, direct)
            keys |= known[routine]
        return frozenset(keys)

    def _reached(self, routine: str, direct: Callable[[ir.Stmt], Iterator[Key]]) -> frozenset[Key]:
        keys: set[Key] = set()
        seen, todo = {routine}, [routine]
        while todo:
            more, called = self._own(self.program.routines[todo.pop()].body, direct)
            keys |= more
            todo += called - seen
            seen |= called
        return frozenset(keys)

    def called(self, stmts: Iterable[ir.Stmt]) -> set[str]:
        """Routines that statements themselves may run."""
        return self._own(stmts, lambda _: iter(()))[1]

    def _own(
        self, stmts: Iterable[ir.Stmt], direct: Callable[[ir.Stmt], Iterator[Key]]
    ) -> tuple[set[Key], set[str]]:
        keys: set[Key] = set()
        called: set[str] = set()
        todo = list(stmts)
        while todo:
            stmt = todo.pop()
            keys.update(direct(stmt))
            called.update(targets(self.program, stmt))
            todo += inside(stmt)
        return keys, called


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
