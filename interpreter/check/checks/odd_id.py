"""Ids that look misspelt: one letter off from their name, or from a word the packs use a lot."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from interpreter.check.context import Context
from interpreter.check.vocabulary import meant, near, usual_parts
from interpreter.findings import Finding, Span
from interpreter.model.declarations import Element
from interpreter.packs import Mapping, Node, Scalar, Sequence

NEEDS_CLEAN: Final = False
#: sections whose keys are no ids
_FREE: Final = frozenset(("view", "texts"))


def check(context: Context) -> Iterator[Finding]:
    """Ids of everything, and ids of examples."""
    for section, nodes in context.merged.sections.items():
        if section in _FREE:
            continue
        common = usual_parts(nodes)
        for key, node in nodes.items():
            place = context.merged.places.get(f"{section}.{key}")
            known = context.model.elements.get(key)
            better = _by_name(known) if known is not None else None
            better = better or meant(key, common)
            if place is not None and better and better not in nodes:
                yield _finding(key, better, place)
            yield from _examples(key, node)


def _examples(bearer: str, node: Node) -> Iterator[Finding]:
    """Ids of examples, which usually name what they belong to."""
    listed = node.entries.get("examples") if isinstance(node, Mapping) else None
    for item in listed.items if isinstance(listed, Sequence) else ():
        name = item.entries.get("id") if isinstance(item, Mapping) else None
        if isinstance(name, Scalar):
            better = _corrected(name.text, bearer.split("_"))
            if better is not None:
                yield _finding(name.text, better, name.span)


def _by_name(known: Element) -> str | None:
    """The id with the words of the English name, if it has nearly the same ones."""
    return _corrected(known.id, _slug(known.names.get("en", "")).split("_"))


def _corrected(name: str, words: list[str]) -> str | None:
    parts = name.split("_")
    for at, part in enumerate(parts):
        close = [word for word in words if near(part, word)]
        if len(close) == 1 and part not in words:
            return "_".join([*parts[:at], close[0], *parts[at + 1 :]])
    return None


def _finding(name: str, better: str, place: Span) -> Finding:
    message = f"the id `{name}` looks misspelt"
    help_line = "compare its name and its neighbours"
    return Finding("BR0906", message, place, "warning", help_line, suggestion=better)


def _slug(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "_", plain.lower()).strip("_")
