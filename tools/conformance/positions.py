"""A recorded position as one of ours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from . import packs


class NeedsPackError(Exception):
    """The vector is about an element of a pack that is not here."""


@dataclass
class Position:
    """Companies in turn order get the seats player_1, player_2, ...

    A company or officer that no loaded pack knows is left out: a seat without one has no powers.
    Where the power matters, ask `needs`.
    """

    names: tuple[str, ...]  # packs
    companies: list[str]
    parts: dict[str, dict[str, Any]] = field(default_factory=dict)
    elements: dict[str, dict[str, Any]] = field(default_factory=dict)
    globals: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, vector: Mapping[str, Any], names: tuple[str, ...]) -> Position:
        """The common part: players, dams, conduits, powerhouses."""
        position = cls(names, [player["company"] for player in vector["players"]])
        for player in vector["players"]:
            position.seat_player(player)
        position.put_map(vector)
        return position

    def seat(self, company: str) -> str:
        return company if company == "neutral" else f"player_{self.companies.index(company) + 1}"

    def company(self, seat: str) -> str:
        return self.companies[int(seat.removeprefix("player_")) - 1]

    def knows(self, element: str) -> bool:
        return element in packs.elements(*self.names)

    def printed(self, element: str) -> Mapping[str, Any]:
        """What the pack says about an element."""
        return packs.elements(*self.names)[element]

    def some(self, section: str, number: int) -> list[str]:
        """Any so many elements of a section."""
        return [
            name for name, part in packs.elements(*self.names).items() if part["section"] == section
        ][:number]

    def needs(self, element: str) -> None:
        """The vector cannot do without this element."""
        if not self.knows(element):
            raise NeedsPackError(element)

    def seat_player(self, player: Mapping[str, Any]) -> None:
        part = self.parts.setdefault(self.seat(player["company"]), {})
        for name in ("company", "officer"):
            if self.knows(player.get(name, "none")):
                part[name] = player[name]
        part |= {name: number for name, number in player.get("resources", {}).items() if number}

    def put_map(self, vector: Mapping[str, Any]) -> None:
        built: dict[str, Counter[str]] = {
            name: Counter() for name in ("base", "elevation", "conduit", "powerhouse")
        }
        for name, dam in vector["dams"].items():
            self.elements[name] = dict(dam, owner=self.seat(dam["owner"]))
            built["base"][self.seat(dam["owner"])] += 1
            built["elevation"][self.seat(dam["owner"])] += dam["level"] - 1
        for structure in ("conduit", "powerhouse"):
            for name, owner in vector[f"{structure}s"].items():
                self.elements[name] = {"owner": self.seat(owner)}
                built[structure][self.seat(owner)] += 1
        for structure, numbers in built.items():
            self.build(
                structure, {seat: number for seat, number in numbers.items() if seat != "neutral"}
            )

    def build(self, structure: str, numbers: Mapping[str, int]) -> None:
        counted = {seat: number for seat, number in numbers.items() if number}
        if counted:
            self.elements.setdefault(structure, {})["built"] = counted

    def put_up(self, owned: Mapping[str, Iterable[str]]) -> None:
        """Private buildings beside which companies have put up a building."""
        in_play = list(dict.fromkeys(name for names in owned.values() for name in names))
        self.globals["buildings_in_play"] = in_play
        slots: Counter[str] = Counter()
        for company, names in owned.items():
            for name in names:
                slots[name] += 1
                site = f"building_{in_play.index(name) + 1}_slot_{slots[name]}"
                self.elements[site] = {"owner": self.seat(company)}
        self.build("building", {self.seat(who): len(list(names)) for who, names in owned.items()})

    def pour(self, headstreams: Iterable[str]) -> None:
        for name, number in Counter(headstreams).items():
            self.elements.setdefault(name, {})["water"] = number

    def order(self, companies: Iterable[str]) -> None:
        self.globals["turn_order"] = [self.seat(company) for company in companies]

    def described(self) -> dict[str, Any]:
        """The position in the shape of `snapshot()`."""
        order = {"turn_order": [self.seat(company) for company in self.companies]}
        return {**order, **self.globals, **self.parts, "elements": self.elements}

    def game(self) -> Any:
        """A game standing in this position, outside of any phase."""
        made = _empty_game(self.names, len(self.companies)).clone()
        made.set_position(self.described())
        return made


@lru_cache(maxsize=8)
def _empty_game(names: tuple[str, ...], players: int) -> Any:
    """A game that is over, with nothing on the map or in hand: set_position() starts nothing."""
    objective = next(
        name for name, part in packs.elements(*names).items() if part["section"] == "objectives"
    )
    over = {
        "mode": "full",
        "players": players,
        "phase": "final_phase",
        "objective_stack": [objective],
    }
    game = packs.ruleset(*names).new_game(position=over)
    game.set_position({seat: {"vp": 0} for seat in game.player_ids})
    return game


def water(game: Any) -> dict[str, int]:
    """Drops by dam."""
    elements = game.snapshot().get("elements", {})
    return {
        name: part["water"]
        for name, part in elements.items()
        if name.startswith("dam_") and part.get("water")
    }


def amounts(game: Any, position: Position, name: str) -> dict[str, int]:
    """One resource of every company."""
    shot = game.snapshot()
    return {
        company: shot.get(position.seat(company), {}).get(name, 0) for company in position.companies
    }
