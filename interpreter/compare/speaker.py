"""Effects in plain words, where the packs have the phrases for it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from interpreter.compare.sides import Side
from interpreter.findings import errors_in
from interpreter.language.elaborate import elaborate
from interpreter.model.build import build_model
from interpreter.model.model import Model
from interpreter.packs import Merged
from interpreter.prose import Explainer

#: Keys that hold an effect, besides the script fields of elements.
EFFECTS = frozenset({"rules", "rule", "script", "value"})


class Speaker(Protocol):
    """Tells what a thing does."""

    def explain(self, name: str) -> str | None:
        """What it does in words, or None if that cannot be said."""

    def is_effect(self, name: str, key: str) -> bool:
        """Whether that key of the thing is part of what `explain` tells."""


class Silent:
    """Leaves everything as it is written."""

    def explain(self, name: str) -> str | None:
        """Nothing."""
        return None

    def is_effect(self, name: str, key: str) -> bool:
        """Nothing is told."""
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
        found = self.explainer.explain(name)
        return found.text if not found.gaps else None

    def is_effect(self, name: str, key: str) -> bool:
        """Scripts, formulas and rules."""
        known = self.model.elements.get(name)
        return key in EFFECTS or (known is not None and key in known.scripts)


def speaker(side: Side, lang: str) -> Speaker:
    """Someone to speak for a side; silent if its packs are not fit to be read."""
    model = build_model(side.packs, side.merged)
    elaborate(model)
    if errors_in(model.findings):
        return Silent()
    return Prose(model, Explainer(_Packs(model, side.merged), lang))
