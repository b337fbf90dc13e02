"""A report: all differences of two sides as entries, grouped as a player would group them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from interpreter.compare.differences import Difference, compare
from interpreter.compare.entry import Entry
from interpreter.compare.settings import setting_entries
from interpreter.compare.sides import Side
from interpreter.compare.speaker import Silent, speaker
from interpreter.compare.telling import MEANS, REMARKS, Teller, reference, remark
from interpreter.compare.words import Wording
from interpreter.packs import Mapping

#: Sections that a player never sees: tools and other rules use them.
BEHIND: Final = frozenset({"types", "view", "texts", "examples", "invariants", "inventory"})
#: What belongs to no section comes first, then house rules.
FIRST: Final = ("settings", "rules")
LAST: Final = ("procedures", "quantities", "events", "graphs")


@dataclass(frozen=True, slots=True)
class Report:
    """All differences of two sides."""

    old: Side
    new: Side
    wording: Wording
    entries: list[Entry]
    #: What only tools and other rules see.
    behind: list[Entry]


def report(old: Side, new: Side, lang: str = "en", *, words: bool = True) -> Report:
    """The differences, told; effects in words where the packs have phrases for them."""
    told, behind = _Told(), _Told()
    before, after = (
        Wording(side, lang, speaker(side, lang) if words else Silent()) for side in (old, new)
    )
    teller = Teller(before, after)
    for difference in compare(old, new):
        seen = told if _is_seen(difference) else behind
        seen.add(teller.entry(difference))
    entries = [*setting_entries(old, new, after), *told.entries.values()]
    return Report(old, new, after, sorted(entries, key=_rank), list(behind.entries.values()))


class _Told:
    """Entries so far; those with the same reference, or of one and the same change, are one."""

    def __init__(self) -> None:
        self.entries: dict[object, Entry] = {}

    def add(self, entry: Entry) -> None:
        key: object = entry.reference or entry.addresses[0]
        if entry.kind == "removed" and not entry.reference:
            key = entry.span
        first = self.entries.get(key)
        if first is None:
            self.entries[key] = entry
            return
        if key == entry.span:
            first.title += f", {entry.title}"
        elif entry.speaks_for_itself and not first.speaks_for_itself:
            self.entries[key], first, entry = entry, entry, first
        first.addresses += entry.addresses
        first.details += entry.details


def _rank(entry: Entry) -> tuple[int, int, str]:
    if entry.section in FIRST:
        return 0, FIRST.index(entry.section), entry.reference
    if entry.section in LAST:
        return 2, LAST.index(entry.section), ""
    return 1, 0, ""


def _is_seen(difference: Difference) -> bool:
    """Whether a player would notice."""
    if _is_aside(difference):
        return False
    if remark(difference, "text") is not None or reference(difference, "")[0]:
        return True
    if difference.section in BEHIND:
        return False
    # A new procedure is noticed by what uses it, unless it says what it is for.
    is_means = difference.section in MEANS and difference.kind == "added"
    node = difference.after
    return not is_means or (isinstance(node, Mapping) and "text" in node.entries)


def _is_aside(difference: Difference) -> bool:
    """Only examples and the like have changed."""
    return difference.kind == "changed" and all(
        detail.path and detail.path[0] in REMARKS for detail in difference.details
    )
