"""Rules as data: load packs, make games, play them."""

from interpreter.engine.decisions import Decision, Event, Option
from interpreter.engine.game import DeadEnd, Game
from interpreter.engine.ruleset import Ruleset, load
from interpreter.findings import (
    BarrageError,
    Finding,
    IllegalMove,
    PackError,
    SaveError,
    SetupError,
)

__all__ = [
    "BarrageError",
    "DeadEnd",
    "Decision",
    "Event",
    "Finding",
    "Game",
    "IllegalMove",
    "Option",
    "PackError",
    "Ruleset",
    "SaveError",
    "SetupError",
    "load",
]
