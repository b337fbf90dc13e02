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
    """Run the procedure and try every option it offers."""
    from interpreter.engine.game import DeadEnd

    game = position.game()
    game.ask_single = True
    try:
        decision = game.run(procedure, you=seat, **arguments)
    except DeadEnd:
        return {}
    found: Found = {}
    for option in decision.options if decision else ():
        tried = game.clone()
        told = len(tried.events)
        tried.play(option.id)
        found[option.id.removeprefix("produce ")] = _outcome(tried.events[told:], seat)
    return found


def _outcome(events: Sequence[Any], seat: str) -> dict[str, int]:
    """The first energy the company gains, and what it paid to others before."""
    fee, gained = 0, {"player": seat, "resource": "energy"}
    for event in events:
        if event.kind == "pay" and "to" in event.data and event.data["resource"] == "credit":
            fee += event.data["amount"]
        elif event.kind == "gain" and event.data.items() >= gained.items():
            return {"energy": event.data["amount"], "fee": fee}
    return {"energy": 0, "fee": fee}
