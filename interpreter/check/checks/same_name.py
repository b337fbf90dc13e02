"""Two things of one kind under one name: players cannot tell them apart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from interpreter.check.context import Context
from interpreter.check.languages import LANGUAGES
from interpreter.findings import Finding
from interpreter.model.declarations import Element
from interpreter.packs import Mapping

NEEDS_CLEAN: Final = False


def check(context: Context) -> Iterator[Finding]:
    """Names of elements, in each language, among elements of the same type."""
    seen: dict[tuple[str, str, str], Element] = {}
    told: set[str] = set()
    for known in context.elements():
        for lang in LANGUAGES:
            name = known.names.get(lang)
            if not name:
                continue
            first = seen.setdefault((known.type, lang, name), known)
            if first is known or known.id in told:
                continue
            told.add(known.id)
            node = known.node.entries.get("name") if known.node is not None else None
            word = node.entries.get(lang) if isinstance(node, Mapping) else node
            message = f"`{known.id}` and `{first.id}` are both called “{name}”"
            related = (("the other one", first.span),)
            place = word.span if word is not None else known.span
            yield Finding("BR0602", message, place, "warning", "give one another name", related)
