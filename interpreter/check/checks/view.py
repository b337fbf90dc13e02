"""The `view` section speaks of things that are there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from interpreter.check.context import Context
from interpreter.findings import Finding, Span
from interpreter.model.places import gap_among
from interpreter.packs import Mapping, Node, Scalar, Sequence
from interpreter.view.check import problems

NEEDS_CLEAN: Final = True
SECTION: Final = "view"
_STEP: Final = re.compile(r"[^.\[\]]+")
_MEANT: Final = re.compile(r",? ?\(?did you mean '([^']*)'\??\)?")


def check(context: Context) -> Iterator[Finding]:
    """What the renderer cannot follow; its words are kept, the place is looked up."""
    section = context.section(SECTION)
    if not section:
        return
    told = {word for f in context.findings if f.code == "BR0211" for word in _told(f)}
    for problem in problems(context.ruleset):
        where, _, message = problem.partition(": ")
        meant = _MEANT.search(message)
        message = _MEANT.sub("", message).replace("'", "`")
        words = re.findall(r"`([^`]*)`", message)
        if message.startswith("no ") and words and words[0] in told:
            continue
        place = _place(context, where, words, message.endswith("is missing"))
        suggestion = meant[1] if meant else None
        yield Finding("BR0211", message, place, suggestion=suggestion)


def _told(finding: Finding) -> list[str]:
    """The names that a finding has been about."""
    return re.findall(r"`([^`]*)`", finding.message)


def _place(context: Context, where: str, words: list[str], missing: bool) -> Span:
    """As far down the path as it goes, then the word that is complained about."""
    steps = _STEP.findall(where)
    section = context.section(SECTION)
    first = steps[1] if len(steps) > 1 else ""
    node = section.get(first)
    if node is None:
        word = next((name for name in words if name in section), None)
        return context.merged.places.get(f"{SECTION}.{word}" if word else SECTION, Span.of_file(""))
    beside: Node = Mapping(node.span, section, {})
    for step in steps[2:]:
        below = _below(node, step)
        if below is None:
            break
        beside, node = node, below
    if missing and words and isinstance(node, Mapping):
        return gap_among(node, words[0], _mappings(beside))
    for word in words:
        found = find_word(node, word)
        if found is not None:
            return found
    return node.span


def _mappings(node: Node) -> list[Mapping]:
    below = () if isinstance(node, Scalar) else _children(node)
    return [child for child in below if isinstance(child, Mapping)]


def _children(node: Mapping | Sequence) -> Iterable[Node]:
    return node.entries.values() if isinstance(node, Mapping) else node.items


def _below(node: Node, step: str) -> Node | None:
    if isinstance(node, Mapping):
        return node.entries.get(step)
    if isinstance(node, Sequence) and step.isdigit() and int(step) < len(node.items):
        return node.items[int(step)]
    return None


def find_word(node: Node, word: str) -> Span | None:
    """Where a word stands below a node, as a key or in a text."""
    if isinstance(node, Scalar):
        at = node.text.find(word) if word else -1
        return node.span_at(at, at + len(word)) if at >= 0 else None
    if isinstance(node, Mapping) and word in node.keys:
        return node.keys[word]
    return next((found for child in _children(node) if (found := find_word(child, word))), None)
