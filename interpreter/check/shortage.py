"""One thing too few is counted in several ways and missed by many: all that is one mistake."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from interpreter.check.context import Context
from interpreter.findings import Finding

_COUNTED: Final = re.compile(r"(?P<there>\d+) (?P<plural>\w+).*, but the box holds (?P<all>\d+)")
_NO_SUCH: Final = re.compile(r"there is no .*`(?P<name>\w+)`")
_SERIES: Final = "BR0907"


def told_by_the_box(context: Context, findings: list[Finding]) -> list[Finding]:
    """For each sort of thing that the box lacks one finding, where it is missing."""
    groups: dict[str, list[Finding]] = {}
    for finding in findings:
        found = _COUNTED.match(finding.message) if finding.code == "BR0408" else None
        if found is not None and int(found["there"]) + 1 == int(found["all"]):
            groups.setdefault(found["plural"], []).append(finding)
    for plural, group in groups.items():
        others = [f for f in findings if f not in group and _is_about(context, plural, f)]
        findings = [f for f in findings if f not in group and f not in others]
        findings.append(_as_one(group, others))
    return findings


def _is_about(context: Context, plural: str, finding: Finding) -> bool:
    """A gap in a series of these things, or a name like theirs that is not known."""
    type_id = context.model.plurals.get(plural)
    if type_id is None:
        return False
    found = _NO_SUCH.search(finding.message) or re.match(
        r"`(?P<name>\w+)` is missing in", finding.message
    )
    if found is None or finding.code not in (_SERIES, "BR0401", "BR0302"):
        return False
    members = [context.model.table[at] for at in context.model.types[type_id].members]
    return any(known is not None and _row(known.id) == _row(found["name"]) for known in members)


def _row(name: str) -> str:
    return re.sub(r"\d+", "#", name) if re.search(r"\d", name) else f"{name} alone"


def _as_one(group: list[Finding], others: list[Finding]) -> Finding:
    """The count that says most about the thing, at the gap in the series if there is one."""
    main = max(group, key=lambda finding: len(finding.message))
    gap = next((finding for finding in others if finding.code == _SERIES), None)
    rest = [f for f in (*group, *others) if f is not main]
    related = tuple((finding.message, finding.span) for finding in rest)
    return replace(
        main, span=gap.span if gap is not None else main.span, related=main.related + related
    )
