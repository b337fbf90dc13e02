"""Findings in the order of the files, without what only repeats another one."""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.findings import Finding


def tidy(findings: Iterable[Finding]) -> list[Finding]:
    """Sorted by place; of several with one code at one place the first is kept."""
    seen: dict[tuple[object, ...], Finding] = {}
    for finding in findings:
        span = finding.span
        seen.setdefault((finding.code, span.file, span.line, span.column), finding)
    return sorted(seen.values(), key=lambda f: (f.span.file, f.span.line, f.span.column, f.code))
