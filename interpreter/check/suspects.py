"""Many examples fail at once: then a rule is wrong, and the line they have in common is suspect."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from math import sqrt
from typing import Final

from interpreter.engine.coverage import Coverage
from interpreter.engine.game import Game
from interpreter.engine.ruleset import Ruleset
from interpreter.findings import Finding, Span

#: fewer failing examples are told one by one: they may be wrong themselves
_MANY: Final = 3
#: less than this is no suspicion
_SURE: Final = 0.6
#: a place in the reason for which something cannot be decided
_LINE: Final = re.compile(r"(\S+\.ya?ml):(\d+)(?=:)")
_PLAYED: Final = frozenset(("BR0701", "BR0702", "BR0704"))


class Suspects:
    """What each example ran through."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._runs: list[tuple[frozenset[int], bool]] = []

    def note(self, game: Game, failed: bool) -> None:
        coverage = Coverage(self._ruleset)
        coverage.add(game)
        self._runs.append((frozenset(coverage.lines), failed))

    def line(self) -> Span | None:
        """The line that failing examples run through more than others do."""
        failing = [lines for lines, failed in self._runs if failed]
        passing = [lines for lines, failed in self._runs if not failed]
        if len(passing) < len(failing):
            return None  # too little is well to tell what is not
        best: tuple[float, Span] | None = None
        for line in sorted(frozenset[int]().union(*failing)):
            bad = sum(line in lines for lines in failing)
            good = sum(line in lines for lines in passing)
            suspicion = bad / sqrt(len(failing) * (bad + good))
            if bad * 2 > len(failing) and (best is None or suspicion > best[0]):
                best = suspicion, self._ruleset.program.lines[line]
        return best[1] if best is not None and best[0] > _SURE else None


def are_many(findings: Iterable[Finding]) -> bool:
    """Whether so many examples fail, of several things, that a rule must be wrong."""
    titles = {_title(finding) for finding in findings if finding.code in _PLAYED}
    return len(titles) >= _MANY and len({title.partition(" of ")[2] for title in titles}) > 1


def refusing(findings: list[Finding]) -> Span | None:
    """The rule line that most of the failing examples name as their reason."""
    failing = [finding for finding in findings if finding.code in _PLAYED]
    named = Counter(found for f in failing for found in set(_LINE.findall(f.message)))
    for (file, line), times in named.most_common(1):
        if times * 2 > len(failing):
            return Span(file, int(line), 1, int(line), 2)
    return None


def accusation(findings: list[Finding], suspect: Span) -> Finding:
    """What the examples that fail point at; they themselves are told as well."""
    failing = [finding for finding in findings if finding.code in _PLAYED]
    count = len({_title(finding) for finding in failing})
    message = f"{count} examples do not hold, and this rule is what they have in common"
    help_line = f"the first one: {failing[0].message}"
    related = tuple((finding.message, finding.span) for finding in failing)
    return Finding("BR0701", message, suspect, help=help_line, related=related)


def _title(finding: Finding) -> str:
    return finding.message.partition(": ")[0]
