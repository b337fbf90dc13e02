"""One mistake, one finding: what many lines say about one missing word is told once."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import Final

from interpreter.check.vocabulary import Vocabulary
from interpreter.findings import Finding

#: codes that say "there is no such name"
_UNKNOWN: Final = frozenset(("BR0302", "BR0401"))
#: codes of which several with the same words are one mistake
_WORDED: Final = frozenset(("BR0211", "BR0604"))
#: a name that merely looks wrong
_ODD: Final = "BR0906"
_TYPES: Final = ("nothing uses the type ", "nothing uses the plural ")
#: codes that say under what name something is meant to be there
_RENAMED: Final = frozenset((_ODD, "BR0413", "BR0408"))
#: examples that did not go as told
_PLAYED: Final = frozenset(("BR0701", "BR0702", "BR0703", "BR0704"))
#: what follows from a lost section or type
_FOLLOWING: Final = tuple(
    "BR0201 BR0202 BR0204 BR0206 BR0211 BR0302 BR0303 BR0304 BR0305 BR04 BR05 BR06 BR07 BR0813 "
    "BR09".split()
)
#: how many of the other places are shown
_SHOWN: Final = 5


def without_consequences(findings: list[Finding]) -> list[Finding]:
    """Without what only follows from another finding: lost sections, lost types, lost names."""
    if any(map(_loses_much, findings)):
        findings = [f for f in findings if not f.code.startswith(_FOLLOWING) or _loses_much(f)]
    names = {f.suggestion for f in findings if f.code in _RENAMED and f.suggestion}
    findings = [f for f in findings if f.code not in _PLAYED or not names & _mentioned(f)]
    gone = {f"`{f.suggestion}`" for f in findings if f.code == "BR0408" and f.suggestion}
    unknown = [f for f in findings if f.code in _UNKNOWN and any(n in f.message for n in gone)]
    findings = [f for f in findings if f not in unknown]
    # A name that is known to be wrong need not be called odd as well.
    certain = {finding.span for finding in findings if finding.code != _ODD}
    return [finding for finding in findings if finding.code != _ODD or finding.span not in certain]


def _loses_much(finding: Finding) -> bool:
    """A misspelt section or type, or a manifest that does not say what the pack needs."""
    if finding.code == "BR0413":
        return finding.message.startswith(_TYPES)
    in_manifest = finding.code in ("BR0202", "BR0205") and finding.suggestion == "requires"
    return in_manifest or (finding.code == "BR0204" and finding.suggestion is not None)


def _mentioned(finding: Finding) -> set[str]:
    return set(re.findall(r"\w+", finding.message))


def told_once(findings: list[Finding], words: Callable[[], Vocabulary]) -> list[Finding]:
    """Findings about one word, or in the same words, as one that lists the other places."""
    if len(findings) < 2:
        return findings
    groups: dict[Hashable, list[Finding]] = {}
    for number, finding in enumerate(findings):
        groups.setdefault(_mistake(finding, words()) or number, []).append(finding)
    return [_merged(group) for group in groups.values()]


def _mistake(finding: Finding, words: Vocabulary) -> Hashable | None:
    if finding.code in _WORDED:
        return finding.code, finding.message
    example, _, problem = finding.message.partition(": ")
    if finding.code == "BR0701" and finding.severity == "error":
        return finding.code, example
    if finding.code in _PLAYED and finding.severity == "error":
        return finding.code, problem
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
