"""Two facts about every routine: may it ask a player, and may it prove impossible?

`fails` knows the values that a caller hands over (`optional yes`), which lists are not empty
because a condition has just said so (`if any x … draw from x`), and what is true of an element
because it was chosen for it (`choose x from xs where open … require open of x`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property

from interpreter.compiler.effects import Effects, clash, inside, targets
from interpreter.compiler.fold import TRUE, Folder
from interpreter.compiler.tree import canonical, conjuncts, plain, variables
from interpreter.language import ir
from interpreter.language.program import Program

#: calls within calls that are looked into with the values handed over
DEEPEST = 8


@dataclass(frozen=True, slots=True)
class Context:
    """What is known where a statement stands."""

    env: dict[str, ir.Expr] = field(default_factory=dict)
    #: lists that are not empty, in canonical form
    filled: frozenset[ir.Expr] = frozenset()
    #: routines being looked into
    calls: tuple[str, ...] = ()
    #: conditions that hold, in canonical form
    true: frozenset[ir.Expr] = frozenset()


NOTHING_KNOWN = Context()


class Analysis:
    """`suspends`: contains a decision or a commit. `fails`: a price or condition may not be met."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.folder = Folder(program)
        self.effects = Effects(program)
        self.suspending: set[str] = set()
        self.failing: set[str] = set()
        self._settle(self.suspending, lambda body: any(self.suspends(s) for s in body))
        self._settle(self.failing, self._roughly_fails)

    def _settle(self, known: set[str], test: Callable[[tuple[ir.Stmt, ...]], bool]) -> None:
        """Whoever calls what is found out about is asked again."""
        routines = self.program.routines
        waiting = list(routines)
        while waiting:
            new = []
            for routine_id in waiting:
                if routine_id not in known and test(routines[routine_id].body):
                    known.add(routine_id)
                    new.append(routine_id)
            callers = {caller for found in new for caller in self._callers.get(found, ())}
            waiting = sorted(callers - known)

    @cached_property
    def _callers(self) -> dict[str, list[str]]:
        """Of every routine: those with a statement that may run it."""
        found: dict[str, list[str]] = {}
        for routine in self.program.routines.values():
            for target in self.effects.called(routine.body):
                found.setdefault(target, []).append(routine.id)
        return found

    def targets(self, stmt: ir.Stmt) -> Iterable[str]:
        """Routines a statement may run."""
        return targets(self.program, stmt)

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

    # ---- what may prove impossible -------------------------------------------

    def _roughly_fails(self, body: tuple[ir.Stmt, ...]) -> bool:
        """Whatever the parameters: the fixed point that recursion rests on."""
        deep = replace(NOTHING_KNOWN, calls=("",) * DEEPEST)
        return self.sequence_fails(body, deep)

    def fails(self, stmt: ir.Stmt, known: Context = NOTHING_KNOWN) -> bool:
        """Whether a statement may prove impossible, given what is known before it."""
        match stmt:
            case ir.Require(condition=condition):
                made = self.folder.fold(condition, known.env)
                return made != TRUE and not _facts(made) <= known.true
            case ir.Draw(target=target):
                return not self._filled(target, known)
            case ir.Transfer(verb=verb) | ir.TransferBundle(verb=verb):
                return verb == "pay"
            case ir.Choice(declinable=True):
                return False
            case ir.Choice(alternatives=alternatives):
                return not any(self._always(a, known) for a in alternatives)
            case ir.CallProc() | ir.Do():
                return self._call_fails(stmt, known)
            case ir.If(condition=condition, then=then, otherwise=otherwise):
                test = self.folder.fold(condition, known.env)
                if isinstance(test, ir.Const):
                    return self.sequence_fails(then if test.value else otherwise, known)
                filled = known.filled | self.implied(test)
                sure = replace(known, filled=filled, true=known.true | _facts(test))
                return self.sequence_fails(then, sure) or self.sequence_fails(otherwise, known)
            case ir.While(condition=condition, body=body):
                inner = self._anew(known, body)
                test = self.folder.fold(condition, inner.env)
                sure = replace(inner, filled=inner.filled | self.implied(test))
                return self.sequence_fails(body, sure)
            case ir.ForEach(body=body) | ir.Repeat(body=body):
                return self.sequence_fails(body, self._anew(known, body))
        return False

    def sequence_fails(self, stmts: Iterable[ir.Stmt], known: Context = NOTHING_KNOWN) -> bool:
        """Whether one of several statements may prove impossible, before a commit."""
        for stmt in stmts:
            if isinstance(stmt, ir.Commit):
                return False
            if self.fails(stmt, known):
                return True
            known = self.after(stmt, known)
        return False

    def after(self, stmt: ir.Stmt, known: Context) -> Context:
        """What is known after a statement: nothing about what it may have changed."""
        if isinstance(stmt, ir.Let | ir.Draw) and stmt.name in known.env:
            # in another round of a loop it was something else
            env = {name: value for name, value in known.env.items() if name != stmt.name}
            known = replace(known, env=env)
        if not known.filled and not known.true:
            return known
        written = set(self.effects.writes([stmt]))

        def kept(exprs: frozenset[ir.Expr]) -> frozenset[ir.Expr]:
            return frozenset(e for e in exprs if not clash(self.effects.reads(e), written))

        return replace(known, filled=kept(known.filled), true=kept(known.true))

    def _anew(self, known: Context, body: tuple[ir.Stmt, ...]) -> Context:
        """What is known at the start of every round of a loop."""
        for stmt in body:
            known = self.after(stmt, known)
        return known

    def _call_fails(self, stmt: ir.CallProc | ir.Do, known: Context) -> bool:
        if isinstance(stmt, ir.Do):
            subject = self.folder.fold(stmt.subject, known.env)
            stmt = replace(stmt, subject=subject)
        for routine_id in self.targets(stmt):
            if routine_id not in self.failing and len(known.calls) < DEEPEST:
                continue
            if routine_id in known.calls or len(known.calls) >= DEEPEST:
                if routine_id in self.failing:
                    return True
                continue
            inner = self.entering(stmt, routine_id, known)
            if self.sequence_fails(self.program.routines[routine_id].body, inner):
                return True
        return False

    def entering(self, stmt: ir.CallProc | ir.Do, routine_id: str, known: Context) -> Context:
        """What is known inside a routine that is called."""
        routine = self.program.routines[routine_id]
        made = [self.folder.fold(arg, known.env) for arg in (stmt.you, *stmt.args)]
        given = [self._seen_from(arg) for arg in made]
        env = dict(zip((name for name, _ in routine.params), given, strict=True))
        filled = frozenset(e for e in known.filled if variables(e) <= {"you"})
        true = {e for e in known.true if variables(e) <= {"you"}}
        for arg, new in zip(made[1:], given[1:], strict=True):
            if isinstance(arg, ir.Var) and isinstance(new, ir.Var):
                about = [e for e in known.true if arg.name in variables(e) <= {"you", arg.name}]
                true |= {plain(self.folder.fold(e, {arg.name: new})) for e in about}
        return Context(env, filled, (*known.calls, routine_id), frozenset(true))

    def _seen_from(self, made: ir.Expr) -> ir.Expr:
        """An argument as the routine called may know it: local names mean nothing there."""
        if variables(made) <= {"you"} and not self.effects.reads(made):
            return made
        return ir.Var(made.kind, self.folder.fresh("given"))

    def _always(self, alternative: ir.Alternative, known: Context) -> bool:
        """An alternative that is there whatever the position."""
        condition = alternative.condition
        if condition is not None and self.folder.fold(condition, known.env) != TRUE:
            return False
        if not all(self._offers(b, known) for b in alternative.binders):
            return False
        true = known.true.union(*(self._chosen_for(b, known) for b in alternative.binders))
        return not self.sequence_fails(alternative.body, replace(known, true=true))

    def _chosen_for(self, binder: ir.Binder, known: Context) -> frozenset[ir.Expr]:
        """What is true of a value because of the list it was picked from."""
        if binder.kind != "pick":
            return frozenset()
        source = self.folder.fold(binder.exprs[0], known.env)
        if not isinstance(source, ir.Each) or source.item is not None or source.condition is None:
            return frozenset()
        chosen = ir.Var(binder.type, binder.name)
        return _facts(self.folder.fold(source.condition, {source.var: chosen}))

    def _offers(self, binder: ir.Binder, known: Context) -> bool:
        """Whether there is always something to choose."""
        match binder.kind:
            case "let":
                return True
            case "range":
                low, high = (self.folder.fold(e, known.env) for e in binder.exprs)
                return low == high or (
                    isinstance(low, ir.Const) and low.value == 0 and self._not_negative(high)
                )
            case "pick":
                return self._filled(binder.exprs[0], known)
        return False

    def _filled(self, source: ir.Expr, known: Context) -> bool:
        """Whether a list surely holds something."""
        made = self.folder.fold(source, known.env)
        match made:
            case ir.Const(value=value):
                return bool(value)
            case ir.ListExpr(items=items):
                return bool(items)
        return canonical(made) in known.filled

    def implied(self, test: ir.Expr) -> frozenset[ir.Expr]:
        """Lists that are not empty if a condition holds."""
        match test:
            case ir.Op(op="and", parts=parts):
                return frozenset[ir.Expr]().union(*(self.implied(part) for part in parts))
            case ir.Aggregate(how="any", source=source):
                return frozenset([canonical(source)])
            case ir.Op(op=">", parts=(ir.Aggregate(how="count", source=source), least)):
                if self._not_negative(least):
                    return frozenset([canonical(source)])
        return frozenset()

    def _not_negative(self, expr: ir.Expr, asked: tuple[str, ...] = (), given: str = "") -> bool:
        """Whether a number is never below zero; `given` names a variable that is not."""
        match expr:
            case ir.Var(name=name):
                return name == given
            case ir.Const(value=value):
                return isinstance(value, int) and value >= 0
            case ir.Aggregate(how="count"):
                return True
            case ir.Op(op="+" | "*", parts=parts):
                return all(self._not_negative(part, asked, given) for part in parts)
            case ir.Pick(then=then, otherwise=otherwise):
                both = (then, otherwise)
                return all(self._not_negative(part, asked, given) for part in both)
            case ir.Builtin(function="at_least", args=args):
                return any(self._not_negative(arg, asked, given) for arg in args)
            case ir.Ask(quantity=quantity) if quantity not in asked:
                deeper = (*asked, quantity)
                # a change starts from a value that is not negative, by induction
                return self._not_negative(
                    self.program.formulas["quantity " + quantity].value, deeper
                ) and all(
                    self._not_negative(change.value, deeper, change.params[-1][0])
                    for change in self.program.modifiers.get(quantity, [])
                )
        return False

    def safe(self, stmts: Iterable[ir.Stmt]) -> tuple[bool, bool]:
        """(cannot prove impossible before its end or a commit, surely commits)."""
        known = NOTHING_KNOWN
        for stmt in stmts:
            if isinstance(stmt, ir.Commit):
                return True, True
            if self.fails(stmt, known):
                return False, False
            known = self.after(stmt, known)
        return True, False


def _facts(test: ir.Expr) -> frozenset[ir.Expr]:
    """The conditions that all hold if a condition does."""
    return frozenset(plain(part) for part in conjuncts(test))
