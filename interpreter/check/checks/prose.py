"""Every effect can be put into words, in all languages."""

from __future__ import annotations

from collections.abc import Iterator
from operator import is_not
from typing import Final

from interpreter.check.checks.view import find_word
from interpreter.check.context import Context
from interpreter.check.languages import LANGUAGES
from interpreter.check.text_keys import known_keys, place_of_text, spoken
from interpreter.findings import Finding, Span
from interpreter.packs import Mapping, Node
from interpreter.prose.explain import Explainer

NEEDS_CLEAN: Final = True


def check(context: Context) -> Iterator[Finding]:
    """Phrases that are missing; packs without any `texts` have not begun and are left alone."""
    if not context.section("texts"):
        return
    new = {pack.name for pack in context.new_packs}
    if not new:
        return
    # A text under a misspelt key is told of there.
    told = {str(f.suggestion) for f in context.findings if f.code == "BR0605"}
    for lang in LANGUAGES:
        known = _Known(context, lang)
        for name in (name for name in known.explainer.ids() if _owner(context, name) in new):
            try:
                gaps = known.gaps(name)
            except (KeyError, ValueError, IndexError) as problem:
                yield _misspoken(context, name, str(problem).strip("'\""))
                continue
            for phrase in gaps:
                if phrase not in told:
                    told.add(phrase)
                    yield _finding(context, name, phrase, lang)


class _Known:
    """Phrases that are missing; what has not changed since the last run is not told again."""

    def __init__(self, context: Context, lang: str) -> None:
        self.context = context
        self.explainer = Explainer(context, lang)
        texts = tuple(context.section("texts").values())
        # By combination: one that was checked in between must not push this one out.
        key = " ".join(["prose", lang, *(pack.name for pack in context.packs)])
        kept = context.memory.get(key)
        words = (tuple(known_keys(context)), _forms_said(context))
        if (
            kept is None
            or kept[2] != words
            or len(kept[0]) != len(texts)
            or any(map(is_not, kept[0], texts))
        ):
            kept = context.memory[key] = (texts, {}, words)
        self.kept: dict[str, tuple[Node | None, tuple[str, ...]]] = kept[1]

    def gaps(self, name: str) -> tuple[str, ...]:
        node = _node(self.context, name)
        kept = self.kept.get(name)
        if kept is None or kept[0] is not node or node is None:
            kept = self.kept[name] = (node, self.explainer.explain(name).gaps)
        return kept[1]


def _forms_said(context: Context) -> tuple[tuple[str, ...], ...]:
    """In which forms things can be spoken of, beside the texts."""
    return tuple(
        (key, lang, *(forms.entries if isinstance(forms, Mapping) else ()))
        for key, node in spoken(context)
        if isinstance(node, Mapping)
        for lang, forms in node.entries.items()
    )


def _misspoken(context: Context, name: str, word: str) -> Finding:
    """A text with a hole that nothing fills."""
    message = f"`{name}` cannot be put into words: a text asks for `{word}`"
    for node in context.section("texts").values():
        place = find_word(node, word)
        if place is not None:
            return Finding("BR0604", message, place, "warning", "look at the `{…}` in this text")
    return Finding("BR0604", message, _place(context, name), "warning")


def _finding(context: Context, name: str, phrase: str, lang: str) -> Finding:
    message = f"`{name}` cannot be put into words: there is no text `{phrase}` in `{lang}`"
    help_line = f"add `{phrase}: {{en: …, it: …}}` to `texts:`"
    place = place_of_text(context, phrase, _owner(context, name)) or _place(context, name)
    return Finding("BR0604", message, place, "warning", help_line)


def _sections(context: Context, name: str) -> list[str]:
    """Where something of this name may be."""
    known = context.model.elements.get(name)
    plural = [context.model.types[known.type].plural] if known is not None else []
    return [*plural, "procedures", "quantities", "events", "rules"]


def _owner(context: Context, name: str) -> str | None:
    """The pack that brought something."""
    found = (context.merged.owners.get(f"{s}.{name}") for s in _sections(context, name))
    return next((owner for owner in found if owner is not None), None)


def _node(context: Context, name: str) -> Node | None:
    found = (context.section(section).get(name) for section in _sections(context, name))
    return next((node for node in found if node is not None), None)


def _place(context: Context, name: str) -> Span:
    found = (context.merged.places.get(f"{s}.{name}") for s in _sections(context, name))
    return next((place for place in found if place is not None), Span.of_file(""))
