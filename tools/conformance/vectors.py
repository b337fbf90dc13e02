"""Recorded numbers, one question each."""

from __future__ import annotations

from typing import Any, Callable, Iterable, Mapping

from . import packs
from .legal import payment_text
from .positions import NeedsPack, Position, amounts, water
from .records import kind_of
from .results import Result
from .snapshots import differences
from .vocabulary import vocabulary

Vector = Mapping[str, Any]
Packs = tuple[str, ...]
Answer = tuple[Any, Any]  # expected, got

BASE = "base"
EXPANSION = "leeghwater"


def check(line: Vector, name: str) -> Result:
    """One vector against our rules."""
    kind = str(kind_of(dict(line)))
    result = Result(f"{name} ({kind})")
    names = (BASE, EXPANSION) if packs.exists(EXPANSION) else (BASE,)
    try:
        expected, got = KINDS[kind](line, names)
    except NeedsPack:
        result.needs = EXPANSION
        return result
    for path, wanted, found in differences(expected, got):
        result.disagree(path or kind, repr(wanted), repr(found))
    return result


# -- water and production --------------------------------------------------------------------------


def flow(vector: Vector, names: Packs) -> Answer:
    """Drops let go one by one from headstreams or from powerhouses."""
    position = Position.of(vector, names)
    game = position.game()
    before = sum(water(game).values())
    for place in vector["release"]:
        by_river = place.startswith("headstream_")
        start = place if by_river else packs.elements(*names)[place]["basin"]
        game.run("flow_from", start=start, by_river=by_river)
    after = water(game)
    got = {
        "water": after,
        "lost": len(vector["release"]) - (sum(after.values()) - before),
        "usa_energy": amounts(game, position, "energy").get("usa", 0),
    }
    return {name: vector["result"][name] for name in got}, got


def production(vector: Vector, names: Packs) -> Answer:
    """Every legal production with its energy and fee; for Germany the second one too."""
    raise NotImplementedError


# -- scoring ---------------------------------------------------------------------------------------


def objective(vector: Vector, names: Packs) -> Answer:
    position = Position.of(vector, names)
    got: dict[str, Any] = {}
    for tile in vector["objectives"]:
        position.globals["objective_stack"] = [tile]
        game = position.game()
        got[tile] = {
            "quantity": {
                company: game.ask("objective_count", you=position.seat(company)) for company in position.companies
            },
            "vp": gained(game, position, "vp", ["score_objective"]),
        }
    return dict(vector["objectives"]), got


def gained(game: Any, position: Position, name: str, procedures: Iterable[str]) -> dict[str, int]:
    """What each company gets of a resource while these procedures run."""
    before = amounts(game, position, name)
    for procedure in procedures:
        game.run(procedure)
    after = amounts(game, position, name)
    return {company: after[company] - before[company] for company in after}


def bonus(vector: Vector, names: Packs) -> Answer:
    raise NotImplementedError


def energy_credits(vector: Vector, names: Packs) -> Answer:
    position = Position(names, ["usa"], {"player_1": {"energy": vector["energy"]}})
    game = position.game()
    game.run("score_track_credits")
    got = {"credits": amounts(game, position, "credit")["usa"], "vp": amounts(game, position, "vp")["usa"]}
    return {name: vector[name] for name in got}, got


def ranking(vector: Vector, names: Packs) -> Answer:
    companies = vector["turn_order"]
    position = Position(names, companies, {f"player_{n + 1}": {} for n in range(len(companies))})
    return round_ended(vector, position, [])


def round_end(vector: Vector, names: Packs) -> Answer:
    position = Position.of(vector["position"], names)
    return round_ended(vector, position, vector["headstream_water"])


def round_ended(vector: Vector, position: Position, drops: list[str]) -> Answer:
    raise NotImplementedError


def final_scoring(vector: Vector, names: Packs) -> Answer:
    raise NotImplementedError


# -- construction ----------------------------------------------------------------------------------


def construct_cost(vector: Vector, names: Packs) -> Answer:
    raise NotImplementedError


KINDS: dict[str, Callable[[Vector, Packs], Answer]] = {
    "flow": flow,
    "production": production,
    "objective": objective,
    "bonus": bonus,
    "energy_credits": energy_credits,
    "ranking": ranking,
    "round_end": round_end,
    "final_scoring": final_scoring,
    "construct_cost": construct_cost,
}
