"""Decisions and their options: small values, put into words only when someone looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, overload

from interpreter.compiler.code import Frame
from interpreter.compiler.flow import Block
from interpreter.engine.names import Names
from interpreter.language import ir

DECLINE = "decline"


class Option:
    """One thing a player may do. `id` is stable, readable text."""

    __slots__ = ("_block", "_frame", "_id", "_names", "value")

    def __init__(self, names: Names, block: Block, frame: Frame, value: tuple[Any, ...]) -> None:
        self._names, self._block, self._frame, self.value = names, block, frame, value
        self._id: str | None = None

    @property
    def id(self) -> str:
        if self._id is None:
            self._id = describe(self._names, self._block, self._frame, self.value)
        return self._id

    @property
    def line(self) -> int:
        """The rule line that offers it."""
        choice = self._block.choice
        assert choice is not None
        return choice.alternatives[self.value[0]].line if self.value[0] >= 0 else choice.line

    def __str__(self) -> str:
        return self.id

    def __repr__(self) -> str:
        return f"Option({self.id!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Option) and other.id == self.id

    def __hash__(self) -> int:
        return hash(self.id)


def describe(names: Names, block: Block, frame: Frame, value: tuple[Any, ...]) -> str:
    """The option id: the template of its alternative, filled in."""
    choice = block.choice
    assert choice is not None
    if value[0] < 0:
        return DECLINE
    alternative = choice.alternatives[value[0]]
    return names.label(alternative, variables(block, alternative, frame, value))


def variables(
    block: Block, alternative: ir.Alternative, frame: Frame, value: tuple[Any, ...]
) -> dict[str, Any]:
    """Names and values visible in an option's label."""
    seen = dict(zip(block.variables, frame[2:], strict=True))
    picked = [b.name for b in alternative.binders if b.name]
    seen.update(zip(picked, value[1:], strict=True))
    return seen


class Options(Sequence[Option]):
    """The options of a decision: each is made when it is looked at, and stays the same."""

    __slots__ = ("_decision", "_made")

    def __init__(self, decision: Decision) -> None:
        self._decision = decision
        self._made: list[Option | None] = [None] * len(decision.values)

    def __len__(self) -> int:
        return len(self._made)

    @overload
    def __getitem__(self, index: int) -> Option: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Option, ...]: ...
    def __getitem__(self, index: int | slice) -> Option | tuple[Option, ...]:
        if isinstance(index, slice):
            return tuple(self[number] for number in range(len(self))[index])
        made = self._made[index]
        if made is None:
            made = self._made[index] = self._decision.option(index)
        return made

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))


class Decision:
    """A question to one player."""

    __slots__ = ("_block", "_frame", "_names", "_options", "values")

    def __init__(self, names: Names, block: Block, frame: Frame, values: list[Any]) -> None:
        self._names, self._block, self._frame = names, block, frame
        #: the options as the engine knows them; `play_at` takes their numbers
        self.values = values
        self._options: Options | None = None

    @property
    def player(self) -> str:
        """Who decides, e.g. the id of a seat."""
        return self._names.id(self.seat)

    @property
    def seat(self) -> int:
        choice = self._block.choice
        assert choice is not None
        match choice.you:
            case ir.Var(name=name):
                return int(self._frame[2 + self._block.variables.index(name)])
            case ir.Const(value=value):
                return int(value)
        return 0

    @property
    def prompt(self) -> str:
        """What it is about: the id of the procedure or element that asks."""
        choice = self._block.choice
        assert choice is not None
        return choice.prompt

    @property
    def line(self) -> int:
        choice = self._block.choice
        assert choice is not None
        return choice.line

    @property
    def options(self) -> Sequence[Option]:
        if self._options is None:
            self._options = Options(self)
        return self._options

    def option(self, index: int) -> Option:
        """One of the options, made anew."""
        return Option(self._names, self._block, self._frame, self.values[index])

    def value_of(self, option: Option) -> tuple[Any, ...] | None:
        """What the engine calls an option; None if it belongs to another decision."""
        mine = option._frame is self._frame and option.value in self.values
        return option.value if mine else None

    def __repr__(self) -> str:
        return f"Decision({self.player}, {self.prompt}, {len(self.values)} options)"


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, and the rule line that made it happen."""

    kind: str
    file: str
    line: int
    text: str
    data: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.text}  ({self.file}:{self.line})"
