"""The recorded game cut at its snapshots."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Iterable, Iterator, Mapping

Record = Mapping[str, Any]


@dataclass
class Window:
    """What happened up to one snapshot, and the events right behind it (before the next decision or snapshot)."""

    snapshot: Record
    decisions: list[Record] = field(default_factory=list)
    events: list[Record] = field(default_factory=list)
    behind: list[Record] = field(default_factory=list)

    @property
    def after(self) -> str:
        return str(self.snapshot["after"])

    def __str__(self) -> str:
        shot = self.snapshot
        what = f"before {shot['before_phase']}" if self.after == "phase" else f"after {self.after}"
        return " ".join(filter(None, [what, shot.get("company"), f"round {shot['round']}" if "round" in shot else ""]))


def windows(records: Iterable[Record]) -> Iterator[Window]:
    """One window per snapshot, in order."""
    waiting: Window | None = None
    decisions: list[Record] = []
    events: list[Record] = []
    for record in records:
        if record["t"] == "event":
            events.append(record)
            if waiting is not None:
                waiting.behind.append(record)
        elif record["t"] in ("decision", "snapshot"):
            if waiting is not None:
                yield waiting
                waiting = None
            if record["t"] == "decision":
                decisions.append(record)
            else:
                waiting = Window(record, decisions, events)
                decisions, events = [], []
    if waiting is not None:
        yield waiting


def the(records: Iterable[Record], kind: str) -> dict[str, Any]:
    """The one record of this kind (`setup`, `seats`, `end`)."""
    return dict(next((record for record in records if record["t"] == kind), {}))
