"""The manifest says which procedures set up and play a game: they must exist."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from interpreter.check.context import Context
from interpreter.findings import Finding, did_you_mean

NEEDS_CLEAN: Final = False


def check(context: Context) -> Iterator[Finding]:
    """`start: {setup: …, play: …, score: …, tie_break: …}` of every pack."""
    known = {
        "setup": ("procedure", context.model.procedures),
        "play": ("procedure", context.model.procedures),
        "score": ("quantity", context.model.quantities),
        "tie_break": ("quantity", context.model.quantities),
    }
    for pack in context.packs:
        for key, name in pack.manifest.start.items():
            what, names = known.get(key, ("procedure", context.model.procedures))
            if name in names:
                continue
            place = pack.manifest.place(f"start.{key}")
            message = f"there is no {what} `{name}` to be `{key}`"
            yield Finding("BR0401", message, place, suggestion=did_you_mean(name, names))
