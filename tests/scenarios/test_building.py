"""Pitfalls about construction and what it costs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

Sets = Callable[..., Any]
FACTS = Path(__file__).parents[3] / "shared" / "facts" / "map.yaml"

#: start, end and value of every conduit
CONDUITS = {
    "conduit_1_left": (1, 8, 5), "conduit_1_right": (1, 5, 4),
    "conduit_2_left": (2, 6, 3), "conduit_2_right": (2, 10, 5),
    "conduit_3_left": (3, 5, 4), "conduit_3_right": (3, 6, 3),
    "conduit_4_left": (4, 7, 3), "conduit_4_right": (4, 12, 5),
    "conduit_5_left": (5, 8, 3), "conduit_5_right": (5, 10, 4),
    "conduit_6_left": (6, 9, 4), "conduit_6_right": (6, 7, 2),
    "conduit_7_left": (7, 10, 2), "conduit_7_right": (7, 12, 3),
    "conduit_8_left": (8, 11, 3), "conduit_8_right": (8, 9, 2),
    "conduit_9_left": (9, 11, 1), "conduit_9_right": (9, 12, 3),
    "conduit_10_left": (10, 11, 2), "conduit_10_right": (10, 12, 1),
}  # fmt: skip


def test_solomon_p_jordan_pays_conduits_with_credits_once(table: Sets) -> None:
    """A conduit of value 3 needs six machines: eighteen credits replace them all."""
    t = table()
    t.put(you={"officer": "solomon_p_jordan", "credit": 18, "tiles": ["basic_conduit"]})
    t.put(you={"open_segment": "segment_1", "excavator": 0})
    prices = t.ask("build_prices", kind="conduit", spot="conduit_2_left", guise="basic_conduit")
    assert [(p.get("excavator", 0), p.get("credit", 0)) for p in prices] == [
        (6 - n, 3 * n) for n in range(7)
    ]
    t.play("place construct_1", "construct basic_conduit at conduit_2_left paying 18 credit")
    assert t.of("you", "credit") == 0


def test_solomon_p_jordans_credits_go_to_the_supply(table: Sets) -> None:
    """They are gone: not on the wheel, not with another player, not back after a rotation."""
    t = table()
    t.put(you={"officer": "solomon_p_jordan", "credit": 9, "tiles": ["basic_base"]})
    t.put(you={"open_segment": "segment_1"})
    others = t.of("other", "credit")
    t.play("place construct_1", "construct basic_base at dam_8_lower paying 3 credit 2 excavator")
    assert t.wheel("segment_1") == {"excavator": 2}
    assert (t.of("you", "credit"), t.of("other", "credit")) == (6, others)
    t.run("rotate", steps=5)
    assert (t.of("you", "credit"), t.wheel("segment_1")) == (6, {})


@pytest.mark.parametrize("structure", ["base", "elevation", "conduit", "powerhouse"])
def test_without_a_piece_left_nothing_can_be_built(table: Sets, structure: str) -> None:
    """Five bases, elevations and conduits and four powerhouses: then that is it."""
    t = table()
    pieces = t.game.ruleset.elements[structure].fields["pieces"]
    t.put(
        you={"excavator": 20, "mixer": 20, "tiles": [f"basic_{structure}"]},
        dam_8_lower={"owner": "you", "level": 1},
        **{structure: {"built": {"you": pieces}}},
    )
    assert "place construct_1" not in t.options
    assert t.game.why_not("place construct_1")
    t.put(**{structure: {"built": {"you": pieces - 1}}})
    assert "place construct_1" in t.options


@pytest.mark.parametrize(
    ("structure", "reward"),
    [("base", "red_02"), ("elevation", "red_10"), ("conduit", "red_11"), ("powerhouse", "red_09")],
)
def test_without_a_piece_left_no_contract_places_one(
    table: Sets, structure: str, reward: str
) -> None:
    """Rewards are no way around the number of pieces."""
    t = table()
    pieces = t.game.ruleset.elements[structure].fields["pieces"]
    t.put(
        you={"contracts": [reward]},
        dam_8_lower={"owner": "you", "level": 1},
        **{structure: {"built": {"you": pieces}}},
    )
    t.run("produce_energy", output=10)
    t.play(f"fulfil {reward}")
    assert not t.starting("put ")


def test_taken_spaces_stay_taken(table: Sets) -> None:
    """Conduits and powerhouses of anyone, and base spaces with anyone's base, are not offered."""
    t = table()
    t.put(
        you={"excavator": 30, "mixer": 30, "credit": 30},
        conduit_1_left={"owner": "other"},
        conduit_1_right={"owner": "you"},
        powerhouse_5_1={"owner": "other"},
        dam_1_upper={"owner": "other", "level": 1},
        dam_2_lower={"owner": "neutral", "level": 1},
        dam_3_lower={"owner": "you", "level": 1},
    )
    t.play("place construct_1")
    sites = {option.split()[3] for option in t.starting("construct basic_")}
    assert not sites & {"conduit_1_left", "conduit_1_right", "powerhouse_5_1", "dam_1_upper"}
    assert not sites & {"dam_2_lower", "dam_3_upper"}
    assert sites >= {"dam_1_lower", "dam_2_upper", "powerhouse_5_2", "conduit_2_left"}
    assert t.starting("construct basic_base at dam_3") == []
    assert t.starting("construct basic_elevation") == [
        "construct basic_elevation at dam_3_lower paying 4 mixer"
    ]


def test_anton_krylovs_tile_is_not_an_advanced_one(table: Sets) -> None:
    """Neither the bonus tile nor Wild III counts the special tile, at home or on the wheel."""
    t = table()
    t.put(
        you={
            "officer": "anton_krylov",
            "tiles": ["special_krylov", "tech_3_wild"],
            "advanced": ["tech_3_wild"],
            "vp": 0,
        },
        round=1,
    )
    assert t.ask("bonus_points", tile="bonus_technologies", units=6) == 4
    t.put(you={"open_segment": "segment_2"}, segment_1={"tile": {"you": "basic_base"}})
    t.play(
        "place construct_1",
        "construct special_krylov as basic_base at dam_8_lower paying 3 excavator",
    )
    assert t.ask("bonus_points", tile="bonus_technologies", units=6) == 4
    t.run("construct")
    t.play("construct tech_3_wild at dam_8_lower paying 2 mixer")
    assert t.of("you", "vp") == 3


def test_cost_modifiers_apply_in_a_fixed_order(table: Sets) -> None:
    """Set the price, limit it, replace machines, add alternatives, and only then pay in credits."""
    t = table()

    def prices(officer: str, kind: str, spot: str, guise: str) -> list[dict[str, int]]:
        t.put(you={"officer": officer})
        found: list[dict[str, int]] = t.ask("build_prices", kind=kind, spot=spot, guise=guise)
        return sorted(found, key=str)

    assert prices("wilhelm_adler", "base", "dam_1_lower", "tech_2_wild") == sorted(
        [
            {"excavator": 3},
            {"excavator": 2, "mixer": 1},
            {"excavator": 1, "mixer": 2},
            {"mixer": 3},
        ],
        key=str,
    )
    assert prices("jill_mcdowell", "conduit", "conduit_1_left", "tech_2_conduit") == [
        {"excavator": 5},
        {"mixer": 5},
    ]
    assert {"credit": 15} in prices(
        "solomon_p_jordan", "conduit", "conduit_1_left", "tech_2_conduit"
    )
    assert prices("solomon_p_jordan", "base", "dam_1_lower", "tech_3_base") == [{}]
    assert {"credit": 3, "excavator": 1, "mixer": 1} in prices(
        "solomon_p_jordan", "base", "dam_8_lower", "tech_2_wild"
    )


def test_a_borrowed_officer_comes_in_at_the_same_stage(table: Sets) -> None:
    """Who lends an ability does not change the order: Sekibo with Adler pays like Adler."""
    t = table()
    t.put(you={"officer": "mahiri_sekibo", "borrowed": "wilhelm_adler"})
    assert t.ask("build_prices", kind="base", spot="dam_1_lower", guise="basic_base") == [
        {"excavator": 3}
    ]
    t.put(you={"borrowed": "jill_mcdowell"})
    assert t.ask("build_prices", kind="conduit", spot="conduit_1_left", guise="tech_2_conduit") == [
        {"excavator": 5},
        {"mixer": 5},
    ]


@pytest.mark.parametrize("officer", ["wilhelm_adler", "jill_mcdowell", "solomon_p_jordan", None])
@pytest.mark.parametrize("tile", ["basic_conduit", "tech_2_conduit", "tech_2_wild", "tech_3_base"])
def test_the_cheapest_payment_is_among_the_options(
    table: Sets, officer: str | None, tile: str
) -> None:
    """No price that is not offered beats an offered one, and none costs needlessly more."""
    t = table()
    t.put(you={"officer": officer, "tiles": [tile], "excavator": 10, "mixer": 10, "credit": 30})
    names = ("credit", "excavator", "mixer")
    kinds = t.game.ruleset.elements[tile].fields["builds"]
    t.play("place construct_1")
    offered: dict[str, set[tuple[int, ...]]] = {}
    for option in t.starting("construct "):
        site, paid = option.split(" at ")[1].split(" paying ")
        words = paid.split()
        bundle = dict(zip(words[1::2], map(int, words[::2]), strict=False)) if words[1:] else {}
        offered.setdefault(site, set()).add(tuple(bundle.get(name, 0) for name in names))
    assert offered
    for site, payments in offered.items():
        type_of = t.game.ruleset.elements[site].type
        [kind] = [k for k in kinds if k == {"dam": "base"}.get(type_of, type_of)]
        prices = t.ask("build_prices", kind=kind, spot=site, guise=tile)
        ways = {tuple(price.get(name, 0) for name in names) for price in prices}
        for way in ways:
            assert any(all(x <= y for x, y in zip(p, way, strict=True)) for p in payments)
        for one in payments:
            assert one in ways
            assert not any(
                other != one and all(x <= y for x, y in zip(other, one, strict=True))
                for other in payments
            )


def test_every_conduit_has_its_start_end_and_value(table: Sets) -> None:
    """No path is missing and none is crossed with another."""
    elements = table().game.ruleset.elements
    found = {
        e.id: (
            int(e.fields["basin"].removeprefix("basin_")),
            int(e.fields["end"].removeprefix("basin_")),
            e.fields["value"],
        )
        for e in elements.values()
        if e.type == "conduit"
    }
    assert found == CONDUITS
    graph = table().game.ruleset.graph("conduits")
    edges = sorted((f"basin_{a}", f"basin_{b}") for a, b, _ in CONDUITS.values())
    assert sorted((a, b) for a, b, *_ in graph.edges) == edges


@pytest.mark.skipif(not FACTS.exists(), reason="the reference material is not beside the project")
def test_conduits_are_those_of_the_reference_map() -> None:
    """The same against the reference itself."""
    basins = yaml.safe_load(FACTS.read_text(encoding="utf-8"))["basins"]
    assert {
        conduit["id"]: (basin["id"], conduit["end_basin"], conduit["value"])
        for basin in basins
        for conduit in basin.get("conduits", ())
    } == CONDUITS
