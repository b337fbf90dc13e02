"""Lines of an explanation as text: a paragraph where that is possible, a list where it is not."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.prose.book import Book
from interpreter.prose.words import JOINT, Line

_BULLET = "- "
_INDENT = "  "
#: a list reads better than a longer sentence
_LONGEST = 220


def paragraph(book: Book, lines: Sequence[Line], capital: bool = True) -> str:
    """All lines one after the other; blocks that are too long for a sentence become lists.

    Without `capital` the text goes on inside another sentence.
    """
    parts: list[str] = []
    for line in lines:
        flat, first = _flat(line), capital or bool(parts)
        if flat is not None:
            parts.append(book.sentence(flat, first))
        else:
            head = book.sentence(_head(line), first)
            parts.append("\n".join([head, *bullets(book, line.body)]) + "\n")
    return _spaced(parts)


def bullets(book: Book, lines: Sequence[Line], depth: int = 0) -> list[str]:
    """Each line on a line of its own."""
    return [text for line in lines for text in _bullet(book, line, depth)]


def _bullet(book: Book, line: Line, depth: int) -> list[str]:
    front = _INDENT * depth + _BULLET
    flat = _flat(line)
    if flat is not None:
        return [front + book.sentence(flat)]
    return [front + book.sentence(_head(line)), *bullets(book, line.body, depth + 1)]


def _head(line: Line) -> str:
    return f"{line.text}:"


def _flat(line: Line) -> str | None:
    """The line with its body in one sentence, or None if it has too much below it."""
    if not line.body:
        return line.text
    most = 2 if line.joint == JOINT else 1
    if line.listed or len(line.body) > most or any(inner.body for inner in line.body[1:]):
        return None
    parts = [_flat(inner) for inner in line.body]
    if any(part is None for part in parts):
        return None
    joint = ", " if line.joint == " " and line.body[0].body else line.joint
    text = f"{line.text}{joint}{'; '.join(part or '' for part in parts)}"
    return text if len(text) <= _LONGEST else None


def _spaced(parts: list[str]) -> str:
    text = ""
    for part in parts:
        if not part.strip():
            continue
        glue = "" if not text or text.endswith("\n") else ("\n" if part.endswith("\n") else " ")
        text += glue + part
    return text.strip()
