"""Which elements are alike as far as some expressions are concerned.

Looking for one site where something can be paid, it is enough to try one of each kind: sites that
differ in nothing the price looks at are paid for alike.
"""

from __future__ import annotations

from interpreter.compiler.fold import Folder
from interpreter.compiler.tree import children, variables
from interpreter.language import ir
from interpreter.language.program import Program
from interpreter.model.kinds import YES_NO, Kind

#: classes, as a share of the elements, up to which it is worth while to tell them apart
WORTH = 2 / 3


class Identity(Exception):  # noqa: N818 - what it is, not an error of ours
    """The expressions look at the element itself: no two are alike."""


class Likeness:
    """Finds classes of elements."""

    def __init__(self, program: Program, folder: Folder) -> None:
        self.program = program
        self.folder = folder

    def classes(self, kind: Kind, name: str, exprs: list[ir.Expr]) -> dict[int, int] | None:
        """Ordinal -> number of its class; None if every element is a class of its own."""
        members = self.program.model.types[kind.element].members
        try:
            uses = list(dict.fromkeys(use for e in exprs for use in self._uses(e, name, ())))
            looks = {ordinal: self._look(kind, name, uses, ordinal) for ordinal in members}
        except Identity:
            return None
        numbers: dict[object, int] = {}
        found = {o: numbers.setdefault(look, len(numbers)) for o, look in looks.items()}
        return found if len(numbers) <= WORTH * len(members) else None

    def _look(self, kind: Kind, name: str, uses: list[ir.Expr], ordinal: int) -> object:
        env = {name: ir.Const(kind, ordinal)}
        values = []
        for use in uses:
            made = self.folder.fold(use, env)
            if not isinstance(made, ir.Const):
                raise Identity
            values.append(made.value)
        return tuple(values)

    def _uses(self, expr: ir.Expr, name: str, asked: tuple[str, ...]) -> list[ir.Expr]:
        """Printed data of the element that an expression looks at."""
        if name not in variables(expr):
            return []
        if _printed(expr, name):
            return [expr]
        match expr:
            case ir.Var() | ir.State() | ir.Held():
                raise Identity
            case ir.Ask(quantity=quantity, you=you, args=args):
                return self._asked(quantity, (you, *args), name, asked)
            case ir.Formula(field=field, subject=subject, you=you, args=args):
                found = self._uses(subject, name, asked)
                table = self.program.tables.get(f"{field.owner}.{field.name}", {})
                for unit_id in table.values():
                    unit = self.program.formulas[unit_id]
                    words = [word for word, _ in unit.params]
                    found += self._inside([unit.value], words, (you, *args), name, asked)
                return found
        return [use for part in children(expr) for use in self._uses(part, name, asked)]

    def _asked(
        self, quantity: str, args: tuple[ir.Expr, ...], name: str, asked: tuple[str, ...]
    ) -> list[ir.Expr]:
        program = self.program
        if quantity in asked:
            raise Identity
        asked = (*asked, quantity)
        unit = program.formulas["quantity " + quantity]
        words = [word for word, _ in unit.params]
        own = [unit.value, *([program.asked_of[quantity]] if quantity in program.asked_of else [])]
        found = self._inside(own, words, args, name, asked)
        changes = program.modifiers.get(quantity, [])
        for change in changes:
            parts = [change.value, *([change.condition] if change.condition is not None else [])]
            found += self._inside(parts, [w for w, _ in change.params], args, name, asked)
        heeds = program.model.quantities[quantity].heeds
        for word, arg in zip(program.model.quantities[quantity].takes, args[1:], strict=True):
            if word in heeds and changes and name in variables(arg):
                # only what changes the quantity itself is told apart
                owners = ir.Const(arg.kind, tuple(sorted({c.owner for c in changes})))
                test = ir.Op(YES_NO, "in", (arg, owners))
                found.append(ir.Pick(arg.kind, test, arg, ir.Const(arg.kind, 0)))
        return found

    def _inside(
        self,
        exprs: list[ir.Expr],
        words: list[str],
        args: tuple[ir.Expr, ...],
        name: str,
        asked: tuple[str, ...],
    ) -> list[ir.Expr]:
        """What expressions in terms of parameters look at, in terms of the arguments."""
        found: list[ir.Expr] = []
        for word, arg in zip(words, args, strict=False):
            if name not in variables(arg):
                continue
            for expr in exprs:
                for use in self._uses(expr, word, asked):
                    found.append(self.folder.fold(use, {word: arg}))
        return found


def _printed(expr: ir.Expr, name: str) -> bool:
    """A chain of printed fields that begins with the element."""
    at = expr
    while isinstance(at, ir.Printed):
        at = at.subject
    return at is not expr and isinstance(at, ir.Var) and at.name == name
