"""Prices: what has been paid is kept as sums."""

from __future__ import annotations

from dataclasses import replace

from interpreter.compiler.effects import ANY_AMOUNT
from interpreter.compiler.foresight.ahead import Ahead, Sketch, Step, is_known
from interpreter.compiler.foresight.part import Part
from interpreter.language import ir


class Prices(Part):
    """Writes tests of payments."""

    def _own(self, sketch: Sketch, player: ir.Expr, at: Ahead) -> bool:
        made = self.folder.fold(player, at.env)
        return is_known(made) and self.py(made) == sketch.you

    def left(self, sketch: Sketch, ordinal: int, at: Ahead) -> str:
        """Source of how much of a resource is left."""
        return at.left[ordinal] if ordinal in at.left else sketch.has(ordinal)

    def pay(self, sketch: Sketch, depth: int, stmt: ir.Transfer, at: Ahead, onward: Step) -> None:
        resource = self.folder.fold(stmt.resource, at.env)
        amount = self.folder.fold(stmt.amount, at.env)
        if (
            not isinstance(resource, ir.Const)
            or resource.value in at.lost
            or not self._own(sketch, stmt.player, at)
            or not self.usable(amount, at)
        ):
            sketch.leaf(depth, at.doubtful())
            return
        ordinal = resource.value
        written = at.written | {("resource", ordinal)}
        lost = at.lost | ({ordinal} if stmt.to is not None else frozenset())
        if isinstance(amount, ir.Const) and amount.value == 0 and stmt.to is None:
            onward(depth, replace(at, written=written))
            return
        left = self.left(sketch, ordinal, at)
        price = self.py(amount)
        if not isinstance(amount, ir.Const | ir.Var | ir.Printed):
            local = self.folder.fresh("price")
            sketch.put(depth, f"{local} = {price}")
            price = local
        owes = "" if isinstance(amount, ir.Const) else f" or {price} <= 0"
        sketch.put(depth, f"if {left} >= {price}{owes}:")
        after = {**at.left, ordinal: f"({left} - {price})"}
        onward(depth + 1, replace(at, left=after, written=written, lost=lost))

    def pay_bundle(
        self, sketch: Sketch, depth: int, stmt: ir.TransferBundle, at: Ahead, onward: Step
    ) -> None:
        bundle = self.folder.fold(stmt.bundle, at.env)
        if not self._own(sketch, stmt.player, at) or not self.usable(bundle, at):
            sketch.leaf(depth, at.doubtful())
            return
        if isinstance(bundle, ir.Const):
            parts: list[ir.Stmt] = [
                ir.Transfer(
                    stmt.line,
                    "pay",
                    ir.Const(bundle.kind, ordinal),
                    ir.Const(bundle.kind, count),
                    stmt.player,
                    stmt.to,
                )
                for ordinal, count in zip(self.resources, bundle.value, strict=True)
                if count
            ]
            self._pay_each(sketch, depth, parts, at, onward)
            return
        counts = {ordinal: self.folder.fresh("c") for ordinal in self.resources}
        sketch.put(depth, f"{', '.join(counts.values())}, = {self.py(bundle)}")
        left = {o: self.left(sketch, o, at) for o in self.resources if o not in at.lost}
        tests = [f"({has} >= {counts[o]} or {counts[o]} <= 0)" for o, has in left.items()]
        if tests:
            sketch.put(depth, f"if {' and '.join(tests)}:")
            depth += 1
        if at.lost:
            # it is not known how much of these is left: hope that none is asked for
            sketch.put(depth, f"if {' or '.join(counts[o] for o in sorted(at.lost))}:")
            sketch.leaf(depth + 1, at.doubtful())
            sketch.put(depth, "else:")
            depth += 1
        after = {o: f"({has} - {counts[o]})" for o, has in left.items()}
        lost = frozenset(self.resources) if stmt.to is not None else at.lost
        written = at.written | {ANY_AMOUNT}
        onward(depth, replace(at, left={**at.left, **after}, written=written, lost=lost))

    def _pay_each(
        self, sketch: Sketch, depth: int, parts: list[ir.Stmt], at: Ahead, onward: Step
    ) -> None:
        if not parts:
            onward(depth, at)
            return
        first = parts[0]
        assert isinstance(first, ir.Transfer)
        self.pay(
            sketch,
            depth,
            first,
            at,
            lambda d, a: self._pay_each(sketch, d, parts[1:], a, onward),
        )
