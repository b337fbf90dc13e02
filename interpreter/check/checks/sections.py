"""Sections that are not lists of elements, against their schemas."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from interpreter.check.context import Context
from interpreter.check.structure import misfits, schema_of
from interpreter.findings import Finding

NEEDS_CLEAN: Final = False

#: Section to what one entry of it is called.
KINDS: Final = {
    "types": "a type",
    "procedures": "a procedure",
    "quantities": "a quantity",
    "events": "an event",
    "rules": "a rule",
    "invariants": "an invariant",
    "graphs": "a graph",
}


def check(context: Context) -> Iterator[Finding]:
    """Entry by entry, so that a mistake is about that very entry; each is told once."""
    told = {(finding.span.file, finding.span.line) for finding in context.findings}
    for section, what in KINDS.items():
        schema = schema_of(section)
        if schema is None:
            continue
        entry = schema.get("items") or schema["additionalProperties"]
        for node in context.section(section).values():
            for finding in misfits(node, entry, what):
                if (finding.span.file, finding.span.line) not in told:
                    yield finding
