"""`barrage why ADDRESS`: which pack set a value, where, how, and what it was before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from interpreter.cli.common import Refusal, format_option, packs_option, print_json
from interpreter.cli.defaults import verb
from interpreter.cli.resolved import merged_side
from interpreter.compare import Origin, origin
from interpreter.compare.origin import Step, UnknownAddressError
from interpreter.compare.sides import said
from interpreter.packs import Node, Scalar, plain

#: what each operation is called in a sentence
DONE = {
    "add": "brought it",
    "extend": "added it",
    "patch": "patched it",
    "replace": "replaced it",
    "append": "added to it",
    "remove": "removed it",
}
ACTING = {"modify": "is modified by", "on": "is answered by", "grant": "is added to by"}


@click.command(
    "why",
    cls=verb(
        "why SECTION.ID.KEY",
        "why SECTION.ID.KEY --packs {packs},my_pack",
        "why ID --format json",
    ),
)
@click.argument("address", metavar="ADDRESS")
@packs_option
@format_option
def command(address: str, packs: tuple[str, ...], form: str) -> None:
    """Tell where the value at ADDRESS comes from: a section, an id and then keys.

    The section may be left out. For a quantity, an event or a choice, the rules that act on it
    are listed, too.
    """
    try:
        found = origin(merged_side(packs), address)
    except UnknownAddressError as error:
        raise Refusal(str(error)) from error
    if form == "json":
        print_json(as_data(found))
    else:
        for line in as_lines(found):
            click.echo(line)


def as_lines(found: Origin) -> Iterator[str]:
    """For people."""
    yield f"{found.address} is {_shown(found.value)}"
    for step in found.steps:
        yield from _step(step, found.address)
    for hook in found.hooks:
        yield f"  {ACTING[hook.kind]} {hook.address} ({hook.pack}, {hook.span})"


def _step(step: Step, asked: str) -> Iterator[str]:
    what = "" if step.address == asked else f" ({step.address})"
    yield f"  {step.pack} {DONE[step.operation]}{what} at {step.span}"
    if step.before is not None:
        yield f"    it was {_shown(step.before)}"
    for key in ("id", "text", "because"):
        told = said(step.remarks.entries.get(key), "en") if step.remarks is not None else None
        if told:
            yield f"    {key}: {told}"


def _shown(node: Node | None) -> str:
    if node is None:
        return "gone"
    if isinstance(node, Scalar):
        text = node.text.strip()
        indented = text.replace("\n", "\n      ")
        return f"\n      {indented}" if "\n" in text else text or "empty"
    return _flow(plain(node))


def _flow(data: Any) -> str:
    match data:
        case bool():
            return "yes" if data else "no"
        case dict():
            return "{" + ", ".join(f"{key}: {_flow(value)}" for key, value in data.items()) + "}"
        case list():
            return "[" + ", ".join(map(_flow, data)) + "]"
        case None:
            return "null"
        case _:
            return str(data).strip()


def as_data(found: Origin) -> dict[str, Any]:
    """For programs."""
    return {
        "address": found.address,
        "value": plain(found.value) if found.value is not None else None,
        "pack": found.pack,
        "file": found.span.file,
        "line": found.span.line,
        "column": found.span.column,
        "history": [
            {
                "pack": step.pack,
                "operation": step.operation,
                "address": step.address,
                "file": step.span.file,
                "line": step.span.line,
                "column": step.span.column,
                "before": plain(step.before) if step.before is not None else None,
                "remarks": plain(step.remarks) if step.remarks is not None else None,
            }
            for step in found.steps
        ],
        "acted_on_by": [
            {"how": hook.kind, "address": hook.address, "pack": hook.pack, "line": hook.span.line}
            for hook in found.hooks
        ],
    }
