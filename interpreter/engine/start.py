"""Begin a game: from its setup, or from a described position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.engine import positions
from interpreter.engine.chance import seeded
from interpreter.engine.game import Game
from interpreter.findings import SetupError
from interpreter.language.compile import Frame, Position
from interpreter.model.layout import MODE, ORDERS, PLAYERS, RANDOM

if TYPE_CHECKING:
    from interpreter.engine.ruleset import Ruleset


def start_game(
    ruleset: Ruleset,
    players: int | None,
    seed: int,
    mode: str | None,
    order: dict[str, list[str]],
    trace: bool,
) -> Game:
    """Run the packs' setup, then the game up to its first decision."""
    s = _empty(ruleset, players, seed, mode, order)
    entries = ruleset.fast.entries
    play = (entries[ruleset.model.play], _end(ruleset), 0)
    return _begin(ruleset, s, (entries[ruleset.model.setup], play, 0), trace)


def start_position(
    ruleset: Ruleset,
    position: dict[str, Any],
    seed: int,
    mode: str | None,
    players: int | None,
    order: dict[str, list[str]],
    trace: bool,
) -> Game:
    """Skip the setup: the position is empty but for what is described."""
    mode = mode or position.get("mode")
    players = players or position.get("players")
    s = _empty(ruleset, players, seed, mode, order)
    for slot, value in positions.overwrite(ruleset.names, s, position):
        s[slot] = value
    frame = (ruleset.fast.entries[ruleset.model.play], _end(ruleset), 0)
    return _begin(ruleset, s, frame, trace)


def _end(ruleset: Ruleset) -> Frame:
    return (ruleset.fast.end, None)


def _begin(ruleset: Ruleset, s: Position, frame: Frame, trace: bool) -> Game:
    game = Game(ruleset, s, frame, trace)
    game._attend()
    game.advance()
    return game


def _empty(
    ruleset: Ruleset,
    players: int | None,
    seed: int,
    mode: str | None,
    order: dict[str, list[str]],
) -> Position:
    model, names = ruleset.model, ruleset.names
    players = model.seats if players is None else players
    if not isinstance(players, int) or not model.min_players <= players <= model.seats:
        message = f"{players} players cannot play this; {model.min_players} to {model.seats} can"
        raise SetupError(message)
    mode = model.modes[-1] if mode is None else mode
    if mode not in model.modes:
        known = ", ".join(model.modes)
        raise SetupError(f"these packs have no mode `{mode}`; they have: {known}")
    s = list(ruleset.program.layout.start)
    s[RANDOM], s[MODE], s[PLAYERS] = seeded(seed), names.ordinal(mode), players
    s[ORDERS] = tuple(
        (names.find_slot(where), tuple(names.ordinal(word) for word in words))
        for where, words in order.items()
    )
    return s
