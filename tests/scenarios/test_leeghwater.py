"""Pitfalls that concern the Leeghwater expansion."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Sets = Callable[..., Any]

SYSTEM = ("dam_2_lower", 1, "conduit_2_left", "powerhouse_6_1")
PRODUCE = "produce 1 from dam_2_lower through conduit_2_left to powerhouse_6_1"


def test_solomon_p_jordan_pays_private_buildings_with_credits(table: Sets) -> None:
    """A building is a structure: each of its machines may be three credits, gone for good."""
    t = table("leeghwater")
    t.put(
        you={
            "officer": "solomon_p_jordan",
            "credit": 9,
            "excavator": 0,
            "mixer": 0,
            "tiles": ["basic_building"],
            "open_segment": "segment_1",
        },
        buildings_in_play=["cofferdam", "wind_farm"],
    )
    t.play("place construct_1", "construct basic_building at building_1_slot_1 paying 9 credit")
    assert (t.of("you", "credit"), t.wheel("segment_1")) == (0, {})
    assert t.at("segment_1", "tile") == {t.you: "basic_building"}


def test_without_a_piece_left_no_external_work_places_one(table: Sets) -> None:
    """External works are no way around the number of pieces either."""
    t = table("leeghwater")
    t.put(
        powerhouse={"built": {"you": 4}},
        external_work_1={"offer": "work_a4"},
        you={"excavator": 1, "mixer": 1, "credit": 0},
    )
    t.play("place external_work_1")
    t.settle()
    assert not t.starting("put ")
    assert (t.of("you", "credit"), t.of("you", "works")) == (2, ["work_a4"])


def test_the_office_refills_before_the_architects_extra_turn(table: Sets) -> None:
    """The same player goes on, but with a full display."""
    t = table("leeghwater")
    t.put(
        you={"officer": "tommaso_battista", "architect": 1},
        green={"deck": ["green_03"], "face_up": ["green_01", "green_02"]},
    )
    t.play("place contract_one with the architect", "take green_01", "take another turn")
    assert t.game.decision.player == t.you
    assert t.at("green", "face_up") == ["green_02", "green_03"]
    t.play("place contract_one_red", "take green_03")
    assert t.game.decision.player == t.other


def test_simone_luciani_holds_four_contracts(table: Sets) -> None:
    """Four unfulfilled contracts are kept; with five one must go."""
    t = table("leeghwater")
    t.put(
        you={"officer": "simone_luciani", "contracts": ["starting_1", "starting_2", "starting_3"]},
        green={"face_up": ["green_01", "green_02"]},
    )
    t.play("place contract_one", "take green_01")
    assert len(t.of("you", "contracts")) == 4
    assert t.game.decision.player == t.other
    t.play("place bank with 1", "place contract_one_red", "take green_02")
    assert len(t.starting("discard")) == 5


def test_simone_luciani_fulfils_several_contracts_within_the_energy(table: Sets) -> None:
    """3 + 4 fit into 7 energy, 3 + 4 + 2 do not; the sum counts, not each for itself."""
    t = table("leeghwater")
    t.put(you={"officer": "simone_luciani", "contracts": ["green_07", "green_13", "green_03"]})
    t.system("dam_1_lower", 1, "conduit_1_left", "powerhouse_8_1")
    t.play(
        "place turbine_plus_2",
        "produce 1 from dam_1_lower through conduit_1_left to powerhouse_8_1",
    )
    assert sorted(t.starting("fulfil")) == ["fulfil green_03", "fulfil green_07", "fulfil green_13"]
    t.play("fulfil green_07")
    assert sorted(t.starting("fulfil")) == ["fulfil green_03", "fulfil green_13"]
    t.play("fulfil green_13")
    t.settle()
    assert t.of("you", "fulfilled") == ["green_07", "green_13"]
    assert t.of("you", "contracts") == ["green_03"]


def test_simone_luciani_fulfils_several_only_by_production(table: Sets) -> None:
    """`Produce energy` effects fulfil one contract, as for everyone."""
    t = table("leeghwater")
    t.put(you={"officer": "simone_luciani", "contracts": ["green_03", "green_10"]})
    t.run("produce_energy", output=10)
    t.play("fulfil green_03")
    t.settle()
    assert t.of("you", "fulfilled") == ["green_03"]
    assert t.game.over


def test_simone_luciani_with_france_reduces_each_contract(table: Sets) -> None:
    """Each contract needs three less, then the sum is compared."""
    t = table("leeghwater")
    t.put(
        you={
            "officer": "simone_luciani",
            "company": "france",
            "contracts": ["yellow_01", "yellow_11"],
        },
        powerhouse={"built": {"you": 3}},
    )
    t.system("dam_1_lower", 1, "conduit_1_left", "powerhouse_8_1")
    t.play(
        "place turbine_0",
        "produce 1 from dam_1_lower through conduit_1_left to powerhouse_8_1",
        "fulfil yellow_01",
        "fulfil yellow_11",
    )
    assert t.of("you", "fulfilled") == ["yellow_01", "yellow_11"], "2 + 4 of 6 energy"


def test_the_architect_in_the_bank_gives_no_extra_turn(table: Sets) -> None:
    """The bank asks for any number, so it is not a space for exactly one engineer."""
    t = table("leeghwater")
    t.put(you={"officer": "tommaso_battista", "architect": 1})
    assert t.starting("place workshop_1 with the architect")
    assert not [o for o in t.options if o.startswith("place bank") and "architect" in o]
    t.play("place bank with 1")
    assert t.game.decision.player == t.other


def test_the_architect_earns_nothing_on_a_space_for_two(table: Sets) -> None:
    """Among others the architect is an ordinary engineer."""
    t = table("leeghwater")
    t.put(you={"officer": "tommaso_battista", "architect": 1})
    assert not t.starting("place workshop_1_second with the architect")
    t.play("place workshop_1_second")
    assert t.game.decision.player == t.other


def _sekibo(t: Any, copies: list[str], **more: Any) -> None:
    spaces = ["officer_mahiri_1", "officer_mahiri_2_red"]
    boards = [*t.of("you", "boards"), *spaces]
    t.put(you={"officer": "mahiri_sekibo", "can_borrow": copies, "boards": boards, **more})


def test_sekibo_copying_battista_cannot_copy_in_the_extra_turn(table: Sets) -> None:
    """The extra turn belongs to the same copy; her ability is used up for it."""
    t = table("leeghwater")
    _sekibo(t, ["tommaso_battista", "wilhelm_adler"], credit=9)
    t.play("copy tommaso_battista")
    t.play("place workshop_1 with the architect")
    t.play("take another turn")
    assert t.game.decision.player == t.you
    assert not t.starting("copy")
    assert not [o for o in t.options if "architect" in o], "the copy ended with its turn"
    t.play("place bank with 1")
    assert t.game.decision.player == t.other


def test_sekibo_copying_fouche_goes_through_the_bank(table: Sets) -> None:
    """One engineer in the bank, no credit from it, and a building of hers acts."""
    t = table("leeghwater")
    _sekibo(t, ["margot_fouche"], credit=3)
    t.put(buildings_in_play=["financial_division"], building_1_slot_1={"owner": "you"})
    engineers = t.of("you", "engineer")
    t.play("copy margot_fouche", "use financial_division through the bank")
    t.settle()
    assert t.of("you", "credit") == 3 + 5
    assert t.at("bank", "placed") == {t.you: 1}
    assert t.of("you", "engineer") == engineers - 2


def test_the_netherlands_fill_own_dams_only_and_never_the_one_used(table: Sets) -> None:
    """Another dam of their own with room: neither neutral, nor just used, nor full."""
    t = table("leeghwater")
    t.put(you={"company": "netherlands"}, powerhouse={"built": {"you": 3}})
    t.system("dam_2_lower", 2, "conduit_2_left", "powerhouse_6_1")
    t.put(
        dam_3_lower={"owner": "neutral", "level": 3, "water": 0},
        dam_4_lower={"owner": "you", "level": 1, "water": 1},
        dam_8_lower={"owner": "you", "level": 2, "water": 1},
        dam_1_lower={"owner": "other", "level": 2, "water": 0},
    )
    t.play("place turbine_0", PRODUCE)
    t.settle()
    assert sorted(t.options) == ["decline", "fill dam_8_lower"]
    t.play("fill dam_8_lower")
    assert t.at("dam_8_lower", "water") == 2


def test_the_netherlands_are_not_asked_when_no_dam_has_room(table: Sets) -> None:
    """No question without a choice."""
    t = table("leeghwater")
    t.game.ask_single = False
    t.put(you={"company": "netherlands"}, powerhouse={"built": {"you": 3}})
    t.system(*SYSTEM)
    t.game.play("place turbine_0")
    assert (t.game.decision.player, t.game.decision.prompt) == (t.other, "act")


def test_the_netherlands_power_needs_the_third_powerhouse(table: Sets) -> None:
    """With two powerhouses there is no power yet."""
    t = table("leeghwater")
    t.game.ask_single = False
    t.put(you={"company": "netherlands"}, powerhouse={"built": {"you": 2}})
    t.system(*SYSTEM)
    t.put(dam_8_lower={"owner": "you", "level": 2, "water": 1})
    t.game.play("place turbine_0")
    assert t.game.decision.player == t.other


def test_six_energy_of_an_external_work_fulfil_a_contract(table: Sets) -> None:
    """The energy is produced, so it counts for one contract of its size."""
    t = table("leeghwater")
    t.put(
        you={"excavator": 2, "mixer": 1, "contracts": ["yellow_10", "yellow_11"]},
        external_work_1={"offer": "work_b1"},
    )
    t.play("place external_work_1")
    t.settle()
    assert t.starting("fulfil") == ["fulfil yellow_10"], "6 reach 6, not 7"
    t.play("fulfil yellow_10")
    assert t.of("you", "fulfilled") == ["yellow_10"]


def test_energy_steps_of_an_external_work_fulfil_nothing(table: Sets) -> None:
    """work_b4 moves the marker only."""
    t = table("leeghwater")
    t.put(
        you={"excavator": 3, "contracts": ["green_01"], "energy": 0},
        external_work_1={"offer": "work_b4"},
    )
    t.play("place external_work_1")
    t.settle()
    assert t.of("you", "energy") == 6
    assert t.game.decision.player == t.other


def test_two_buildings_never_share_a_space_and_nobody_has_two_at_a_tile(table: Sets) -> None:
    """A space that is taken and a lot where you have a building are not offered."""
    t = table("leeghwater", players=4)
    t.put(
        you={"excavator": 20, "mixer": 20, "credit": 20, "tiles": ["basic_building"]},
        building_1_slot_1={"owner": "other"},
        building_2_slot_1={"owner": "you"},
    )
    t.play("place construct_1")
    sites = {option.split(" at ")[1].split()[0] for option in t.options}
    assert "building_1_slot_1" not in sites and "building_1_slot_2" in sites
    assert not any(site.startswith("building_2_") for site in sites)


@pytest.mark.parametrize(("players", "open_slots"), [(2, 15), (3, 17), (4, 20)])
def test_building_spaces_close_with_fewer_players(
    table: Sets, players: int, open_slots: int
) -> None:
    """Spaces marked 3+ and 4 are closed below that number of companies."""
    t = table("leeghwater", players=players)
    t.put(you={"excavator": 20, "mixer": 20, "credit": 20, "tiles": ["basic_building"]})
    t.play("place construct_1")
    assert len({option.split(" at ")[1].split()[0] for option in t.options}) == open_slots


def test_leslie_spencers_tile_is_not_an_advanced_one(table: Sets) -> None:
    """Neither the bonus tile nor Wild III counts it."""
    t = table("leeghwater")
    t.put(
        you={
            "officer": "leslie_spencer",
            "tiles": ["special_spencer", "tech_3_wild"],
            "advanced": ["tech_3_wild"],
            "excavator": 3,
            "vp": 0,
        },
        round=1,
    )
    assert t.ask("bonus_points", tile="bonus_technologies", units=6) == 4
    t.play("place construct_1", "construct tech_3_wild at dam_8_lower paying 3 excavator")
    assert t.of("you", "vp") == 3


def test_buildings_count_for_no_objective_of_the_map(table: Sets) -> None:
    """They stand beside the map: no area, no basin, no red space."""
    t = table("leeghwater")
    t.put(building_1_slot_3={"owner": "you"}, building_2_slot_1={"owner": "you"})
    for objective in ("red_spaces", "richest_area", "basins_1", "basins_3", "connected_bases"):
        t.put(objective_stack=[f"objective_{objective}"])
        assert t.ask("objective_count", who="you") == 0
