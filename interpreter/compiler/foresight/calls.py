"""Looking into called procedures, scripts of elements, and choices met on the way."""

from __future__ import annotations

from dataclasses import replace

from interpreter.compiler.analysis import DEEPEST
from interpreter.compiler.foresight.ahead import Ahead, Sketch, Step, is_known
from interpreter.compiler.foresight.part import Part
from interpreter.language import ir


class Calls(Part):
    """Writes tests for what lies behind a call."""

    def call(
        self,
        sketch: Sketch,
        depth: int,
        stmt: ir.CallProc | ir.Do,
        routine_id: str,
        at: Ahead,
        onward: Step,
    ) -> None:
        if routine_id in at.calls or len(at.calls) >= DEEPEST:
            sketch.leaf(depth, at.doubtful())
            return
        routine = self.program.routines[routine_id]
        # what is only handed on to a test of its own need not have a name
        handed_on = len(routine.body) == 1 and isinstance(routine.body[0], ir.Choice | ir.CallProc)
        env: dict[str, ir.Expr] = {}
        for (name, kind), arg in zip(routine.params, (stmt.you, *stmt.args), strict=True):
            made = self.folder.fold(arg, at.env)
            if not self.usable(made, at):
                made = self.unknown(kind)
            elif not isinstance(made, ir.Const | ir.Var) and (
                not handed_on or self.effects.reads(made)
            ):
                local = self.folder.fresh(name)
                sketch.put(depth, f"{local} = {self.py(made)}")
                made = ir.Var(kind, local)
            env[name] = made
        inner = replace(at, env=env, calls=(*at.calls, routine_id), filled=frozenset())

        def back(d: int, a: Ahead) -> None:
            onward(d, replace(a, env=at.env, calls=at.calls, filled=frozenset()))

        self.guards.walk.walk(sketch, depth, routine.body, inner, back, back)

    def do(self, sketch: Sketch, depth: int, stmt: ir.Do, at: Ahead, onward: Step) -> None:
        subject = self.folder.fold(stmt.subject, at.env)
        if isinstance(subject, ir.Const):
            routine = self.program.tables.get(stmt.table, {}).get(subject.value)
            if routine is None:
                onward(depth, at)
            else:
                self.call(sketch, depth, stmt, routine, at, onward)
            return
        if not self.usable(subject, at):
            sketch.leaf(depth, at.doubtful())
            return
        # most elements have scripts that cannot fail; the others must be tried
        risky = [
            ordinal
            for ordinal in self.program.tables.get(stmt.table, {})
            if self.analysis.fails(
                replace(stmt, subject=ir.Const(stmt.subject.kind, ordinal)), at.context
            )
        ]
        table = self.out.expressions.names.literal(tuple(risky))
        sketch.put(depth, f"if {self.py(subject)} in {table}:")
        sketch.leaf(depth + 1, at.doubtful())
        sketch.put(depth, "else:")
        onward(depth + 1, self.guards.walk.past((stmt,), at))

    def choice(self, sketch: Sketch, depth: int, stmt: ir.Choice, at: Ahead, onward: Step) -> None:
        found = self.guards.existence.exists(stmt, at)
        you = self.folder.fold(stmt.you, at.env)
        if found is None or not is_known(you):
            sketch.leaf(depth, at.doubtful())
            return
        existence, given = found
        if existence.vague:
            sketch.leaf(depth, at.doubtful())
            return
        if existence.purse and (
            self.py(you) != sketch.you or any(o in at.lost for o in existence.purse)
        ):
            sketch.leaf(depth, at.doubtful())
            return
        args = [self.py(given[p]) for p in existence.params]
        args += [self.guards.prices.left(sketch, ordinal, at) for ordinal in existence.purse]
        answer = self.guards.name("_a")
        if existence.gates and self.py(you) == "you":
            sketch.put(depth, f"if {' or '.join(existence.gates)}:")
            depth += 1
        sketch.put(depth, f"{answer} = {existence.name}({', '.join(['s', 'm', *args])})")
        sketch.calls += 1
        sketch.put(depth, f"if {answer}:")
        after = self.guards.walk.past((stmt,), at)
        onward(depth + 1, replace(after, answers=(*at.answers, answer)))
