"""One difference in the words of a player."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from interpreter.compare.differences import Detail, Difference
from interpreter.compare.entry import Entry
from interpreter.compare.sides import said
from interpreter.compare.words import Wording
from interpreter.packs import Mapping, Node, Scalar, Sequence

#: Sections whose new things are only means to an end, unless they say what they are for.
MEANS: Final = frozenset({"procedures", "quantities", "events"})
#: Keys that change nothing about the rules.
REMARKS: Final = frozenset({"examples", "says", "id"})
#: A reason that begins with a name: `ed_07: places are shared`.
_NUMBERED: Final = re.compile(r"(?P<id>[a-z][a-z0-9]*(?:_[a-z0-9]+)+): +(?P<rest>.+)")


def remark(difference: Difference, key: str) -> Node | None:
    """What a pack says about its change; of several changes, the one with a text speaks."""
    told = [change.remarks for change in difference.changes if change.remarks is not None]
    told.sort(key=lambda remarks: "text" not in remarks.entries)
    return told[0].entries.get(key) if told else None


def reference(difference: Difference, lang: str) -> tuple[str, str]:
    """The id a pack gives to its change, and its reason; `because: "id: reason"` has both."""
    reason = said(remark(difference, "because"), lang) or ""
    given = remark(difference, "id")
    if isinstance(given, Scalar):
        return given.text, reason
    if difference.section == "rules":
        return difference.id, reason
    found = _NUMBERED.match(reason)
    return (found["id"], found["rest"]) if found else ("", reason)


@dataclass(frozen=True, slots=True)
class Teller:
    """Tells differences between two sides."""

    old: Wording
    new: Wording

    def entry(self, difference: Difference) -> Entry:
        """The difference as an entry of a report."""
        lang = self.new.lang
        name, reason = reference(difference, lang)
        own = said(remark(difference, "text"), lang) or _own_text(difference, lang)
        title = own
        if name and not title:
            title, reason = reason, ""
        return Entry(
            difference.kind,
            "rules" if name else difference.section,
            title or self._name(difference),
            list(self._lines(difference)) if not title else [],
            [difference.address],
            name,
            reason,
            difference.pack,
            difference.span,
            list(self._details(difference)),
            own is not None,
        )

    def _name(self, difference: Difference) -> str:
        wording = self.old if difference.kind == "removed" else self.new
        return wording.name(difference.id)

    def _lines(self, difference: Difference) -> Iterator[str]:
        if difference.kind == "added":
            yield from self._contents(difference.id, difference.after)
        elif difference.kind == "changed":
            yield from self._changes(difference)

    # ---- new things ----------------------------------------------------------

    def _contents(self, name: str, node: Node | None) -> Iterator[str]:
        told = self.new.speaker.explain(name)
        for key, value in node.entries.items() if isinstance(node, Mapping) else ():
            if key in REMARKS or key in ("name", "text") or key in self.new.side.coordinates:
                continue
            if told is not None and self.new.speaker.is_told(name, key):
                continue
            if key == "rules" and isinstance(value, Sequence):
                yield from (self.new.value(item) for item in value.items)
            else:
                yield f"{self.new.label(name, (key,))}: {self.new.field(name, key, value)}"
        if told is not None:
            yield told

    # ---- changed things ------------------------------------------------------

    def _changes(self, difference: Difference) -> Iterator[str]:
        was, now = (side.speaker.explain(difference.id) for side in (self.old, self.new))
        is_told = was is not None and now is not None
        for detail in difference.details:
            key = detail.path[0] if detail.path else ""
            if key not in REMARKS and not (is_told and self._is_told(difference.id, key)):
                yield from self._change(difference.id, detail)
        if is_told and was != now:
            yield f"{self.new.word('was')}: {was}"
            yield f"{self.new.word('now')}: {now}"

    def _is_told(self, name: str, key: str) -> bool:
        return self.new.speaker.is_told(name, key) or self.old.speaker.is_told(name, key)

    def _change(self, name: str, detail: Detail) -> Iterator[str]:
        label = self.new.label(name, detail.path)
        before, after = detail.before, detail.after
        if isinstance(before, Sequence) and isinstance(after, Sequence):
            gone, come = _apart(before, after)
            if gone or come:
                parts = [f"+ {self.new.value(item)}" for item in come]
                parts += [f"- {self.old.value(item)}" for item in gone]
                yield f"{label}: {', '.join(parts)}"
                return
        key = detail.path[0] if detail.path else ""
        old, new = self.old.field(name, key, before), self.new.field(name, key, after)
        if "\n" in old or "\n" in new:
            yield f"{label}:"
            yield from _line_changes(old, new)
        else:
            yield f"{label}: {old} → {new}"

    def _details(self, difference: Difference) -> Iterator[dict[str, object]]:
        for detail in difference.details:
            yield {
                "address": ".".join([difference.address, *detail.path]),
                "before": self.old.value(detail.before) if detail.before is not None else None,
                "after": self.new.value(detail.after) if detail.after is not None else None,
            }


def _own_text(difference: Difference, lang: str) -> str | None:
    """What a rule says about itself."""
    node = difference.before if difference.kind == "removed" else difference.after
    text = node.entries.get("text") if isinstance(node, Mapping) else None
    is_rule = difference.section == "rules" or difference.section in MEANS
    return said(text, lang) if text is not None and is_rule else None


def _line_changes(old: str, new: str) -> Iterator[str]:
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
