"""Expressions inside tests; lists that depend on the player alone are made once per decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.compiler.effects import clash
from interpreter.compiler.foresight.ahead import Ahead, is_known
from interpreter.compiler.foresight.part import Part
from interpreter.compiler.tree import all_of, canonical, conjuncts, rebuild, variables
from interpreter.language import ir

if TYPE_CHECKING:
    from interpreter.compiler.foresight.guards import Guards

#: lists this short are not worth remembering
FEW = 3


class Lists(Part):
    """Writes expressions, and the lists that `m` remembers."""

    def __init__(self, guards: Guards) -> None:
        super().__init__(guards)
        self._lists: dict[ir.Expr, str] = {}
        #: expressions written so far
        self.asked: list[ir.Expr] = []

    def py(self, expr: ir.Expr) -> str:
        """Source of an expression; lists that depend on the player only are made once."""
        made = self.folder.fold(expr, {})
        self.asked.append(made)
        return self.out.py(self._remembered(made))

    def _remembered(self, expr: ir.Expr) -> ir.Expr:
        """The same expression, its lists over all elements of a type split in two.

        Tests are asked of one and the same position. So the part of a filter that depends on the
        player alone (`owner is you`) can be worked out once for all of them: `m` remembers it.
        """
        if isinstance(expr, ir.Each):
            expr = self.split(expr)
        made: ir.Expr = rebuild(expr, self._remembered)
        return made

    def split(self, expr: ir.Each) -> ir.Each:
        source, condition = expr.source, expr.condition
        if not isinstance(source, ir.Const) or len(source.value) <= FEW or condition is None:
            return expr
        parts = conjuncts(condition)
        mine = [p for p in parts if variables(p) <= {expr.var, "you"} and self.effects.reads(p)]
        if not mine or any(self.out.expressions.key(p, expr.var) for p in parts):
            return expr
        # `owner is you` is asked in many places: keep that list, not one for each place
        mine = [p for p in mine if _owned(p, expr.var)] or mine
        test = all_of(tuple(mine))
        assert test is not None
        made = ir.Each(expr.kind, expr.var, source, test, None)
        name = self._list(canonical(made), made)
        rest = all_of(tuple(p for p in parts if p not in mine))
        # not every function knows who `you` is; where it does not matter, nobody will do
        whose = "you" if "you" in variables(test) else "0"
        whole = ir.Var(source.kind, f"{name}(s, m, {whose})")
        return ir.Each(expr.kind, expr.var, whole, rest, expr.item)

    def _list(self, key: ir.Expr, made: ir.Each) -> str:
        known = self._lists.get(key)
        if known is None:
            width = self.out.expressions.layout.width
            known = self._lists[key] = f"list{len(self._lists)}"
            self.tables.append(f"def {known}(s, m, you):")
            self.tables.append(f"    known = m.get({len(self._lists) * width} + you)")
            self.tables.append("    if known is None:")
            text = self.out.py(made)
            quick = self._at_a_glance(made)
            if quick:
                text = f"{text} if {quick} else ()"
            self.tables.append(f"        known = m[{len(self._lists) * width} + you] = {text}")
            self.tables.append("    return known")
        return known

    def _at_a_glance(self, made: ir.Each) -> str:
        """A test whether a list like `sites where owner is you` has anything in it at all.

        The state of elements that follow each other lies side by side.
        """
        assert isinstance(made.source, ir.Const)
        members = made.source.value
        test = made.condition
        if test is None or not _owned(test, made.var) or not isinstance(test, ir.Op):
            return ""
        mine, other = test.parts if isinstance(test.parts[0], ir.State) else test.parts[::-1]
        assert isinstance(mine, ir.State)
        if mine.player is not None or members != tuple(range(members[0], members[-1] + 1)):
            return ""
        first, last = self.out.expressions.bounds(mine.field)
        if not first <= members[0] <= members[-1] <= last:
            return ""
        offset = mine.field.offset
        return f"{self.out.py(other)} in s[{members[0] + offset}:{members[-1] + offset + 1}]"

    def usable(self, expr: ir.Expr, at: Ahead) -> bool:
        """Whether the value is the same before the option as at this point of it."""
        return is_known(expr) and not clash(self.effects.reads(expr), set(at.written))


def _owned(test: ir.Expr, var: str) -> bool:
    """`field is value`, for a piece of state of the candidate."""
    if not isinstance(test, ir.Op) or test.op != "is":
        return False
    return any(
        isinstance(mine, ir.State)
        and isinstance(mine.subject, ir.Var)
        and mine.subject.name == var
        and isinstance(other, ir.Var | ir.Const)
        for mine, other in (test.parts, test.parts[::-1])
    )
