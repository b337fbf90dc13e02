"""Which lines of the packs refer to something."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.findings import Span
from interpreter.language.scope import Source
from interpreter.language.syntax import Where
from interpreter.packs import Mapping, Node, Scalar, Sequence
from interpreter.packs.merged import Merged

#: keys that are words for players
_WORDS = frozenset(("id", "name", "text", "says"))
#: sections and keys that are about the rules, not part of them
_ASIDE = frozenset(("view", "examples", "inventory"))
#: texts in quotes and comments of scripts
_SILENT = re.compile(r'"[^"\n]*"|#[^\n]*')


@dataclass(frozen=True, slots=True)
class Reference:
    """One place, what it belongs to, and the line as it is written there."""

    address: str
    span: Span
    line: str


def references(merged: Merged, name: str) -> list[Reference]:
    """Every place in the rules of the merged packs that names `name`, in order."""
    return [one for one in _named(merged, name) if not _is_aside(one)]


def mentions(merged: Merged, name: str) -> list[Reference]:
    """Places that name it but are no rules: examples, what is shown, what the box holds."""
    return [one for one in _named(merged, name) if _is_aside(one)]


def _named(merged: Merged, name: str) -> list[Reference]:
    word = re.compile(rf"(?<![\w]){re.escape(name)}(?![\w])")
    found: list[Reference] = []
    for section, entries in merged.sections.items():
        if section == "texts":
            continue
        for key, node in entries.items():
            found += _inside(node, f"{section}.{key}", word, name)
    return list(dict.fromkeys(found))


def _is_aside(one: Reference) -> bool:
    return not _ASIDE.isdisjoint(one.address.split("."))


def _inside(node: Node, address: str, word: re.Pattern[str], name: str) -> Iterator[Reference]:
    match node:
        case Scalar():
            yield from _scalar(node, address, word, name)
        case Sequence():
            for item in node.items:
                yield from _inside(item, address, word, name)
        case Mapping():
            for key, child in node.entries.items():
                if key == name:
                    yield Reference(f"{address}.{key}", node.keys[key], _told(child, key))
                if key not in _WORDS:
                    yield from _inside(child, f"{address}.{key}", word, name)


def _told(node: Node, key: str) -> str:
    return f"{key}: {node.text}" if isinstance(node, Scalar) else key


def _scalar(node: Scalar, address: str, word: re.Pattern[str], name: str) -> Iterator[Reference]:
    if node.text == name:
        yield Reference(address, node.span, name)
        return
    text = _SILENT.sub(lambda found: " " * len(found[0]), node.text)
    for found in word.finditer(text):
        span = Source(node).span(Where(found.start(), found.end()))
        start = node.text.rfind("\n", 0, found.start()) + 1
        line = node.text[start:].split("\n", 1)[0]
        yield Reference(address, span, line.strip())
