"""One mistake, one finding: what many lines say about one missing word is told once."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import Final

from interpreter.check.vocabulary import Vocabulary
from interpreter.findings import Finding

#: codes that say "there is no such name"
_UNKNOWN: Final = frozenset(("BR0302", "BR0401", "BR0703"))
#: codes of which several with the same words are one mistake
_WORDED: Final = frozenset(("BR0211", "BR0604"))
#: a name that merely looks wrong
_ODD: Final = "BR0906"
#: how many of the other places are shown
_SHOWN: Final = 5


def without_doubts(findings: list[Finding]) -> list[Finding]:
    """A name that is known to be wrong need not be called odd as well."""
    certain = {finding.span for finding in findings if finding.code != _ODD}
    return [finding for finding in findings if finding.code != _ODD or finding.span not in certain]


def told_once(findings: list[Finding], words: Callable[[], Vocabulary]) -> list[Finding]:
    """Findings about one word, or in the same words, as one that lists the other places."""
    if not any(finding.code in _UNKNOWN or finding.code in _WORDED for finding in findings):
        return findings
    groups: dict[Hashable, list[Finding]] = {}
    for number, finding in enumerate(findings):
        groups.setdefault(_mistake(finding, words()) or number, []).append(finding)
    return [_merged(group) for group in groups.values()]


def _mistake(finding: Finding, words: Vocabulary) -> Hashable | None:
    if finding.code in _WORDED:
        return finding.code, finding.message
    word = words.at(finding.span) if finding.code in _UNKNOWN else ""
    return ("there is no", word) if word and f"`{word}`" in finding.message else None


def _merged(group: list[Finding]) -> Finding:
    group.sort(key=lambda finding: (finding.span.file, finding.span.line, finding.span.column))
    first, others = group[0], group[1:]
    if not others:
        return first
    count = "one more place" if len(others) == 1 else f"{len(others)} more places"
    related = tuple(("here as well", other.span) for other in others[:_SHOWN])
    message = f"{first.message} ({count})"
    return replace(first, message=message, related=first.related + related)
