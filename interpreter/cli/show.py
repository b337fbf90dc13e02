"""`barrage show ID`: what the packs say about one thing, and where."""

from __future__ import annotations

from typing import Any

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from interpreter import Ruleset
from interpreter.cli.common import (
    LANGUAGES,
    Refusal,
    format_option,
    lang_option,
    open_packs,
    packs_option,
    position_of,
    print_json,
)
from interpreter.cli.defaults import verb
from interpreter.cli.resolved import show_resolved
from interpreter.compiler.excerpt import source_of
from interpreter.findings import did_you_mean
from interpreter.view import Position

#: columns if the output is no terminal
WIDTH = 100


@click.command(
    "show",
    short_help="Show what the packs say about one thing.",
    cls=verb(
        "show ID",
        "show ID --lang it",
        "show ID --format json",
        "show ID --code",
        "show --resolved {packs}",
    ),
)
@click.argument("words", metavar="ID", nargs=-1)
@click.option("--resolved", is_flag=True, help="Show the merged rules of PACKS instead, as YAML.")
@click.option("--code", is_flag=True, help="Show the Python made from the scripts of ID instead.")
@packs_option
@lang_option
@format_option
def command(
    words: tuple[str, ...],
    resolved: bool,
    code: bool,
    packs: tuple[str, ...],
    lang: str,
    form: str,
) -> None:
    """Show the element ID: its data, its effect, its name, and the line that defines it.

    With --resolved, everything that the packs given in place of ID come to together.
    """
    if resolved:
        show_resolved((*words, *packs), form)
        return
    if len(words) != 1:
        raise click.UsageError("show takes one ID, or --resolved and packs")
    (name,) = words
    ruleset = open_packs(packs)
    if code:
        _show_code(ruleset, name)
        return
    element = ruleset.elements.get(name)
    if element is None:
        raise Refusal(_unknown(name, ruleset))
    if form == "json":
        print_json(as_data(element))
    else:
        _console().print(as_table(element, position_of(ruleset, None, lang)))


def _show_code(ruleset: Ruleset, name: str) -> None:
    """The generated Python of an element, a procedure or a quantity."""
    source = source_of(ruleset, name)
    if not source:
        known = name in ruleset.elements
        raise Refusal(f"{name!r} has no script" if known else _unknown(name, ruleset))
    click.echo(source, nl=False)


def _console() -> Console:
    console = Console()
    return console if console.is_terminal else Console(width=WIDTH)


def _unknown(name: str, ruleset: Ruleset) -> str:
    close = did_you_mean(name, ruleset.elements)
    meant = f"; did you mean {close!r}?" if close else ""
    packs = ", ".join(pack.manifest.pack for pack in ruleset.packs)
    return f"nothing in {packs} has the id {name!r}{meant}"


def as_data(element: Any) -> dict[str, Any]:
    """An element for programs."""
    return {
        "id": element.id,
        "type": element.type,
        "types": list(element.types),
        "names": {lang: element.name(lang) for lang in LANGUAGES},
        "fields": dict(element.fields),
        "file": element.span.file,
        "line": element.span.line,
        "column": element.span.column,
    }


def as_table(element: Any, position: Position) -> Table:
    """An element for people."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True, style="dim")
    grid.add_column(ratio=1)
    grid.add_row("", Text(element.name(position.lang), "bold"))
    grid.add_row("id", Text(element.id))
    grid.add_row("is", Text(" < ".join(element.types)))
    for field, value in element.fields.items():
        if value not in (None, False, [], {}, ""):
            grid.add_row(field, Text(_value(value, position)))
    grid.add_row("defined", Text(f"{element.span.file}:{element.span.line}"))
    return grid


def _value(value: Any, position: Position) -> str:
    """A value; an id is followed by its name."""
    if isinstance(value, list):
        return ", ".join(_value(one, position) for one in value)
    if isinstance(value, dict):
        return ", ".join(f"{count} {unit}" for unit, count in value.items())
    if value is True:
        return "yes"
    if isinstance(value, str) and value in position.rules.elements:
        name = position.name(value)
        return value if name == value else f"{value} ({name})"
    return str(value).strip()
