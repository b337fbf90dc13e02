"""The keys, forms and holes of `texts` and `says` speak of something that is there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from interpreter.check.context import Context
from interpreter.check.text_keys import FORMS, is_word, known_keys, spoken
from interpreter.findings import Finding, did_you_mean
from interpreter.packs import Mapping, Node, Scalar

NEEDS_CLEAN: Final = True
#: `{steps}`, `{a kind}`, `{steps: segment|segments}`
_HOLE: Final = re.compile(r"\{(?:(?P<article>\w+) )?(?P<name>\w+)(?=:|\})")
_ARTICLES: Final = frozenset("a the each your no this that plural bare or or_bare signed".split())


def check(context: Context) -> Iterator[Finding]:
    """Keys that lead nowhere, forms that nobody reads, holes that nothing fills."""
    known = known_keys(context)
    texts = context.section("texts")
    left = [key for key in known if key not in texts]
    for key, node in spoken(context):
        if key in known:
            yield from _inside(node, known[key])
        elif key in texts and is_word(context, key):
            yield from _inside(node, frozenset())
        elif key in texts:
            yield _lost(context, key, left)


def _lost(context: Context, key: str, left: list[str]) -> Finding:
    place = context.merged.places[f"texts.{key}"]
    alike = [name for name in left if name.count(".") == key.count(".")]
    meant = did_you_mean(key, alike)
    message = f"the text `{key}` is about nothing that is there"
    help_line = None if meant else "write `type.ID`, `field.TYPE.NAME`, `procedure.ID` and so on"
    return Finding("BR0605", message, place, "warning", help_line, suggestion=meant)


def _inside(node: Node, holes: frozenset[str]) -> Iterator[Finding]:
    for spoken_in in node.entries.values() if isinstance(node, Mapping) else ():
        if isinstance(spoken_in, Mapping):
            yield from _forms(spoken_in, holes)
        elif isinstance(spoken_in, Scalar):
            yield from _text(spoken_in, holes)


def _forms(node: Mapping, holes: frozenset[str]) -> Iterator[Finding]:
    for form, child in node.entries.items():
        if form not in FORMS:
            meant = did_you_mean(form, FORMS - node.entries.keys())
            message = f"a text has no form `{form}`"
            yield Finding("BR0202", message, node.keys[form], suggestion=meant)
        elif isinstance(child, Scalar):
            yield from _text(child, holes)
        else:
            yield Finding("BR0206", f"the form `{form}` must be text", child.span)


def _text(node: Scalar, holes: frozenset[str]) -> Iterator[Finding]:
    if not isinstance(node.value, str):
        help_line = f"put it in quotes: '{node.text}'"
        yield Finding("BR0206", "this must be text", node.span, help=help_line)
        return
    for found in _HOLE.finditer(node.text):
        for part, allowed in (("name", holes), ("article", _ARTICLES)):
            word = found[part]
            if word is None or word in allowed:
                continue
            message = f"nothing fills `{{{word}}}` in this text"
            if part == "article":
                message = f"`{word}` is no article of a `{{…}}`"
            place = node.span_at(found.start(part), found.end(part))
            meant = did_you_mean(word, allowed)
            known = f"there are: {', '.join(sorted(allowed)) or 'none'}"
            advice = None if meant else known
            yield Finding("BR0606", message, place, "warning", advice, suggestion=meant)
