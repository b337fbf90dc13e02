"""Findings in the order of the files, without what only repeats another one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from interpreter.findings import Finding

#: Codes from here on do not exclude each other: several lints may hold for one thing.
_TOGETHER: Final = "BR06"


def tidy(findings: Iterable[Finding]) -> list[Finding]:
    """Sorted by place; of several at one place the most basic error is kept, or else warning."""
    ordered = sorted(findings, key=lambda f: (f.severity == "warning", f.code))
    seen: dict[tuple[object, ...], Finding] = {}
    for finding in ordered:
        span = finding.span
        code = finding.code if finding.code >= _TOGETHER else ""
        seen.setdefault((code, span.file, span.line, span.column), finding)
    return sorted(seen.values(), key=lambda f: (f.span.file, f.span.line, f.span.column, f.code))
