"""A scripted game with the public surface the replay uses, and small records to go with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Option:
    id: str


@dataclass(frozen=True)
class Decision:
    player: str
    options: tuple[Option, ...]


@dataclass(frozen=True)
class Begins:
    """A field of the game is set on the way to the next decision."""

    field: str
    value: str


def asks(player: str, *ids: str) -> Decision:
    return Decision(player, tuple(map(Option, ids)))


def turn(player: str) -> Begins:
    return Begins("current", player)


class FakeGame:
    """Goes through the script; stops at decisions and remembers the answers."""

    def __init__(self, script: Sequence[Decision | Begins], position: dict[str, Any]) -> None:
        self.script = script
        self.position = position
        self.fields: dict[str, str] = {}
        self.at = 0
        self.played: list[str] = []
        self.corrections: list[dict[str, Any]] = []
        self.watchers: dict[str, Callable[[FakeGame], None]] = {}

    @property
    def decision(self) -> Decision | None:
        found = self.script[self.at] if self.at < len(self.script) else None
        assert not isinstance(found, Begins)
        return found

    @property
    def over(self) -> bool:
        return self.decision is None

    def play(self, option_id: str) -> None:
        assert self.decision is not None
        assert option_id in [option.id for option in self.decision.options], option_id
        self.played.append(option_id)
        self.at += 1
        self.advance()

    def advance(self) -> None:
        while self.at < len(self.script) and isinstance(begun := self.script[self.at], Begins):
            self.fields[begun.field] = begun.value
            self.watchers[begun.field](self)
            self.at += 1

    def snapshot(self) -> dict[str, Any]:
        return {**self.position, **self.fields}

    def set_position(self, correction: dict[str, Any]) -> None:
        self.corrections.append(correction)

    def why_not(self, option_id: str) -> str:
        return "too few credits"


class FakeRuleset:
    """Has one game only."""

    def __init__(self, game: FakeGame) -> None:
        self.game = game

    def new_game(self, watch: dict[str, Callable[[FakeGame], None]], **wishes: Any) -> FakeGame:
        assert wishes["ask_single"]
        self.game.watchers = watch
        self.game.advance()
        return self.game


def decision(kind: str, **values: Any) -> dict[str, Any]:
    return {"t": "decision", "i": 1, "company": "usa", "kind": kind, **values}


SETUP = {
    "t": "setup",
    "mode": "base",
    "players": 2,
    "headstreams": {"headstream_b": "headstream_tile_2", "headstream_a": "headstream_tile_5"},
    "bonus_tiles": ["bonus_bases"],
    "objective": "objective_basins_1",
    "national_contracts": ["national_3"],
    "contracts": ["green_04", "green_15", "yellow_09", "yellow_15", "red_11", "red_12"],
    "neutral_dams": {"dam_10_lower": {}, "dam_3_lower": {}, "dam_6_lower": {}},
    "technology": {"2": "tech_1_wild", "1": "tech_1_base"},
    "pairs": [
        {"company": "usa", "officer": "mahiri_sekibo"},
        {"company": "italy", "officer": "anton_krylov"},
    ],
    "starting_contracts": ["starting_2", "starting_1"],
}
