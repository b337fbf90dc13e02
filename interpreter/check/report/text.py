"""Findings for people: the line, a caret under the place, and what to do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from interpreter.findings import Finding, Span

#: longer lines are shown around the place only
_WIDTH: Final = 160
_MARGIN: Final = 60


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
    for finding in findings:
        yield from finding_lines(finding)


def finding_lines(finding: Finding) -> Iterator[Line]:
    """One finding and the empty line behind it."""
    yield (
        Piece(f"{finding.span}: "),
        Piece(f"{finding.severity} {finding.code}", finding.severity),
        Piece(f": {finding.message}", "message"),
    )
    yield from _excerpt(finding.span, finding.severity)
    if finding.suggestion is not None:
        yield (Piece("  did you mean "), Piece(f"`{finding.suggestion}`", "meant"), Piece("?"))
    if finding.help is not None:
        yield (Piece("  help: ", "note"), Piece(finding.help))
    for note, place in finding.related:
        yield (Piece(f"  {place}: ", "note"), Piece(note))
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
    line, shift = _window(line, column)
    number = f"{span.line} | "
    yield (Piece(f"  {number}", "note"), Piece(line))
    # Tabs stay tabs, so that the caret stands where the eye expects it.
    lead = "".join("\t" if sign == "\t" else " " for sign in line[: column - shift - 1])
    width = max(1, min(end - shift, len(line) + 1) - (column - shift))
    margin = " " * (len(number) - 2)
    yield (Piece(f"  {margin}| ", "note"), Piece(f"{lead}{'^' * width}", role))


def _window(line: str, column: int) -> tuple[str, int]:
    """The line, or the part of a very long one around the column, and what was cut off before."""
    if len(line) <= _WIDTH:
        return line, 0
    start = max(0, min(column - _MARGIN, len(line) - _WIDTH))
    return line[start : start + _WIDTH], start


@lru_cache(maxsize=64)
def _lines(file: str) -> list[str]:
    if file.startswith("<") or not file:
        return []
    try:
        text = Path(file).read_bytes()[:4_000_001].decode("utf-8", errors="replace")
    except (OSError, ValueError):
        return []
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
