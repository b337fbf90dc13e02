"""Pitfalls about income, turn order and the contract office."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Sets = Callable[..., Any]


def test_income_is_resolved_player_by_player_in_reverse_turn_order(table: Sets) -> None:
    """Flowing drops of two companies interfere, so the last in turn order goes first."""
    t = table()
    t.put(
        you={"company": "usa"},
        other={"company": "germany"},
        turn_order=["you", "other"],
        elevation={"built": {"you": 4, "other": 0}},
        conduit={"built": {"other": 4}},
    )
    t.run("income")
    asked = []
    while t.game.decision is not None:
        asked.append(t.game.decision.player)
        t.game.play_at(0)
    assert asked == [t.other] * 2 + [t.you] * 3, "two drops of Germany, then the income of the USA"


def test_the_turn_order_goes_by_least_energy_and_ties_are_reversed(table: Sets) -> None:
    """Least energy first; those who are tied swap the order they had."""
    t = table(players=4)
    a, b, c, d = order = t.game.snapshot()["turn_order"]
    for energy, expected in (
        ((3, 7, 7, 1), [d, a, c, b]),
        ((5, 5, 5, 5), [d, c, b, a]),
        ((0, 0, 9, 9), [b, a, d, c]),
        ((34, 33, 31, 40), [c, b, a, d]),
    ):
        t.put(turn_order=order, **{s: {"energy": e} for s, e in zip(order, energy, strict=True)})
        t.run("next_turn_order")
        assert t.game.snapshot()["turn_order"] == expected


def test_the_turn_order_shown_is_the_one_played_after_the_draft(table: Sets) -> None:
    """Whoever chose first plays last, and the first decision belongs to the first shown."""
    for seed in range(5):
        game = table().game.ruleset.new_game(players=4, seed=seed, mode="full")
        chose = []
        while game.decision.prompt != "act":
            chose.append(game.decision.player)
            game.play_at(0)
        shown = game.snapshot()["turn_order"]
        assert chose == list(reversed(shown))[: len(chose)]
        assert game.decision.player == shown[0] == game.snapshot()["current"]


def test_an_empty_pile_is_not_refilled_and_nothing_crashes(table: Sets) -> None:
    """What is face up stays; discards do not come back; an empty office offers nothing."""
    t = table()
    t.put(
        green={"deck": [], "face_up": ["green_01", "green_02"]},
        yellow={"deck": [], "face_up": []},
        red={"deck": [], "face_up": []},
        you={"contracts": ["starting_1", "starting_2", "starting_3"]},
    )
    t.play("place contract_one", "take green_01", "discard starting_1")
    assert t.at("green", "face_up") == ["green_02"]
    assert "place contract_two" not in t.options
    t.play("place contract_one_red", "take green_02")
    assert t.at("green", "face_up") == 0
    assert not t.starting("place contract")
    assert "place bank with 1" in t.options


def test_the_contract_office_refills_between_two_turns_of_one_player(table: Sets) -> None:
    """When the others have passed, turns follow each other: the display is full before each."""
    t = table()
    t.put(
        other={"out_of_round": True},
        you={"contracts": []},
        green={"deck": ["green_03"], "face_up": ["green_01", "green_02"]},
    )
    t.play("place contract_one", "take green_01")
    assert t.game.decision.player == t.you and t.game.decision.prompt == "act"
    assert t.at("green", "face_up") == ["green_02", "green_03"]


def test_two_contracts_come_from_those_face_up_before_the_action(table: Sets) -> None:
    """Nothing is refilled in the middle of an action."""
    t = table()
    t.put(green={"deck": ["green_03"], "face_up": ["green_01", "green_02"]})
    t.play("place contract_two", "take green_01")
    assert "take green_03" not in t.options
