"""What a scoring procedure gives to each company."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .positions import Position, amounts


@dataclass(frozen=True)
class Scored:
    """Points and credits by company."""

    vp: dict[str, int]
    credit: dict[str, int]


def scored(game: Any, position: Position, procedure: str) -> Scored:
    before = {name: amounts(game, position, name) for name in ("vp", "credit")}
    game.run(procedure)
    after = {name: amounts(game, position, name) for name in ("vp", "credit")}
    return Scored(
        **{
            name: {who: after[name][who] - before[name][who] for who in after[name]}
            for name in after
        }
    )
