"""JUnit XML: one test case per finding, for CI servers that know tests only."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from interpreter.findings import Finding, errors_in

#: characters that XML cannot hold at all
_NOT_XML: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def as_junit(findings: Sequence[Finding], strict: bool = False) -> str:
    """Errors are failures; warnings, unless `strict`, cases that pass with the text as output."""
    failures = len(findings if strict else errors_in(findings))
    count = max(1, len(findings))
    suite = f'<testsuite name="barrage validate" tests="{count}" failures="{failures}" errors="0"'
    cases = [_case(finding, strict or finding.severity == "error") for finding in findings] or [
        '  <testcase classname="barrage" name="validate"/>'
    ]
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f'{suite} skipped="0">', *cases]
    return "\n".join([*lines, "</testsuite>"])


def _case(finding: Finding, fails: bool) -> str:
    from xml.sax.saxutils import escape, quoteattr  # slow, and seldom needed

    name = quoteattr(_clean(f"{finding.code} {finding.span}"))
    place = quoteattr(_clean(finding.span.file))
    head = f'  <testcase classname={place} name={name} file={place} line="{finding.span.line}">'
    text = escape(_clean(str(finding)))
    if fails:
        message = quoteattr(_clean(finding.message))
        body = f'    <failure message={message} type="{finding.code}">{text}</failure>'
    else:
        body = f"    <system-out>{text}</system-out>"
    return f"{head}\n{body}\n  </testcase>"


def _clean(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)
