"""Recorded numbers, one question each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from . import packs
from .positions import NeedsPackError, Position, amounts, water
from .prices import construct_cost
from .productions import production
from .records import kind_of
from .results import Result
from .scorings import Scored, scored
from .snapshots import differences

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
    except NeedsPackError:
        result.needs = EXPANSION
        return result
    except Exception as error:  # whatever the rules or the interpreter throw is a disagreement
        result.disagree(kind, "no error", f"{type(error).__name__}: {error}")
        return result
    for path, wanted, found in differences(expected, got):
        result.disagree(path or kind, repr(wanted), repr(found))
    return result


def flow(vector: Vector, names: Packs) -> Answer:
    """Drops let go one by one from headstreams or from powerhouses."""
    position = Position.of(vector, names)
    game = position.game()
    before = sum(water(game).values())
    for place in vector["release"]:
        game.run(
            "flow_from",
            start=place if place.startswith("headstream_") else position.printed(place)["basin"],
        )
    after = water(game)
    got = {
        "water": after,
        "lost": len(vector["release"]) - (sum(after.values()) - before),
        "usa_energy": amounts(game, position, "energy").get("usa", 0),
    }
    return {name: vector["result"][name] for name in got}, got


def objective(vector: Vector, names: Packs) -> Answer:
    position = Position.of(vector, names)
    got: dict[str, Any] = {}
    for tile in vector["objectives"]:
        position.globals["objective_stack"] = [tile]
        game = position.game()
        counted = {
            company: game.ask("objective_count", who=position.seat(company))
            for company in position.companies
        }
        got[tile] = {"quantity": counted, "vp": scored(game, position, "score_objective").vp}
    return dict(vector["objectives"]), got


#: bonus tile -> the structure it counts
COUNTED = {
    "bonus_bases": "base",
    "bonus_elevations": "elevation",
    "bonus_conduits": "conduit",
    "bonus_powerhouses": "powerhouse",
    "bonus_buildings": "building",
}
#: bonus tile -> the list of a player it counts, and where its elements are found
LISTED = {
    "bonus_contracts": ("fulfilled", "contracts"),
    "bonus_technologies": ("advanced", "technologies"),
    "bonus_external_works": ("works", "works"),
}


def bonus(vector: Vector, names: Packs) -> Answer:
    tile, count = vector["bonus_tile"], vector["count"]
    position = Position(names, ["usa", "italy"], {"player_1": {"energy": vector["energy"]}})
    position.needs(tile)
    position.globals = {"round": vector["round"], "bonus_row": [tile]}
    if tile in COUNTED:
        position.build(COUNTED[tile], {"player_1": count})
    else:
        field, section = LISTED[tile]
        position.parts["player_1"][field] = position.some(section, count)
    return vector["vp"], scored(position.game(), position, "score_bonus").vp["usa"]


def energy_credits(vector: Vector, names: Packs) -> Answer:
    position = Position(names, ["usa", "italy"], {"player_1": {"energy": vector["energy"]}})
    found = scored(position.game(), position, "score_track")
    got = {"credits": found.credit["usa"], "vp": found.vp["usa"]}
    return {name: vector[name] for name in got}, got


def ranking(vector: Vector, names: Packs) -> Answer:
    return round_ended(vector, Position(names, list(vector["turn_order"])))


def round_end(vector: Vector, names: Packs) -> Answer:
    position = Position.of(vector["position"], names)
    position.pour(vector["headstream_water"])
    return round_ended(vector, position)


def round_ended(vector: Vector, position: Position) -> Answer:
    """Water flow, the whole scoring, and the next turn order."""
    position.globals = {"round": vector["round"], "bonus_row": [vector["bonus_tile"]]}
    position.order(vector["turn_order"])
    for company, energy in vector["energy"].items():
        position.parts.setdefault(position.seat(company), {})["energy"] = energy
    game = position.game()
    game.run("water_flow")
    flowed, energy = water(game), amounts(game, position, "energy")
    sources = {
        "energy_rank": scored(game, position, "score_ranking"),
        "no_energy_penalty": scored(game, position, "score_track"),
        "bonus_tile": scored(game, position, "score_bonus"),
    }
    game.run("next_turn_order")
    got = {
        "players": {company: _company(company, vector, sources) for company in position.companies},
        "new_turn_order": [position.company(seat) for seat in game.snapshot()["turn_order"]],
        "water": flowed,
        "usa_energy": energy.get("usa", 0) - vector["energy"].get("usa", 0),
    }
    return vector["result"], {name: part for name, part in got.items() if name in vector["result"]}


def _company(company: str, vector: Vector, sources: Mapping[str, Scored]) -> dict[str, Any]:
    points = {name: part.vp[company] for name, part in sources.items() if part.vp[company]}
    return {
        "energy": vector["energy"][company],
        "credits": sum(part.credit[company] for part in sources.values()),
        "vp_delta": sum(points.values()),
        "vp_by_source": points,
    }


#: recorded source of points at the end -> our procedure; buildings score by a rule of their pack
AT_THE_END = {
    "objective": "score_objective",
    "resources": "score_resources",
    "water": "score_water",
}


def final_scoring(vector: Vector, names: Packs) -> Answer:
    """Without the expansion the points of private buildings are left out on both sides."""
    position = Position.of(vector, names)
    position.globals["objective_stack"] = [vector["objective"]]
    for company, energy in vector["last_round_energy"].items():
        position.parts[position.seat(company)]["energy"] = energy
    expanded = EXPANSION in names
    if expanded:
        position.put_up(vector["buildings"])
    game = position.game()
    sources = {
        name: scored(game.clone(), position, procedure).vp for name, procedure in AT_THE_END.items()
    }
    total = scored(game.clone(), position, "score_game").vp
    got = {}
    for company in position.companies:
        points = {name: part[company] for name, part in sources.items()}
        points["buildings"] = total[company] - sum(points.values())
        got[company] = {
            "vp_delta": total[company],
            "by_source": points,
            "tie_break": game.ask("last_energy", you=position.seat(company)),
        }
    return {company: _sources(part, expanded) for company, part in vector["result"].items()}, got


def _sources(part: Mapping[str, Any], expanded: bool) -> dict[str, Any]:
    """The recording calls the 3 points of a shared third place `reward`, like any 3 points."""
    points = dict(part["by_source"])
    if "reward" in points:
        points["objective"] = points.pop("reward")
    left_out = 0 if expanded else points.pop("buildings", 0)
    return {**part, "by_source": points, "vp_delta": part["vp_delta"] - left_out}


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
