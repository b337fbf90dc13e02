"""`repeat n` of taking one thing out of lists."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.compiler.effects import clash
from interpreter.compiler.foresight.ahead import Ahead, Sketch, Step, no_leaf
from interpreter.compiler.foresight.part import Part
from interpreter.compiler.foresight.scripts import free_in, stops
from interpreter.language import ir
from interpreter.model.kinds import YES_NO

if TYPE_CHECKING:
    from interpreter.compiler.foresight.guards import Guards


class Taking(Part):
    """Counts what can be taken instead of trying to take it."""

    def __init__(self, guards: Guards) -> None:
        super().__init__(guards)
        self._counts: dict[object, str] = {}

    def taking(
        self,
        sketch: Sketch,
        depth: int,
        times: ir.Expr,
        body: tuple[ir.Stmt, ...],
        at: Ahead,
        onward: Step,
    ) -> bool:
        """`repeat n` of taking one thing out of lists: can be done if there are n things in them.

        True if the body is of that shape: a single choice whose last value is removed from the
        very list it was picked from, and that changes nothing else the choice looks at.
        """
        env = at.env
        while len(body) == 1 and isinstance(body[0], ir.CallProc):
            call = body[0]
            routine = self.program.routines[call.procedure]
            args = [self.folder.fold(arg, env) for arg in (call.you, *call.args)]
            if not all(isinstance(arg, ir.Const | ir.Var) for arg in args):
                return False
            env = dict(zip((name for name, _ in routine.params), args, strict=True))
            body = routine.body
        if len(body) != 1 or not isinstance(body[0], ir.Choice):
            return False
        choice = body[0]
        if choice.declinable or len(choice.alternatives) != 1 or stops(body):
            return False
        alternative = choice.alternatives[0]
        binders = alternative.binders
        if alternative.condition is not None or not all(b.kind == "pick" for b in binders):
            return False
        exprs = tuple(self.folder.fold(b.exprs[0], env) for b in binders)
        there = replace(at, env=env)
        taken = [
            stmt
            for stmt in alternative.body
            if isinstance(stmt, ir.Remove)
            and stmt.target == binders[-1].exprs[0]
            and isinstance(stmt.item, ir.Var)
            and stmt.item.name == binders[-1].name
        ]
        others = tuple(stmt for stmt in alternative.body if stmt not in taken)
        reads = frozenset(key for expr in exprs for key in self.effects.reads(expr))
        if (
            len(taken) != 1
            or not _each_its_own(binders)
            or not all(isinstance(expr, ir.Const) and _distinct(expr) for expr in exprs[:-1])
            or clash(reads, set(self.effects.writes(others)))
            or self.analysis.sequence_fails(alternative.body, there.context)
            or not all(self.usable(expr, there) for expr in (times, *exprs))
        ):
            return False
        need, answer = self.guards.name("_n"), self.guards.name("_a")
        count = self._counting(choice, there)
        given = ", ".join(f"{self.py(v)}" for v in count[1])
        sketch.put(depth, f"{need} = {self.py(times)}")
        sketch.put(depth, f"{answer} = {need} <= 0 or {count[0]}(s, m, {given}, {need})")
        sketch.put(depth, f"if {answer}:")
        sketch.calls += 1
        onward(depth + 1, self.guards.walk.past((ir.Repeat(choice.line, times, (choice,)),), at))
        return True

    def _counting(self, choice: ir.Choice, at: Ahead) -> tuple[str, list[ir.Expr]]:
        """`n<i>(s, …, need)`: whether a choice offers at least that many things."""
        free = {n: at.env.get(n, ir.Var(YES_NO, n)) for n in sorted(free_in(choice))}
        fixed = {n: value for n, value in free.items() if isinstance(value, ir.Const)}
        given = {n: value for n, value in free.items() if n not in fixed}
        key = ("count", id(choice), tuple(fixed.items()), tuple(given))
        known = self._counts.get(key)
        if known is None:
            known = self._counts[key] = self.guards.name("n")
            sketch = Sketch("", no_leaf)

            def body(depth: int, _: Ahead) -> None:
                sketch.put(depth, "need -= 1")
                sketch.put(depth, "if need <= 0: return True")

            self.guards.binding.bind(
                sketch, 1, choice.alternatives[0].binders, Ahead(dict(fixed)), body
            )
            self.out.note(self.out, 0, choice.line)
            self.out.put(0, f"def {known}({', '.join(['s', 'm', *given, 'need'])}):")
            self.out.lines += sketch.lines
            self.out.put(1, "return False")
        return known, list(given.values())


def _each_its_own(binders: tuple[ir.Binder, ...]) -> bool:
    """Whether no two values of the binders before the last lead to the same list."""
    if len(binders) == 1:
        return True
    source, first = binders[-1].exprs[0], binders[0].name
    return (
        len(binders) == 2
        and isinstance(source, ir.State)
        and isinstance(source.subject, ir.Var)
        and source.subject.name == first
    )


def _distinct(expr: ir.Const) -> bool:
    return len(set(expr.value)) == len(expr.value)
