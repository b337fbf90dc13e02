"""Begin a game: from its setup, or from a described position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from interpreter.compiler.code import Frame, Position
from interpreter.engine import positions
from interpreter.engine.chance import seeded
from interpreter.engine.game import Game
from interpreter.findings import SetupError
from interpreter.model.layout import MODE, ORDERS, PLAYERS, RANDOM

if TYPE_CHECKING:
    from interpreter.engine.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a caller may ask for when a game begins."""

    players: int | None = None
    seed: int = 0
    mode: str | None = None
    #: list (`deck of green`) to the elements that come first when it is shuffled
    order: dict[str, list[str]] = field(default_factory=dict)
    events: bool = True
    #: field of the game to a function called whenever it is set
    watch: dict[str, Callable[[Game], None]] = field(default_factory=dict)
    #: stop at decisions with a single option, too
    ask_single: bool = False
    #: keep what is needed to take decisions back
    undo: bool = True


def start_game(ruleset: Ruleset, wishes: Wishes) -> Game:
    """Run the packs' setup, then the game up to its first decision."""
    s = _empty(ruleset, wishes)
    entries = ruleset.fast.entries
    play = (entries[ruleset.model.play], _end(ruleset), 0)
    return _begin(ruleset, s, (entries[ruleset.model.setup], play, 0), wishes)


def start_position(ruleset: Ruleset, wishes: Wishes, position: dict[str, Any]) -> Game:
    """Skip the setup: the position is empty but for what is described."""
    s = _empty(ruleset, wishes)
    for slot, value in positions.overwrite(ruleset.names, s, position):
        s[slot] = value
    frame = (ruleset.fast.entries[ruleset.model.play], _end(ruleset), 0)
    return _begin(ruleset, s, frame, wishes)


def _end(ruleset: Ruleset) -> Frame:
    return (ruleset.fast.end, None)


def _begin(ruleset: Ruleset, s: Position, frame: Frame, wishes: Wishes) -> Game:
    game = Game(ruleset, s, frame, wishes.events)
    game.ask_single, game.keeps_history = wishes.ask_single, wishes.undo
    for name, callback in wishes.watch.items():
        game.watch(name, callback)
    game._attend()
    game.advance()
    if not game.keeps_history:
        game.j.clear()
    return game


def _empty(ruleset: Ruleset, wishes: Wishes) -> Position:
    model, names = ruleset.model, ruleset.names
    players = model.seats if wishes.players is None else wishes.players
    if not isinstance(players, int) or not model.min_players <= players <= model.seats:
        message = f"{players} players cannot play this; {model.min_players} to {model.seats} can"
        raise SetupError(message)
    mode = model.modes[-1] if wishes.mode is None else wishes.mode
    if mode not in model.modes:
        known = ", ".join(model.modes)
        raise SetupError(f"these packs have no mode `{mode}`; they have: {known}")
    s = list(ruleset.program.layout.start)
    s[RANDOM], s[MODE], s[PLAYERS] = seeded(wishes.seed), names.ordinal(mode), players
    s[ORDERS] = tuple(
        (names.find_slot(where), tuple(names.ordinal(word) for word in words))
        for where, words in wishes.order.items()
    )
    return s
