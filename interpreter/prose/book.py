"""The phrase book: general phrases of a language, and what the packs say themselves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from interpreter.packs import plain, read_yaml
from interpreter.packs.merged import Merged
from interpreter.prose.words import BARE, OR, OR_BARE, PLURAL, SIGNED, Noun, Said

LANGUAGES = ("en", "it")

#: `{steps}`, `{a kind}`, `{steps: segment|segments}`
_HOLE = re.compile(
    r"\{(?:(?P<article>\w+) )?(?P<name>\w+)(?::(?P<one>[^|}]*)\|(?P<other>[^}]*))?\}"
)
#: sections whose entries may carry `says`, and what their phrases are called
_SPEAKING = {"procedures": "procedure", "quantities": "quantity", "events": "event"}


@cache
def general_phrases(lang: str) -> dict[str, Any]:
    """The phrases that every pack shares."""
    file = resources.files("interpreter.prose").joinpath(f"phrases.{lang}.yaml")
    root, findings = read_yaml(file.read_text("utf-8"), file.name)
    assert root is not None and not findings, findings
    return plain(root)  # type: ignore[return-value]


def pack_phrases(merged: Merged, lang: str) -> dict[str, Any]:
    """What the packs say in one language, by key: `resource.x`, `procedure.x`, …"""
    found: dict[str, Any] = {}
    for key, node in merged.sections.get("texts", {}).items():
        _take(found, key, plain(node), lang)
    for section, word in _SPEAKING.items():
        for key, node in merged.sections.get(section, {}).items():
            entry = plain(node)
            if isinstance(entry, dict) and "says" in entry:
                _take(found, f"{word}.{key}", entry["says"], lang)
    return found


def _take(found: dict[str, Any], key: str, entry: Any, lang: str) -> None:
    if isinstance(entry, Mapping) and lang in entry:
        found[key] = entry[lang]


@dataclass
class Book:
    """Puts words together in one language. Phrases that packs lack are noted in `gaps`."""

    lang: str
    general: dict[str, Any]
    packs: dict[str, Any]
    gaps: dict[str, None] = field(default_factory=dict)

    # ---- looking up ----------------------------------------------------------

    def form(self, key: str, form: str) -> str | None:
        """A form of a pack's phrase; a plain text is its main form."""
        entry = self.packs.get(key)
        if isinstance(entry, Mapping):
            found = entry.get(form)
            return None if found is None else str(found)
        return str(entry) if entry is not None and form in ("text", "one", "other") else None

    def noun(self, key: str, fallback: str) -> Noun:
        """A noun of the packs; the id itself, in words, if they do not say it."""
        one = self.form(key, "one")
        if one is None:
            self.gaps[key] = None
            words = fallback.replace("_", " ")
            return Noun(words, words)
        return Noun(one, self.form(key, "other") or one, self.form(key, "gender") or "")

    def phrase(self, key: str, /, **said: Said | str) -> str:
        """A general phrase, filled in."""
        entry: Any = self.general
        for part in key.split(".", 1):
            entry = entry[part]
        return self.fill(str(entry), said)

    def has_phrase(self, group: str, key: str) -> bool:
        return key in self.general[group]

    # ---- putting together ----------------------------------------------------

    def fill(self, template: str, said: Mapping[str, Said | str]) -> str:
        """A template with its holes filled; what was not given leaves nothing."""

        def one(found: re.Match[str]) -> str:
            value = said.get(found["name"])
            if value is None:
                return ""
            if isinstance(value, str):
                value = Said(value)
            if found["other"] is not None:
                unit = Noun(found["one"].strip(), found["other"].strip())
                return self.counted(value, unit)
            return self.say(value, found["article"])

        return re.sub(r" +([,.;:])", r"\1", re.sub(r"  +", " ", _HOLE.sub(one, template))).rstrip()

    @staticmethod
    def holes(template: str) -> set[str]:
        """The names of what a template wants to know."""
        return {found["name"] for found in _HOLE.finditer(template)}

    def say(self, said: Said, article: str | None = None) -> str:
        """A value in words, with the article asked for or its own."""
        if said.items:
            return self._listed(said.items, article)
        if article == SIGNED and said.number is not None and said.number > 0:
            return f"+{said.number}"
        if said.noun is None:
            one_of = said.plural and article in ("a", "each")
            return self.phrase(f"one_of.{article}", list=said.text) if one_of else said.text
        plural = said.plural if article in (None, OR, "the", "your") else article == PLURAL
        word = said.noun.other if plural else said.noun.one
        wanted = said.article if article in (None, OR) else article
        front = "" if wanted in (PLURAL, BARE) else self._article(str(wanted), word, said, plural)
        return f"{front}{word} {said.tail}".strip()

    def _listed(self, items: tuple[Said, ...], article: str | None) -> str:
        """The entries of a list; each keeps its own article unless it is to have none."""
        shape = {OR_BARE: BARE, PLURAL: PLURAL, BARE: BARE}.get(article or "")
        words = self.joined(
            [self.say(item, shape) for item in items],
            "or" if article in (OR, OR_BARE, "a") else "and",
        )
        return self.phrase("one_of.each", list=words) if article == "each" else words

    def _article(self, wanted: str, word: str, said: Said, plural: bool) -> str:
        number = "other" if plural else "one"
        gender = said.noun.gender if said.noun else ""
        for rule in self.general["articles"]:
            if wanted not in rule or rule.get("number", number) != number:
                continue
            if rule.get("gender", gender) != gender:
                continue
            if re.match(rule.get("before", ""), word):
                return str(rule[wanted])
        return ""

    def counted(self, count: Said, unit: Noun) -> str:
        """So many of something: `3 segments`."""
        if count.number is not None:
            return f"{count.number} {unit.one if count.number == 1 else unit.other}"
        if count.letter:
            return f"{count.text} {unit.other}"
        if count.noun is not None and count.noun.other == unit.other:
            return self.say(count)
        return self._that_many(self.say(count), unit.other)

    def _that_many(self, count: str, unit: str) -> str:
        """Not "a number of drops equal to the number of drops", which is what it comes to."""
        start = self.phrase("number_of", unit=unit)
        if count == start:
            return self.phrase("that_many", unit=unit)
        if "those" in self.general and count.startswith(start + " "):
            return self.phrase("those", unit=unit, rest=count.removeprefix(start + " "))
        return self.phrase("counted", unit=unit, value=count)

    def joined(self, items: Iterable[Said | str], how: str = "and") -> str:
        """`a, b and c`."""
        words = [item if isinstance(item, str) else self.say(item) for item in items]
        if len(words) < 2:
            return "".join(words) or self.phrase("nothing")
        return f"{', '.join(words[:-1])}{self.general['join'][how]}{words[-1]}"

    def polish(self, text: str) -> str:
        """What only the neighbouring words decide: `a` and `an`, `di il` and `del`."""
        for pattern, replacement in self.general["polish"]:
            text = re.sub(pattern, replacement, text)
        return text

    def sentence(self, text: str, capital: bool = True) -> str:
        """With a capital in front and a full stop behind."""
        text = self.polish(text).strip()
        if not text:
            return ""
        end = "" if text[-1] in ".:!?" else "."
        return f"{text[0].upper() if capital else text[0]}{text[1:]}{end}"
