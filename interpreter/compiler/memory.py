"""Quantities that are worked out once for all that are alike.

What to pay for a building depends on who is in force, on what is built, and on a few printed
fields of the place. A quantity that looks at nothing else gives the same answer whenever these
are the same, in this game and in every other: the answers are kept.
"""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.compiler.alike import Likeness
from interpreter.compiler.statements import Statements
from interpreter.compiler.tree import children
from interpreter.language import ir
from interpreter.language.program import Program
from interpreter.model.kinds import Kind

#: the first parameter of everything that is asked
YOU = "you"
#: what a game is played with, and where that stands in a position
_TABLE = {"mode": "s[1]", "players": "s[2]"}


class Memory:
    """Finds out what the answers of a quantity depend on."""

    def __init__(self, program: Program, out: Statements) -> None:
        self.program = program
        self.out = out
        self.effects = out.analysis.effects
        self._likeness = Likeness(program, out.analysis.folder)

    def key(self, unit: ir.FormulaUnit, bearers: list[str]) -> str | None:
        """Source of everything an answer depends on; None if there is too much of it."""
        name = unit.id.removeprefix("quantity ")
        parts = [unit.value]
        for change in self.program.modifiers.get(name, []):
            parts += [change.value, *([change.condition] if change.condition is not None else [])]
        state = self._looked_at(parts)
        if state is None or name in self.program.asked_of:
            return None
        you, *args = (ir.Var(kind, word) for word, kind in unit.params)
        asked = ir.Ask(unit.value.kind, name, you, tuple(args))
        told_apart = [self._told_apart(arg.kind, arg.name, asked) for arg in args]
        found = dict.fromkeys([*bearers, *told_apart, *state])
        return f"({', '.join(found)},)"

    def _looked_at(self, parts: list[ir.Expr]) -> list[str] | None:
        """State that is looked at, as long as it is the game's or the player's own."""
        found = {YOU for part in parts if _is_you(part)}
        for expr in self.effects.reached(parts):
            if any(_is_you(part) for part in _said(expr)):
                found.add(YOU)
            match expr:
                case ir.State(subject=subject, player=player):
                    if not (_settled(subject) and _settled(player)):
                        return None
                    found.add(self.out.py(expr))
                case ir.Held(resource=resource, player=player):
                    if not (isinstance(resource, ir.Const) and _settled(player)):
                        return None
                    found.add(self.out.py(expr))
                case ir.Ask(quantity=quantity, you=you):
                    if quantity in self.program.asked_of or not _is_you(you):
                        return None
                case ir.Formula(you=you):
                    if not _is_you(you):
                        return None
                case ir.Builtin(function=function) if function in _TABLE:
                    found.add(_TABLE[function])
        return sorted(found)

    def _told_apart(self, kind: Kind, word: str, asked: ir.Ask) -> str:
        """What of an argument matters: the element, or which elements it is like."""
        alike = None
        if kind.word == "element":
            alike = self._likeness.classes(kind, word, [asked])
        if alike is None:
            return word
        last = max(alike)
        rows = tuple(alike.get(ordinal, -1 - ordinal) for ordinal in range(last + 1))
        return f"{self.out.expressions.names.constant(rows)}[{word}]"


def _settled(expr: ir.Expr | None) -> bool:
    """The same wherever the expression stands: nothing, an element, or the player asking."""
    return expr is None or isinstance(expr, ir.Const) or _is_you(expr)


def _said(expr: ir.Expr) -> Iterable[ir.Expr]:
    """Parts of an expression that count as they are, not for what they have or ask."""
    match expr:
        case ir.State() | ir.Held():
            return ()
        case ir.Ask(args=args) | ir.Formula(args=args):
            return args
    return children(expr)


def _is_you(expr: ir.Expr) -> bool:
    return isinstance(expr, ir.Var) and expr.name == YOU
