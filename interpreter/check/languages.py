"""The languages of the packs, and the texts that players see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from interpreter.check.context import Context
from interpreter.packs import Mapping, Node, Sequence

LANGUAGES: Final = ("en", "it")


def shown_texts(context: Context) -> Iterator[tuple[str, Node]]:
    """What each text is, and its node."""
    for pack in context.packs:
        title = pack.manifest.node.entries.get("title")
        if title is not None:
            yield "the title of the pack", title
    for known in context.elements():
        for key in ("name", "text"):
            node = known.node.entries.get(key) if known.node is not None else None
            if node is not None:
                yield f"the {key} of `{known.id}`", node
    for section in ("types", "procedures", "quantities", "events", "rules"):
        for name, entry in context.section(section).items():
            for key in ("name", "text"):
                node = entry.entries.get(key) if isinstance(entry, Mapping) else None
                if isinstance(node, Mapping):
                    yield f"the {key} of `{name}`", node
    for name, node in context.section("view").items():
        yield from _inside(f"a text of the view `{name}`", node)


def _inside(what: str, node: Node) -> Iterator[tuple[str, Node]]:
    """Mappings that have a language among their keys."""
    if isinstance(node, Sequence):
        for item in node.items:
            yield from _inside(what, item)
    elif isinstance(node, Mapping):
        if any(lang in node.entries for lang in LANGUAGES):
            yield what, node
            return
        for child in node.entries.values():
            yield from _inside(what, child)
