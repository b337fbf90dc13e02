"""Differences as entries of a report: one for each thing a player would call one change."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from interpreter.compare.differences import Detail, Difference, compare
from interpreter.compare.entry import Entry
from interpreter.compare.settings import setting_entries
from interpreter.compare.sides import Side, said
from interpreter.compare.words import Silent, Speaker, Wording, spoken
from interpreter.packs import Mapping, Node, Scalar, Sequence

#: Sections that a player never sees: tools and other rules use them.
BEHIND: Final = frozenset({"types", "view", "texts", "examples", "invariants", "inventory"})
#: Sections whose new things are only means to an end, unless they say what they are for.
MEANS: Final = frozenset({"procedures", "quantities", "events"})
#: Keys that change nothing about the rules.
REMARKS: Final = frozenset({"examples", "says", "id"})
#: House rules come first, what belongs to no section before them.
FIRST: Final = ("settings", "rules")
#: A reason that begins with a name: `ed_07: places are shared`.
_NUMBERED: Final = re.compile(r"(?P<id>[a-z][a-z0-9]*(?:_[a-z0-9]+)+): +(?P<rest>.+)")
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


def report(old: Side, new: Side, lang: str = "en", speaker: Speaker | None = None) -> Report:
    """The differences, told."""
    told, behind = _Told(), _Told()
    wording = Wording(new, lang, speaker or Silent())
    teller = _Teller(wording, Wording(old, lang, speaker or Silent()))
    for difference in compare(old, new):
        seen = told if _is_seen(difference) else behind
        seen.add(teller.entry(difference))
    entries = [*setting_entries(old, new, wording), *told.entries.values()]
    return Report(old, new, wording, sorted(entries, key=_rank), list(behind.entries.values()))


class _Told:
    """Entries so far; those with the same reference are one."""

    def __init__(self) -> None:
        self.entries: dict[str, Entry] = {}

    def add(self, entry: Entry) -> None:
        key = entry.reference or entry.addresses[0]
        first = self.entries.setdefault(key, entry)
        if first is not entry:
            first.lines += [line for line in entry.lines if line not in first.lines]
            first.addresses += entry.addresses
            first.details += entry.details


def _rank(entry: Entry) -> tuple[int, int, str]:
    if entry.section in FIRST:
        return 0, FIRST.index(entry.section), entry.reference
    if entry.section in LAST:
        return 2, LAST.index(entry.section), ""
    return 1, 0, ""


def _is_seen(difference: Difference) -> bool:
    if _remark(difference, "text") is not None or _reference(difference, "")[0]:
        return True
    if difference.section in BEHIND:
        return False
    if difference.kind == "changed":
        return any(
            not detail.path or detail.path[0] not in REMARKS for detail in difference.details
        )
    node = difference.after or difference.before
    means = difference.section in MEANS and difference.kind == "added"
    return not means or (isinstance(node, Mapping) and "text" in node.entries)


def _remark(difference: Difference, key: str) -> Node | None:
    """What a pack says about its change."""
    for change in difference.changes:
        if change.remarks is not None and key in change.remarks.entries:
            return change.remarks.entries[key]
    return None


@dataclass(frozen=True, slots=True)
class _Teller:
    new: Wording
    old: Wording

    def entry(self, difference: Difference) -> Entry:
        lang = self.new.lang
        reference, reason = _reference(difference, lang)
        text = said(_remark(difference, "text"), lang) or _own_text(difference, lang)
        if reference and not text:
            text, reason = reason, ""
        return Entry(
            difference.kind,
            "rules" if reference else difference.section,
            text or self._name(difference),
            list(self._lines(difference)) if not text else [],
            [difference.address],
            reference,
            reason,
            difference.pack,
            difference.span,
            list(self._details(difference)),
        )

    def _name(self, difference: Difference) -> str:
        wording = self.old if difference.kind == "removed" else self.new
        return wording.name(difference.id)

    def _lines(self, difference: Difference) -> Iterator[str]:
        if difference.kind == "removed":
            return
        if difference.kind == "added":
            yield from self._contents(difference.after)
            return
        for detail in difference.details:
            if detail.path[:1] and detail.path[0] in REMARKS:
                continue
            yield from self._change(detail)

    def _contents(self, node: Node | None) -> Iterator[str]:
        for key, value in node.entries.items() if isinstance(node, Mapping) else ():
            if key in REMARKS or key in ("name", "text"):
                continue
            if key == "rules" and isinstance(value, Sequence):
                yield from (self.new.value(item) for item in value.items)
            else:
                yield f"{spoken(key)}: {self.new.value(value)}"

    def _change(self, detail: Detail) -> Iterator[str]:
        label = " ".join(map(spoken, detail.path))
        before, after = detail.before, detail.after
        if isinstance(before, Sequence) and isinstance(after, Sequence):
            gone, come = _apart(before, after)
            if gone or come:
                parts = [f"+ {self.new.value(item)}" for item in come]
                parts += [f"- {self.old.value(item)}" for item in gone]
                yield f"{label}: {', '.join(parts)}"
                return
        old, new = self.old.value(before), self.new.value(after)
        if "\n" in old or "\n" in new:
            yield f"{label}:"
            yield from line_changes(old, new)
        else:
            yield f"{label}: {old} → {new}"

    def _details(self, difference: Difference) -> Iterator[dict[str, object]]:
        for detail in difference.details:
            yield {
                "address": ".".join([difference.address, *detail.path]),
                "before": self.old.value(detail.before) if detail.before is not None else None,
                "after": self.new.value(detail.after) if detail.after is not None else None,
            }


def _reference(difference: Difference, lang: str) -> tuple[str, str]:
    """The id a pack gives to its change, and its reason; `because: "id: reason"` has both."""
    reason = said(_remark(difference, "because"), lang) or ""
    given = _remark(difference, "id")
    if isinstance(given, Scalar):
        return given.text, reason
    if difference.section == "rules":
        return difference.id, reason
    found = _NUMBERED.match(reason)
    return (found["id"], found["rest"]) if found else ("", reason)


def _own_text(difference: Difference, lang: str) -> str | None:
    """What a new rule says about itself."""
    node = difference.after if difference.kind != "removed" else difference.before
    text = node.entries.get("text") if isinstance(node, Mapping) else None
    is_rule = difference.section == "rules" or difference.section in MEANS
    return said(text, lang) if text is not None and is_rule else None


def line_changes(old: str, new: str) -> Iterator[str]:
    """The lines that only one of two texts has."""
    for line in difflib.ndiff(old.splitlines(), new.splitlines()):
        if line[0] in "+-":
            yield line


def _apart(one: Sequence, other: Sequence) -> tuple[list[Node], list[Node]]:
    """The scalars that only the first list has, and those that only the second has."""
    old, new = _texts(one.items), _texts(other.items)
    if len(old) != len(one.items) or len(new) != len(other.items):
        return [], []
    return (
        [node for text, node in old.items() if text not in new],
        [node for text, node in new.items() if text not in old],
    )


def _texts(items: Iterable[Node]) -> dict[str, Node]:
    return {item.text: item for item in items if isinstance(item, Scalar)}
