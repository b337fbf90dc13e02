"""The words of the packs: how often each is written, and which look like slips of others."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from interpreter.findings import Span
from interpreter.packs import Pack

WORD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
#: shorter words are too often close to others by chance
_SHORTEST: Final = 4
#: a word that is written so often is no slip, and others may be slips of it
_USUAL: Final = 3
#: letters that can be exchanged
_EXCHANGED: Final = 2
#: words of so many files are remembered
_FILES: Final = 200
#: so many words are compared at most
_MOST: Final = 200


class Vocabulary:
    """All words in the files of some packs, comments left out."""

    def __init__(self, packs: Iterable[Pack]) -> None:
        contents = {file: data for pack in packs for file, data in pack.contents.items()}
        read = {file: _words(data) for file, data in contents.items()}
        self._lines = {file: lines for file, (lines, _) in read.items()}
        self.words: Counter[str] = Counter()
        for _, words in read.values():
            self.words.update(words)
        self._by_length: dict[int, list[str]] = {}
        self._sounds: frozenset[str] = frozenset()
        self.parts: Counter[str] = Counter()
        for word, times in self.words.items():
            for part in word.lower().split("_"):
                self.parts[part] += times

    def at(self, span: Span) -> str:
        """The word that begins at a place."""
        lines = self._lines.get(span.file, [])
        if not 1 <= span.line <= len(lines):
            return ""
        found = WORD.match(lines[span.line - 1], span.column - 1)
        return found[0] if found else ""

    def lines(self, file: str) -> list[str]:
        """The lines of a file."""
        return self._lines.get(file, [])

    def like(self, part: str) -> list[str]:
        """Parts of other words that are about as long: candidates for what was meant."""
        if not self._by_length:
            for known in self.parts:
                self._by_length.setdefault(len(known), []).append(known)
        near = range(len(part) - 1, len(part) + 2)
        return [word for size in near for word in self._by_length.get(size, ()) if word != part]

    def sounds(self, others: Iterable[str]) -> frozenset[str]:
        """Letters that stand together in words that are written several times, or in others."""
        if not self._sounds:
            usual = [part for part, times in self.parts.items() if times > 1]
            self._sounds = frozenset(
                sound for word in (*usual, *others) for sound in sounds_of(word)
            )
        return self._sounds

    def oddness(self, word: str) -> float:
        """How unusual the most unusual part of a word is among all words."""
        own = max(1, self.words[word])
        return max(1 / max(1, 1 + self.parts[part] - own) for part in word.lower().split("_"))


def sounds_of(word: str) -> set[str]:
    """Every three letters in a row, beginning and end included."""
    framed = f"^{word}$"
    return {framed[at : at + 3] for at in range(len(framed) - 2)}


@lru_cache(maxsize=_FILES)
def _words(data: bytes) -> tuple[list[str], Counter[str]]:
    """The lines of a file, and the words in them; a file belongs to many combinations."""
    lines = data.decode("utf-8", errors="replace").split("\n")
    told = "\n".join(line.split(" #", 1)[0] for line in lines)
    return lines, Counter(WORD.findall(told))


def usual_parts(names: Iterable[str]) -> Counter[str]:
    """The parts of names that several of them share."""
    parts = Counter(part for name in names for part in set(name.split("_")))
    return Counter(dict(parts.most_common(_MOST)))


def meant(name: str, common: Counter[str]) -> str | None:
    """The name with a part that nobody shares replaced by a common one that is nearly the same."""
    parts = name.split("_")
    for at, part in enumerate(parts):
        if len(part) < _SHORTEST or common[part] > 1:
            continue
        close = [word for word, times in common.items() if times >= _USUAL and near(part, word)]
        if close:
            best = max(close, key=lambda word: common[word])
            return "_".join([*parts[:at], best, *parts[at + 1 :]])
    return None


@lru_cache(maxsize=50_000)
def near(one: str, other: str, shortest: int = _SHORTEST) -> bool:
    """One slip apart, and long enough for that to be no chance; not a plural, not a number."""
    if one.rstrip("s") == other.rstrip("s") or min(len(one), len(other)) < shortest:
        return False
    return not any(sign.isdigit() for sign in one + other) and one_slip(one, other)


@lru_cache(maxsize=50_000)
def one_slip(one: str, other: str) -> bool:
    """One letter more, less, other, or two exchanged."""
    short, long = (one, other) if len(one) <= len(other) else (other, one)
    if one == other or len(long) - len(short) > 1:
        return False
    if short[0:1] != long[0:1] and short[-1:] != long[-1:] and len(long) > _EXCHANGED:
        return False  # a slip is in one place: mostly this is all there is to look at
    at = next((n for n, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if len(short) < len(long):
        return short[at:] == long[at + 1 :]
    if short[at + 1 :] == long[at + 1 :]:
        return True
    exchanged = short[at : at + 2] == long[at : at + 2][::-1]
    return exchanged and short[at + 2 :] == long[at + 2 :]
