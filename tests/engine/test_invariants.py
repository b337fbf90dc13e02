"""The packs' invariants: they hold in every game, and each of them can be broken."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from interpreter import Game, load
from interpreter.packs import known_packs

New = Callable[..., Game]

#: for each invariant a change of the position that breaks it; `P` is the player to move
BREAKS: dict[str, dict[str, Any]] = {
    "nobody_owes_anything": {"P": {"mixer": -1}},
    "engineers_are_at_home_or_on_the_board": {"P": {"engineer": 11}},
    "dams_stand_where_someone_owns_them": {"dam_1_upper": {"level": 1}},
    "dams_hold_what_they_can": {"dam_1_upper": {"water": 1}},
    "springs_hold_no_debt": {"headstream_a": {"water": -1}},
    "bases_are_on_the_map": {"dam_1_upper": {"owner": "P", "level": 1}},
    "elevations_are_on_the_map": {"elevation": {"built": {"P": 1}}},
    "conduits_are_on_the_map": {"conduit_1_left": {"owner": "P"}},
    "powerhouses_are_on_the_map": {"powerhouse": {"built": {"P": 1}}},
    "nobody_builds_more_than_the_box_holds": {"powerhouse": {"built": {"P": 5}}},
    "one_base_and_one_powerhouse_a_basin": {
        "powerhouse_8_1": {"owner": "P"},
        "powerhouse_8_2": {"owner": "P"},
    },
    "the_open_segment_is_empty": {"segment_1": {"tile": {"P": "basic_base"}}},
    "only_machinery_on_the_wheel": {"segment_2": {"machinery": {"P": {"credit": 1}}}},
    "no_tile_is_lost": {"P": {"tiles": []}},
    "no_advanced_tile_is_twice": {"P": {"advanced": ["tech_3_wild"]}},
    "no_contract_is_twice": {"P": {"fulfilled": ["green_01"]}},
    "face_up_contracts_are_no_more_than_shown": {
        "red": {"deck": [], "face_up": ["red_01", "red_02", "red_03"]}
    },
    "everyone_has_one_turn_in_the_order": {"turn_order": ["P"]},
    "spaces_are_taken_by_someone": {"workshop_1": {"taken": True}},
    "buildings_are_on_their_lots": {"building": {"built": {"P": 1}}},
    "one_building_a_lot": {
        "building_1_slot_1": {"owner": "P"},
        "building_1_slot_3": {"owner": "P"},
    },
    "the_architect_is_one_of_the_engineers": {"P": {"architect": 2}},
    "no_work_is_twice": {"P": {"works": ["work_c1"]}},
}


def named(data: Any, player: str) -> Any:
    if isinstance(data, dict):
        return {player if k == "P" else k: named(v, player) for k, v in data.items()}
    if isinstance(data, list):
        return [named(item, player) for item in data]
    return player if data == "P" else data


@pytest.mark.parametrize("name", load("base", "leeghwater").model.invariants)
def test_every_invariant_can_be_broken(new_game: New, name: str) -> None:
    game = new_game(3, "leeghwater")
    while game.decision.prompt != "act":
        game.play_at(0)
    assert game.check_invariants() == []
    game.set_position(named(BREAKS[name], game.decision.player))
    assert name in game.check_invariants()


def test_a_fourth_drop_is_for_players_who_may_hold_it(new_game: New) -> None:
    """Del Monte's own dams and those of Sekibo, who may have borrowed him; never a neutral one."""
    game = new_game(2)
    while game.decision.prompt != "act":
        game.play_at(0)
    you = game.decision.player
    broken = "dams_hold_what_they_can"
    for owner, officer, fine in (
        (you, "graziano_del_monte", True),
        (you, "mahiri_sekibo", True),
        (you, "viktor_fiesler", False),
        ("neutral", "graziano_del_monte", False),
    ):
        game.set_position(
            {you: {"officer": officer}, "dam_1_upper": {"owner": owner, "level": 3, "water": 4}}
        )
        assert (broken not in game.check_invariants()) is fine


@pytest.mark.parametrize("pack", sorted(known_packs()))
def test_invariants_hold_after_every_decision(random_plays: Any, pack: str) -> None:
    ruleset = load(pack)
    for seed in range(4):
        mode = ruleset.model.modes[seed % len(ruleset.model.modes)]
        game = ruleset.new_game(2 + seed % 3, seed, mode, events=False)
        for _ in random_plays(game, seed, busy=seed % 2 == 1):
            assert game.check_invariants() == []
        assert game.check_invariants() == []


@pytest.mark.parametrize("seed", range(4))
def test_invariants_hold_where_much_is_built(rich_game: New, random_plays: Any, seed: int) -> None:
    game = rich_game(2 + seed % 3, *(("leeghwater",) * (seed % 2)), seed=seed, events=False)
    for _ in random_plays(game, seed, busy=True):
        assert game.check_invariants() == []
