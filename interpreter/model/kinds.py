"""The types of the effect language."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Kind:
    """A type: a plain one (`number`), an element of a declared type, or a list of something."""

    word: str
    element: str = ""
    item: Kind | None = None

    def __str__(self) -> str:
        if self.word == "element":
            return self.element
        if self.word == "list":
            return f"list of {self.item}" if self.item else "empty list"
        return self.word


NUMBER = Kind("number")
YES_NO = Kind("yes_no")
TEXT = Kind("text")
BUNDLE = Kind("bundle")
NOTHING = Kind("none")
EMPTY_LIST = Kind("list")
#: of what could not be understood; fits everything, so that one mistake is reported once
UNKNOWN = Kind("unknown")
PLAIN = {kind.word: kind for kind in (NUMBER, YES_NO, TEXT, BUNDLE)}


def element(type_id: str) -> Kind:
    """The type of one element of a declared type."""
    return Kind("element", type_id)


def list_of(item: Kind) -> Kind:
    """The type of a list of `item`."""
    return Kind("list", "", item)


PLAYER = element("player")
RESOURCE = element("resource")
MODE = element("mode")


def read_kind(text: str) -> tuple[Kind, bool]:
    """Read `maybe list of dam`: the type, and whether it may be left out."""
    words = text.split()
    optional = bool(words) and words[0] == "maybe"
    if optional:
        words = words[1:]
    if words[:2] == ["list", "of"] and len(words) == 3:
        return list_of(_single(words[2])), optional
    if len(words) == 1:
        return _single(words[0]), optional
    raise ValueError(text)


def _single(word: str) -> Kind:
    return PLAIN.get(word) or element(word)
