"""Parts of ids that look misspelt: no word of the packs, but one slip away from one."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import Final

from interpreter.check.vocabulary import Vocabulary, one_slip, sounds_of

#: shorter parts are too often close to others by chance
_SHORTEST: Final = 3


@cache
def _short_words() -> frozenset[str]:
    """Common short words, which are often one letter apart and yet both right."""
    file = resources.files("interpreter.check").joinpath("short_words.txt")
    return frozenset(file.read_text("utf-8").split())


def respelt(name: str, words: Vocabulary) -> str | None:
    """A name with its misspelt part put right; None if every part is a word, or like none.

    Only for names that are written once: whoever uses a name twice means it.
    """
    if words.words[name] > 1:
        return None
    parts = name.split("_")
    for at, part in enumerate(parts):
        if _is_strange(part, words):
            meant = _meant(part, words)
            if meant is not None:
                return "_".join([*parts[:at], meant, *parts[at + 1 :]])
    return None


def _is_strange(part: str, words: Vocabulary) -> bool:
    """No other word of the packs has this part, and it is no common word either."""
    if len(part) < _SHORTEST or not part.isalpha() or not part.isascii():
        return False
    return words.parts[part] <= 1 and part not in _short_words()


def _meant(part: str, words: Vocabulary) -> str | None:
    usual = [word for word in words.like(part) if words.parts[word] > 1 and _differ(part, word)]
    close = [word for word in usual if one_slip(part, word)]
    if close and _could_be_a_word(part, words):
        close = [word for word in close if _is_of_the_fingers(part, word)]
    return max(close, key=lambda word: words.parts[word], default=None)


def _could_be_a_word(part: str, words: Vocabulary) -> bool:
    """Made of the same sounds as words that are known: a name or a word of its own, perhaps."""
    return words.sounds(_short_words()) >= sounds_of(part)


def _is_of_the_fingers(part: str, word: str) -> bool:
    """Two letters exchanged, or one doubled: that is no other word but a slip."""
    if len(part) == len(word):
        return sorted(part) == sorted(word)
    return re.sub(r"(.)\1", r"\1", part) == re.sub(r"(.)\1", r"\1", word)


def _differ(part: str, word: str) -> bool:
    """Not only in an ending: `lender` and `lended` may both be right."""
    if len(word) < _SHORTEST or not word.isalpha():
        return False
    return part[:-1] != word[:-1] and part.rstrip("s") != word.rstrip("s")
