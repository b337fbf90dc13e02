"""Rules as data: load packs, make games, play them.

What is here is found when it is asked for, so that tools that need a part do not wait for all.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from interpreter.findings import (
    BarrageError,
    Finding,
    IllegalMove,
    PackError,
    SaveError,
    SetupError,
)

if TYPE_CHECKING:
    from interpreter.engine.decisions import Decision, Event, Option
    from interpreter.engine.game import DeadEnd, Game
    from interpreter.engine.ruleset import Ruleset, load

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

_HOMES = {
    "DeadEnd": "game",
    "Decision": "decisions",
    "Event": "decisions",
    "Game": "game",
    "Option": "decisions",
    "Ruleset": "ruleset",
    "load": "ruleset",
}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"interpreter.engine.{home}"), name)
    return found
