"""Pitfalls about production, contracts and water."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Sets = Callable[..., Any]

SYSTEM = ("dam_2_lower", 1, "conduit_2_left", "powerhouse_6_1")
PRODUCE = "produce 1 from dam_2_lower through conduit_2_left to powerhouse_6_1"


def test_neutral_level_3_dam_never_holds_four_drops(table: Sets) -> None:
    """Graziano Del Monte makes room for a fourth drop in dams of his own, never in neutral ones."""
    t = table()
    t.put(
        you={"officer": "graziano_del_monte"},
        dam_5_lower={"owner": "neutral", "level": 3, "water": 3},
        dam_9_lower={"owner": "you", "level": 3, "water": 3},
    )
    assert t.ask("capacity", dam="dam_5_lower") == 3
    t.play("place water_one_flowing", "flow from headstream_b")
    assert (t.at("dam_5_lower", "water"), t.at("dam_9_lower", "water")) == (3, 4)


def test_neutral_level_3_dam_is_not_filled_by_a_borrowed_del_monte(table: Sets) -> None:
    """The same when Mahiri Sekibo copies him for a turn."""
    t = table()
    t.put(
        you={
            "officer": "mahiri_sekibo",
            "can_borrow": ["graziano_del_monte"],
            "boards": ["water_one_flowing", "bank"],
        },
        dam_5_lower={"owner": "neutral", "level": 3, "water": 3},
        dam_9_lower={"owner": "you", "level": 3, "water": 3},
    )
    t.play("copy graziano_del_monte", "place water_one_flowing", "flow from headstream_b")
    assert (t.at("dam_5_lower", "water"), t.at("dam_9_lower", "water")) == (3, 4)
    t.put(headstream_b={"water": 1}, dam_9_lower={"water": 3})
    t.run("water_flow")
    assert t.at("dam_9_lower", "water") == 3, "the copy ended with the turn"


def test_viktor_fiesler_gives_no_floor_to_germanys_second_production(table: Sets) -> None:
    """The floor of four counts for the production action, not for Germany's second one."""
    t = table()
    t.put(you={"officer": "viktor_fiesler", "company": "germany"}, powerhouse={"built": {"you": 3}})
    t.system("dam_9_lower", 1, "conduit_9_left", "powerhouse_11_1")
    t.system("dam_10_lower", 1, "conduit_10_right", "powerhouse_12_1")
    before = t.of("you", "energy")
    t.play(
        "place turbine_0",
        "produce 1 from dam_9_lower through conduit_9_left to powerhouse_11_1",
    )
    assert t.of("you", "energy") - before == 4 + 1, "raised to 4, then the bonus of the company"
    t.play("produce 1 from dam_10_lower through conduit_10_right to powerhouse_12_1")
    assert t.of("you", "energy") - before == 5 + 1, "one drop times one, nothing else"


def test_a_reward_without_pieces_is_lost_and_the_contract_fulfilled(table: Sets) -> None:
    """No powerhouse left: the energy is paid, the contract counts, nothing is asked."""
    t = table()
    t.put(you={"contracts": ["red_09"]}, powerhouse={"built": {"you": 4}})
    t.system("dam_1_lower", 1, "conduit_1_left", "powerhouse_8_1")
    t.play(
        "place turbine_plus_2",
        "produce 1 from dam_1_lower through conduit_1_left to powerhouse_8_1",
        "fulfil red_09",
    )
    assert t.of("you", "energy") == 5 + 2 + 3 + 3
    assert t.of("you", "fulfilled") == ["red_09"]
    assert t.game.decision.player == t.other


def test_a_reward_without_a_space_is_lost_and_the_contract_fulfilled(table: Sets) -> None:
    """Every conduit of value 2 or less is taken: the contract for one is still fulfilled."""
    t = table()
    t.put(
        you={"contracts": ["green_11"]},
        **{
            f"conduit_{name}": {"owner": "other"}
            for name in ("6_right", "7_left", "8_right", "9_left", "10_left", "10_right")
        },
    )
    t.system("dam_6_lower", 1, "conduit_6_left", "powerhouse_9_1")
    t.play(
        "place turbine_0",
        "produce 1 from dam_6_lower through conduit_6_left to powerhouse_9_1",
        "fulfil green_11",
    )
    t.settle()
    assert t.of("you", "fulfilled") == ["green_11"]
    assert t.game.decision.player == t.other


def test_a_reward_on_a_red_space_without_credits_is_lost(table: Sets) -> None:
    """Only red powerhouse spaces are left and there is no credit: nothing can be placed."""
    t = table()
    powerhouses = [e for e in t.game.ruleset.elements.values() if e.type == "powerhouse"]
    t.put(**{e.id: {"owner": "other"} for e in powerhouses if not e.fields["red"]})
    t.system("dam_1_lower", 1, "conduit_1_left", "powerhouse_8_1")
    t.put(you={"contracts": ["yellow_02"], "credit": 2})
    t.play(
        "place turbine_0",
        "produce 1 from dam_1_lower through conduit_1_left to powerhouse_8_1",
        "fulfil yellow_02",
    )
    assert not t.starting("put powerhouse")
    t.settle()
    assert (t.of("you", "credit"), t.of("you", "fulfilled")) == (2, ["yellow_02"])


def test_a_reward_may_be_declined_and_the_rest_is_paid(table: Sets) -> None:
    """The piece may be turned down although there is room; the points come anyway."""
    t = table()
    t.put(you={"contracts": ["yellow_10"], "vp": 0})
    t.system("dam_1_lower", 1, "conduit_1_left", "powerhouse_8_1")
    t.play(
        "place turbine_plus_2",
        "produce 1 from dam_1_lower through conduit_1_left to powerhouse_8_1",
        "fulfil yellow_10",
        "decline",
    )
    assert (t.of("you", "vp"), t.of("you", "fulfilled")) == (2, ["yellow_10"])
    assert t.at("dam_1_lower", "level") == 1


def test_water_action_places_at_least_one_drop(table: Sets) -> None:
    """The board's water actions cannot be declined as a whole, only the second drop can."""
    t = table()
    t.play("place water_two_drops")
    assert len(t.options) == 4 and "decline" not in t.options
    t.play("drop on headstream_a")
    assert len(t.options) == 5 and "decline" in t.options
    t = table()
    t.play("place water_one_flowing")
    assert "decline" not in t.options


def test_base_technology_of_stack_1_may_be_declined(table: Sets) -> None:
    """Base I fills dams only if its owner wants it."""
    for choice, water in (("fill dams", 1), ("decline", 0)):
        t = table()
        t.put(you={"tiles": ["tech_1_base"]})
        t.play("place construct_1", "construct tech_1_base at dam_8_lower paying 3 excavator")
        assert sorted(t.options) == ["decline", "fill dams"]
        t.play(choice)
        assert t.at("dam_8_lower", "water") == water


def test_energy_goes_past_30_and_past_60(table: Sets) -> None:
    """Nothing stops the marker; credits and bonus tile count 30, the ranking the real total."""
    t = table()
    t.put(you={"energy": 58, "credit": 0, "vp": 0}, other={"energy": 34, "vp": 0}, round=5)
    t.put(bonus_row=["bonus_bases"], base={"built": {"you": 2}})
    t.system("dam_1_lower", 1, "conduit_1_left", "powerhouse_8_1")
    t.play(
        "place turbine_plus_2",
        "produce 1 from dam_1_lower through conduit_1_left to powerhouse_8_1",
    )
    assert t.of("you", "energy") == 65
    t.run("score_ranking")
    assert (t.of("you", "vp"), t.of("other", "vp")) == (6, 2)
    t.run("score_track")
    assert t.of("you", "credit") == 8
    t.run("score_bonus")
    assert t.of("you", "vp") == 6 + 2 * 4


def test_bonus_figures_follow_every_gain_of_energy_at_once(table: Sets) -> None:
    """What the bonus tile would give is known while the production is still going on."""
    t = table()
    t.put(you={"contracts": ["green_10"], "energy": 4}, base={"built": {"you": 1}}, round=1)

    def figure() -> int:
        points: int = t.ask("bonus_points", tile="bonus_bases", units=t.of("you", "energy"))
        return points

    assert figure() == 0
    t.system(*SYSTEM)
    t.play("place turbine_0", PRODUCE)
    assert t.starting("fulfil"), "the contract is not decided yet"
    assert (t.of("you", "energy"), figure()) == (7, 4)


def test_fulfilled_national_contracts_count_for_the_bonus_tile(table: Sets) -> None:
    """A national contract is one of the contracts its company fulfilled."""
    t = table()
    t.put(national_row=["national_3"], round=1, you={"energy": 0})
    t.system("dam_6_lower", 3, "conduit_6_left", "powerhouse_9_1")
    t.play(
        "place turbine_plus_2",
        "produce 3 from dam_6_lower through conduit_6_left to powerhouse_9_1",
        "fulfil national_3",
    )
    assert t.ask("bonus_points", tile="bonus_contracts", units=14) == 2


def test_france_needs_less_in_production_actions_and_for_national_contracts(table: Sets) -> None:
    """Three less for production actions, national contracts too; not for `produce energy`."""
    t = table()
    t.put(you={"company": "france"}, powerhouse={"built": {"you": 3}}, national_row=["national_3"])
    for contract, need in (("national_3", 11), ("green_01", 0), ("red_12", 7)):
        assert t.ask("contract_need", contract=contract, by_production=True) == need
    assert t.ask("contract_need", contract="red_12", by_production=False) == 10
    t.put(you={"contracts": ["yellow_11"]})
    t.system("dam_2_lower", 1, "conduit_2_left", "powerhouse_6_1")
    t.play("place turbine_0", PRODUCE)
    assert t.starting("fulfil") == ["fulfil yellow_11"], "3 + 1 energy reach a contract of 7"
    t.put(you={"contracts": ["yellow_11", "red_12"]})
    reason = t.game.why_not("fulfil red_12")
    assert "contract_need" in reason and "7" in reason, "the reduced requirement is the reason"
    t.run("produce_energy", output=4)
    assert not t.starting("fulfil")


def test_frances_reduction_needs_the_third_powerhouse(table: Sets) -> None:
    """Before the third powerhouse the company has no power."""
    t = table()
    t.put(you={"company": "france"}, powerhouse={"built": {"you": 2}})
    assert t.ask("contract_need", contract="red_12", by_production=True) == 10


def test_a_decision_with_a_single_outcome_is_not_asked(table: Sets) -> None:
    """One dam, one drop, one conduit, no contract: placing the engineers is the whole decision."""
    t = table()
    t.game.ask_single = False
    t.system(*SYSTEM)
    t.game.play("place turbine_0")
    assert t.of("you", "energy") == 3
    assert (t.game.decision.player, t.game.decision.prompt) == (t.other, "act")


def test_every_decision_of_a_game_has_more_than_one_option(table: Sets) -> None:
    """The same over whole games."""
    for seed in range(3):
        game = table().game.ruleset.new_game(players=3, seed=seed, mode="full", events=False)
        while game.decision is not None:
            assert len(game.decision.values) > 1
            game.play_at(seed % len(game.decision.values))


def test_production_leaves_the_map_after_the_bottom_basins(table: Sets) -> None:
    """A drop delivered to a bottom basin is gone; nothing crashes at the end of the river."""
    t = table()
    t.system("dam_9_lower", 1, "conduit_9_left", "powerhouse_11_1")
    t.play(
        "place turbine_0", "produce 1 from dam_9_lower through conduit_9_left to powerhouse_11_1"
    )
    water = [fields.get("water", 0) for fields in t.game.snapshot()["elements"].values()]
    assert sum(water) == 0
