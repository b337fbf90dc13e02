"""Findings: what is wrong, where, and what was probably meant; and the errors that carry them."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning"]

#: Longer words are never typos of a name, and comparing them takes quadratic time.
_LONGEST_TYPO = 80
#: So many letters more or less are a slip, among many names.
_SLIPS = 2
#: So many names are compared at most.
_MANY = 1000
#: So many are looked at for that.
_TOO_MANY = 2000


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of a file. Lines and columns count from 1, the end is exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    @classmethod
    def of_file(cls, file: str) -> Span:
        """The very beginning of a file, for findings about the file as a whole."""
        return cls(file, 1, 1, 1, 1)

    def __str__(self) -> str:
        # "<arguments>" and the like are no files: a line number would only mislead.
        if self.file.startswith("<"):
            return self.file
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong. Its code is one of `interpreter.codes.CODES`."""

    code: str
    message: str
    span: Span
    severity: Severity = "error"
    #: How to put it right, in one sentence.
    help: str | None = None
    #: Other places that matter, each with what is to be seen there.
    related: tuple[tuple[str, Span], ...] = ()
    #: The text that was probably meant in place of the one under `span`.
    suggestion: str | None = None
    #: The declaration that the place disagrees with; if everyone does, it is the one to blame.
    blame: Span | None = None

    def __str__(self) -> str:
        lines = [f"{self.span}: {self.severity} {self.code}: {self.message}"]
        if self.suggestion is not None:
            lines.append(f"  did you mean {self.suggestion!r}?")
        if self.help is not None:
            lines.append(f"  help: {self.help}")
        lines.extend(f"  {place}: {note}" for note, place in self.related)
        return "\n".join(lines)


#: numbers as people write them where digits are needed
_NUMBER_WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split()


def in_digits(word: str) -> str | None:
    """What to do about a number that is written as a word."""
    if word.lower() not in _NUMBER_WORDS:
        return None
    return f"numbers are written in digits: {_NUMBER_WORDS.index(word.lower())}"


def did_you_mean(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate that looks most like `word`, or None if none is close."""
    if not word or len(word) > _LONGEST_TYPO:
        return None
    known = list(candidates)
    if len(known) > _MANY:
        known = _alike(word, known[:_TOO_MANY])
    if len(known) > _MANY:
        return None
    # Reversed, so that of two spellings that differ only in case the first one wins.
    names = {name.lower(): name for name in reversed(known)}
    close = difflib.get_close_matches(word.lower(), names, n=1)
    return names[close[0]] if close else None


def _alike(word: str, names: list[str]) -> list[str]:
    """Those worth a closer look, which takes long if there are very many names."""
    first, size = (word[0].lower(), word[0].upper()), len(word)
    return [name for name in names if name.startswith(first) and abs(len(name) - size) <= _SLIPS]


def errors_in(findings: Iterable[Finding]) -> list[Finding]:
    """Only the findings that make a pack unusable."""
    return [finding for finding in findings if finding.severity == "error"]


class BarrageError(Exception):
    """Anything this package refuses to do, with the findings that say why."""

    findings: tuple[Finding, ...]

    def __init__(self, message: str = "", findings: Iterable[Finding] = ()) -> None:
        self.message = message
        self.findings = tuple(findings)
        # Everything goes into `args`, so that the error survives pickling between processes.
        super().__init__(message, self.findings)

    def __str__(self) -> str:
        lines = [self.message] if self.message else []
        lines.extend(str(finding) for finding in self.findings)
        return "\n".join(lines)


class PackError(BarrageError):
    """The packs are wrong; every finding is attached."""


class IllegalMove(BarrageError):  # noqa: N818 - the public name, and it is no error of the program
    """The move is not among the options; nothing has changed."""


class SaveError(BarrageError):
    """A saved game cannot be read, or belongs to other packs."""


class SetupError(BarrageError):
    """A game cannot be set up as asked."""
