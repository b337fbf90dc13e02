"""Production vectors: every legal production with its energy and its fee."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .legal import production_name
from .positions import Position

Found = dict[str, dict[str, int]]  # "2 from dam through conduit to powerhouse" -> energy and fee


def production(vector: Mapping[str, Any], names: tuple[str, ...]) -> tuple[Any, Any]:
    position = Position.of(vector, names)
    seat = position.seat(vector["company"])
    expected = {"first": _recorded(vector["productions"])}
    got = {"first": productions(position, seat, "production_action", bonus=vector["action_bonus"])}
    second = vector.get("germany_second")
    if second:
        expected["second"] = _recorded(second["productions"])
        got["second"] = productions(
            position, seat, "choose_production", first_house=second["first_powerhouse"], second=True
        )
    return expected, got


def _recorded(entries: Sequence[Mapping[str, Any]]) -> Found:
    return {
        production_name(entry): {"energy": entry["energy"], "fee": entry["fee"]}
        for entry in entries
    }


def productions(position: Position, seat: str, procedure: str, **arguments: Any) -> Found:
    """Run the procedure; a single production is played at once, several are tried one by one."""
    from interpreter.engine.game import DeadEnd

    game = position.game()
    told = len(game.events)
    try:
        decision = game.run(procedure, you=seat, **arguments)
    except DeadEnd:
        return {}
    found = _first(game.events[told:], seat)
    if found or decision is None:
        return found
    for option in decision.options:
        tried = game.clone()
        told = len(tried.events)
        tried.play(option.id)
        found |= _first(tried.events[told:], seat)
    return found


def _first(events: Sequence[Any], seat: str) -> Found:
    """The first production among the events: its choice, the fee, the energy gained."""
    option, fee = None, 0
    for event in events:
        if event.kind == "choice" and option is None:
            option = event.data["option"].removeprefix("produce ")
        elif event.kind == "pay" and "to" in event.data and event.data["resource"] == "credit":
            fee += event.data["amount"]
        elif event.kind == "gain" and (event.data["player"], event.data["resource"]) == (
            seat,
            "energy",
        ):
            return {str(option): {"energy": event.data["amount"], "fee": fee}}
    return {}
