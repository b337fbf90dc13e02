"""Reading recorded files: plain or gzipped, one JSON object per line."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TextIO

SUFFIXES = (".jsonl", ".jsonl.gz")

Line = dict[str, Any]


class UnreadableError(Exception):
    """A path that is missing or does not hold recorded data."""


def find_files(paths: Sequence[str | Path]) -> list[Path]:
    """The recorded files among the paths; folders are searched through."""
    found: list[Path] = []
    for path in map(Path, paths):
        if not path.exists():
            raise UnreadableError(f"{path}: no such file or folder")
        found += _inside(path) if path.is_dir() else [path]
    return list(dict.fromkeys(found))


def _inside(folder: Path) -> list[Path]:
    found = sorted(path for path in folder.rglob("*") if path.name.endswith(SUFFIXES))
    if not found:
        raise UnreadableError(f"{folder}: no file ending in {' or '.join(SUFFIXES)} in it")
    return found


def read_lines(path: Path) -> Iterator[Line]:
    """Every recorded object of the file, in order."""
    try:
        with _opened(path) as stream:
            for number, text in enumerate(stream, start=1):
                if text.strip():
                    yield _line(path, number, text)
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise UnreadableError(f"{path}: cannot be read: {error}") from error


def _opened(path: Path) -> TextIO:
    if path.suffix == ".gz":
        return gzip.open(path, "rt", encoding="utf-8")
    return path.open(encoding="utf-8")


def _line(path: Path, number: int, text: str) -> Line:
    try:
        line = json.loads(text)
    except json.JSONDecodeError as error:
        raise UnreadableError(
            f"{path}:{number}:{error.colno}: not valid JSON: {error.msg}"
        ) from error
    if not isinstance(line, dict):
        raise UnreadableError(
            f"{path}:{number}: expected a JSON object, found {type(line).__name__}"
        )
    if kind_of(line) is None:
        keys = ", ".join(sorted(line)) or "none"
        raise UnreadableError(f"{path}:{number}: neither a game nor a vector (keys: {keys})")
    if "records" in line and not _are_records(line["records"]):
        raise UnreadableError(f"{path}:{number}: `records` must be a list of objects with a `t`")
    return line


def _are_records(found: Any) -> bool:
    return isinstance(found, list) and all(isinstance(r, dict) and "t" in r for r in found)


#: what a line is, by the keys it must have; the first that fits
KINDS: tuple[tuple[str, frozenset[str]], ...] = tuple(
    (kind, frozenset(keys.split()))
    for kind, keys in (
        ("game", "game records"),
        ("flow", "release result"),
        ("production", "productions company action_bonus"),
        ("objective", "objectives"),
        ("round_end", "position turn_order energy result"),
        ("ranking", "turn_order energy result"),
        ("final_scoring", "last_round_energy objective result"),
        ("construct_cost", "payments structure tile"),
        ("bonus", "bonus_tile count energy vp"),
        ("energy_credits", "energy credits vp"),
    )
)


def kind_of(line: Line) -> str | None:
    """`game`, the kind of vector, or None."""
    return next((kind for kind, keys in KINDS if keys <= line.keys()), None)
