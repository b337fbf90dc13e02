"""Text of packs on a terminal: how wide it is, and nothing in it that gives the terminal orders."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

#: what a terminal obeys instead of showing it, and what no stream can be made to hold
_ORDERS: Final = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
_HALVES: Final = re.compile("[\ud800-\udfff]")
_CONTROL_PICTURES: Final = 0x2400


def harmless(text: str) -> str:
    """The text with a visible sign, as wide as one letter, for each character that is none."""
    if text.isascii() and text.isprintable():
        return text
    return _HALVES.sub("\ufffd", _ORDERS.sub(_sign, text))


def _sign(found: re.Match[str]) -> str:
    number = ord(found[0])
    return chr(_CONTROL_PICTURES + number) if number < 0x20 else "\ufffd"


def room(text: str) -> str:
    """White space as wide as the text. Tabs stay tabs: the terminal knows how wide they are."""
    if text.isascii():
        return re.sub(r"[^\t]", " ", text)
    return "".join("\t" if sign == "\t" else " " * _width(sign) for sign in text)


def _width(sign: str) -> int:
    if unicodedata.combining(sign) or unicodedata.category(sign) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1
