"""Printers of findings: one module per format, each a function from findings to text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from interpreter.check.report.compact import as_compact
from interpreter.check.report.github import as_github
from interpreter.check.report.json_data import as_json
from interpreter.check.report.junit import as_junit
from interpreter.check.report.sarif import as_sarif
from interpreter.check.report.text import as_text
from interpreter.findings import Finding

Printer = Callable[[Sequence[Finding]], str]

#: Name of a format to its printer.
FORMATS: Final[dict[str, Printer]] = {
    "text": as_text,
    "compact": as_compact,
    "json": as_json,
    "sarif": as_sarif,
    "github": as_github,
    "junit": as_junit,
}

__all__ = ["FORMATS", "Printer"]
