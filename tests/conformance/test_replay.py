"""The replay beside a scripted game: what it answers, what it lets pass, where it stops."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

import pytest
from conformance.buildings import can_use
from conformance.games import GameReplay
from conformance.judge import Judge
from conformance.results import PartedError, Result
from conformance.rulings import Case, explained_by
from conformance.snapshots import Reader, differences, expected_of
from conformance.vocabulary import vocabulary
from conformance_fakes import SETUP, Begins, Decision, FakeGame, FakeRuleset, asks, decision, turn

WORDS = vocabulary()

OURS: dict[str, Any] = {
    "mode": "full",
    "round": 1,
    "turn_order": ["player_2", "player_1"],
    "national_row": ["national_3"],
    "player_1": {
        "company": "usa",
        "officer": "mahiri_sekibo",
        "credit": 4,
        "engineer": 3,
        "contracts": ["starting_1"],
        "open_segment": "segment_3",
    },
    "player_2": {"company": "italy", "credit": 6, "engineer": 2, "tiles": ["basic_base"]},
    "elements": {
        "dam_3_lower": {"owner": "neutral", "level": 1, "water": 1},
        "dam_3_upper": {"owner": "player_1", "level": 2},
        "conduit_1_left": {"owner": "player_2"},
        "powerhouse_8_1": {"owner": "player_1"},
        "headstream_a": {"tile": "headstream_tile_5", "water": 2},
        "segment_2": {
            "machinery": {"player_1": {"excavator": 4}},
            "tile": {"player_1": "basic_base"},
        },
        "segment_4": {"machinery": {"player_1": {"mixer": 2, "excavator": 0}}},
        "bank": {"placed": {"player_1": 2, "player_2": 0}},
        "green": {"deck": ["green_03"], "face_up": ["green_04", "green_15"]},
        "patent_2": {"offer": "tech_1_wild"},
    },
}

RECORDED: dict[str, Any] = {
    "players": {
        "usa": {
            "vp": 0, "energy": 0, "credit": 4, "excavator": 0, "mixer": 0, "engineer": 3,
            "wheel": {"5": {"excavator": 4, "tile": "basic_base"}, "1": {"mixer": 2}},
            "tiles": [], "contracts": ["starting_1"], "fulfilled": [], "advanced": [],
        },
        "italy": {
            "vp": 0, "energy": 0, "credit": 6, "excavator": 0, "mixer": 0, "engineer": 2,
            "wheel": {}, "tiles": ["basic_base"], "contracts": [], "fulfilled": [], "advanced": [],
        },
    },
    "map": {
        "dams": {
            "dam_3_lower": {"owner": "neutral", "level": 1, "water": 1},
            "dam_3_upper": {"owner": "usa", "level": 2, "water": 0},
        },
        "conduits": {"conduit_1_left": "italy"},
        "powerhouses": {"powerhouse_8_1": "usa"},
        "headstreams": {"headstream_a": 2},
    },
    "engineers_on": {"bank": {"usa": 2}},
    "turn_order": ["italy", "usa"],
    "face_up": {
        "contracts": ["green_15", "green_04"],
        "national": ["national_3"],
        "technology": {"2": "tech_1_wild"},
    },
}  # fmt: skip


def test_our_snapshot_reads_like_the_recorded_one() -> None:
    assert differences(expected_of(RECORDED, WORDS), Reader(WORDS).recorded(OURS)) == []


def test_a_difference_names_its_place() -> None:
    other = copy.deepcopy(RECORDED)
    other["players"]["usa"]["wheel"]["1"]["mixer"] = 3
    assert differences(expected_of(other, WORDS), Reader(WORDS).recorded(OURS)) == [
        ("players.usa.wheel.1.mixer", 3, 2)
    ]


def test_contracts_refilled_behind_the_snapshot_are_expected() -> None:
    before = copy.deepcopy(RECORDED)
    before["face_up"]["contracts"] = ["green_15"]
    refill = {"t": "event", "kind": "reveal_contracts", "contracts": ["green_04"]}
    assert differences(expected_of(before, WORDS, [refill]), Reader(WORDS).recorded(OURS)) == []


def shot(company: str, **changes: Any) -> dict[str, Any]:
    return {
        "t": "snapshot",
        "after": "turn",
        "company": company,
        "round": 1,
        **copy.deepcopy(RECORDED),
        **changes,
    }


Script = list[Decision | Begins]


def replayed(script: Script, *records: dict[str, Any], **setup: Any) -> tuple[FakeGame, Result]:
    """Player 1 is usa and begins; what the replay answered and found."""
    game = FakeGame([turn("player_1"), *script], OURS)
    result = Result("test")
    game_records = [{**SETUP, **setup}, {"t": "seats", "seats": []}, *records]
    try:
        GameReplay(FakeRuleset(game), game_records, WORDS, result).run()
    except PartedError as parting:
        result.disagree(parting.where, parting.expected, parting.got)
    return game, result


def numbered(number: int, kind: str, company: str = "usa", **values: Any) -> dict[str, Any]:
    return {**decision(kind, **values), "i": number, "company": company}


def bank(number: int, company: str = "usa") -> dict[str, Any]:
    return numbered(number, "place_engineers", company, space="bank", engineers=1, legal=["bank"])


DROPS = ("drop on headstream_a", "drop on headstream_b")


def test_one_recorded_decision_answers_several_of_ours() -> None:
    start = asks("player_1", "place bank with 1", "place water_two_drops")
    legal = ["bank", "water_two_drops"]
    game, result = replayed(
        [start, asks("player_1", *DROPS), asks("player_1", *DROPS, "decline"), turn("player_2")],
        numbered(1, "place_engineers", space="water_two_drops", engineers=1, legal=legal),
        numbered(2, "place_water", spaces=["headstream_b", "headstream_a"], flowing=False),
        shot("usa"),
    )
    assert game.played == ["place water_two_drops", "drop on headstream_b", "drop on headstream_a"]
    assert result.agrees


def test_fewer_drops_than_granted_are_declined() -> None:
    game, result = replayed(
        [asks("player_1", *DROPS), asks("player_1", *DROPS, "decline"), turn("player_2")],
        numbered(1, "place_water", spaces=["headstream_a"], flowing=False),
        shot("usa"),
    )
    assert game.played == ["drop on headstream_a", "decline"]
    assert result.agrees


FULFIL = numbered(4, "fulfill_contract", contract="green_11", energy=5, legal=["green_11"])
ASK_FULFIL = asks("player_1", "fulfil green_11", "decline")


def test_what_the_reference_placed_by_itself_is_read_from_the_event() -> None:
    put = ("put conduit at conduit_9_left", "put conduit at conduit_7_left", "decline")
    built = {"kind": "built", "structure": "conduit", "space": "conduit_7_left", "company": "usa"}
    game, result = replayed(
        [ASK_FULFIL, asks("player_1", *put), turn("player_2")],
        FULFIL,
        {"t": "event", **built},
        shot("usa"),
    )
    assert game.played == ["fulfil green_11", "put conduit at conduit_7_left"]
    assert result.agrees


def test_an_offer_the_reference_does_not_make_is_a_disagreement() -> None:
    produce = "produce 1 from dam_3_lower through conduit_3_left to powerhouse_5_1"
    script = [ASK_FULFIL, asks("player_1", produce, "decline"), turn("player_2")]
    game, result = replayed(script, FULFIL, shot("usa"))
    assert game.played[-1] == "decline"
    (found,) = result.disagreements
    assert "decision 4" in found.where and found.got == f"we offer {produce}"


def test_a_single_option_nobody_recorded_is_played() -> None:
    script = [ASK_FULFIL, asks("player_1", "take green_01"), turn("player_2")]
    game, result = replayed(script, FULFIL, shot("usa"))
    assert game.played == ["fulfil green_11", "take green_01"]
    assert result.agrees


def test_a_recorded_decision_we_never_ask_stops_the_replay() -> None:
    legal = {"basic_base": ["dam_3_upper"]}
    where = {"space": "dam_3_upper", "structure": "base", "tile": "basic_base", "legal": legal}
    _, result = replayed(
        [asks("player_1", "place construct_1", "place bank with 1"), turn("player_2")],
        numbered(1, "place_engineers", space="construct_1", engineers=1),
        numbered(2, "construct", **where),
        shot("usa"),
    )
    (found,) = result.disagreements
    assert (found.where, found.got) == ("decision 2 (usa, construct)", "we never asked")


def test_a_refusal_of_what_we_never_offer_needs_a_ruling() -> None:
    script = [asks("player_1", "place bank with 1"), turn("player_2")]
    _, result = replayed(script, bank(1), numbered(2, "pass", of="production"), shot("usa"))
    assert result.disagreements[0].expected == "legal production"


def test_a_choice_we_do_not_offer_stops_the_replay() -> None:
    legal = ["bank", "workshop_1"]
    _, result = replayed(
        [asks("player_1", "place bank with 1", "place bank with 2")],
        numbered(7, "place_engineers", space="workshop_1", engineers=1, legal=legal),
        shot("usa"),
    )
    (found,) = result.disagreements
    assert "decision 7 (usa, place_engineers)" in found.where
    offered = "usa: place bank with 1 | place bank with 2"
    assert (found.expected, found.got) == ("place space=workshop_1", offered)


def test_a_question_the_recording_never_decides_stops_the_replay() -> None:
    script = [asks("player_1", "place bank with 1"), asks("player_1", "discard a", "discard b")]
    _, result = replayed(script, bank(1), shot("usa"))
    assert "we ask usa: discard a | discard b" in result.disagreements[0].got


def test_a_differing_snapshot_stops_the_replay() -> None:
    changed = shot("usa")
    changed["players"]["usa"]["credit"] = 9
    _, result = replayed(
        [asks("player_1", "place bank with 1"), turn("player_2")], bank(1), changed
    )
    assert "players.usa.credit 9" in result.disagreements[0].expected


def test_every_turn_is_compared_where_the_next_one_begins() -> None:
    script = [
        asks("player_1", "place bank with 1", "place bank with 2"),
        turn("player_2"),
        asks("player_2", "place bank with 1"),
        turn("player_1"),
    ]
    game, result = replayed(script, bank(1), shot("usa"), bank(2, "italy"), shot("italy"))
    assert result.agrees and len(game.played) == result.counts["snapshots"] == 2


def test_turns_must_come_in_the_recorded_order() -> None:
    script = [asks("player_1", "place bank with 1"), turn("player_1"), asks("player_1", "pass")]
    _, result = replayed(script, bank(1), shot("usa"), bank(2, "italy"), shot("italy"))
    assert result.disagreements[0].expected == "the turn of italy"


def test_who_can_only_pass_has_no_recorded_turn() -> None:
    script = [
        asks("player_1", "place bank with 1"),
        turn("player_2"),
        asks("player_2", "pass"),
        turn("player_1"),
        asks("player_1", "place bank with 1"),
        turn("player_1"),
    ]
    ours = copy.deepcopy(OURS)
    ours["player_2"]["engineer"] = 0
    position = shot("usa")
    position["players"]["italy"]["engineer"] = 0
    game = FakeGame([turn("player_1"), *script], ours)
    records = [SETUP, bank(1), position, bank(2), copy.deepcopy(position)]
    result = Result("test")
    GameReplay(FakeRuleset(game), records, WORDS, result).run()
    assert result.agrees and game.played == ["place bank with 1", "pass", "place bank with 1"]


def test_another_turn_is_taken_if_one_is_recorded() -> None:
    script = [
        asks("player_1", "place workshop_1 with the architect", "place bank with 1"),
        asks("player_1", "take another turn", "decline"),
        asks("player_1", "place bank with 1"),
        turn("player_2"),
    ]
    legal = ["bank", "workshop_1+architect"]
    where = {"space": "workshop_1", "engineers": 1, "architect": True, "legal": legal}
    game, result = replayed(script, numbered(1, "place_engineers", **where), bank(2), shot("usa"))
    assert result.agrees and game.played[1:] == ["take another turn", "place bank with 1"]


def test_segments_are_counted_in_rotations() -> None:
    options = ["take back 2 excavator from segment_2", "take back 1 mixer from segment_4"]
    script = [asks("player_1", *options), turn("player_2")]
    taken = numbered(1, "retrieve_machinery", segment=5, machinery={"excavator": 2})
    game, result = replayed(script, taken, shot("usa"))
    assert result.agrees and game.played == [options[0]]


def test_a_missing_legal_choice_is_a_disagreement_with_a_reason() -> None:
    legal = ["bank", "workshop_1"]
    _, result = replayed(
        [asks("player_1", "place bank with 1"), turn("player_2")],
        numbered(1, "place_engineers", space="bank", engineers=1, legal=legal),
        shot("usa"),
    )
    (found,) = result.disagreements
    assert (found.expected, found.got) == ("legal workshop_1", "not offered: too few credits")


def test_rulings_explain_and_are_counted() -> None:
    legal = ["bank", "construct_1", "construct_2", "construct_3", "construct_4_red"]
    _, result = replayed(
        [asks("player_1", "place bank with 1", "place construct_1"), turn("player_2")],
        numbered(1, "place_engineers", space="bank", engineers=1, legal=legal),
        shot("usa"),
    )
    assert result.agrees
    assert result.rulings == {"construction_spaces_from_the_left": 3}


def test_a_copy_without_an_action_becomes_an_engineer_in_the_bank() -> None:
    script = [
        asks("player_1", "place bank with 1", "place workshop_1"),
        turn("player_1"),
        asks("player_1", "use tech_3_base", "pass"),
        turn("player_2"),
        asks("player_2", "place bank with 1"),
        turn("player_2"),
    ]
    ours = copy.deepcopy(OURS)
    recorded = shot("usa")
    for part in (ours["player_1"], recorded["players"]["usa"]):
        part["engineer"] = 0
    game = FakeGame([turn("player_1"), *script], ours)
    copied = numbered(1, "place_engineers", space="officer_mahiri_2_red", engineers=1, legal=[])
    records = [SETUP, copied, numbered(2, "copy_officer", officer="anton_krylov"), recorded]
    records += [bank(3, "italy"), {**copy.deepcopy(recorded), "company": "italy"}]
    result = Result("test")
    GameReplay(FakeRuleset(game), records, WORDS, result).run()
    assert game.played == ["place bank with 1", "pass", "place bank with 1"]
    elements = {
        "bank": {"placed": {"player_1": 1}},
        "officer_mahiri_2_red": {"placed": {"player_1": 1}},
    }
    assert game.corrections == [{"player_1": {"credit": 3}, "elements": elements}]
    assert result.agrees
    assert result.rulings["sekibo_copies_only_with_an_action_to_follow"] == 1


def test_rich_games_get_their_extra_resources() -> None:
    richer = {**shot("usa"), "after": "start"}
    for part in richer["players"].values():
        part["credit"] += 25
    game, result = replayed(
        [asks("player_1", "place bank with 1")], richer, extra_start_resources={"credit": 25}
    )
    assert result.agrees
    assert game.corrections == [{"player_1": {"credit": 29}, "player_2": {"credit": 31}}]


# -- the naive judge and the recognisers -----------------------------------------------------------

PRINTED = {
    "plains": {"section": "areas", "base_price": 3, "elevation_price": 2},
    "basin_8": {"section": "basins", "area": "plains"},
    "basin_9": {"section": "basins", "area": "plains"},
    "dam_8_upper": {"section": "dams", "basin": "basin_8", "red": True},
    "dam_9_lower": {"section": "dams", "basin": "basin_9"},
    "conduit_8_left": {"section": "conduits", "basin": "basin_8", "value": 3},
    "construct_1": {"section": "action_spaces"},
}


def judge(
    officer: str,
    tiles: list[str],
    dams: dict[str, Any] | None = None,
    wheel: dict[str, Any] | None = None,
    **held: int,
) -> Judge:
    player = (
        {"credit": 0, "excavator": 0, "mixer": 0, "engineer": 1}
        | held
        | {"tiles": tiles, "wheel": wheel or {}}
    )
    position = {
        "players": {"usa": player},
        "map": {"dams": dams or {}, "conduits": {}, "powerhouses": {}},
        "engineers_on": {},
    }
    return Judge(position, "usa", frozenset({officer}), None, PRINTED)


def case(record: dict[str, Any], choice: str, opinion: Judge, side: str = "theirs") -> Case:
    return Case(record, choice, side, opinion, WORDS)


def test_jordans_credits_do_not_reach_the_red_space() -> None:
    poor = judge("solomon_p_jordan", ["basic_base"], credit=5, excavator=2)
    rich = judge("solomon_p_jordan", ["basic_base"], credit=6, excavator=2)
    record = decision("construct", legal={})
    assert (
        explained_by(case(record, "basic_base at dam_8_upper", poor)) == "dead_ends_are_not_offered"
    )
    assert explained_by(case(record, "basic_base at dam_9_lower", poor)) is None
    assert explained_by(case(record, "basic_base at dam_8_upper", rich)) is None


def test_a_payment_that_eats_the_red_credits() -> None:
    record = decision("pay") | {
        "construct": {"structure": "base", "space": "dam_8_upper", "tile": "basic_base"}
    }
    opinion = judge("solomon_p_jordan", ["basic_base"], credit=5, excavator=3)
    assert (
        explained_by(case(record, "3 credit 2 excavator", opinion)) == "dead_ends_are_not_offered"
    )
    assert explained_by(case(record, "3 excavator", opinion)) is None


def test_only_the_copied_wild_tile_waives_the_red_space() -> None:
    opinion = judge(
        "anton_krylov",
        ["basic_base", "special_krylov"],
        wheel={"2": {"tile": "tech_1_wild"}},
        excavator=3,
    )
    record = decision("construct", legal={})
    assert (
        explained_by(case(record, "basic_base at dam_8_upper", opinion))
        == "dead_ends_are_not_offered"
    )
    assert explained_by(case(record, "special_krylov>tech_1_wild at dam_8_upper", opinion)) is None


def test_a_construction_space_that_leads_nowhere() -> None:
    taken = {"dam_9_lower": {"owner": "neutral", "level": 3, "water": 0}}
    record = decision("place_engineers", legal=[])
    stuck = judge("solomon_p_jordan", ["basic_base"], taken, credit=5, excavator=2)
    free = judge("solomon_p_jordan", ["basic_base"], credit=5, excavator=2)
    assert explained_by(case(record, "construct_1", stuck)) == "dead_ends_are_not_offered"
    assert explained_by(case(record, "construct_1", free)) is None


def test_mcdowell_pays_in_mixers() -> None:
    assert list(judge("jill_mcdowell", ["basic_conduit"], mixer=3).constructions(0)) == [
        ("basic_conduit", "conduit_8_left")
    ]
    mixed = judge("jill_mcdowell", ["tech_2_wild"], mixer=2, excavator=1).constructions(0)
    assert ("tech_2_wild", "conduit_8_left") not in set(mixed)


def test_the_last_engineer_cannot_copy() -> None:
    record = decision("place_engineers", legal=[])
    opinion = judge("mahiri_sekibo", ["basic_base"], excavator=9)
    assert (
        explained_by(case(record, "officer_mahiri_1", opinion))
        == "sekibo_copies_only_with_an_action_to_follow"
    )
    assert (
        explained_by(case(record, "officer_mahiri_2_red", opinion)) == "sekibo_spaces_from_the_left"
    )
    with_tile = judge("mahiri_sekibo", ["tech_3_base"])
    assert explained_by(case(record, "officer_mahiri_1", with_tile)) is None


# -- the expansion ---------------------------------------------------------------------------------

EXPANDED = PRINTED | {
    "building_1_slot_1": {"section": "building_sites", "lot": "lot_1"},
    "building_1_slot_2": {"section": "building_sites", "lot": "lot_1", "building_from": 3},
    "wind_farm": {
        "section": "private_buildings",
        "action_price": {"credit": 2},
        "cost": {"mixer": 2},
    },
    "cofferdam": {"section": "private_buildings", "cost": {"mixer": 1}},
}


def beside(building: str, players: int = 3, site: str = "building_1_slot_1", **held: int) -> Judge:
    """usa has put up a building beside this private building."""
    opinion = judge("margot_fouche", ["basic_building"], **held)
    position: dict[str, Any] = copy.deepcopy(dict(opinion.shot))
    position["map"]["buildings"] = {site: "usa"}
    position["players"] |= {f"other_{number}": {} for number in range(players - 1)}
    return replace(opinion, shot=position, printed=EXPANDED, buildings={"1": building})


def test_right_action_spaces_wait_for_the_left_one() -> None:
    record = decision("place_engineers", legal=[])
    opinion = beside("cofferdam")
    right = "building_1_action_2+architect"
    assert explained_by(case(record, right, opinion)) == "private_building_spaces_from_the_left"
    opinion.shot["engineers_on"]["building_1_action_1"] = {"other_0": 1}  # type: ignore[index]
    assert explained_by(case(record, right, opinion)) is None
    assert explained_by(case(record, "building_1_action_1", opinion)) is None


def test_the_second_building_space_opens_with_three_companies() -> None:
    record = decision("construct", legal={})
    second = "basic_building at building_1_slot_2"
    ruling = "building_spaces_with_three_companies"
    assert explained_by(case(record, second, beside("cofferdam"), "ours")) == ruling
    assert explained_by(case(record, second, beside("cofferdam", players=4), "ours")) is None


def test_a_construction_space_that_only_such_a_space_makes_possible() -> None:
    record = decision("place_engineers", legal=[])
    free = beside("cofferdam", mixer=1)
    del free.shot["map"]["buildings"]["building_1_slot_1"]
    assert explained_by(case(record, "construct_1", free, "ours")) is None
    free.shot["map"]["buildings"]["building_1_slot_1"] = "other_0"
    ruling = "building_spaces_with_three_companies"
    assert explained_by(case(record, "construct_1+architect", free, "ours")) == ruling


def test_fouche_needs_a_building_she_can_use() -> None:
    record = decision("place_engineers", legal=[])
    poor, rich = beside("wind_farm", credit=1), beside("wind_farm", credit=2)
    for choice in ("officer_margot", "bank+margot"):
        assert explained_by(case(record, choice, poor)) == "dead_ends_are_not_offered"
        assert explained_by(case(record, choice, rich)) is None


def test_a_refused_effect_that_was_not_possible() -> None:
    record = decision("pass", of="effect")
    poor, rich = beside("wind_farm", credit=1), beside("wind_farm", credit=2)
    assert explained_by(case(record, "effect", poor)) == "dead_ends_are_not_offered"
    assert explained_by(case(record, "effect", rich)) is None


@pytest.mark.parametrize(
    ("dam", "officer", "room"),
    [
        ({"owner": "usa", "level": 1, "water": 0}, "margot_fouche", True),
        ({"owner": "neutral", "level": 1, "water": 1}, "margot_fouche", False),
        ({"owner": "other_0", "level": 2, "water": 0}, "margot_fouche", False),
        ({"owner": "usa", "level": 3, "water": 3}, "graziano_del_monte", True),
        ({"owner": "neutral", "level": 3, "water": 3}, "graziano_del_monte", False),
    ],
)
def test_room_for_the_drop_of_the_cofferdam(dam: dict[str, Any], officer: str, room: bool) -> None:
    opinion = replace(beside("cofferdam"), officers=frozenset({officer}))
    opinion.shot["map"]["dams"]["dam_9_lower"] = dam
    assert can_use(opinion, "cofferdam") is room
