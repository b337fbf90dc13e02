"""One line per finding, as editors and grep like it."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.check.report.terminal import harmless
from interpreter.findings import Finding


def as_compact(findings: Sequence[Finding]) -> str:
    """`file:line:column: severity code: message`, with what was probably meant."""
    return "\n".join(map(_line, findings))


def _line(finding: Finding) -> str:
    meant = f" (did you mean `{finding.suggestion}`?)" if finding.suggestion else ""
    return harmless(f"{finding.span}: {finding.severity} {finding.code}: {finding.message}{meant}")
