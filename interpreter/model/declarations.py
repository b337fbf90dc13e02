"""What packs declare: types, fields, elements, procedures, quantities, events."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from interpreter.findings import Span
from interpreter.model.kinds import Kind
from interpreter.packs.source import Mapping, Scalar

NOWHERE = Span("", 1, 1, 1, 1)


@dataclass(slots=True, eq=False)
class Field:
    """A printed field, a piece of state, or a script or formula an element carries."""

    name: str
    kind: Kind
    owner: str
    span: Span
    state: bool = False
    optional: bool = False
    per_player: bool = False
    script: bool = False
    formula: bool = False
    takes: dict[str, Parameter] = field(default_factory=dict)
    #: state: slot of element with ordinal 0 (a virtual place, see `layout`)
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    kind: Kind
    optional: bool
    #: where its type is written
    span: Span = NOWHERE
    #: where its name is written
    place: Span = NOWHERE


@dataclass(slots=True)
class TypeDecl:
    id: str
    plural: str
    parent: str | None
    span: Span
    fields: dict[str, Field] = field(default_factory=dict)
    bearers: list[Scalar] = field(default_factory=list)
    condition: Scalar | None = None
    plural_span: Span = NOWHERE
    parent_span: Span = NOWHERE
    #: ordinals of all elements of this type and its subtypes
    members: tuple[int, ...] = ()


@dataclass(slots=True)
class Element:
    id: str
    type: str
    ordinal: int
    span: Span
    node: Mapping | None
    values: dict[str, Any] = field(default_factory=dict)
    scripts: dict[str, Scalar] = field(default_factory=dict)
    rules: list[Scalar] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    #: reads the node if a cache left it out, see `engine/cache.py`
    late: Callable[[str], Mapping | None] | None = field(default=None, repr=False, compare=False)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name in self.__dataclass_fields__ and name != "late" and self.late is not None:
                return self.late(self.id)
            raise AttributeError(name)


@dataclass(slots=True)
class Procedure:
    id: str
    takes: dict[str, Parameter]
    script: Scalar
    span: Span


@dataclass(slots=True)
class Quantity:
    id: str
    takes: dict[str, Parameter]
    gives: Kind
    value: Scalar
    stages: tuple[str, ...]
    asked_of: Scalar | None
    span: Span
    #: parameters whose own rules count as well
    heeds: tuple[str, ...] = ()


@dataclass(slots=True)
class Event:
    id: str
    takes: dict[str, Parameter]
    everyone: bool
    span: Span


@dataclass(slots=True)
class HouseRule:
    """A hook that is always in force."""

    id: str
    rule: Scalar
    span: Span


@dataclass(slots=True)
class Invariant:
    id: str
    holds: Scalar
    span: Span
