"""The look ahead itself: from statement to statement, as far as can be seen."""

from __future__ import annotations

from dataclasses import replace

from interpreter.compiler.effects import ANY_AMOUNT
from interpreter.compiler.fold import FALSE, TRUE
from interpreter.compiler.foresight.ahead import Ahead, Sketch, Step
from interpreter.compiler.foresight.part import Part
from interpreter.compiler.foresight.scripts import stops
from interpreter.language import ir

#: rounds of a `repeat` that are looked at one by one
ROUNDS = 3


class Walk(Part):
    """Writes tests for the statements an option starts."""

    def walk(
        self,
        sketch: Sketch,
        depth: int,
        stmts: tuple[ir.Stmt, ...],
        at: Ahead,
        done: Step,
        leave: Step,
    ) -> None:
        """Tests for statements one after the other; `done` goes on after the last of them."""
        for index, stmt in enumerate(stmts):
            rest = stmts[index + 1 :]
            if isinstance(stmt, ir.Commit):
                sketch.leaf(depth, at)
                return
            if isinstance(stmt, ir.Stop):
                leave(depth, at)
                return
            ends_alike = done is leave or not stops(stmts)
            if ends_alike and not self.analysis.sequence_fails((stmt, *rest), at.context):
                done(depth, self.past((stmt, *rest), at))
                return
            if isinstance(stmt, ir.Let):
                at = self._let(sketch, depth, stmt.name, stmt.value, at)
            elif not self.analysis.fails(stmt, at.context) and not stops((stmt,)):
                at = self.past((stmt,), at)
            elif (
                isinstance(stmt, ir.Choice)
                and stops((stmt,))
                and self.analysis.sequence_fails(rest, at.context)
            ):
                sketch.leaf(depth, at.doubtful())
                return
            else:

                def onward(d: int, a: Ahead, rest: tuple[ir.Stmt, ...] = rest) -> None:
                    self.walk(sketch, d, rest, a, done, leave)

                self._doubt(sketch, depth, stmt, at, onward, leave)
                return
        done(depth, at)

    def past(self, stmts: tuple[ir.Stmt, ...], at: Ahead) -> Ahead:
        """After statements that cannot fail: only what they write is of interest."""
        known = at.context
        for stmt in stmts:
            known = self.analysis.after(stmt, known)
        at = replace(at, filled=known.filled)
        written = self.effects.writes(stmts)
        lost = set(at.lost)
        for key in written:
            if key == ANY_AMOUNT:
                lost |= set(self.resources)
            elif key[0] == "resource":
                assert isinstance(key[1], int)
                lost.add(key[1])
        env = dict(at.env)
        for stmt in stmts:
            if isinstance(stmt, ir.Draw):
                env[stmt.name] = self.unknown(stmt.target.kind)
        return replace(at, env=env, written=at.written | written, lost=frozenset(lost))

    def _let(self, sketch: Sketch, depth: int, name: str, value: ir.Expr, at: Ahead) -> Ahead:
        """Remember a value under a name, if it can be known now."""
        made = self.folder.fold(value, at.env)
        if not self.usable(made, at):
            made = self.unknown(value.kind)
        elif not isinstance(made, ir.Const | ir.Var):
            local = self.folder.fresh(name)
            sketch.put(depth, f"{local} = {self.py(made)}")
            made = ir.Var(value.kind, local)
        return replace(at, env={**at.env, name: made})

    def _doubt(
        self, sketch: Sketch, depth: int, stmt: ir.Stmt, at: Ahead, onward: Step, leave: Step
    ) -> None:
        """A statement that may prove impossible."""
        match stmt:
            case ir.Require(condition=condition):
                self._test(sketch, depth, condition, at, onward)
            case ir.Transfer():
                self.guards.prices.pay(sketch, depth, stmt, at, onward)
            case ir.TransferBundle():
                self.guards.prices.pay_bundle(sketch, depth, stmt, at, onward)
            case ir.Choice():
                self.guards.calls.choice(sketch, depth, stmt, at, onward)
            case ir.CallProc(procedure=procedure):
                self.guards.calls.call(sketch, depth, stmt, procedure, at, onward)
            case ir.Do():
                self.guards.calls.do(sketch, depth, stmt, at, onward)
            case ir.If(condition=condition, then=then, otherwise=otherwise):
                test = self.folder.fold(condition, at.env)
                if isinstance(test, ir.Const):
                    taken = then if test.value else otherwise
                    self.walk(sketch, depth, taken, at, onward, leave)
                elif not self.usable(test, at):
                    sketch.leaf(depth, at.doubtful())
                else:
                    sketch.put(depth, f"if {self.py(test)}:")
                    sure = replace(at, filled=at.filled | self.analysis.implied(test))
                    self._branch(sketch, depth + 1, then, sure, onward, leave)
                    sketch.put(depth, "else:")
                    self._branch(sketch, depth + 1, otherwise, at, onward, leave)
            case ir.Repeat(count=count, body=body):
                times = self.folder.fold(count, at.env)
                if self.guards.taking.taking(sketch, depth, times, body, at, onward):
                    return
                if not isinstance(times, ir.Const) or times.value > ROUNDS or stops(body):
                    sketch.leaf(depth, at.doubtful())
                else:
                    self.walk(sketch, depth, body * max(times.value, 0), at, onward, leave)
            case _:
                sketch.leaf(depth, at.doubtful())

    def _branch(
        self,
        sketch: Sketch,
        depth: int,
        stmts: tuple[ir.Stmt, ...],
        at: Ahead,
        onward: Step,
        leave: Step,
    ) -> None:
        before = len(sketch.lines)
        self.walk(sketch, depth, stmts, at, onward, leave)
        if len(sketch.lines) == before:
            sketch.put(depth, "pass")

    def _test(
        self, sketch: Sketch, depth: int, condition: ir.Expr, at: Ahead, onward: Step
    ) -> None:
        made = self.folder.fold(condition, at.env)
        if made == FALSE:
            sketch.put(depth, "pass")
        elif not self.usable(made, at):
            sketch.leaf(depth, at.doubtful())
        elif made == TRUE:
            onward(depth, at)
        else:
            sketch.put(depth, f"if {self.py(made)}:")
            onward(depth + 1, at)
