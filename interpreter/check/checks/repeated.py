"""Items of a list that say the same twice: rules of an element, examples, parts of the view."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

from interpreter.check.context import Context
from interpreter.findings import Finding
from interpreter.packs import Mapping, Node, Scalar, Sequence, plain

NEEDS_CLEAN: Final = False
_VIEW: Final = "view"


def check(context: Context) -> Iterator[Finding]:
    """Examples are compared without their ids; in the view only neighbours are."""
    for section, nodes in context.merged.sections.items():
        for node in nodes.values():
            if section == _VIEW:
                yield from _neighbours(node)
            elif isinstance(node, Mapping):
                yield from _twice(node.entries.get("rules"), "rule")
                yield from _twice(node.entries.get("examples"), "example")


def _twice(listed: Node | None, what: str) -> Iterator[Finding]:
    items = listed.items if isinstance(listed, Sequence) else ()
    seen: dict[str, Node] = {}
    for item in items if len(items) > 1 else ():
        first = seen.setdefault(repr(_content(item)), item)
        if first is not item:
            yield _again(what, first, item)


def _content(item: Node) -> Any:
    if isinstance(item, Mapping):
        return {key: plain(child) for key, child in item.entries.items() if key != "id"}
    return item.text.strip() if isinstance(item, Scalar) else plain(item)


def _neighbours(node: Node) -> Iterator[Finding]:
    if isinstance(node, Scalar):
        return
    if isinstance(node, Mapping):
        for child in node.entries.values():
            yield from _neighbours(child)
        return
    for one, other in pairwise(node.items):
        if isinstance(one, Mapping) and isinstance(other, Mapping) and plain(one) == plain(other):
            yield _again("part of the view", one, other)
    for child in node.items:
        yield from _neighbours(child)


def _again(what: str, first: Node, item: Node) -> Finding:
    related = (("the first one", first.span),)
    message = f"this {what} is there twice"
    return Finding("BR0904", message, item.span, "warning", "take one out", related)
