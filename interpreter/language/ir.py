"""Scripts after elaboration: every name is resolved, every expression has a type.

The compiler turns this into Python; the reference evaluator walks it as it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from interpreter.model.declarations import Field
from interpreter.model.kinds import Kind

# ---- expressions -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Expr:
    kind: Kind


@dataclass(frozen=True, slots=True)
class Const(Expr):
    """A number, yes/no, text, ordinal of an element, or tuple of those."""

    value: Any


@dataclass(frozen=True, slots=True)
class Var(Expr):
    name: str
    #: bound by a loop or a choice: never none
    solid: bool = False


@dataclass(frozen=True, slots=True)
class Printed(Expr):
    """A printed field of an element."""

    field: Field
    subject: Expr


@dataclass(frozen=True, slots=True)
class State(Expr):
    """A piece of state; `subject` is None for the globals."""

    field: Field
    subject: Expr | None
    player: Expr | None


@dataclass(frozen=True, slots=True)
class Held(Expr):
    """How much of a resource a player has."""

    resource: Expr
    player: Expr


@dataclass(frozen=True, slots=True)
class Op(Expr):
    op: str
    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Pick(Expr):
    """`if c then a else b`."""

    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class ListExpr(Expr):
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Each(Expr):
    """Elements of `source` that meet `condition`, mapped to `item`."""

    var: str
    source: Expr
    condition: Expr | None
    item: Expr | None


@dataclass(frozen=True, slots=True)
class Sorted(Expr):
    """Ascending by `key`; equals keep their order."""

    var: str
    source: Expr
    key: Expr


@dataclass(frozen=True, slots=True)
class Aggregate(Expr):
    how: str
    source: Expr


@dataclass(frozen=True, slots=True)
class Ask(Expr):
    """A quantity of the packs."""

    quantity: str
    you: Expr
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Formula(Expr):
    """A formula that an element carries."""

    field: Field
    subject: Expr
    you: Expr
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Builtin(Expr):
    function: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class MakeBundle(Expr):
    amounts: tuple[tuple[Expr, Expr], ...]


# ---- statements --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Stmt:
    #: number of the rule line, see `Program.lines`
    line: int


@dataclass(frozen=True, slots=True)
class Let(Stmt):
    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Write(Stmt):
    target: State | Held
    value: Expr


@dataclass(frozen=True, slots=True)
class Transfer(Stmt):
    """gain / lose / pay an amount of one resource; `to` receives what is paid."""

    verb: str
    resource: Expr
    amount: Expr
    player: Expr
    to: Expr | None


@dataclass(frozen=True, slots=True)
class TransferBundle(Stmt):
    verb: str
    bundle: Expr
    player: Expr
    to: Expr | None


@dataclass(frozen=True, slots=True)
class Require(Stmt):
    condition: Expr


@dataclass(frozen=True, slots=True)
class Add(Stmt):
    target: State
    item: Expr


@dataclass(frozen=True, slots=True)
class Remove(Stmt):
    target: State
    item: Expr


@dataclass(frozen=True, slots=True)
class Shuffle(Stmt):
    target: State


@dataclass(frozen=True, slots=True)
class Draw(Stmt):
    name: str
    target: State


@dataclass(frozen=True, slots=True)
class CallProc(Stmt):
    """Run a procedure, or all hooks of an event."""

    procedure: str
    you: Expr
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Do(Stmt):
    """Run the script an element carries; `table` maps ordinals to procedures."""

    table: str
    subject: Expr
    you: Expr
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Stop(Stmt):
    pass


@dataclass(frozen=True, slots=True)
class Commit(Stmt):
    pass


@dataclass(frozen=True, slots=True)
class If(Stmt):
    condition: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class ForEach(Stmt):
    name: str
    source: Expr
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Repeat(Stmt):
    count: Expr
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class While(Stmt):
    condition: Expr
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Binder:
    """kind: pick, range, many, up_to (bind `name`), let, such_that."""

    kind: str
    name: str
    exprs: tuple[Expr, ...]
    type: Kind


@dataclass(frozen=True, slots=True)
class Alternative:
    binders: tuple[Binder, ...]
    condition: Expr | None
    #: text and variables by turns: ("put ", Var, " at ", Var)
    label: tuple[str | Var, ...]
    body: tuple[Stmt, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Choice(Stmt):
    """A decision of `you`. With `declinable` the option to do nothing is added."""

    prompt: str
    you: Expr
    alternatives: tuple[Alternative, ...]
    declinable: bool


@dataclass(slots=True)
class Routine:
    """A compiled unit: a procedure, a script of an element, a trigger."""

    id: str
    params: tuple[tuple[str, Kind], ...]
    body: tuple[Stmt, ...]


@dataclass(slots=True)
class FormulaUnit:
    """A compiled expression with parameters."""

    id: str
    params: tuple[tuple[str, Kind], ...]
    value: Expr
    #: the formula as written, and where
    written: str = ""


@dataclass(slots=True)
class Modifier:
    """A change of a quantity by an element while it is in force."""

    quantity: str
    stage: int
    owner: int
    params: tuple[tuple[str, Kind], ...]
    condition: Expr | None
    value: Expr
    #: the rule as written, and where
    written: str = ""
