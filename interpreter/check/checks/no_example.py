"""Effects that no example shows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from interpreter.check.context import Context
from interpreter.check.examples import examples_of
from interpreter.findings import Finding
from interpreter.model.declarations import Element
from interpreter.packs import Mapping, Node, Scalar, Sequence

NEEDS_CLEAN: Final = True


def check(context: Context) -> Iterator[Finding]:
    """Elements with rules of their own that no example mentions.

    Types of which a pack shows no example at all are left alone: it has not begun.
    """
    bearers: set[str] = set()
    words: set[str] = set()
    for example in examples_of(context.ruleset):
        bearers.add(example.bearer)
        words.update(_words(example.node))
    begun = {_kind(context, e) for e in context.elements() if e.id in bearers}
    for known in context.elements():
        if not known.rules or known.id in bearers or known.id in words:
            continue
        if _kind(context, known) in begun:
            message = f"no example shows what `{known.id}` does"
            help_line = "add `examples:`; `barrage explain BR0903` shows how"
            yield Finding("BR0903", message, known.span, "warning", help_line)


def _kind(context: Context, known: Element) -> tuple[str, str | None]:
    plural = context.model.types[known.type].plural
    return known.type, context.merged.owners.get(f"{plural}.{known.id}")


def _words(node: Node) -> Iterator[str]:
    if isinstance(node, Scalar):
        yield from node.text.replace(",", " ").split()
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _words(item)
    elif isinstance(node, Mapping):
        yield from node.entries
        for child in node.entries.values():
            yield from _words(child)
