"""What the reference lists as legal, decision by decision, against what we offer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from . import packs
from .judge import Judge
from .legal import LISTS, Situation, compared, our_id, payments_compared
from .results import Result
from .rulings import Case, explained_by
from .snapshots import Reader
from .vocabulary import Choice, Vocabulary
from .windows import Record, Window


class Lists:
    """Compares and explains; what no ruling explains becomes a disagreement of the result."""

    def __init__(
        self, game: Any, setup: Mapping[str, Any], words: Vocabulary, result: Result
    ) -> None:
        self.game = game
        self.words = words
        self.result = result
        self.reader = Reader(words)
        self.printed = packs.elements(*words["packs"][setup["mode"]])
        self.buildings = setup.get("buildings", {})

    def asked(self, window: Window, record: Record, chosen: Choice, choices: list[Choice]) -> None:
        """A decision both sides have."""
        if "legal" in record and record["kind"] in LISTS:
            self.result.counts["legal lists"] += 1
            situation = self.situation(record["company"])
            self.explain(record, *compared(record, choices, situation))
        pay = window.pay_behind(record) if record["kind"] == "construct" else None
        if pay:
            theirs, ours = payments_compared(pay, chosen, choices, self.words)
            self.explain({**pay, "construct": record}, theirs, ours)

    def unasked(self, record: Record, choices: Sequence[Choice]) -> None:
        """A choice only we offer, and the recorded game went on without it."""
        self.explain(record, set(), {choice.id for choice in choices if choice.verb != "decline"})

    def refused(self, record: Record) -> None:
        """A choice the recording declines and we never offered."""
        self.explain(record, {record["of"]}, set())

    def explain(self, record: Record, theirs: set[str], ours: set[str]) -> None:
        if not theirs and not ours:
            return
        judge = self.judge(record["company"])
        left = self.unexplained(record, "theirs", theirs, judge)
        if left:
            why = self.why_not(record, left[0])
            self.result.disagree(at(record), f"legal {', '.join(left)}", why)
        left = self.unexplained(record, "ours", ours, judge)
        if left:
            self.result.disagree(at(record), "not legal", f"we offer {', '.join(left)}")

    def unexplained(self, record: Record, side: str, names: set[str], judge: Judge) -> list[str]:
        left = []
        for name in sorted(names):
            ruling = explained_by(Case(record, name, side, judge, self.words))
            if ruling:
                self.result.rulings[ruling] += 1
            else:
                left.append(name)
        return left

    def situation(self, company: str) -> Situation:
        ours = self.game.snapshot()
        part = ours[self.seat(ours, company)]
        engineers = self.reader.engineers(ours.get("elements", {}), self.reader.seats(ours))
        spaces = [s for s in self.words["copy_spaces"] if company not in engineers.get(s, {})]
        by_tile = self.words["investing"]["tile"] in part.get("tiles", [])
        by_officer = self.words["investing"]["officer"] == part.get("borrowed")
        return Situation(self.words, spaces[0] if spaces else None, by_tile or by_officer)

    def judge(self, company: str) -> Judge:
        ours = self.game.snapshot()
        part = ours[self.seat(ours, company)]
        borrowed = part.get("borrowed")
        officers = frozenset(filter(None, (part.get("officer"), borrowed)))
        shot = self.reader.recorded(ours)
        return Judge(shot, company, officers, borrowed, self.printed, self.buildings)

    def seat(self, ours: Mapping[str, Any], company: str) -> str:
        return next(seat for seat, name in self.reader.seats(ours).items() if name == company)

    def why_not(self, record: Record, name: str) -> str:
        option = our_id(record["kind"], name, self.words)
        try:
            return f"not offered: {self.game.why_not(option)}"
        except Exception as error:  # a failing explanation must not hide the disagreement itself
            return f"not offered ({type(error).__name__}: {error})"


def at(record: Record) -> str:
    who = record.get("company", record.get("player"))
    return f"decision {record['i']} ({who}, {record['kind']})"
