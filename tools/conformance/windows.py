"""The recorded game cut at its snapshots."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

Record = Mapping[str, Any]


@dataclass
class Window:
    """What happened up to one snapshot, and the events right behind it."""

    snapshot: Record
    records: list[Record] = field(default_factory=list)
    behind: list[Record] = field(default_factory=list)  # before the next decision or snapshot

    @property
    def decisions(self) -> list[Record]:
        return [record for record in self.records if record["t"] == "decision"]

    @property
    def events(self) -> list[Record]:
        return [record for record in self.records if record["t"] == "event"]

    @property
    def after(self) -> str:
        return str(self.snapshot["after"])

    @property
    def company(self) -> str | None:
        return self.snapshot.get("company")

    def pay_behind(self, construct: Record) -> Record | None:
        """The recorded choice between several payments of this construction."""
        decisions = self.decisions
        index = decisions.index(construct) + 1
        return (
            decisions[index]
            if index < len(decisions) and decisions[index]["kind"] == "pay"
            else None
        )

    def __str__(self) -> str:
        shot = self.snapshot
        what = f"before {shot['before_phase']}" if self.after == "phase" else f"after {self.after}"
        return " ".join(
            filter(
                None,
                [what, shot.get("company"), f"round {shot['round']}" if "round" in shot else ""],
            )
        )


def windows(records: Iterable[Record]) -> Iterator[Window]:
    """One window per snapshot, in order."""
    waiting: Window | None = None
    gathered: list[Record] = []
    for record in records:
        if record["t"] == "event" and waiting is not None:
            waiting.behind.append(record)
        if record["t"] in ("decision", "snapshot") and waiting is not None:
            yield waiting
            waiting = None
        if record["t"] in ("decision", "event"):
            gathered.append(record)
        elif record["t"] == "snapshot":
            waiting, gathered = Window(record, gathered), []
    if waiting is not None:
        yield waiting


def the(records: Iterable[Record], kind: str) -> dict[str, Any]:
    """The one record of this kind (`setup`, `seats`, `end`)."""
    return dict(next((record for record in records if record["t"] == kind), {}))
