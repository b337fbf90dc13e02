"""Findings of packs that have not changed, kept on disk: checking them again takes no time.

What is kept is JSON, never code. The name of a file is a hash of everything the findings depend
on: the content of the packs, where they are, and the code of this checker. `BARRAGE_CACHE` names
another folder, or is `off`.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final

from interpreter.findings import Finding, Span
from interpreter.packs import Pack

_PACKAGE: Final = Path(__file__).resolve().parents[1]
#: files kept; the oldest go first
_KEPT: Final = 100


def key_of(packs: Iterable[Pack], seen: Iterable[str], play: int) -> str:
    """A name for what these packs say and how they are checked."""
    parts = [str(Path.cwd()), str(play), _version(), *sorted(seen)]
    parts += [f"{pack.folder.resolve()} {pack.digest}" for pack in packs]
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogateescape")).hexdigest()[:32]


def recall(key: str) -> list[Finding] | None:
    """What was found last time, if it is known."""
    folder = _folder()
    if folder is None:
        return None
    with suppress(OSError, ValueError, TypeError, KeyError):
        data = json.loads((folder / f"{key}.findings").read_text(encoding="utf-8"))
        return [from_data(one) for one in data]
    return None


def remember(key: str, findings: Iterable[Finding]) -> None:
    """Keep what was found; where that is not possible, it is found again next time."""
    folder = _folder()
    if folder is None:
        return
    text = json.dumps([to_data(finding) for finding in findings])
    with suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=folder, delete=False, encoding="utf-8") as stream:
            stream.write(text)
        Path(stream.name).replace(folder / f"{key}.findings")
        old = sorted(folder.glob("*.findings"), key=lambda file: file.stat().st_mtime)
        for file in old[:-_KEPT]:
            file.unlink(missing_ok=True)


def _folder() -> Path | None:
    wished = os.environ.get("BARRAGE_CACHE", "")
    if wished == "off":
        return None
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")  # noqa: PTH111
    return Path(wished) if wished else Path(home, "barrage")


@cache
def _version() -> str:
    """Changes with every change of the checker."""
    made = hashlib.sha256(sys.version.encode())
    for folder in (_PACKAGE, _PACKAGE.parent / "schemas"):
        for file in sorted(folder.rglob("*")) if folder.is_dir() else ():
            if file.suffix in (".py", ".lark", ".json", ".yaml"):
                found = file.stat()
                made.update(f"{file}\0{found.st_size}\0{found.st_mtime_ns}\0".encode())
    return made.hexdigest()


# ---- findings as data --------------------------------------------------------


def to_data(finding: Finding) -> list[Any]:
    """A finding as JSON knows it."""
    related = [[note, _place(span)] for note, span in finding.related]
    return [
        finding.code,
        finding.message,
        _place(finding.span),
        finding.severity,
        finding.help,
        related,
        finding.suggestion,
    ]


def _place(span: Span) -> list[Any]:
    return [span.file, span.line, span.column, span.end_line, span.end_column]


def from_data(data: list[Any]) -> Finding:
    """The finding that was made to data."""
    code, message, span, severity, help_line, related, suggestion = data
    notes = tuple((note, Span(*place)) for note, place in related)
    return Finding(code, message, Span(*span), severity, help_line, notes, suggestion)
