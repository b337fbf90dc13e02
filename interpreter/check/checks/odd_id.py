"""Ids that look misspelt: one letter off from their name, or from a word the packs use a lot."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from interpreter.check.context import Context
from interpreter.check.spelling import respelt
from interpreter.check.vocabulary import Vocabulary, meant, near, usual_parts
from interpreter.findings import Finding, Span
from interpreter.model.declarations import Element
from interpreter.model.naming import is_word
from interpreter.packs import Mapping, Node, Scalar, Sequence

NEEDS_CLEAN: Final = False
#: sections whose keys are no ids
_FREE: Final = frozenset(("view", "texts"))
#: so many names of one shape make another shape odd
_ALIKE: Final = 4


def check(context: Context) -> Iterator[Finding]:
    """Ids of everything, and ids of examples."""
    for section, nodes in context.merged.sections.items():
        if section in _FREE:
            continue
        common = usual_parts(nodes)
        shapes = _shapes(nodes)
        for key, node in nodes.items():
            if not is_word(key):
                continue  # that it is no name at all has been said
            place = context.merged.places.get(f"{section}.{key}")
            known = context.model.elements.get(key)
            better = _by_name(known, common) if known is not None else None
            better = better or meant(key, common) or shapes.get(key)
            better = better or respelt(key, context.vocabulary)
            if place is not None and better and better not in nodes:
                yield _finding(key, better, place)
                continue
            yield from _examples(key, node, context.vocabulary)
            yield from _taken(node, context.vocabulary)


def _shapes(names: Iterable[str]) -> dict[str, str]:
    """Names with the same letters as their neighbours, but put together otherwise: `re_d15`."""
    groups: dict[str, list[str]] = {}
    for name in names:
        groups.setdefault(re.sub(r"[^a-z]", "", name), []).append(name)
    odd: dict[str, str] = {}
    for group in groups.values():
        shapes = Counter(map(_shape, group))
        usual, times = shapes.most_common(1)[0]
        for name in group if times >= _ALIKE and len(shapes) > 1 else ():
            numbers = re.findall(r"\d+", name)
            if shapes[_shape(name)] == 1 and len(numbers) == usual.count("#"):
                parts = usual.split("#")
                odd[name] = parts[0] + "".join(map("".join, zip(numbers, parts[1:], strict=True)))
    return odd


def _shape(name: str) -> str:
    return re.sub(r"\d+", "#", name)


def _taken(node: Node, words: Vocabulary) -> Iterator[Finding]:
    """Names of values that procedures, quantities and events take."""
    takes = node.entries.get("takes") if isinstance(node, Mapping) else None
    for name, place in takes.keys.items() if isinstance(takes, Mapping) else ():
        better = respelt(name, words)
        if better is not None:
            yield _finding(name, better, place)


def _examples(bearer: str, node: Node, words: Vocabulary) -> Iterator[Finding]:
    """Ids of examples, which usually name what they belong to."""
    listed = node.entries.get("examples") if isinstance(node, Mapping) else None
    for item in listed.items if isinstance(listed, Sequence) else ():
        name = item.entries.get("id") if isinstance(item, Mapping) else None
        if isinstance(name, Scalar):
            parts = name.text.split("_")
            better = _corrected(name.text, bearer.split("_"), parts, shortest=4)
            better = better or respelt(name.text, words)
            if better is not None:
                yield _finding(name.text, better, name.span)


def _by_name(known: Element, common: Counter[str]) -> str | None:
    """The id with the words of the English name, if it has nearly the same ones."""
    words = _slug(known.names.get("en", "")).split("_")
    rare = [part for part in known.id.split("_") if common[part] <= 1]
    return _corrected(known.id, words, rare, shortest=3)


def _corrected(name: str, words: list[str], rare: list[str], shortest: int) -> str | None:
    parts = name.split("_")
    for at, part in enumerate(parts):
        close = [word for word in words if near(part, word, shortest)]
        if len(close) == 1 and part not in words and part in rare:
            return "_".join([*parts[:at], close[0], *parts[at + 1 :]])
    return None


def _finding(name: str, better: str, place: Span) -> Finding:
    message = f"the id `{name}` looks misspelt"
    help_line = "compare its name and its neighbours"
    return Finding("BR0906", message, place, "warning", help_line, suggestion=better)


def _slug(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "_", plain.lower()).strip("_")
