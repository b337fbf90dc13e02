"""Every effect can be put into words, in all languages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from interpreter.check.checks.view import find_word
from interpreter.check.context import Context
from interpreter.check.languages import LANGUAGES
from interpreter.findings import Finding, Span
from interpreter.prose.explain import Explainer

NEEDS_CLEAN: Final = True


def check(context: Context) -> Iterator[Finding]:
    """Phrases that are missing; packs without any `texts` have not begun and are left alone."""
    if not context.section("texts"):
        return
    new = {pack.name for pack in context.new_packs}
    if not new:
        return
    told: set[str] = set()
    for lang in LANGUAGES:
        explainer = Explainer(context, lang)
        for name in (name for name in explainer.ids() if _owner(context, name) in new):
            try:
                gaps = explainer.explain(name).gaps
            except (KeyError, ValueError, IndexError) as problem:
                yield _misspoken(context, name, str(problem).strip("'\""))
                continue
            for phrase in gaps:
                if phrase not in told:
                    told.add(phrase)
                    yield _finding(context, name, phrase, lang)


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
    return Finding("BR0604", message, _place(context, name), "warning", help_line)


def _owner(context: Context, name: str) -> str | None:
    """The pack that brought something."""
    known = context.model.elements.get(name)
    plural = context.model.types[known.type].plural if known is not None else ""
    for section in (plural, "procedures", "quantities", "events", "rules"):
        owner = context.merged.owners.get(f"{section}.{name}")
        if owner is not None:
            return owner
    return None


def _place(context: Context, name: str) -> Span:
    known = context.model.elements.get(name)
    sections = ["procedures", "quantities", "events", "rules"]
    if known is not None:
        sections.insert(0, context.model.types[known.type].plural)
    for section in sections:
        place = context.merged.places.get(f"{section}.{name}")
        if place is not None:
            return place
    return Span.of_file("")
