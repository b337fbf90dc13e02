"""Moments our game runs through without asking, so that every recorded snapshot can be compared."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from .results import PartedError
from .snapshots import Reader, Shot
from .vocabulary import Vocabulary
from .windows import Window


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

    def __init__(self, game: Any, reader: Reader, words: Vocabulary) -> None:
        self.game = game
        self.reader = reader
        self.words = words
        self.marks: list[Mark] = []
        game.watch("phase", self.phase_begins)
        game.watch("current", self.turn_begins)

    def phase_begins(self, game: Any) -> None:
        ours = game.snapshot()
        self.marks.append(Mark("phase", ours["phase"], ours, self.reader))

    def turn_begins(self, game: Any) -> None:
        ours = game.snapshot()
        if "current" in ours:
            self.marks.append(
                Mark("turn", self.reader.seats(ours)[ours["current"]], ours, self.reader)
            )

    def begin_turn(self, company: str) -> Mark | None:
        """Leave the mark of this turn behind (the first turn began before anyone could watch)."""
        self.skip_passing(company)
        if not self.marks or self.marks[0].kind != "turn":
            return None
        if self.marks[0].what != company:
            raise PartedError("turn", f"the turn of {company}", f"the turn of {self.marks[0].what}")
        return self.marks.pop(0)

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

    def observed(self, window: Window) -> Shot | None:
        """Our position at a recorded snapshot; None if we have not got there."""
        if window.after == "phase" and window.snapshot["before_phase"] != "game_end":
            return self.at_phase(window.snapshot["before_phase"])
        if self.marks:
            return self.marks[0].shot
        reached = self.game.over if window.after == "phase" else window.after != "turn"
        return self.reader.recorded(self.game.snapshot()) if reached else None
