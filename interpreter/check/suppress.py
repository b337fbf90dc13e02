"""Findings that the packs themselves switch off, with a reason.

`# barrage: ignore BR0904 because both spaces are printed twice` holds for its own line and, on a
line of its own, for the line below. `ignore:` in `pack.yaml` holds for the whole pack.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from interpreter.codes import CODES
from interpreter.findings import Finding, Span, did_you_mean, errors_in
from interpreter.packs import Pack

_COMMENT: Final = re.compile(
    r"#\s*barrage:\s*ignore\s+(?P<codes>BR\w+(?:\s*,\s*BR\w+)*)(?:\s+because\s+(?P<reason>\S.*))?"
)
_ATTEMPT: Final = re.compile(r"#\s*barrage\s*:\s*(?:ignore|disable|noqa|off)\b", re.IGNORECASE)


@dataclass(slots=True)
class _Suppression:
    code: str
    span: Span
    #: lines it holds for; the whole pack if there are none
    lines: range | None
    files: frozenset[str]
    used: bool = False

    def covers(self, finding: Finding) -> bool:
        if finding.code != self.code or finding.span.file not in self.files:
            return False
        return self.lines is None or finding.span.line in self.lines


@dataclass(slots=True)
class Suppressions:
    """All suppressions of some packs."""

    packs: Iterable[Pack]
    _known: list[_Suppression] = field(default_factory=list, init=False)
    _odd: list[Finding] = field(default_factory=list, init=False)

    def apply(self, findings: Iterable[Finding]) -> list[Finding]:
        """What is left, with findings about suppressions that have no reason or no use."""
        for pack in self.packs:
            self._read_manifest(pack)
            for file, data in pack.contents.items():
                self._read_comments(file, data)
        findings = list(findings)
        left = [finding for finding in findings if not self._covered(finding)]
        # After an error many checks have not run; what they would have found is not known.
        useless = [] if errors_in(findings) else self._useless()
        return [*left, *self._odd, *useless]

    def _covered(self, finding: Finding) -> bool:
        covering = [known for known in self._known if known.covers(finding)]
        for known in covering:
            known.used = True
        return bool(covering)

    def _read_manifest(self, pack: Pack) -> None:
        files = frozenset(pack.contents)
        for code in pack.manifest.ignore:
            place = pack.manifest.place(f"ignore.{code}")
            self._add(code, place, None, files)

    def _read_comments(self, file: str, data: bytes) -> None:
        if b"barrage:" not in data:
            return
        lines = data.decode("utf-8", errors="replace").split("\n")
        for number, line in enumerate(lines, start=1):
            found = _COMMENT.search(line)
            if found is None:
                self._read_odd(file, number, line)
                continue
            alone = not line[: found.start()].strip()
            place = Span(file, number, found.start() + 1, number, len(line.rstrip()) + 1)
            if not found["reason"]:
                help_line = "add `because …` and say why"
                message = "a suppression says why"
                self._odd.append(Finding("BR0908", message, place, "warning", help_line))
            for code in re.findall(r"BR\w+", found["codes"]):
                held = range(number, number + 2 if alone else number + 1)
                self._add(code, place, held, frozenset((file,)))

    def _read_odd(self, file: str, number: int, line: str) -> None:
        """Somebody believes that something is switched off here."""
        found = _ATTEMPT.search(line)
        if found is not None:
            place = Span(file, number, found.start() + 1, number, len(line.rstrip()) + 1)
            help_line = "write `# barrage: ignore BR0904 because …`, with the code of a finding"
            message = "this switches nothing off"
            self._odd.append(Finding("BR0909", message, place, "warning", help_line))

    def _add(self, code: str, place: Span, lines: range | None, files: frozenset[str]) -> None:
        if code not in CODES:
            meant = did_you_mean(code, CODES)
            message = f"there is no code {code}"
            self._odd.append(Finding("BR0909", message, place, "warning", suggestion=meant))
            return
        self._known.append(_Suppression(code, place, lines, files))

    def _useless(self) -> Iterator[Finding]:
        for known in self._known:
            if not known.used:
                message = f"there is no {known.code} here to ignore"
                yield Finding("BR0909", message, known.span, "warning", help="take it out")
