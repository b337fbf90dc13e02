"""A position as the view sees it: values by path, names, templates and colours."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from interpreter.view.reading import ViewError, in_language, meant
from interpreter.view.rules import Element, Rules
from interpreter.view.spec import Paint, Part, View, Words, read_view

#: `{path}`, `{path:id}` for the id instead of the name, `{path|other}` if there is nothing
SLOT = re.compile(r"\{([@a-z0-9_.]+)(:id)?(?:\|([^{}]*))?\}")
#: words that mean the same whatever the packs say: of a list, and of everything
FIRST = "first"
SPECIAL = ("id", "name", "initial", "tail", "capital", "whom")


@dataclass(frozen=True)
class Spot:
    """What is looked at - an element, a player or (None) the game - and for which player."""

    id: str | None = None
    player: str | None = None


GAME = Spot()


@dataclass(frozen=True)
class Position:
    """A ruleset with or without a game on it, ready to be asked."""

    rules: Rules
    snapshot: Mapping[str, Any] = field(default_factory=dict)
    players: tuple[str, ...] = ()
    lang: str = "en"
    #: what players are called for as long as the packs have no name for them
    nicknames: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def view(self) -> View:
        return read_view(self.rules.view)

    # -- values ------------------------------------------------------------------------------

    def value(self, spot: Spot, path: str) -> Any:
        """Follow a path from a spot (or from `@id`); None where it leads nowhere."""
        first, *steps = path.split(".")
        at: Any = first[1:] if first.startswith("@") else self._step(spot, first)
        for step in steps:
            if step == FIRST and isinstance(at, (list, tuple)):
                at = at[0] if at else None
            elif isinstance(at, str):
                at = self._step(Spot(at, spot.player), step)
            else:
                return None
        return at

    def _step(self, spot: Spot, name: str) -> Any:
        special = self._special(spot, name)
        if special is not None:
            return special
        found = self._field(spot, name)
        if isinstance(found, Mapping) and found and set(found) <= set(self.players):
            return found.get(spot.player or "")
        return found

    def _special(self, spot: Spot, name: str) -> Any:
        if name == "id":
            return spot.id
        if name == "name":
            return self.name(spot.id)
        if name == "initial":
            return self.name(spot.id)[:1].upper()
        if name == "tail":
            return (spot.id or "").rpartition("_")[2]
        if name == "capital":
            return (spot.id or "").rpartition("_")[2].upper()
        if name == "whom":
            return spot.player
        return None

    def _field(self, spot: Spot, name: str) -> Any:
        if spot.id is None:
            return self.snapshot.get(name)
        if spot.id in self.players:
            return self.snapshot.get(spot.id, {}).get(name)
        state = self.snapshot.get("elements", {}).get(spot.id, {})
        if name in state:
            return state[name]
        element = self.rules.elements.get(spot.id)
        return element.fields.get(name) if element is not None else None

    def number(self, spot: Spot, path: str) -> float:
        """The number at the end of a path; nothing counts as 0, a list as its length."""
        found = self.value(spot, path)
        if isinstance(found, (list, tuple)):
            return len(found)
        return found if isinstance(found, (int, float)) else 0

    def holds(self, spot: Spot, when: Sequence[str], unless: Sequence[str]) -> bool:
        """Whether all of `when` and none of `unless` is set."""
        return all(self.value(spot, path) for path in when) and not any(
            self.value(spot, path) for path in unless
        )

    # -- elements ----------------------------------------------------------------------------

    def elements(self, type_id: str) -> Iterator[Element]:
        """All elements of a type or its subtypes, in the order of the packs."""
        return (one for one in self.rules.elements.values() if type_id in one.types)

    def ring(self, first: Any, onward: str) -> Iterator[str]:
        """Elements one after another along the field `onward`, until they repeat."""
        seen: list[str] = []
        at = first
        while isinstance(at, str) and at not in seen:
            seen.append(at)
            at = self._field(Spot(at), onward)
        return iter(seen)

    # -- texts -------------------------------------------------------------------------------

    def name(self, found: str | None) -> str:
        """What an id is called: players by their own template, elements by their name."""
        if found is None:
            return ""
        if found in self.players:
            called = self.text(Spot(found, found), self.view.players.name).strip()
            return called or self.nicknames.get(found) or found.replace("_", " ")
        element = self.rules.elements.get(found)
        return element.name(self.lang) if element is not None else found

    def shown(self, value: Any, plain: bool = False) -> str:
        """A value as people read it; ids become names unless `plain`."""
        if value is None or value is False:
            return ""
        if isinstance(value, Mapping):
            return " ".join(f"{count}{self.glyph(unit)}" for unit, count in value.items() if count)
        if isinstance(value, (list, tuple)):
            return ", ".join(self.shown(one, plain) for one in value)
        if isinstance(value, float) and value.is_integer():
            return str(int(value))
        if plain or not isinstance(value, str):
            return str(value)
        return self.name(value)

    def glyph(self, unit: str) -> str:
        """The short sign for an element, or its name."""
        sign = self.view.glyphs.get(unit)
        return in_language(sign, self.lang) if sign else " " + self.name(unit)

    def text(self, spot: Spot, template: Words | None) -> str:
        """Fill a template in the language of this position."""
        if template is None:
            return ""

        def fill(slot: re.Match[str]) -> str:
            path, plain, other = slot.groups()
            found = self.shown(self.value(spot, path), plain is not None)
            return found or other or ""

        return SLOT.sub(fill, in_language(template, self.lang))

    # -- colours -----------------------------------------------------------------------------

    def paint(self, spot: Spot, part: Part) -> Paint | None:
        """The colour of a part, fixed or that of whatever `paint_by` leads to."""
        if part.paint is not None:
            return self.colour(part.paint)
        if part.paint_by is not None:
            found = self.value(spot, part.paint_by)
            return self.colour_of(found) if isinstance(found, str) else None
        return None

    def colour_of(self, found: str) -> Paint | None:
        """The colour of a player, or of a word the palette knows."""
        if found not in self.players:
            return self.view.palette.get(found)
        taste = self.view.players
        chosen = self.value(Spot(found, found), taste.colour) if taste.colour else None
        if isinstance(chosen, str) and chosen in self.view.palette:
            return self.view.palette[chosen]
        if not taste.seats:
            return None
        return self.colour(taste.seats[self.players.index(found) % len(taste.seats)])

    def colour(self, word: str) -> Paint:
        """A colour of the palette by its name."""
        try:
            return self.view.palette[word]
        except KeyError:
            known = self.view.palette
            raise ViewError(f"view.palette: no colour {word!r}{meant(word, known)}") from None
