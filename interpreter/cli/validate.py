"""`barrage validate`: everything that is wrong with some packs, each with its place."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

import click

from interpreter.check.changed import touched_since
from interpreter.check.report import FORMATS
from interpreter.check.report.junit import as_junit
from interpreter.check.select import BadChoice, choose, without_baseline, write_baseline
from interpreter.check.sharing import cores
from interpreter.check.targets import targets
from interpreter.check.validate import validate_each
from interpreter.cli.defaults import verb
from interpreter.findings import Finding, errors_in

#: so many new objects until somebody looks whether old ones can go
_OBJECTS: Final = 50_000


@click.command(
    "validate",
    short_help="Check packs.",
    cls=verb(
        "validate",
        "validate {packs} --fail-on warning",
        "validate my_pack --format sarif --output findings.sarif",
        "validate --changed-since main --format github",
        "validate my_pack --play 100",
    ),
)
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option(
    "--format",
    "form",
    type=click.Choice(list(FORMATS)),
    default="text",
    show_default=True,
    help="How findings are printed.",
)
@click.option("--output", type=click.Path(dir_okay=False), help="Write to a file instead.")
@click.option(
    "--fail-on",
    type=click.Choice(["error", "warning"]),
    default="error",
    show_default=True,
    help="From which severity on the exit code is 1.",
)
@click.option("--select", multiple=True, metavar="CODE", help="Only these: BR0301, BR03; repeat.")
@click.option("--ignore", multiple=True, metavar="CODE", help="Not these.")
@click.option("--baseline", type=click.Path(), help="Leave out what this file accepts.")
@click.option("--write-baseline", "accept", type=click.Path(), help="Accept what is found.")
@click.option("--changed-since", metavar="REV", help="Only packs touched since, and dependants.")
@click.option("--combinations", is_flag=True, help="Every combination of the packs.")
@click.option("--no-cache", is_flag=True, help="Check again what has not changed.")
@click.option("--jobs", type=click.IntRange(min=1), help="Processes; one per core if left out.")
@click.option("--play", type=click.IntRange(min=0), default=0, help="Random games to play.")
def command(
    paths: tuple[str, ...],
    form: str,
    output: str | None,
    fail_on: str,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    baseline: str | None,
    accept: str | None,
    changed_since: str | None,
    combinations: bool,
    no_cache: bool,
    jobs: int | None,
    play: int,
) -> None:
    """Check packs given as names, folders or files; every pack under rules/ if none is given.

    Each pack is checked together with the packs it requires, then all together. Exit code 0 if
    all is well, 1 if something was found, 2 if the check could not run.
    """
    # Nearly everything that is made lives until the end.
    gc.set_threshold(_OBJECTS)
    folders = targets(paths)
    if changed_since is not None:
        folders = touched_since(changed_since, folders)
    found = validate_each(
        folders,
        play=play,
        every=combinations,
        keep=not no_cache,
        processes=jobs or cores(),
    )
    if combinations:
        from interpreter.compare import order_report  # slow, and seldom needed

        found += order_report(folders)
    findings = choose(found, select, ignore)
    if baseline is not None:
        findings = without_baseline(findings, Path(baseline))
    if accept is not None:
        _accept(findings, accept)
        return
    _print(findings, form, output, strict=fail_on == "warning")
    if form == "text" and output is None:
        _sum_up([folder.name for folder in folders], findings)
    if findings if fail_on == "warning" else errors_in(findings):
        raise click.exceptions.Exit(1)


def _accept(findings: Sequence[Finding], file: str) -> None:
    try:
        write_baseline(findings, Path(file))
    except OSError as error:
        raise BadChoice(f"{file}: {error.strerror or error}") from None
    click.echo(f"{file}: {_several(len(findings), 'finding')} accepted")


def _print(findings: Sequence[Finding], form: str, output: str | None, strict: bool) -> None:
    # A report of tests is at odds with the exit code unless it knows what fails.
    printer = partial(as_junit, strict=strict) if form == "junit" else FORMATS[form]
    if output is not None:
        try:
            text = printer(findings) + "\n"
            Path(output).write_text(text, encoding="utf-8", errors="backslashreplace")
        except OSError as error:
            raise BadChoice(f"{output}: {error.strerror or error}") from None
    elif form == "text" and sys.stdout.isatty():
        from rich.console import Console

        from interpreter.check.report.colour import print_coloured

        print_coloured(findings, Console())
    elif findings or form not in ("text", "compact", "github"):
        click.echo(printer(findings))


def _sum_up(names: Sequence[str], findings: Sequence[Finding]) -> None:
    errors = len(errors_in(findings))
    if not findings:
        click.echo(f"{', '.join(names) or 'nothing touched'}: all is well")
    else:
        warnings = len(findings) - errors
        click.echo(f"{_several(errors, 'error')}, {_several(warnings, 'warning')}")


def _several(count: int, what: str) -> str:
    return f"{count} {what}" + ("" if count == 1 else "s")
