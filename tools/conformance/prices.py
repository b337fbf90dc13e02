"""Construction cost vectors: every payment worth making."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .legal import payment_text
from .positions import Position

Payment = Mapping[str, int]


def construct_cost(vector: Mapping[str, Any], names: tuple[str, ...]) -> tuple[Any, Any]:
    player = {"company": "usa", "officer": vector["officer"], "resources": vector["reserve"]}
    position = Position(names, ["usa", "italy"])
    position.seat_player(player)
    position.needs(vector["structure"])
    position.needs(vector["tile"])
    position.build("powerhouse", {"player_1": vector.get("powerhouses_already_built", 0)})
    spot = vector.get("space")
    if "building" in vector:
        position.globals["buildings_in_play"] = [vector["building"]]
        spot = "building_1_slot_3" if vector["slot_red"] else "building_1_slot_1"
    game = position.game()
    where = {"kind": vector["structure"], "spot": spot, "guise": vector["tile"]}
    prices = game.ask("build_prices", you="player_1", **where)
    paid = undominated([price for price in prices if _covers(vector["reserve"], price)])
    fee = game.ask("red_fee", you="player_1", **where)
    got = {"payments": _texts(paid), "space_credits": fee}
    return {"payments": _texts(vector["payments"]), "space_credits": vector["space_credits"]}, got


def _texts(payments: Sequence[Payment]) -> list[str]:
    return sorted(payment_text(payment) for payment in payments)


def _covers(held: Payment, price: Payment) -> bool:
    return all(held.get(name, 0) >= number for name, number in price.items())


def undominated(payments: Sequence[Payment]) -> list[Payment]:
    """Without those that pay at least as much of everything as another one."""
    return [
        price
        for price in payments
        if not any(other != price and _covers(price, other) for other in payments)
    ]
