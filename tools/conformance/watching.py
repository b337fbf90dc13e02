"""Moments our game runs through without asking, so that every recorded snapshot can be compared."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from .results import PartedError
from .snapshots import Reader, Shot
from .vocabulary import Vocabulary


class Mark:
    """A phase or a turn begins; put into the recorded shape only if someone looks."""

    def __init__(self, kind: str, what: str, ours: Mapping[str, Any], reader: Reader) -> None:
        self.kind = kind  # "phase" or "turn"
        self.what = what  # the phase, or the company whose turn it is
        self.ours = ours
        self.reader = reader

    @cached_property
    def shot(self) -> Shot:
        return self.reader.recorded(self.ours)

    @property
    def nothing_left_to_place(self) -> bool:
        return self.kind == "turn" and not self.shot["players"][self.what]["engineer"]


class Watcher:
    """The marks passed since the last recorded snapshot, oldest first."""

    def __init__(self, reader: Reader, words: Vocabulary) -> None:
        self.reader = reader
        self.words = words
        self.marks: list[Mark] = []

    @property
    def fields(self) -> dict[str, Callable[[Any], None]]:
        """What `new_game(watch=...)` wants."""
        return {"phase": self.phase_begins, "current": self.turn_begins}

    def phase_begins(self, game: Any) -> None:
        ours = game.snapshot()
        self.marks.append(Mark("phase", ours["phase"], ours, self.reader))

    def turn_begins(self, game: Any) -> None:
        ours = game.snapshot()
        if "current" in ours:
            self.marks.append(
                Mark("turn", self.reader.seats(ours)[ours["current"]], ours, self.reader)
            )

    def begin_turn(self, company: str) -> None:
        """Leave the mark of this turn behind."""
        self.skip_passing(company)
        found = self.marks[0].what if self.marks else "nobody"
        if found != company:
            raise PartedError("turn", f"the turn of {company}", f"the turn of {found}")
        self.marks.pop(0)

    def skip_passing(self, company: str | None) -> None:
        """Turns of others that were only passing without engineers: the reference has none."""
        while self.marks and self.marks[0].what != company and self.marks[0].nothing_left_to_place:
            self.marks.pop(0)

    def at_phase(self, name: str) -> Shot | None:
        """Our position when the recorded phase began."""
        wanted = self.words["phases"][name]
        self.skip_passing(None)
        while (
            self.marks
            and self.marks[0].what != wanted
            and self.marks[0].what in self.words["phases_not_recorded"]
        ):
            self.marks.pop(0)
        if not self.marks or self.marks[0].what != wanted:
            return None
        return (self.marks[0] if name in self.words["peeked"] else self.marks.pop(0)).shot
