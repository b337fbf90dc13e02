"""A table to set scenes on: two players (or more), an empty map, nobody special."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from interpreter import Game, Ruleset, load


@cache
def rules(*packs: str) -> Ruleset:
    return load(*packs)


class Table:
    """A game after its setup, with the map empty, no companies and all officers away.

    In positions, `you` is the player to move and `other` the next seat.
    """

    def __init__(self, packs: tuple[str, ...], players: int, mode: str) -> None:
        self.game: Game = rules(*packs).new_game(players, seed=0, mode=mode, ask_single=True)
        while self.game.decision is not None and self.game.decision.prompt != "act":
            self.game.play_at(0)
        assert self.game.decision is not None
        seats = self.game.player_ids
        self.you = self.game.decision.player
        self.other = seats[(seats.index(self.you) + 1) % players]
        everyone = {seat: {"officer": None, "company": None, "contracts": []} for seat in seats}
        elements = self.game.ruleset.elements.values()
        owned = {e.id: {"owner": None} for e in elements if "site" in e.types}
        dams = {e.id: {"owner": None, "level": 0, "water": 0} for e in elements if e.type == "dam"}
        springs = {e.id: {"water": 0} for e in elements if e.type == "headstream"}
        self.put(**everyone, **owned, national_row=[])
        self.put(**dams, **springs)

    # ---- setting the scene ---------------------------------------------------

    def put(self, **position: Any) -> None:
        """Overwrite parts of the position."""
        self.game.set_position(self._named(position))

    def _named(self, data: Any) -> Any:
        match data:
            case dict():
                return {self._named(key): self._named(value) for key, value in data.items()}
            case list():
                return [self._named(item) for item in data]
            case "you" | "other":
                return self.you if data == "you" else self.other
            case _:
                return data

    def system(self, dam: str, water: int, pipe: str, house: str, **owners: str) -> None:
        """A dam with water, a conduit and a powerhouse that belong together; yours unless said."""
        level = max(water, 1)
        self.put(
            **{
                dam: {"owner": owners.get("dam", "you"), "level": level, "water": water},
                pipe: {"owner": owners.get("pipe", "you")},
                house: {"owner": "you"},
            }
        )

    # ---- playing -------------------------------------------------------------

    def play(self, *decisions: str) -> None:
        """Decide; the only option of the same player need not be mentioned."""
        who = self.game.decision.player if self.game.decision else None
        for wanted in decisions:
            self._pass_over(who, wanted)
            assert wanted in self.options, f"{self.options}: {self.game.why_not(wanted)}"
            assert self.game.decision is not None
            who = self.game.decision.player
            self.game.play(wanted)

    def settle(self) -> None:
        """Play on while the player who decides has no choice."""
        self._pass_over(self.game.decision.player if self.game.decision else None, None)

    def _pass_over(self, who: str | None, wanted: str | None) -> None:
        while (
            self.game.decision is not None
            and self.game.decision.player == who
            and len(self.options) == 1
            and wanted not in self.options
        ):
            self.game.play_at(0)

    @property
    def options(self) -> list[str]:
        return [option.id for option in self.game.decision.options] if self.game.decision else []

    def starting(self, words: str) -> list[str]:
        """The options that begin with these words."""
        return [option for option in self.options if option.startswith(words)]

    # ---- looking -------------------------------------------------------------

    def of(self, who: str, what: str) -> Any:
        """A field or resource of a player."""
        return self.game.snapshot()[self._named(who)].get(what, 0)

    def at(self, element: str, what: str) -> Any:
        """A field of an element."""
        return self.game.snapshot()["elements"].get(element, {}).get(what, 0)

    def wheel(self, segment: str) -> dict[str, int]:
        """Machinery of yours in a segment."""
        machinery = self.at(segment, "machinery") or {}
        found: dict[str, int] = machinery.get(self.you, {})
        return found

    def ask(self, quantity: str, **args: Any) -> Any:
        return self.game.ask(quantity, self.you, **self._named(args))

    def run(self, procedure: str, **args: Any) -> None:
        self.game.run(procedure, self.you, **self._named(args))


Sets = Callable[..., Table]


@pytest.fixture
def table() -> Sets:
    """Make a table: `table()` or `table("leeghwater", players=3)`."""

    def make(*more: str, players: int = 2, mode: str = "full") -> Table:
        return Table(("base", *more), players, mode)

    return make
