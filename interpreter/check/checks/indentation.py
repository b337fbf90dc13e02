"""Lines of scripts that are indented by an odd number of spaces: one was slipped in or out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from interpreter.check.context import Context
from interpreter.findings import Finding
from interpreter.packs import Mapping, Scalar

NEEDS_CLEAN: Final = True


def check(context: Context) -> Iterator[Finding]:
    """Every script that is written as a block."""
    for scalar in _scripts(context):
        yield from _odd_lines(scalar)


def _scripts(context: Context) -> Iterator[Scalar]:
    for known in context.elements():
        yield from known.scripts.values()
        yield from known.rules
    for section, key in (("procedures", "script"), ("quantities", "value"), ("rules", "rule")):
        for node in context.section(section).values():
            found = node.entries.get(key) if isinstance(node, Mapping) else None
            if isinstance(found, Scalar):
                yield found


def _odd_lines(scalar: Scalar) -> Iterator[Finding]:
    if scalar.style not in ("|", ">") or "\n" not in scalar.text.rstrip():
        return
    leads, start, depth = [], 0, 0
    for line in scalar.text.split("\n"):
        lead = len(line) - len(line.lstrip(" "))
        if line.strip() and not depth:
            leads.append((lead % 2, start + lead))
        depth += sum(line.count(sign) for sign in "([") - sum(line.count(sign) for sign in ")]")
        start += len(line) + 1
    # The first line sets the column for all: if most others are odd, it is the one.
    usual = sum(odd for odd, _ in leads) * 2 > len(leads) - 1
    for odd, place in leads:
        if odd != usual:
            span = scalar.span_at(place, place + 1)
            message = "this line is indented by an odd number of spaces"
            help_line = "indent by two spaces for each block"
            yield Finding("BR0309", message, span, "warning", help_line)
