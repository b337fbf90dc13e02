"""Findings as JSON, for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from interpreter.codes import CODES
from interpreter.findings import Finding, Span


def as_json(findings: Sequence[Finding]) -> str:
    """A list with one object per finding."""
    return json.dumps([as_data(finding) for finding in findings], indent=2, ensure_ascii=False)


def as_data(finding: Finding) -> dict[str, Any]:
    """A finding as plain data."""
    return {
        "code": finding.code,
        "title": CODES[finding.code],
        "severity": finding.severity,
        "message": finding.message,
        **_place(finding.span),
        "help": finding.help,
        "suggestion": finding.suggestion,
        "related": [{"message": note, **_place(span)} for note, span in finding.related],
    }


def _place(span: Span) -> dict[str, Any]:
    return {
        "file": span.file,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }
