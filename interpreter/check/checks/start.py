"""The manifest says which procedures set up and play a game: they must exist."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from interpreter.check.context import Context
from interpreter.findings import Finding, did_you_mean

NEEDS_CLEAN: Final = False


def check(context: Context) -> Iterator[Finding]:
    """`start: {setup: …, play: …, score: …, tie_break: …}` of every pack."""
    procedures, quantities = list(context.model.procedures), list(context.model.quantities)
    for pack in context.packs:
        for key, name in pack.manifest.start.items():
            is_quantity = key in ("score", "tie_break")
            what, names = ("quantity", quantities) if is_quantity else ("procedure", procedures)
            if name in names:
                continue
            place = pack.manifest.place(f"start.{key}")
            message = f"there is no {what} `{name}` to be `{key}`"
            yield Finding("BR0401", message, place, suggestion=did_you_mean(name, names))
