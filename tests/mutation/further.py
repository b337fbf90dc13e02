"""More slips, made from what a YAML parser sees: any value, any key, any line, any block.

`slips` works on lines with patterns; here each scalar is known with its path, so that no file and
no corner of one is left out: `view`, `texts`, invariants, examples and manifests included.
"""

from __future__ import annotations

import random
import re
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

import yaml
from slips import Slip, typo

WORD = re.compile(r"[a-z][a-z_0-9]{2,}")
NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")
#: keys whose values are written for people; a typo there changes no meaning
PROSE = frozenset(
    ("name", "text", "says", "title", "chief", "because", "label", "heading", "names")
)
#: parts of a drawing in the languages of others: SVG and CSS
FOREIGN = frozenset(("symbols", "style", "defs"))
SCRIPTS = frozenset(
    ("script", "rule", "holds", "rules", "action", "reward", "after_build", "counts", "put", "run")
)


@dataclass(frozen=True)
class Place:
    """A scalar: the keys that lead to it, and where it is."""

    path: tuple[str, ...]
    is_key: bool
    text: str
    start: int
    end: int

    @property
    def for_people(self) -> bool:
        inside = set(self.path)
        spoken = (
            self.path[:1] == ("texts",) or inside & PROSE or self.path[-1:] in (("en",), ("it",))
        )
        return bool(spoken or (self.path[:1] == ("view",) and inside & FOREIGN)) and not self.is_key

    @property
    def is_script(self) -> bool:
        return (
            not self.is_key and bool(set(self.path[-1:]) & SCRIPTS) and "examples" not in self.path
        )


@dataclass
class File:
    """A file taken apart."""

    text: str
    places: list[Place] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._walk(yaml.compose(self.text, Loader=yaml.CSafeLoader), ())

    def _walk(self, node: yaml.Node | None, path: tuple[str, ...]) -> None:
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                self._add(key, path, is_key=True)
                self._walk(value, (*path, key.value))
        elif isinstance(node, yaml.SequenceNode):
            for item in node.value:
                self._walk(item, path)
        elif isinstance(node, yaml.ScalarNode):
            self._add(node, path, is_key=False)

    def _add(self, node: yaml.Node, path: tuple[str, ...], is_key: bool) -> None:
        start, end = node.start_mark.index, node.end_mark.index
        self.places.append(Place(path, is_key, self.text[start:end], start, end))

    @cached_property
    def lines(self) -> list[str]:
        return self.text.split("\n")

    @cached_property
    def starts(self) -> list[int]:
        return [0, *(found.end() for found in re.finditer("\n", self.text))]

    def replaced(self, kind: str, start: int, end: int, new: str) -> Slip:
        line = bisect_right(self.starts, start)
        text = self.text[:start] + new + self.text[end:]
        return Slip(kind, line, self.lines[line - 1], text.split("\n")[line - 1], text)

    def without(self, kind: str, first: int, last: int, instead: list[str]) -> Slip:
        made = [*self.lines[:first], *instead, *self.lines[last:]]
        after = made[first] if first < len(made) else ""
        return Slip(kind, first + 1, self.lines[first], after, "\n".join(made))

    def block(self, first: int) -> int:
        """The line behind everything that belongs to a line."""
        lead, last = _lead(self.lines[first]), first + 1
        while (
            last < len(self.lines) and self.lines[last].strip() and _lead(self.lines[last]) > lead
        ):
            last += 1
        return last


Make = Callable[[File, random.Random], Slip | None]


def _lead(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _typo_in(kind: str, wanted: Callable[[Place], bool]) -> Make:
    def make(file: File, dice: random.Random) -> Slip | None:
        found = [
            (place.start + word.start(), word[0])
            for place in file.places
            if wanted(place)
            for word in WORD.finditer(re.sub(r'"[^"\n]*"|#.*', _blank, place.text))
        ]
        if not found:
            return None
        at, word = dice.choice(found)
        return file.replaced(kind, at, at + len(word), typo(word, dice))

    return make


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _exchanged(kind: str, wanted: Callable[[Place], bool], new: Callable[[], list[str]]) -> Make:
    def make(file: File, dice: random.Random) -> Slip | None:
        found = [place for place in file.places if wanted(place)]
        if not found:
            return None
        place = dice.choice(found)
        return file.replaced(kind, place.start, place.end, dice.choice(new()))

    return make


def _hole(file: File, dice: random.Random) -> Slip | None:
    """The name in a `{…}` of a text."""
    found = [
        (place.start + hole.start(1), hole[1])
        for place in file.places
        if not place.is_key and "<" not in place.text and not set(place.path) & FOREIGN
        for hole in re.finditer(r"\{(?:\w+ )?([a-z_]{3,})(?=[:}])", place.text)
    ]
    if not found:
        return None
    at, word = dice.choice(found)
    return file.replaced("hole", at, at + len(word), typo(word, dice))


def _shifted_block(file: File, dice: random.Random) -> Slip | None:
    lines = [n for n, line in enumerate(file.lines) if line.startswith("  ") and line.strip()]
    first = dice.choice(lines or [0])
    last, step = file.block(first), dice.choice((1, 2, -1, -2))
    block = [" " * step + line if step > 0 else line[-step:] for line in file.lines[first:last]]
    if step < 0 and any(line[:-step].strip() for line in file.lines[first:last]):
        return None
    return file.without("block shifted", first, last, block)


def _element_gone(file: File, dice: random.Random) -> Slip | None:
    """A whole thing that the box should hold."""
    if "inventory" in file.text[:400] or "types:" in file.text[:200]:
        return None
    lines = [n for n, line in enumerate(file.lines) if re.match(r"  - \{id: [a-z]+_\d", line)]
    if not lines:
        return None
    first = dice.choice(lines)
    return file.without("element gone", first, file.block(first), [])


def _later_twice(file: File, dice: random.Random) -> Slip | None:
    """The same key once more, at the end of its mapping."""
    keyed = re.compile(r"\s+[\w.]+: [^\s|>{\[].*$")
    lines = [n for n, line in enumerate(file.lines) if keyed.match(line)]
    if not lines:
        return None
    first = dice.choice(lines)
    lead, last = _lead(file.lines[first]), first + 1
    while last < len(file.lines) and file.lines[last].strip() and _lead(file.lines[last]) >= lead:
        last += 1
    copy = file.lines[first]
    made = [*file.lines[:last], copy, *file.lines[last:]]
    return Slip("key twice, later", last + 1, copy, copy, "\n".join(made))


def _refers(place: Place) -> bool:
    plain = not place.is_key and not place.for_people and place.path[-1:] != ("id",)
    return plain and re.fullmatch(r"[a-z_][a-z_0-9 ]*", place.text) is not None


FURTHER: dict[str, Make] = {
    "any id": _typo_in("any id", lambda p: not p.is_key and p.path[-1:] == ("id",)),
    "any key": _typo_in("any key", lambda p: p.is_key and p.path[:3] != ("view", "svg", "layers")),
    "any script": _typo_in("any script", lambda p: p.is_script),
    "any value": _typo_in("any value", lambda p: _refers(p) and not p.is_script),
    "number to word": _exchanged(
        "number to word",
        lambda p: not p.is_key and not p.for_people and NUMBER.fullmatch(p.text) is not None,
        lambda: ["several", "two", "many"],
    ),
    "word to number": _exchanged(
        "word to number", lambda p: _refers(p) and not p.is_script, lambda: ["7", "12", "0"]
    ),
    "gone": _exchanged(
        "gone",
        lambda p: _refers(p) and not p.is_script and "view" not in p.path,
        lambda: ["bygone_thing", "obsolete"],
    ),
    "hole": _hole,
    "block shifted": _shifted_block,
    "element gone": _element_gone,
    "key twice, later": _later_twice,
}
