"""Effects in plain words, where the packs have the phrases for it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from interpreter.compare.sides import Side
from interpreter.findings import errors_in
from interpreter.language.elaborate import elaborate
from interpreter.language.scope import Misfit
from interpreter.model.build import build_model
from interpreter.model.kinds import TEXT
from interpreter.model.model import Model
from interpreter.packs import Merged
from interpreter.prose import Explainer

#: Keys that hold an effect, besides the script fields of elements.
EFFECTS = frozenset({"rules", "rule", "script", "value"})


class Speaker(Protocol):
    """Tells what a thing does."""

    def explain(self, name: str) -> str | None:
        """What it does in words, or None if that cannot be said."""

    def is_told(self, name: str, key: str) -> bool:
        """Whether that key of the thing is part of what `explain` tells."""

    def plural(self, section: str) -> str | None:
        """What the things of a section are called."""

    def label(self, name: str, key: str) -> str | None:
        """What a field of a thing is called."""

    def is_text(self, name: str, key: str) -> bool:
        """Whether a field holds a text, which may look like an id by chance."""


class Silent:
    """Leaves everything as it is written."""

    def explain(self, name: str) -> str | None:
        """Nothing."""
        return None

    def is_told(self, name: str, key: str) -> bool:
        """Nothing is told."""
        return False

    def plural(self, section: str) -> str | None:
        """Nothing."""
        return None

    def label(self, name: str, key: str) -> str | None:
        """Nothing."""
        return None

    def is_text(self, name: str, key: str) -> bool:
        """Nobody knows."""
        return False


@dataclass(frozen=True)
class _Packs:
    model: Model
    merged: Merged


@dataclass(frozen=True)
class Prose:
    """Speaks for one side in one language."""

    model: Model
    explainer: Explainer
    _told: dict[str, str | None] = field(default_factory=dict)

    def explain(self, name: str) -> str | None:
        """The explanation, unless the packs lack a phrase for it."""
        if name not in self._told:
            self._told[name] = self._explain(name)
        return self._told[name]

    def _explain(self, name: str) -> str | None:
        if name not in self.explainer.ids():
            return None
        try:
            found = self.explainer.explain(name)
        except (Misfit, KeyError, ValueError, IndexError):
            return None  # a text of the packs with a hole that nothing fills, say
        return found.text if not found.gaps else None

    def is_told(self, name: str, key: str) -> bool:
        """Scripts, formulas and rules, and printed values the packs have a sentence for."""
        known = self.model.elements.get(name)
        if key in EFFECTS or (known is not None and key in known.scripts):
            return True
        return known is not None and self._form("fact", known.type, key, "text") is not None

    def plural(self, section: str) -> str | None:
        """The noun of the type that has this plural."""
        type_id = self.model.plurals.get(section)
        return self.explainer.book.form(f"type.{type_id}", "other") if type_id else None

    def label(self, name: str, key: str) -> str | None:
        """The noun of the field."""
        known = self.model.elements.get(name)
        return self._form("field", known.type, key, "one") if known is not None else None

    def is_text(self, name: str, key: str) -> bool:
        """As the type declares it."""
        known = self.model.elements.get(name)
        made = self.model.field_of(known.type, key) if known is not None else None
        return made is not None and made.kind == TEXT

    def _form(self, what: str, type_id: str, key: str, form: str) -> str | None:
        for line in self.model.ancestry(type_id):
            found = self.explainer.book.form(f"{what}.{line}.{key}", form)
            if found is not None:
                return found
        return None


def speaker(side: Side, lang: str) -> Speaker:
    """Someone to speak for a side; silent if its packs are not fit to be read."""
    model = build_model(side.packs, side.merged)
    elaborate(model)
    if errors_in(model.findings):
        return Silent()
    return Prose(model, Explainer(_Packs(model, side.merged), lang))
