"""Conditions put back into words, with the values they have in a position."""

from __future__ import annotations

from typing import Any

from interpreter.engine.names import Names
from interpreter.language import ir

_WORDS = {"is": "is", "is not": "is not", "in": "in", "not in": "not in"}


class Spelling:
    """Writes expressions as an author would; variables appear as what they stand for."""

    def __init__(self, names: Names, values: dict[str, Any]) -> None:
        self.names, self.values = names, values

    def words(self, expr: ir.Expr) -> str:
        match expr:
            case ir.Const(kind=kind, value=value):
                return self._value(kind, value)
            case ir.Var(kind=kind, name=name):
                return self._value(kind, self.values[name]) if name in self.values else name
            case ir.Printed(field=field, subject=subject):
                return f"{field.name} of {self.words(subject)}"
            case ir.State():
                return self._state(expr)
            case ir.Held(resource=resource, player=player):
                return f"{self.words(resource)} of {self.words(player)}"
            case ir.Op():
                return self._op(expr)
            case ir.Ask(quantity=quantity, args=args):
                return f"{quantity}({', '.join(self.words(arg) for arg in args)})"
            case ir.Formula(field=field, subject=subject):
                return f"{field.name} of {self.words(subject)}"
            case ir.Aggregate(how=how, source=source):
                return f"{how} {self.words(source)}"
            case ir.Each(source=source, condition=condition) if condition is not None:
                return f"{self.words(source)} where {self.words(condition)}"
            case ir.Each(source=source) | ir.Sorted(source=source):
                return self.words(source)
            case ir.Builtin(function=function, args=args):
                given = ", ".join(self.words(arg) for arg in args)
                return f"{function}({given})" if given else function
        return "…"

    def _value(self, kind: Any, value: Any) -> str:
        if kind.word == "list" and kind.item is not None and kind.item.word == "element":
            decl = self.names.model.types[kind.item.element]
            if value == decl.members:
                return decl.plural
        if kind.word == "none":
            return "none"
        return self.names.say(kind, value)

    def _state(self, expr: ir.State) -> str:
        if expr.subject is None:
            return expr.field.name
        tail = f" for {self.words(expr.player)}" if expr.player is not None else ""
        return f"{expr.field.name} of {self.words(expr.subject)}{tail}"

    def _op(self, expr: ir.Op) -> str:
        parts = [self.words(part) for part in expr.parts]
        if expr.op == "not":
            return f"not {parts[0]}"
        if expr.op == "negate":
            return f"-{parts[0]}"
        joined = f" {_WORDS.get(expr.op, expr.op)} ".join(parts)
        return f"({joined})" if expr.op == "or" else joined
