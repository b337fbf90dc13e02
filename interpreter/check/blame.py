"""One mistake, one finding: where everyone contradicts a declaration, the declaration is wrong.

A misspelt id, field or type makes every line that uses it an error. The line to correct is the
declaration, and that is the one to be told about.
"""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from interpreter.check.context import Context
from interpreter.findings import Finding, Span

#: codes that say "there is no such name"
_UNKNOWN: Final = frozenset(("BR0202", "BR0204", "BR0302", "BR0401"))
#: from how many contradictions on a declaration is to blame
_MANY: Final = 3
_CLOSE: Final = 0.75
_WORD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclass(frozen=True, slots=True)
class _Declared:
    name: str
    span: Span
    what: str


def blame_declarations(context: Context, findings: list[Finding]) -> list[Finding]:
    """The findings, with many about one declaration replaced by one at the declaration."""
    if not any(f.code in _UNKNOWN or f.blame for f in findings):
        return findings
    return _contradicted(_renamed(context, findings))


# ---- names that are declared under another spelling --------------------------


def _renamed(context: Context, findings: list[Finding]) -> list[Finding]:
    lines = _Lines(context)
    groups: dict[str, list[Finding]] = {}
    for finding in findings:
        word = lines.word(finding.span) if finding.code in _UNKNOWN else ""
        if word:
            groups.setdefault(word, []).append(finding)
    unused = [known for known in _declared(context) if lines.count(known.name) == 1]
    made: dict[str, Finding] = {}
    culprits: dict[Span, str] = {}
    for word, group in groups.items():
        known = _misspelt(word, len(group), unused, lines)
        if known is not None:
            made[word] = _at_declaration(known, word, group)
            culprits[known.span] = word
    kept = [f for f in findings if lines.word(f.span) not in made or f.code not in _UNKNOWN]
    kept = [f for f in kept if not (f.blame in culprits and f.code == "BR0205")]
    return [*kept, *made.values()]


def _misspelt(word: str, uses: int, unused: list[_Declared], lines: _Lines) -> _Declared | None:
    names = {known.name: known for known in unused}
    close = difflib.get_close_matches(word[:80], names, n=1, cutoff=_CLOSE)
    if not close:
        return None
    known = names[close[0]]
    if uses == 1 and lines.oddness(known.name) <= lines.oddness(word):
        return None
    return known


def _at_declaration(known: _Declared, word: str, group: list[Finding]) -> Finding:
    times = "once" if len(group) == 1 else f"{len(group)} times"
    message = f"nothing uses the {known.what} `{known.name}`, but `{word}` is used {times}"
    help_line = "give it the name that is used, or correct the places that use it"
    related = tuple(("used here", finding.span) for finding in group[:2])
    return Finding("BR0413", message, known.span, help=help_line, related=related, suggestion=word)


def _declared(context: Context) -> Iterator[_Declared]:
    model = context.model
    for section, what in (
        ("procedures", "procedure"),
        ("quantities", "quantity"),
        ("events", "event"),
        ("graphs", "graph"),
    ):
        for key in context.section(section):
            place = context.merged.places.get(f"{section}.{key}")
            if place is not None:
                yield _Declared(key, place, what)
    for known in context.elements():
        section = model.types[known.type].plural
        yield _Declared(
            known.id, context.merged.places.get(f"{section}.{known.id}", known.span), known.type
        )
    for mode, place in model.mode_places.items():
        yield _Declared(mode, place, "mode")
    for decl in model.types.values():
        place = context.merged.places.get(f"types.{decl.id}")
        if place is not None:
            yield _Declared(decl.id, place, "type")
            yield _Declared(decl.plural, decl.plural_span, "plural")
        for made in decl.fields.values():
            yield _Declared(made.name, made.span, f"field of {decl.id}")


class _Lines:
    """The texts of the packs, and how often each word is in them."""

    def __init__(self, context: Context) -> None:
        self._texts = {
            file: data.decode("utf-8", errors="replace").split("\n")
            for pack in context.packs
            for file, data in pack.contents.items()
        }
        self._words: Counter[str] = Counter()
        for lines in self._texts.values():
            for line in lines:
                self._words.update(_WORD.findall(line.split(" #")[0]))
        self._parts = Counter(
            part for word, times in self._words.items() for part in word.split("_") * times
        )

    def word(self, span: Span) -> str:
        """The name at a place."""
        lines = self._texts.get(span.file, [])
        if not 1 <= span.line <= len(lines):
            return ""
        found = _WORD.match(lines[span.line - 1], span.column - 1)
        return found[0] if found else ""

    def count(self, word: str) -> int:
        return self._words[word]

    def oddness(self, word: str) -> float:
        """How unusual the most unusual part of a word is among all words."""
        own = max(1, self._words[word])
        return max(1 / (1 + self._parts[part] - own) for part in word.split("_"))


# ---- declarations that everyone contradicts ----------------------------------


def _contradicted(findings: Iterable[Finding]) -> list[Finding]:
    kept: list[Finding] = []
    groups: dict[tuple[str, Span], list[Finding]] = {}
    for finding in findings:
        if finding.blame is None or finding.code == "BR0202":
            kept.append(finding)
        else:
            groups.setdefault((finding.code, finding.blame), []).append(finding)
    for (_, place), group in groups.items():
        if len(group) < _MANY or not place.file:
            kept += group
            continue
        first = group[0]
        message = f"{len(group)} places do not agree with this declaration: {first.message}"
        related = tuple(("for example here", finding.span) for finding in group[:2])
        kept.append(Finding("BR0413", message, place, help=first.help, related=related))
    return kept
