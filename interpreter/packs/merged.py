"""The result of merging packs."""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.findings import Finding, Span
from interpreter.packs.nodes import Mapping, Node


@dataclass(frozen=True, slots=True)
class Change:
    """What one pack did to an address."""

    pack: str
    #: `replace`, `patch`, `remove`, `append` or, for entries added to a type, `extend`.
    operation: str
    span: Span
    #: What was there; None if nothing.
    before: Node | None
    #: What the pack says about it: `id`, `text`, `because`.
    remarks: Mapping | None = None


@dataclass(slots=True)
class Merged:
    """All sections of all packs. Nodes keep the places where they are written."""

    #: Section to id or key to content, in the order of the packs and their files.
    sections: dict[str, dict[str, Node]] = field(default_factory=dict)
    #: Address to what was done to it, in order.
    history: dict[str, list[Change]] = field(default_factory=dict)
    #: `section` and `section.id` to where that name is written first.
    places: dict[str, Span] = field(default_factory=dict)
    #: `section.id` to the pack that brought it.
    owners: dict[str, str] = field(default_factory=dict)
    #: What is wrong; sections are then as far as they could be made.
    findings: list[Finding] = field(default_factory=list)
