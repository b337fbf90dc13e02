"""The merged packs as declarations: everything known before a script is read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from interpreter.findings import Finding, Span
from interpreter.model.declarations import (
    NOWHERE,
    Element,
    Event,
    Field,
    HouseRule,
    Invariant,
    Procedure,
    Quantity,
    TypeDecl,
)
from interpreter.model.kinds import Kind
from interpreter.packs.source import Node

__all__ = ["LATE", "NOWHERE", "Model"]

#: parts that are not needed to play: a cache leaves them out
LATE = frozenset(("graphs", "texts", "view", "examples"))


@dataclass(slots=True)
class Model:
    """Types, elements and procedures of a set of packs, with their places."""

    seats: int = 0
    min_players: int = 1
    #: modes in which all packs can be played
    modes: tuple[str, ...] = ()
    #: modes any pack knows
    all_modes: tuple[str, ...] = ()
    #: where each mode is first named
    mode_places: dict[str, Span] = field(default_factory=dict)
    setup: str = ""
    play: str = ""
    score: str = ""
    tie_break: str = ""
    types: dict[str, TypeDecl] = field(default_factory=dict)
    plurals: dict[str, str] = field(default_factory=dict)
    elements: dict[str, Element] = field(default_factory=dict)
    #: by ordinal; number 0 stands for "none"
    table: list[Element | None] = field(default_factory=lambda: [None])
    procedures: dict[str, Procedure] = field(default_factory=dict)
    quantities: dict[str, Quantity] = field(default_factory=dict)
    events: dict[str, Event] = field(default_factory=dict)
    rules: dict[str, HouseRule] = field(default_factory=dict)
    invariants: dict[str, Invariant] = field(default_factory=dict)
    graphs: dict[str, Node] = field(default_factory=dict)
    texts: dict[str, Node] = field(default_factory=dict)
    view: dict[str, Node] = field(default_factory=dict)
    examples: dict[str, Node] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    #: reads what a cache left out, see `engine/cache.py`
    late: Callable[[], Model] | None = field(default=None, repr=False, compare=False)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name in LATE and self.late is not None:
                return getattr(self.late(), name)
            raise AttributeError(name)

    def report(
        self,
        code: str,
        message: str,
        span: Span,
        help: str | None = None,
        related: tuple[tuple[str, Span], ...] = (),
        suggestion: str | None = None,
        blame: Span | None = None,
    ) -> None:
        """Note a finding; building goes on, so that all of them are seen in one run."""
        self.findings.append(
            Finding(code, message, span, "error", help, related, suggestion, blame)
        )

    def ancestry(self, type_id: str) -> list[str]:
        """The type and its parents, nearest first."""
        line: list[str] = []
        at: str | None = type_id
        while at is not None and at in self.types and at not in line:
            line.append(at)
            at = self.types[at].parent
        return line

    def is_a(self, type_id: str, ancestor: str) -> bool:
        """Whether every element of `type_id` is also one of `ancestor`."""
        return ancestor in self.ancestry(type_id)

    def field_of(self, type_id: str, name: str) -> Field | None:
        """The field of that name, own or inherited."""
        for line in self.ancestry(type_id):
            found = self.types[line].fields.get(name)
            if found is not None:
                return found
        return None

    def fields_of(self, type_id: str) -> dict[str, Field]:
        """All fields, own and inherited, in order of declaration."""
        found: dict[str, Field] = {}
        for line in reversed(self.ancestry(type_id)):
            found.update(self.types[line].fields)
        return found

    def resource_count(self) -> int:
        return len(self.types["resource"].members)

    def zero(self, kind: Kind) -> Any:
        """What a field of this type holds before anything has been put there."""
        match kind.word:
            case "number":
                return 0
            case "yes_no":
                return False
            case "text":
                return ""
            case "bundle":
                return (0,) * self.resource_count()
            case "list":
                return ()
            case _:
                return 0
