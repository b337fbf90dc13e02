"""Variables of scripts that are named otherwise than they are used."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from interpreter.check.entries import Entries, Entry
from interpreter.check.vocabulary import one_slip
from interpreter.findings import Finding, Span

_BINDING: Final = re.compile(
    r"(?<!\w)(?:let|for each|choose|draw) (?P<name>[a-z_]\w*) (?:=|in|from)"
    r"|, (?P<other>[a-z_]\w*) from (?!\d)"
)
_WRONG: Final = ("BR0302", "BR0303")
_THING: Final = re.compile(r"there is no (?:thing called|variable) `(\w+)`")


def misspelt_bindings(entries: Entries, findings: list[Finding]) -> list[Finding]:
    """An unknown word is a mistake of the line that should have named it, if nothing uses that."""
    return [_at_binding(entries, f) if f.code in _WRONG else f for f in findings]


def _at_binding(entries: Entries, finding: Finding) -> Finding:
    entry = entries.at(finding.span)
    if entry is None:
        return finding
    unused = _unused(entries, entry, finding.span.line)
    unknown = _THING.search(finding.message)
    word = unknown[1] if unknown else ""
    if word:
        unused = [found for found in unused if one_slip(found[0], word)] or unused
    if len(unused) != 1 or (not word and unused[0][1].line != finding.span.line - 1):
        return finding
    name, place = unused[0]
    if not _is_odd(entries, name, word):
        return finding
    message = f"nothing uses `{name}`"
    if word:
        message += f", but `{word}` is used and not known"
    related = ((finding.message, finding.span), *finding.related)
    help_line = "call it as it is used, or the other way round"
    return replace(
        finding,
        code="BR0302",
        message=message,
        span=place,
        help=help_line,
        related=related,
        suggestion=word or None,
        blame=None,
    )


def _is_odd(entries: Entries, name: str, used: str) -> bool:
    """Whether of the two names the one that is given is the slip."""
    words = entries.vocabulary
    if not used:
        return words.words[name] == 1
    if words.words[used] != words.words[name]:
        return words.words[used] > words.words[name]
    return words.oddness(used) < words.oddness(name)


def _unused(entries: Entries, entry: Entry, until: int) -> list[tuple[str, Span]]:
    """Names above a line that an entry gives and never mentions again."""
    found = []
    file = entry.node.span.file
    text = entries.text(entry)
    for number, line in enumerate(text.split("\n"), start=entry.first):
        for binding in _BINDING.finditer(line) if number < until else ():
            group = "name" if binding["name"] else "other"
            name = binding[group]
            if len(re.findall(rf"(?<!\w){name}(?!\w)", text)) == 1:
                start, end = binding.start(group) + 1, binding.end(group) + 1
                found.append((name, Span(file, number, start, number, end)))
    return found
