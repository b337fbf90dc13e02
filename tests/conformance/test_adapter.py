"""The translation of recorded decisions into our options, on small records written here."""

from __future__ import annotations

from typing import Any

import pytest
from conformance.claims import Claim
from conformance.legal import Situation, compared, payments_compared
from conformance.setup import order_of
from conformance.translation import UnknownDecisionError, claims_of
from conformance.vocabulary import Choice, parse_payment, vocabulary
from conformance.windows import windows
from conformance_fakes import SETUP, decision

WORDS = vocabulary()


def choices(*ids: str) -> list[Choice]:
    return [WORDS.parse(option) for option in ids]


def invested(**machinery: int) -> dict[str, Any]:
    paid = {name: number for name, number in machinery.items() if name == "credit"}
    rest = {name: number for name, number in machinery.items() if name != "credit"}
    return {
        "t": "event",
        "kind": "invested",
        "company": "usa",
        "tile": "x",
        "machinery": rest,
        "paid": paid,
    }


def one(*decisions: dict[str, Any], events: list[dict[str, Any]] | None = None) -> Claim:
    (claim,) = claims_of(decisions, events or [], WORDS)
    return claim


def answers(claim: Claim, *asked: tuple[str, ...]) -> list[str | None]:
    found = [claim.answer(choices(*ids)) for ids in asked]
    return [choice.id if choice else None for choice in found]


@pytest.mark.parametrize(
    ("option", "verb", "values"),
    [
        (
            "take usa with jill_mcdowell and starting_1",
            "pick",
            {"company": "usa", "contract": "starting_1"},
        ),
        ("take green_01", "take", {"contract": "green_01"}),
        ("take 1 excavator 2 mixer", "machinery", {"excavator": 1, "mixer": 2}),
        ("place bank with 3", "bank", {"engineers": 3}),
        ("place turbine_plus_2_red", "place", {"space": "turbine_plus_2_red"}),
        (
            "use special_krylov as tech_3_base",
            "use",
            {"tile": "special_krylov", "copied_tile": "tech_3_base"},
        ),
        ("use tech_3_base", "use", {"tile": "tech_3_base", "copied_tile": None}),
        (
            "construct basic_base at dam_1_lower paying 2 excavator 6 credit",
            "construct",
            {"payment": {"excavator": 2, "credit": 6}},
        ),
        ("construct tech_3_base at dam_1_lower paying nothing", "construct", {"payment": {}}),
        (
            "construct borrowed_copy as basic_base at dam_1_lower paying 3 excavator",
            "construct",
            {"copied_tile": "basic_base"},
        ),
        ("place cofferdam_left with the architect", "architect", {"space": "cofferdam_left"}),
        ("use cofferdam through the bank", "through_bank", {"building": "cofferdam"}),
        ("use the building", "use_effect", {}),
        ("take the tile of patent_2", "take_patent", {"space": "patent_2"}),
        ("take back basic_base", "retrieve_tile", {"tile": "basic_base"}),
        (
            "take back 1 excavator 2 mixer from segment_3",
            "retrieve",
            {"payment": {"excavator": 1, "mixer": 2}, "segment": "segment_3"},
        ),
        ("fill dam_8_upper", "fill_dam", {"space": "dam_8_upper"}),
        ("fill dams", "fill", {}),
        ("drop on headstream_a", "drop", {"space": "headstream_a"}),
        ("flow from headstream_a", "drop", {"space": "headstream_a"}),
        ("dance", "other", {}),
    ],
)
def test_options_are_taken_apart(option: str, verb: str, values: dict[str, Any]) -> None:
    choice = WORDS.parse(option)
    assert choice.verb == verb
    assert {name: choice.values.get(name) for name in values} == values


def test_two_drops_are_two_answers_in_order() -> None:
    claim = one(decision("place_water", spaces=["headstream_b", "headstream_a"], flowing=False))
    drops = tuple(f"drop on headstream_{name}" for name in "abcd")
    assert answers(claim, drops, drops, drops) == [
        "drop on headstream_b",
        "drop on headstream_a",
        None,
    ]
    assert claim.done


def test_contracts_are_discarded_in_the_order_we_ask() -> None:
    claim = one(decision("discard_contracts", contracts=["red_01", "green_02"]))
    assert answers(claim, ("discard green_02", "discard green_03"), ("discard red_01",)) == [
        "discard green_02",
        "discard red_01",
    ]


def test_machinery_may_be_asked_in_parts() -> None:
    claim = one(decision("choose_machinery", excavator=1, mixer=2))
    two = ("take 2 excavator 0 mixer", "take 1 excavator 1 mixer", "take 0 excavator 2 mixer")
    single = ("take 1 excavator 0 mixer", "take 0 excavator 1 mixer")
    assert answers(claim, two, single) == ["take 1 excavator 1 mixer", "take 0 excavator 1 mixer"]
    assert claim.done


def test_construct_takes_the_payment_from_the_event() -> None:
    claim = one(
        decision("construct", space="dam_1_lower", structure="base", tile="basic_base", legal={}),
        decision("pay", resources={"excavator": 2, "credit": 9}, of_options=[]),
        events=[invested(excavator=2, credit=9)],
    )
    offered = (
        "construct basic_base at dam_1_lower paying 5 excavator",
        "construct basic_base at dam_1_lower paying 9 credit 2 excavator",
    )
    assert answers(claim, offered) == [offered[1]]


def test_a_borrowed_copy_has_no_tile() -> None:
    claim = one(
        decision(
            "construct",
            space="dam_1_lower",
            structure="base",
            tile=None,
            copied_tile="basic_base",
            legal={},
        ),
        events=[invested(excavator=5)],
    )
    option = "construct borrowed_copy as basic_base at dam_1_lower paying 5 excavator"
    assert answers(claim, (option,)) == [option]


def test_officer_space_and_copied_officer_are_one_answer() -> None:
    place = decision("place_engineers", space="officer_mahiri_1", engineers=1, legal=[])
    claim = one(place, decision("copy_officer", officer="viktor_fiesler"))
    assert answers(claim, ("place bank with 1", "copy jill_mcdowell", "copy viktor_fiesler")) == [
        "copy viktor_fiesler"
    ]


def test_a_building_used_through_the_bank_is_one_answer() -> None:
    place = decision("place_engineers", space="bank", engineers=1, legal=[], **{"as": "margot"})
    claim = one(place, decision("use_building", building="cofferdam", position=1))
    offered = ("place bank with 1", "use cofferdam through the bank")
    assert answers(claim, offered) == ["use cofferdam through the bank"]


def test_on_her_own_space_they_are_two() -> None:
    place = decision("place_engineers", space="officer_margot", engineers=1, legal=[])
    claims = claims_of([place, decision("use_building", building="cofferdam")], [], WORDS)
    assert [str(claim) for claim in claims] == ["place space=officer_margot", "use tile=cofferdam"]


def test_the_architect_and_the_buildings_have_their_own_spaces() -> None:
    words = WORDS.for_buildings({"4": "cofferdam"})
    place = decision("place_engineers", space="building_4_action_3", engineers=1, architect=True)
    (claim,) = claims_of([place], [], words)
    assert str(claim) == "architect space=cofferdam_right"
    assert words.recorded_space("cofferdam_right") == "building_4_action_2"
    assert words.same_space("building_4_action_4+architect") == "building_4_action_2+architect"


def test_the_machinery_of_a_work_is_not_the_payment_of_a_construction() -> None:
    work = decision("place_engineers", space="external_work_1", engineers=2, use_spencer=True)
    build = decision("construct", space="dam_1_lower", structure="base", tile="basic_base")
    _, claim = claims_of([work, build], [invested(mixer=1), invested(excavator=5)], WORDS)
    assert "payment={'excavator': 5}" in str(claim)


def test_drops_into_dams_have_their_own_option() -> None:
    claim = one(decision("place_water", spaces=["dam_8_upper"], flowing=False, into_dam=True))
    assert answers(claim, ("fill dam_8_upper", "decline")) == ["fill dam_8_upper"]


def test_a_refusal_answers_only_what_it_refuses() -> None:
    claim = one(decision("pass", of="production"))
    assert answers(claim, ("put base at dam_1_lower", "decline")) == [None]
    assert answers(
        claim, ("produce 1 from dam_1_lower through conduit_1_left to powerhouse_8_1", "decline")
    ) == ["decline"]


def test_a_forced_refusal_is_no_decision_of_ours() -> None:
    assert claims_of([decision("pass", of="production", forced=True)], [], WORDS) == []


def test_unknown_kinds_are_named() -> None:
    with pytest.raises(UnknownDecisionError, match="`dance`"):
        claims_of([decision("dance")], [], WORDS)


def test_payment_text() -> None:
    assert parse_payment("4 excavator 3 credit") == {"excavator": 4, "credit": 3}
    assert parse_payment("nothing") == {}


def test_legal_spaces_are_compared_both_ways() -> None:
    record = decision(
        "place_engineers",
        space="bank",
        engineers=1,
        legal=["bank", "construct_1", "construct_2", "tile:tech_3_base"],
    )
    offered = choices(
        "place bank with 1",
        "place bank with 2",
        "place construct_1",
        "use special_krylov as tech_3_base",
    )
    assert compared(record, offered, Situation(WORDS)) == (
        {"construct_2", "tile:tech_3_base"},
        {"tile:tech_3_base+krylov"},
    )


def test_legal_lists_of_the_expansion() -> None:
    words = WORDS.for_buildings({"2": "cofferdam"})
    listed = ["building_2_action_2", "building_2_action_4", "bank+margot", "workshop_1+architect"]
    listed += ["external_work_1", "external_work_1+spencer"]
    offered = choices(
        "place cofferdam_right",
        "use cofferdam through the bank",
        "place workshop_1 with the architect",
        "place external_work_1",
    )
    record = decision("place_engineers", legal=listed)
    assert compared(record, offered, Situation(words, investing=True)) == (set(), set())
    assert compared(record, offered, Situation(words))[0] == {"external_work_1+spencer"}


def test_legal_constructions_name_copies_as_recorded() -> None:
    record = decision(
        "construct",
        legal={"special_krylov>basic_base": ["dam_1_lower"], ">basic_base": ["dam_2_lower"]},
    )
    offered = choices(
        "construct special_krylov as basic_base at dam_1_lower paying 5 excavator",
        "construct borrowed_copy as basic_base at dam_2_lower paying 5 excavator",
    )
    assert compared(record, offered, Situation(WORDS)) == (set(), set())


def test_legal_productions_and_the_officer_space() -> None:
    record = decision("produce", legal=[["dam_1_lower", "conduit_1_left", "powerhouse_8_1", 2, 10]])
    offered = choices("produce 1 from dam_1_lower through conduit_1_left to powerhouse_8_1")
    theirs, ours = compared(record, offered, Situation(WORDS))
    assert theirs == {"2 from dam_1_lower through conduit_1_left to powerhouse_8_1"}
    assert ours == {"1 from dam_1_lower through conduit_1_left to powerhouse_8_1"}
    place = decision("place_engineers", legal=["officer_mahiri_2_red"])
    second = Situation(WORDS, copy_space="officer_mahiri_2_red")
    assert compared(place, choices("copy jill_mcdowell"), second) == (set(), set())


def test_payments_of_one_construction() -> None:
    offered = choices(
        "construct basic_conduit at conduit_1_left paying 10 excavator",
        "construct basic_conduit at conduit_9_left paying 1 mixer",
    )
    pay = decision("pay", of_options=[{"excavator": 10}, {"mixer": 5}])
    assert payments_compared(pay, offered[0], offered, WORDS) == ({"5 mixer"}, set())


def test_every_draw_gets_its_recorded_order() -> None:
    records = [
        SETUP,
        {"t": "seats", "seats": [], "mahiri_pool": ["anton_krylov", "jill_mcdowell"]},
        {"t": "event", "kind": "reveal_contracts", "contracts": ["red_01", "green_01"]},
        {"t": "event", "kind": "reveal_technology", "positions": {"1": "tech_2_base"}},
        {"t": "event", "kind": "reveal_contracts", "contracts": ["green_02"]},
    ]
    setup = {
        **SETUP,
        "works": {"2": "work_a2", "1": "work_a1"},
        "buildings": {"2": "loan_agency", "1": "cofferdam"},
    }
    records.append({"t": "event", "kind": "reveal_works", "positions": {"1": "work_b1"}})
    order = order_of([setup, *records[1:]], WORDS)
    assert order["work_stack"] == ["work_a1", "work_a2", "work_b1"]
    assert order["building_stack"] == ["cofferdam", "loan_agency"]
    assert order["headstream_stack"] == ["headstream_tile_5", "headstream_tile_2"]
    assert order["neutral_stack"] == ["neutral_3", "neutral_6", "neutral_10"]
    assert order["deck of green"] == ["green_04", "green_15", "green_01", "green_02"]
    assert order["deck of red"] == ["red_11", "red_12", "red_01"]
    assert order["technology_stack"] == ["tech_1_base", "tech_1_wild", "tech_2_base"]
    assert order["officers_drawn"] == ["mahiri_sekibo", "anton_krylov", "jill_mcdowell"]
    assert order["picking_order"] == ["player_1", "player_2"]


def test_windows_end_with_a_snapshot_and_know_what_comes_right_behind() -> None:
    refill = {"t": "event", "kind": "reveal_contracts", "contracts": ["red_01"]}
    records = [
        decision("place_engineers", space="bank", engineers=1),
        {"t": "snapshot", "after": "turn", "company": "usa", "round": 1},
        refill,
        decision("place_engineers", space="bank", engineers=2),
        {"t": "snapshot", "after": "phase", "before_phase": "water_flow", "round": 1},
    ]
    first, second = windows(records)
    assert (len(first.decisions), first.behind, str(first)) == (
        1,
        [refill],
        "after turn usa round 1",
    )
    assert (second.events, second.behind, str(second)) == (
        [refill],
        [],
        "before water_flow round 1",
    )
