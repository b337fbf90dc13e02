"""All scripts of a ruleset, elaborated: what the compiler and the evaluator start from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.findings import Span
from interpreter.language import ir
from interpreter.language.scope import Scope
from interpreter.model.layout import Layout
from interpreter.model.model import Model


@dataclass(slots=True)
class Grant:
    """An alternative that an element adds to a named choice while it is in force."""

    owner: int
    elaborate: Callable[[Scope], ir.Alternative]


@dataclass(slots=True)
class Bearing:
    """When the rules of a type's elements are in force for a player."""

    type_id: str
    bearers: tuple[ir.Expr, ...]
    condition: ir.Expr | None


@dataclass(slots=True)
class Program:
    """Routines, formulas and hooks by id, and the rule line of every statement."""

    model: Model
    layout: Layout
    routines: dict[str, ir.Routine] = field(default_factory=dict)
    formulas: dict[str, ir.FormulaUnit] = field(default_factory=dict)
    #: "type.field" -> ordinal of element -> routine id
    tables: dict[str, dict[int, str]] = field(default_factory=dict)
    modifiers: dict[str, list[ir.Modifier]] = field(default_factory=dict)
    bearings: dict[str, Bearing] = field(default_factory=dict)
    #: event -> type -> ordinal -> routine id
    triggers: dict[str, dict[str, dict[int, str]]] = field(default_factory=dict)
    grants: dict[str, list[Grant]] = field(default_factory=dict)
    #: quantity -> whose rules apply, in terms of its parameters
    asked_of: dict[str, ir.Expr] = field(default_factory=dict)
    lines: list[Span] = field(default_factory=list)
    #: what is written there
    words: list[str] = field(default_factory=list)
    raised: set[str] = field(default_factory=set)
    offered: set[str] = field(default_factory=set)
    _numbers: dict[Span, int] = field(default_factory=dict)

    #: reads what a cache left out, see `engine/cache.py`
    late: Callable[[], Program] | None = field(default=None, repr=False, compare=False)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            if name in self.__dataclass_fields__ and name != "late" and self.late is not None:
                return getattr(self.late(), name)
            raise AttributeError(name)

    def line(self, span: Span, text: str = "") -> int:
        """A small number for a rule line; the span can be had back from `lines`."""
        number = self._numbers.get(span)
        if number is None:
            number = self._numbers[span] = len(self.lines)
            self.lines.append(span)
            self.words.append(text)
        return number
