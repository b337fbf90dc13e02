"""SARIF 2.1.0, the exchange format of static analysis: code scanning, editors, dashboards."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from typing import Any, Final

from interpreter.check.pages import PAGES_URL
from interpreter.check.severity import usual_severity
from interpreter.codes import CODES
from interpreter.findings import Finding, Span

_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"


def as_sarif(findings: Sequence[Finding]) -> str:
    """One run with the rules that were broken and their results."""
    used = sorted({finding.code for finding in findings})
    run = {
        "tool": {
            "driver": {
                "name": "barrage validate",
                "informationUri": PAGES_URL,
                "rules": [_rule(code) for code in used],
            }
        },
        "columnKind": "unicodeCodePoints",
        "results": [_result(finding, used.index(finding.code)) for finding in findings],
    }
    log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=2, ensure_ascii=False)


def _rule(code: str) -> dict[str, Any]:
    return {
        "id": code,
        "shortDescription": {"text": CODES[code]},
        "helpUri": f"{PAGES_URL}/{code}.md",
        "defaultConfiguration": {"level": usual_severity(code)},
    }


def _result(finding: Finding, index: int) -> dict[str, Any]:
    text = finding.message
    if finding.suggestion:
        text += f"; did you mean `{finding.suggestion}`?"
    if finding.help:
        text += f"\nhelp: {finding.help}"
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": index,
        "level": finding.severity,
        "message": {"text": text},
        "locations": [_location(finding.span)],
    }
    if finding.related:
        result["relatedLocations"] = [
            {"id": number, "message": {"text": note}, **_location(span)}
            for number, (note, span) in enumerate(finding.related, start=1)
        ]
    if finding.suggestion and not finding.span.file.startswith("<"):
        result["fixes"] = [_fix(finding.suggestion, finding.span)]
    return result


def _fix(suggestion: str, span: Span) -> dict[str, Any]:
    replacement = {"deletedRegion": _region(span), "insertedContent": {"text": suggestion}}
    change = {"artifactLocation": {"uri": _uri(span)}, "replacements": [replacement]}
    return {"description": {"text": f"write `{suggestion}`"}, "artifactChanges": [change]}


def _location(span: Span) -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": {"uri": _uri(span)}}
    if not span.file.startswith("<"):
        place["region"] = _region(span)
    return {"physicalLocation": place}


def _uri(span: Span) -> str:
    from urllib.parse import quote  # slow, and seldom needed

    # As bytes: the name of a file may be no text at all.
    return quote(os.fsencode(span.file.strip("<>") or "unknown"))


def _region(span: Span) -> dict[str, int]:
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": max(span.end_column, 1),
    }
