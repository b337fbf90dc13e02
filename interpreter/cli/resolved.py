"""`barrage show --resolved PACKS…`: the rules that packs come to together."""

from __future__ import annotations

import click

from interpreter.cli.common import pack_names, print_json
from interpreter.compare import Side, read_side, resolved_yaml
from interpreter.compare.resolved import resolved
from interpreter.compare.sides import JOIN


def merged_side(packs: tuple[str, ...]) -> Side:
    """The packs that were given, or the default."""
    return read_side(JOIN.join(pack_names(packs)))


def show_resolved(packs: tuple[str, ...], form: str) -> None:
    """Print the merged packs."""
    side = merged_side(packs)
    if form == "json":
        print_json({"packs": side.identity, "rules": resolved(side)})
    else:
        click.echo(resolved_yaml(side), nl=False)
