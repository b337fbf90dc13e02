"""`barrage validate`: everything that is wrong with some packs, each with its place."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import click

from interpreter.check import validate
from interpreter.cli.common import format_option, print_json
from interpreter.cli.defaults import verb
from interpreter.findings import Finding, Span, errors_in
from interpreter.packs.find import find_pack, known_packs


@click.command(
    "validate",
    short_help="Check packs.",
    cls=verb("validate", "validate {packs}", "validate rules/{packs} my_pack --format json"),
)
@click.argument("packs", nargs=-1, metavar="[PACK]...")
@format_option
def command(packs: tuple[str, ...], form: str) -> None:
    """Check PACKs, given by name or folder; every pack under rules/ if none is given.

    Each pack is checked together with the packs it requires. Exit code 0 if all is well, 1 if
    there are errors, 2 if a pack could not be found.
    """
    names = packs or tuple(sorted(known_packs()))
    for name in names:
        find_pack(name)
    found = {name: validate([name]) for name in names}
    findings = list(dict.fromkeys(one for some in found.values() for one in some))
    if form == "json":
        print_json([as_data(one) for one in findings])
    else:
        for finding in findings:
            click.echo("\n".join(as_text(finding)))
        _sum_up(names, findings)
    if errors_in(findings):
        raise click.exceptions.Exit(1)


def _sum_up(names: tuple[str, ...], findings: list[Finding]) -> None:
    errors = len(errors_in(findings))
    warnings = len(findings) - errors
    if not findings:
        click.echo(f"{', '.join(names)}: all is well")
    else:
        click.echo(f"{_several(errors, 'error')}, {_several(warnings, 'warning')}")


def _several(count: int, what: str) -> str:
    return f"{count} {what}" + ("" if count == 1 else "s")


def as_text(finding: Finding) -> Iterator[str]:
    """A finding for people: the line it is about, with a caret under the place."""
    yield f"{finding.span}: {finding.severity} {finding.code}: {finding.message}"
    yield from _excerpt(finding.span)
    if finding.suggestion is not None:
        yield f"  did you mean {finding.suggestion!r}?"
    if finding.help is not None:
        yield f"  help: {finding.help}"
    for note, place in finding.related:
        yield f"  {place}: {note}"
    yield ""


def _excerpt(span: Span) -> Iterator[str]:
    lines = _lines(span.file)
    if not 1 <= span.line <= len(lines):
        return
    line = lines[span.line - 1].rstrip()
    end = span.end_column if span.end_line == span.line else len(line) + 1
    number = f"{span.line} | "
    yield f"  {number}{line}"
    # Tabs stay tabs, so that the caret stands where the eye expects it.
    lead = "".join("\t" if sign == "\t" else " " for sign in line[: span.column - 1])
    carets = "^" * max(1, min(end, len(line) + 1) - span.column)
    yield f"  {' ' * (len(number) - 2)}| {lead}{carets}"


@cache
def _lines(file: str) -> list[str]:
    try:
        return Path(file).read_text(encoding="utf-8", errors="replace").splitlines()
    except (OSError, ValueError):
        return []


def as_data(finding: Finding) -> dict[str, Any]:
    """A finding for programs."""
    return {
        "code": finding.code,
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
