"""A scripted game with the public surface the replay uses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable


@dataclass(frozen=True)
class Option:
    id: str


@dataclass(frozen=True)
class Decision:
    player: str
    options: tuple[Option, ...]


def asks(player: str, *ids: str) -> Decision:
    return Decision(player, tuple(map(Option, ids)))


class FakeGame:
    """Asks the scripted decisions one after the other and remembers the answers."""

    def __init__(self, script: list[Decision], positions: list[dict[str, Any]]) -> None:
        self.script = script
        self.positions = positions  # one per number of answers given
        self.played: list[str] = []
        self.corrections: list[dict[str, Any]] = []

    @property
    def decision(self) -> Decision | None:
        return self.script[len(self.played)] if len(self.played) < len(self.script) else None

    @property
    def over(self) -> bool:
        return self.decision is None

    def play(self, option_id: str) -> None:
        assert self.decision is not None and option_id in [option.id for option in self.decision.options]
        self.played.append(option_id)

    def snapshot(self) -> dict[str, Any]:
        return self.positions[min(len(self.played), len(self.positions) - 1)]

    def set_position(self, correction: dict[str, Any]) -> None:
        self.corrections.append(correction)

    def why_not(self, option_id: str) -> str:
        return "too few credits"

    def watch(self, callback: Callable[..., None]) -> None:
        self.callback = callback


class FakeRuleset:
    def __init__(self, game: FakeGame) -> None:
        self.game = game

    def new_game(self, players: int, seed: int, mode: str, order: dict[str, list[str]]) -> FakeGame:
        self.order = order
        return self.game
