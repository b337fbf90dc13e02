"""One entry of a report."""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.compare.differences import Kind
from interpreter.findings import Span


@dataclass(slots=True)
class Entry:
    """One change as a player would tell it."""

    kind: Kind
    section: str
    title: str
    #: What it comes to, a line each.
    lines: list[str] = field(default_factory=list)
    addresses: list[str] = field(default_factory=list)
    #: The id the pack gives to this change.
    reference: str = ""
    because: str = ""
    pack: str = ""
    span: Span | None = None
    details: list[dict[str, object]] = field(default_factory=list)
    #: Whether the title is a text of the pack for players.
    speaks_for_itself: bool = False
