"""A report as text, as Markdown and as data."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from interpreter.compare.entries import Report
from interpreter.compare.entry import Entry
from interpreter.compare.sides import Side

SIGNS = {"added": "+", "removed": "-", "changed": "~"}


def as_text(report: Report, *, everything: bool = False) -> str:
    """For a terminal."""
    return "\n".join(_text(report, everything)) + "\n"


def _text(report: Report, everything: bool) -> Iterator[str]:
    wording = report.wording
    yield f"{_packs(report.old)} → {_packs(report.new)}"
    if not report.entries and not report.behind:
        yield wording.word("same")
    for heading, entries in _grouped(report):
        yield ""
        yield heading
        for entry in entries:
            yield f"  {SIGNS[entry.kind]} {_title(entry)}"
            for line in _body(report, entry):
                yield f"      {line}"
    if report.behind:
        yield ""
        yield f"{wording.word('behind')}: {len(report.behind)}"
        for entry in report.behind if everything else ():
            yield f"  {SIGNS[entry.kind]} {', '.join(entry.addresses)}"


def as_markdown(report: Report, *, everything: bool = False) -> str:
    """For a change log."""
    return "\n".join(_markdown(report, everything)) + "\n"


def _markdown(report: Report, everything: bool) -> Iterator[str]:
    wording = report.wording
    yield f"# {_packs(report.old)} → {_packs(report.new)}"
    if not report.entries and not report.behind:
        yield f"\n{wording.word('same')}"
    for heading, entries in _grouped(report):
        yield f"\n## {heading}\n"
        for entry in entries:
            word = wording.word(entry.kind)
            yield f"- **{_title(entry)}** ({word})"
            for line in _body(report, entry):
                yield f"  - {_escaped(line)}"
    if report.behind:
        yield f"\n## {wording.word('behind')}: {len(report.behind)}\n"
        for entry in report.behind if everything else ():
            yield f"- {wording.word(entry.kind)}: `{', '.join(entry.addresses)}`"


def as_json(report: Report) -> dict[str, Any]:
    """For programs."""
    return {
        "from": report.old.identity,
        "to": report.new.identity,
        "differences": [_data(entry) for entry in report.entries],
        "behind_the_scenes": [_data(entry) for entry in report.behind],
    }


def _data(entry: Entry) -> dict[str, Any]:
    return {
        "kind": entry.kind,
        "section": entry.section,
        "reference": entry.reference or None,
        "title": entry.title,
        "lines": entry.lines,
        "addresses": entry.addresses,
        "details": entry.details,
        "because": entry.because or None,
        "pack": entry.pack or None,
        "file": entry.span.file if entry.span else None,
        "line": entry.span.line if entry.span else None,
    }


def _packs(side: Side) -> str:
    return " + ".join(f"{pack.name} {pack.manifest.version}" for pack in side.packs)


def _grouped(report: Report) -> Iterator[tuple[str, list[Entry]]]:
    headings = [(report.wording.heading(entry.section), entry) for entry in report.entries]
    for heading, pairs in groupby(headings, key=lambda pair: pair[0]):
        yield heading, [entry for _, entry in pairs]


def _title(entry: Entry) -> str:
    return f"{entry.reference}: {entry.title}" if entry.reference else entry.title


def _body(report: Report, entry: Entry) -> Iterator[str]:
    for line in entry.lines:
        yield from line.splitlines()
    if entry.because:
        yield f"({report.wording.word('because')} {entry.because})"


def _escaped(line: str) -> str:
    """Scripts are full of signs that Markdown takes for its own."""
    return line.replace("_", "\\_").replace("*", "\\*").replace("<", "\\<")
