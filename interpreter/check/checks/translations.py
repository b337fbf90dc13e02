"""Every name and text that a player sees is there in all languages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from interpreter.check.context import Context
from interpreter.check.languages import LANGUAGES, shown_texts
from interpreter.check.vocabulary import one_slip
from interpreter.findings import Finding, Span, did_you_mean
from interpreter.model.places import behind
from interpreter.packs import Mapping, Node, Scalar

NEEDS_CLEAN: Final = False
Words = Callable[[str, str, Node], Iterator[Finding]]


def check(context: Context) -> Iterator[Finding]:
    """Names of elements, titles of packs, texts of the `texts` and `view` sections."""
    for what, node in shown_texts(context):
        yield from _text(what, node, words=_words)
    for name, node in context.section("texts").items():
        yield from _text(f"the text `{name}`", node, words=_forms)
    yield from _odd_forms(context)
    named = {type_id for type_id in context.model.types if _named(context, type_id)}
    for known in context.elements():
        mapping = known.node
        if mapping is not None and "name" not in mapping.entries and known.type in named:
            place = behind(mapping, "id")
            message = f"the {known.type} `{known.id}` has no `name`"
            yield Finding("BR0601", message, place, "warning", "add `name: {en: …, it: …}`")


def _named(context: Context, type_id: str) -> bool:
    """Whether most things of a type have names, so that one without is an oversight."""
    members = [context.model.table[at] for at in context.model.types[type_id].members]
    nodes = [known.node for known in members if known is not None and known.node is not None]
    return sum("name" in node.entries for node in nodes) * 2 > len(nodes)


def _text(what: str, node: Node, words: Words) -> Iterator[Finding]:
    if isinstance(node, Scalar):
        help_line = "write {en: …, it: …}"
        message = f"{what} is there in one language only"
        yield Finding("BR0601", message, node.span, "warning", help_line)
        return
    if not isinstance(node, Mapping):
        yield Finding("BR0206", f"{what} must be texts by language", node.span)
        return
    slips = set()
    for key, place in node.keys.items():
        if key not in LANGUAGES:
            meant = did_you_mean(key, [lang for lang in LANGUAGES if lang not in node.entries])
            left = [lang for lang in LANGUAGES if lang not in node.entries]
            slips.add(meant or (left[0] if len(left) == 1 else None))
            message = f"`{key}` is no language of the packs"
            help_line = f"there are {', '.join(LANGUAGES)}"
            yield Finding("BR0603", message, place, help=help_line, suggestion=meant)
        else:
            yield from words(what, key, node.entries[key])
    for lang in LANGUAGES:
        if lang not in node.entries and lang not in slips:
            message = f"{what} has no text in `{lang}`"
            yield Finding("BR0601", message, node.span, "warning", f"add `{lang}: …`")


def _words(what: str, lang: str, node: Node) -> Iterator[Finding]:
    if not isinstance(node, Scalar) or not isinstance(node.value, str):
        message = f"{what} in `{lang}` must be text"
        shown = node.text if isinstance(node, Scalar) else ""
        help_line = f"put it in quotes: '{shown}'" if shown else None
        yield Finding("BR0206", message, node.span, help=help_line)
    elif not node.text.strip():
        yield Finding("BR0601", f"{what} is empty in `{lang}`", node.span, "warning")


def _forms(what: str, lang: str, node: Node) -> Iterator[Finding]:
    """Texts for sentences may have several forms, and may say nothing."""
    if isinstance(node, Scalar) and not isinstance(node.value, str):
        yield from _words(what, lang, node)


def _odd_forms(context: Context) -> Iterator[Finding]:
    """Names of forms (`one`, `many`, `gender`) that are written once and nearly like another."""
    forms: list[tuple[str, Span]] = []
    for node in context.section("texts").values():
        for child in node.entries.values() if isinstance(node, Mapping) else ():
            forms += child.keys.items() if isinstance(child, Mapping) else ()
    times = Counter(key for key, _ in forms)
    usual = [key for key, count in times.items() if count > 2]
    for key, place in forms:
        meant = [other for other in usual if one_slip(key, other)] if times[key] == 1 else []
        if meant:
            message = f"a text has no form `{key}`"
            yield Finding("BR0202", message, place, suggestion=meant[0])
