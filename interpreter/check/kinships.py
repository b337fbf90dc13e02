"""Types that are used as if one were of the other: the declaration lacks its `is`."""

from __future__ import annotations

import re
from typing import Final

from interpreter.check.context import Context
from interpreter.findings import Finding

_NEEDED: Final = re.compile(r"an? (?P<parent>\w+) is needed here, this is an? (?P<child>\w+)")
_NEVER: Final = re.compile(r"an? (?P<child>\w+) is never an? (?P<parent>\w+)")
#: from how many places on the declaration is to blame
_SEVERAL: Final = 2


def unrelated_types(context: Context, findings: list[Finding]) -> list[Finding]:
    """Several complaints about the same two types as one about their declaration."""
    groups: dict[tuple[str, str], list[Finding]] = {}
    for finding in findings:
        found = _pair(context, finding) if finding.code == "BR0303" else None
        if found is not None:
            groups.setdefault(found, []).append(finding)
    for (child, parent), group in groups.items():
        place = context.merged.places.get(f"types.{child}")
        if len(group) < _SEVERAL or place is None:
            continue
        message = f"{len(group)} places take a {child} for a {parent}, which it is not"
        related = tuple((finding.message, finding.span) for finding in group)
        help_line = f"should the type say `is: {parent}`?"
        made = Finding("BR0413", message, place, help=help_line, related=related)
        findings = [finding for finding in findings if finding not in group]
        findings.append(made)
    return findings


def _pair(context: Context, finding: Finding) -> tuple[str, str] | None:
    found = _NEEDED.search(finding.message) or _NEVER.search(finding.message)
    if found is None or not {found["child"], found["parent"]} <= context.model.types.keys():
        return None
    return found["child"], found["parent"]
