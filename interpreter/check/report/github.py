"""Annotations of GitHub Actions: findings show up beside the lines of a pull request."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.findings import Finding


def as_github(findings: Sequence[Finding]) -> str:
    """`::error file=…,line=…::message`, one line per finding."""
    return "\n".join(map(_annotation, findings))


def _annotation(finding: Finding) -> str:
    span = finding.span
    properties = {
        "file": span.file,
        "line": span.line,
        "col": span.column,
        "endLine": span.end_line,
        "endColumn": max(span.end_column, span.column),
        "title": finding.code,
    }
    if span.file.startswith("<"):
        properties = {"title": finding.code}
    elif span.end_line != span.line:
        # Columns are only taken for findings on one line.
        del properties["col"], properties["endColumn"]
    shown = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items())
    return f"::{finding.severity} {shown}::{_text(_message(finding))}"


def _message(finding: Finding) -> str:
    lines = [finding.message]
    if finding.suggestion:
        lines.append(f"did you mean `{finding.suggestion}`?")
    if finding.help:
        lines.append(f"help: {finding.help}")
    lines += [f"{place}: {note}" for note, place in finding.related]
    return "\n".join(lines)


def _text(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _text(text).replace(":", "%3A").replace(",", "%2C")
