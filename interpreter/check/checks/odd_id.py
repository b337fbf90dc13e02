"""Ids that look misspelt: one letter off from their name, or from what their neighbours share."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from typing import Final

from interpreter.check.context import Context
from interpreter.findings import Finding, Span
from interpreter.model.declarations import Element

NEEDS_CLEAN: Final = False
_CLOSE: Final = 0.75
#: shorter words are too often close to others by chance
_SHORTEST: Final = 4
#: so many neighbours must share a word
_SHARED: Final = 3


def check(context: Context) -> Iterator[Finding]:
    """Each element among those of its type."""
    for decl in context.model.types.values():
        members = [context.model.table[at] for at in decl.members]
        known = [one for one in members if one is not None and one.node is not None]
        own = [one for one in known if one.type == decl.id]
        words = Counter(word for one in own for word in one.id.split("_"))
        vocabulary = Counter(word for one in known for word in one.id.split("_")) + words
        for one in own:
            meant = _by_name(one) or _by_neighbours(one, vocabulary)
            if meant is not None and meant not in context.model.elements:
                place = context.merged.places.get(f"{decl.plural}.{one.id}", one.span)
                yield _finding(one, meant, place)


def _by_name(known: Element) -> str | None:
    """The English name as an id, if that is nearly the id."""
    slug = _slug(known.names.get("en", ""))
    if len(slug) < _SHORTEST or slug == known.id:
        return None
    # `officer_x` and `x`, `green_01` and `green_1` differ on purpose.
    if known.id.endswith(slug) or slug.endswith(known.id) or _letters(slug) == _letters(known.id):
        return None
    if len(known.id.split("_")) != len(slug.split("_")):
        return None
    pairs = list(zip(known.id.split("_"), slug.split("_"), strict=True))
    different = [(one, other) for one, other in pairs if one != other]
    if len(different) != 1 or any(part.isdigit() for part in different[0]):
        return None
    return slug if _near(*different[0]) else None


def _by_neighbours(known: Element, words: Counter[str]) -> str | None:
    """The id with its one rare word replaced by a common one that is nearly the same."""
    parts = known.id.split("_")
    for at, part in enumerate(parts):
        if words[part] > 2 or len(part) < _SHORTEST or part.isdigit():
            continue
        common = [word for word, count in words.items() if count >= _SHARED + words[part]]
        close = [word for word in common if len(word) >= _SHORTEST and _near(part, word)]
        if len(close) == 1:
            return "_".join([*parts[:at], close[0], *parts[at + 1 :]])
    return None


def _near(one: str, other: str) -> bool:
    """One letter more, less, other or exchanged; not a plural, not another number."""
    if one == other or {one, other} in ({other.rstrip("s"), other}, {one.rstrip("s"), one}):
        return False
    if sorted(one) == sorted(other) and len(one) == len(other):
        return difflib.SequenceMatcher(None, one, other).ratio() >= _CLOSE
    if abs(len(one) - len(other)) > 1:
        return False
    ratio = difflib.SequenceMatcher(None, one, other).ratio()
    return ratio >= max(_CLOSE, 1 - 2.1 / (len(one) + len(other)))


def _finding(known: Element, meant: str, place: Span) -> Finding:
    message = f"the id `{known.id}` looks misspelt"
    return Finding("BR0906", message, place, "warning", "compare its name and its neighbours",
                   suggestion=meant)  # fmt: skip


def _slug(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "_", plain.lower()).strip("_")


def _letters(text: str) -> str:
    return re.sub(r"[^a-z]", "", text)
