"""Findings for people: the line, a caret under the place, and what to do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from interpreter.check.report.terminal import harmless, room
from interpreter.findings import Finding, Span
from interpreter.packs.folder import DISK

#: longer lines are shown around the place only
_WIDTH: Final = 160
_MARGIN: Final = 60
_CUT: Final = "…"


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text and the role it plays, which colour goes by."""

    text: str
    role: str = ""


Line = tuple[Piece, ...]


def as_text(findings: Sequence[Finding]) -> str:
    """Plain text, without colour."""
    return "\n".join("".join(piece.text for piece in line) for line in lines_of(findings))


def lines_of(findings: Sequence[Finding]) -> Iterator[Line]:
    """The same, line by line, with roles for those who paint."""
    _lines.cache_clear()  # a file may have changed since the last report
    for finding in findings:
        yield from finding_lines(finding)


def finding_lines(finding: Finding) -> Iterator[Line]:
    """One finding and the empty line behind it."""
    yield (
        Piece(harmless(f"{finding.span}: ")),
        Piece(f"{finding.severity} {finding.code}", finding.severity),
        Piece(harmless(f": {finding.message}"), "message"),
    )
    yield from _excerpt(finding.span, finding.severity)
    if finding.suggestion is not None:
        meant = Piece(f"`{harmless(finding.suggestion)}`", "meant")
        yield (Piece("  did you mean "), meant, Piece("?"))
    if finding.help is not None:
        # The help of a game that went wrong is an example of several lines, to be pasted.
        first, *more = map(harmless, finding.help.split("\n"))
        yield (Piece("  help: ", "note"), Piece(first))
        yield from ((Piece(line),) for line in more)
    for note, place in finding.related:
        yield (Piece(harmless(f"  {place}: "), "note"), Piece(harmless(note)))
        if place.file != finding.span.file or abs(place.line - finding.span.line) > 2:
            yield from _excerpt(place, "note")
    yield ()


def _excerpt(span: Span, role: str) -> Iterator[Line]:
    lines = _lines(span.file)
    if not 1 <= span.line <= len(lines):
        return
    line = lines[span.line - 1].rstrip()
    column = min(span.column, len(line) + 1)
    end = span.end_column if span.end_line == span.line else len(line) + 1
    shown, column, end = _window(line, column, end)
    number = f"{span.line} | "
    yield (Piece(f"  {number}", "note"), Piece(harmless(shown)))
    marked = shown[column - 1 : end - 1]
    margin = " " * (len(number) - 2)
    carets = "^" * max(1, len(room(marked)))
    yield (Piece(f"  {margin}| ", "note"), Piece(f"{room(shown[: column - 1])}{carets}", role))


def _window(line: str, column: int, end: int) -> tuple[str, int, int]:
    """The line, or the part of a very long one around the place, and where the place is in it."""
    if len(line) <= _WIDTH:
        return line, column, end
    start = max(0, min(column - _MARGIN, len(line) - _WIDTH))
    before = _CUT if start else ""
    after = _CUT if start + _WIDTH < len(line) else ""
    shift = start - len(before)
    last = start + _WIDTH + 1 - shift
    shown = f"{before}{line[start : start + _WIDTH]}{after}"
    return shown, column - shift, min(end - shift, last)


@lru_cache(maxsize=64)
def _lines(file: str) -> list[str]:
    if file.startswith("<") or not file:
        return []
    try:
        text = DISK.data(Path(file)).decode("utf-8", errors="replace")
    except (OSError, ValueError):
        return []
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
