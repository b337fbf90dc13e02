"""What the reference lists as legal, decision by decision, against what we offer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from . import packs
from .judge import Judge
from .legal import chosen_name, compared, listed, our_id, payments_compared
from .results import Result
from .rulings import Case, explained_by
from .snapshots import Reader
from .vocabulary import Choice, Vocabulary
from .windows import Record, Window

Ours = Mapping[str, Any]  # a snapshot of our game


class Lists:
    """Compares and explains; what no ruling explains becomes a disagreement of the result."""

    def __init__(self, game: Any, names: Sequence[str], words: Vocabulary, result: Result) -> None:
        self.game = game
        self.words = words
        self.result = result
        self.reader = Reader(words)
        self.printed = packs.elements(*names)

    def asked(self, window: Window, record: Record, chosen: Choice, choices: list[Choice]) -> None:
        """A decision both sides have."""
        if "legal" in record:
            self.result.counts["legal lists"] += 1
            copies = any(choice.verb == "copy" for choice in choices)
            copy_space = self.copy_space(record["company"]) if copies else None
            self.explain(
                record, *compared(record, choices, self.words, copy_space), self.game.snapshot()
            )
        pay = window.pay_behind(record) if record["kind"] == "construct" else None
        if pay:
            theirs, ours = payments_compared(pay, chosen, choices, self.words)
            self.explain({**pay, "construct": record}, theirs, ours, self.game.snapshot())

    def forced(self, window: Window, record: Record, before: Ours) -> None:
        """A decision we did not ask, having one option: the others listed need an explanation."""
        others = listed(record) - {chosen_name(record)}
        if not others:
            return
        self.result.counts["legal lists"] += 1
        seat = self.seat(before, record["company"])
        part = dict(before[seat])
        part["credit"] = part.get("credit", 0) - window.credits_paid_before(record)
        copied = next(
            (other["officer"] for other in window.decisions if other["kind"] == "copy_officer"),
            None,
        )
        self.explain(
            record, others, set(), {**before, seat: part | ({"borrowed": copied} if copied else {})}
        )

    def unasked(self, record: Record, choices: Sequence[Choice]) -> None:
        """A choice only we offer, and the recorded game went on without it."""
        offered = {choice.id for choice in choices if choice.verb != "decline"}
        self.explain(record, set(), offered, self.game.snapshot())

    def explain(self, record: Record, theirs: set[str], ours: set[str], position: Ours) -> None:
        if not theirs and not ours:
            return
        judge = self.judge(position, record["company"])
        left = {
            side: self.unexplained(record, side, names, judge)
            for side, names in (("theirs", theirs), ("ours", ours))
        }
        if left["theirs"]:
            self.result.disagree(
                at(record),
                f"legal {', '.join(left['theirs'])}",
                self.why_not(record, left["theirs"][0]),
            )
        if left["ours"]:
            self.result.disagree(at(record), "not legal", f"we offer {', '.join(left['ours'])}")

    def unexplained(self, record: Record, side: str, names: set[str], judge: Judge) -> list[str]:
        left = []
        for name in sorted(names):
            ruling = explained_by(Case(record, name, side, judge, self.words))
            if ruling:
                self.result.rulings[ruling] += 1
            else:
                left.append(name)
        return left

    def judge(self, position: Ours, company: str) -> Judge:
        part = position[self.seat(position, company)]
        officers = frozenset(filter(None, (part.get("officer"), part.get("borrowed"))))
        return Judge(
            self.reader.recorded(position), company, officers, part.get("borrowed"), self.printed
        )

    def seat(self, position: Ours, company: str) -> str:
        return next(seat for seat, name in self.reader.seats(position).items() if name == company)

    def copy_space(self, company: str) -> str | None:
        engineers = self.reader.recorded(self.game.snapshot())["engineers_on"]
        return next(
            (
                space
                for space in self.words["copy_spaces"]
                if company not in engineers.get(space, {})
            ),
            None,
        )

    def why_not(self, record: Record, name: str) -> str:
        option = our_id(record["kind"], name, self.words)
        try:
            return f"not offered: {self.game.why_not(option)}"
        except Exception as error:  # a failing explanation must not hide the disagreement itself
            return f"not offered ({type(error).__name__}: {error})"


def at(record: Record) -> str:
    return (
        f"decision {record['i']} ({record.get('company', record.get('player'))}, {record['kind']})"
    )
