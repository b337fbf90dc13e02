"""The syntax tree of the effect language, exactly as written.

Names are still words here; `elaborate` finds out what they mean.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Where:
    """Place inside the script text: offsets of the first character and past the last."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Syntax:
    at: Where


# ---- expressions -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Number(Syntax):
    value: int


@dataclass(frozen=True, slots=True)
class Text(Syntax):
    value: str


@dataclass(frozen=True, slots=True)
class Name(Syntax):
    word: str


@dataclass(frozen=True, slots=True)
class Function(Syntax):
    word: str
    args: tuple[Syntax, ...]


@dataclass(frozen=True, slots=True)
class ListOf(Syntax):
    items: tuple[Syntax, ...]


@dataclass(frozen=True, slots=True)
class Of(Syntax):
    field: Syntax
    subject: Syntax
    player: Syntax | None


@dataclass(frozen=True, slots=True)
class Aggregate(Syntax):
    kind: str
    source: Syntax


@dataclass(frozen=True, slots=True)
class Filter(Syntax):
    source: Syntax
    condition: Syntax


@dataclass(frozen=True, slots=True)
class SortedBy(Syntax):
    source: Syntax
    key: Syntax


@dataclass(frozen=True, slots=True)
class Over(Syntax):
    item: Syntax
    source: Syntax


@dataclass(frozen=True, slots=True)
class Operation(Syntax):
    """Arithmetic, comparison and logic: `op` is the word or sign as written."""

    op: str
    parts: tuple[Syntax, ...]


@dataclass(frozen=True, slots=True)
class IfElse(Syntax):
    condition: Syntax
    then: Syntax
    otherwise: Syntax


@dataclass(frozen=True, slots=True)
class Amount(Syntax):
    """`3 credit per dams…`; without a resource the expression is a whole bundle."""

    count: Syntax
    resource: Name | None
    per: Syntax | None


@dataclass(frozen=True, slots=True)
class BundleOf(Syntax):
    amounts: tuple[Amount, ...]


# ---- statements --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Let(Syntax):
    name: str
    value: Syntax


@dataclass(frozen=True, slots=True)
class Set(Syntax):
    place: Syntax
    value: Syntax


@dataclass(frozen=True, slots=True)
class Change(Syntax):
    """`increase` or `decrease`."""

    verb: str
    place: Syntax
    by: Syntax


@dataclass(frozen=True, slots=True)
class Transfer(Syntax):
    """`gain`, `lose` or `pay`; `other` is who gains, or who is paid."""

    verb: str
    amounts: tuple[Amount, ...]
    other: Syntax | None


@dataclass(frozen=True, slots=True)
class Require(Syntax):
    condition: Syntax


@dataclass(frozen=True, slots=True)
class Move(Syntax):
    """`add` to or `remove` from a list."""

    verb: str
    item: Syntax
    place: Syntax


@dataclass(frozen=True, slots=True)
class Shuffle(Syntax):
    place: Syntax


@dataclass(frozen=True, slots=True)
class Draw(Syntax):
    name: str
    place: Syntax


@dataclass(frozen=True, slots=True)
class Raise(Syntax):
    event: str
    args: tuple[Syntax, ...]


@dataclass(frozen=True, slots=True)
class Do(Syntax):
    field: str
    subject: Syntax
    args: tuple[Syntax, ...]


@dataclass(frozen=True, slots=True)
class Call(Syntax):
    procedure: str
    args: tuple[Syntax, ...]
    named: tuple[tuple[str, Syntax], ...]


@dataclass(frozen=True, slots=True)
class Stop(Syntax):
    pass


@dataclass(frozen=True, slots=True)
class Commit(Syntax):
    pass


@dataclass(frozen=True, slots=True)
class If(Syntax):
    branches: tuple[tuple[Syntax, tuple[Syntax, ...]], ...]
    otherwise: tuple[Syntax, ...]


@dataclass(frozen=True, slots=True)
class ForEach(Syntax):
    name: str
    source: Syntax
    body: tuple[Syntax, ...]


@dataclass(frozen=True, slots=True)
class AsPlayer(Syntax):
    player: Syntax
    body: tuple[Syntax, ...]


@dataclass(frozen=True, slots=True)
class Repeat(Syntax):
    """`repeat n` or, with `loop` set, `repeat while c`."""

    count: Syntax
    loop: bool
    body: tuple[Syntax, ...]


@dataclass(frozen=True, slots=True)
class Binder(Syntax):
    """One line of a choice: `kind` is pick, range, many, up_to, let or such_that."""

    kind: str
    name: str
    exprs: tuple[Syntax, ...]


@dataclass(frozen=True, slots=True)
class Alternative(Syntax):
    binders: tuple[Binder, ...]
    condition: Syntax | None
    label: str | None
    body: tuple[Syntax, ...]


@dataclass(frozen=True, slots=True)
class Choose(Syntax):
    """A decision. What follows a single `choose` is not in its alternative's body."""

    alternatives: tuple[Alternative, ...]
    granted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class May(Syntax):
    label: str | None
    body: tuple[Syntax, ...]


# ---- rules of elements -------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Modify(Syntax):
    quantity: str
    stage: str | None
    condition: Syntax | None
    value: Syntax


@dataclass(frozen=True, slots=True)
class Trigger(Syntax):
    event: str
    condition: Syntax | None
    body: tuple[Syntax, ...]


@dataclass(frozen=True, slots=True)
class Grant(Syntax):
    choice: str
    alternative: Alternative
