"""Entries in the wrong section: the heading of their own has been lost."""

from __future__ import annotations

import re
from typing import Final

from interpreter.check.entries import Entries, Entry
from interpreter.findings import Finding, Span

#: so many unknown keys, and as many that are missing, are no slips of an entry
_SEVERAL: Final = 2
_UNKNOWN: Final = "BR0202"
_MISSING: Final = "BR0205"


def misplaced_entries(entries: Entries, findings: list[Finding]) -> list[Finding]:
    """Entries with the wrong keys throughout, as one finding at the first of them."""
    wrong: dict[tuple[str, int], list[Finding]] = {}
    known: dict[tuple[str, int], Entry] = {}
    for finding in findings:
        if finding.code not in (_UNKNOWN, _MISSING):
            continue
        entry = entries.at(finding.span)
        if entry is not None:
            place = (finding.span.file, entry.first)
            wrong.setdefault(place, []).append(finding)
            known[place] = entry
    lost = [place for place, group in wrong.items() if _is_foreign(group)] or _many(wrong)
    if not lost:
        return findings
    strangers = [known[place] for place in sorted(lost)]
    inside = [finding for place in lost for finding in wrong[place]]
    names = {entry.key for entry in strangers}
    kept = [f for f in findings if f not in inside and not _follows(f, names)]
    return [*kept, _told(strangers, inside)]


def _is_foreign(group: list[Finding]) -> bool:
    codes = [finding.code for finding in group]
    return codes.count(_UNKNOWN) >= _SEVERAL and codes.count(_MISSING) >= _SEVERAL


def _many(wrong: dict[tuple[str, int], list[Finding]]) -> list[tuple[str, int]]:
    """Several entries with several unknown keys each, which look like no others."""
    strange = [
        place
        for place, group in wrong.items()
        if sum(f.code == _UNKNOWN and f.suggestion is None for f in group) >= _SEVERAL
    ]
    return strange if len(strange) > _SEVERAL and len({file for file, _ in strange}) == 1 else []


def _follows(finding: Finding, names: set[str]) -> bool:
    """Whoever means one of them does not find it where it belongs."""
    return finding.code in ("BR0302", "BR0401", "BR0408") and bool(
        names & set(re.findall(r"`(\w+)`", finding.message))
    )


def _told(strangers: list[Entry], inside: list[Finding]) -> Finding:
    first = strangers[0]
    span = first.node.span
    message = f"`{first.key}` is no entry of `{first.section}`: its keys are others"
    if len(strangers) > 1:
        message += f" (and {len(strangers) - 1} more)"
    related = tuple((finding.message, finding.span) for finding in inside[:8])
    place = Span(span.file, first.first, span.column, first.first, span.column + 1)
    help_line = "is the heading of their section missing above it?"
    return Finding("BR0201", message, place, help=help_line, related=related)
