"""The replay beside a scripted game: what it answers, what it lets pass, where it stops."""

from __future__ import annotations

import copy
from typing import Any

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
    assert differences(expected_of(RECORDED), Reader(WORDS).recorded(OURS)) == []


def test_a_difference_names_its_place() -> None:
    other = copy.deepcopy(RECORDED)
    other["players"]["usa"]["wheel"]["1"]["mixer"] = 3
    assert differences(expected_of(other), Reader(WORDS).recorded(OURS)) == [
        ("players.usa.wheel.1.mixer", 3, 2)
    ]


def test_contracts_refilled_behind_the_snapshot_are_expected() -> None:
    before = copy.deepcopy(RECORDED)
    before["face_up"]["contracts"] = ["green_15"]
    refill = {"t": "event", "kind": "reveal_contracts", "contracts": ["green_04"]}
    assert differences(expected_of(before, [refill]), Reader(WORDS).recorded(OURS)) == []


def shot(company: str, **changes: Any) -> dict[str, Any]:
    return {
        "t": "snapshot",
        "after": "turn",
        "company": company,
        "round": 1,
        **copy.deepcopy(RECORDED),
        **changes,
    }


def replayed(script: list[Decision | Begins], *records: dict[str, Any]) -> tuple[FakeGame, Result]:
    game = FakeGame(script, OURS)
    result = Result("test")
    try:
        GameReplay(
            FakeRuleset(game), [SETUP, {"t": "seats", "seats": []}, *records], WORDS, result
        ).run()
    except PartedError as parting:
        result.disagree(parting.where, parting.expected, parting.got)
    return game, result


def numbered(number: int, kind: str, company: str = "usa", **values: Any) -> dict[str, Any]:
    return {**decision(kind, **values), "i": number, "company": company}


def test_one_recorded_decision_answers_several_of_ours() -> None:
    drops = ("drop on headstream_a", "drop on headstream_b")
    start = asks("player_1", "place bank with 1", "place water_two_drops")
    game, result = replayed(
        [start, asks("player_1", *drops), asks("player_1", *drops, "decline"), turn("player_2")],
        numbered(
            1,
            "place_engineers",
            space="water_two_drops",
            engineers=1,
            legal=["bank", "water_two_drops"],
        ),
        numbered(2, "place_water", spaces=["headstream_b", "headstream_a"], flowing=False),
        shot("usa"),
    )
    assert game.played == ["place water_two_drops", "drop on headstream_b", "drop on headstream_a"]
    assert result.agrees


def test_fewer_drops_than_granted_are_declined() -> None:
    drops = ("drop on headstream_a", "drop on headstream_b")
    game, result = replayed(
        [
            asks("player_1", *drops),
            asks("player_1", *drops, "decline"),
            turn("player_2"),
            asks("player_2", "place bank with 1"),
        ],
        numbered(1, "place_water", spaces=["headstream_a"], flowing=False),
        shot("usa"),
    )
    assert game.played == ["drop on headstream_a", "decline"]
    assert result.agrees


def test_what_the_reference_placed_by_itself_is_read_from_the_event() -> None:
    put = ("put conduit at conduit_9_left", "put conduit at conduit_7_left", "decline")
    game, result = replayed(
        [asks("player_1", "fulfil green_11", "decline"), asks("player_1", *put), turn("player_2")],
        numbered(1, "fulfill_contract", contract="green_11", energy=5, legal=["green_11"]),
        {
            "t": "event",
            "kind": "built",
            "company": "usa",
            "structure": "conduit",
            "space": "conduit_7_left",
        },
        shot("usa"),
    )
    assert game.played == ["fulfil green_11", "put conduit at conduit_7_left"]
    assert result.agrees


def test_an_offer_the_reference_does_not_make_is_a_disagreement() -> None:
    produce = "produce 1 from dam_3_lower through conduit_3_left to powerhouse_5_1"
    game, result = replayed(
        [
            asks("player_1", "fulfil green_11", "decline"),
            asks("player_1", produce, "decline"),
            turn("player_2"),
        ],
        numbered(4, "fulfill_contract", contract="green_11", energy=5, legal=["green_11"]),
        shot("usa"),
    )
    assert game.played[-1] == "decline"
    (found,) = result.disagreements
    assert "decision 4" in found.where and found.got == f"we offer {produce}"


def test_a_recorded_decision_we_do_not_ask_is_let_pass() -> None:
    place = asks("player_1", "place construct_1", "place bank with 1")
    game, result = replayed(
        [place, turn("player_2"), asks("player_2", "place bank with 1", "place bank with 2")],
        numbered(
            1, "place_engineers", space="construct_1", engineers=1, legal=["bank", "construct_1"]
        ),
        numbered(
            2,
            "construct",
            space="dam_3_upper",
            structure="base",
            tile="basic_base",
            legal={"basic_base": ["dam_3_upper"]},
        ),
        shot("usa"),
    )
    assert game.played == ["place construct_1"]
    assert result.agrees and result.counts["decisions with one option, not asked"] == 1


def test_but_its_other_legal_choices_need_an_explanation() -> None:
    pipes = [
        ["dam_3_lower", "conduit_3_left", "powerhouse_5_1", 1, 4],
        ["dam_3_lower", "conduit_3_left", "powerhouse_5_1", 2, 8],
    ]
    _, result = replayed(
        [asks("player_1", "place turbine_0", "place bank with 1"), turn("player_2")],
        numbered(1, "place_engineers", space="turbine_0", engineers=2, legal=["bank", "turbine_0"]),
        numbered(
            2,
            "produce",
            dam="dam_3_lower",
            conduit="conduit_3_left",
            powerhouse="powerhouse_5_1",
            drops=1,
            legal=pipes,
        ),
        shot("usa"),
    )
    (found,) = result.disagreements
    assert found.expected == "legal 2 from dam_3_lower through conduit_3_left to powerhouse_5_1"


def test_a_choice_we_do_not_offer_stops_the_replay() -> None:
    _, result = replayed(
        [asks("player_1", "place bank with 1", "place bank with 2")],
        numbered(
            7, "place_engineers", space="workshop_1", engineers=1, legal=["bank", "workshop_1"]
        ),
        shot("usa"),
    )
    (found,) = result.disagreements
    assert "decision 7 (usa, place_engineers)" in found.where
    assert (found.expected, found.got) == (
        "place space=workshop_1",
        "usa: place bank with 1 | place bank with 2",
    )


def test_a_question_the_recording_never_decides_stops_the_replay() -> None:
    place = numbered(1, "place_engineers", space="workshop_1", engineers=1)
    script = [
        asks("player_1", "place workshop_1", "place bank with 1"),
        asks("player_1", "discard green_01", "discard green_02"),
    ]
    _, result = replayed(script, place, shot("usa"))
    assert "we ask usa: discard green_01 | discard green_02" in result.disagreements[0].got


def test_a_differing_snapshot_stops_the_replay() -> None:
    changed = shot("usa")
    changed["players"]["usa"]["credit"] = 9
    place = numbered(1, "place_engineers", space="bank", engineers=1)
    _, result = replayed(
        [asks("player_1", "place bank with 1", "place bank with 2"), turn("player_2")],
        place,
        changed,
    )
    assert "players.usa.credit 9" in result.disagreements[0].expected


def test_a_turn_with_one_option_is_compared_where_the_next_one_begins() -> None:
    start = asks("player_1", "place bank with 1", "place bank with 2")
    place = {"space": "bank", "engineers": 1, "legal": ["bank"]}
    records = [
        numbered(1, "place_engineers", **place),
        shot("usa"),
        numbered(2, "place_engineers", "italy", **place),
        shot("italy"),
    ]
    game, result = replayed(
        [start, turn("player_2"), turn("player_1"), asks("player_1", "place bank with 1")], *records
    )
    assert result.agrees and game.played == ["place bank with 1"]
    assert result.counts["snapshots"] == 2


def test_turns_must_come_in_the_recorded_order() -> None:
    start = asks("player_1", "place bank with 1", "place bank with 2")
    place = {"space": "bank", "engineers": 1, "legal": ["bank"]}
    records = [
        numbered(1, "place_engineers", **place),
        shot("usa"),
        numbered(2, "place_engineers", "italy", **place),
        shot("italy"),
    ]
    _, result = replayed([start, turn("player_1"), asks("player_1", "place bank with 1")], *records)
    assert result.disagreements[0].expected == "the turn of italy"


def test_a_missing_legal_choice_is_a_disagreement_with_a_reason() -> None:
    _, result = replayed(
        [asks("player_1", "place bank with 1", "place bank with 2"), turn("player_2")],
        numbered(1, "place_engineers", space="bank", engineers=1, legal=["bank", "workshop_1"]),
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
        asks("player_1", "use tech_3_base", "pass"),
        turn("player_2"),
    ]
    game, result = replayed(
        script,
        numbered(1, "place_engineers", space="officer_mahiri_2_red", engineers=1, legal=[]),
        numbered(2, "copy_officer", officer="anton_krylov"),
        shot("usa"),
    )
    assert game.played == ["place bank with 1", "pass"]
    assert game.corrections == [
        {
            "player_1": {"credit": 3},
            "elements": {
                "bank": {"placed": {"player_1": 1}},
                "officer_mahiri_2_red": {"placed": {"player_1": 1}},
            },
        }
    ]
    assert result.rulings["sekibo_copies_only_with_an_action_to_follow"] == 1


def test_also_when_the_bank_was_our_only_option() -> None:
    recorded = shot("usa", engineers_on={"bank": {"usa": 1}, "officer_mahiri_1": {"usa": 1}})
    recorded["players"]["usa"]["credit"] = 3
    place = {"space": "bank", "engineers": 1, "legal": ["bank"]}
    script = [
        asks("player_2", "place bank with 1", "place workshop_1"),
        turn("player_1"),
        turn("player_2"),
        asks("player_2", "place bank with 1"),
    ]
    game, result = replayed(
        script,
        numbered(1, "place_engineers", "italy", **{**place, "legal": ["bank", "workshop_1"]}),
        shot("italy"),
        numbered(
            2,
            "place_engineers",
            space="officer_mahiri_1",
            engineers=1,
            legal=["bank", "officer_mahiri_1"],
        ),
        numbered(3, "copy_officer", officer="anton_krylov"),
        recorded,
    )
    assert result.agrees, result.disagreements
    assert game.corrections[-1]["player_1"] == {"credit": 3}


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
