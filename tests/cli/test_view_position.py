"""Paths, names, templates and colours of a position."""

from __future__ import annotations

from dataclasses import replace

import pytest

from interpreter.view import Position, Spot, ViewError
from interpreter.view.listing import marks, things
from interpreter.view.position import GAME
from interpreter.view.spec import Part, Row

ME = Spot("player_1", "player_1")


@pytest.mark.parametrize(
    ("spot", "path", "value"),
    [
        (GAME, "day", 2),
        (GAME, "nothing", None),
        (GAME, "day.more", None),
        (ME, "seed", 4),
        (ME, "clan.colour", "sky"),
        (Spot("pot_1"), "buds", 3),
        (Spot("pot_1"), "bed", "bed_north"),
        (Spot("pot_1"), "bed.region", "region_north"),
        (Spot("pot_1"), "owner.clan.colour", "sky"),
        (Spot("pot_1"), "tail", "1"),
        (Spot("bed_north"), "capital", "NORTH"),
        (Spot("notch_3", "player_1"), "store", {"seed": 2}),
        (Spot("notch_3", "player_2"), "store", None),
        (GAME, "@pot_1.buds", 3),
        (GAME, "order.first", "player_2"),
        (GAME, "order.first.seed", 9),
        (GAME, "day.first", None),
    ],
)
def test_paths(position: Position, spot: Spot, path: str, value: object) -> None:
    assert position.value(spot, path) == value


def test_numbers(position: Position) -> None:
    assert position.number(ME, "seed") == 4
    assert position.number(ME, "basket") == 1
    assert position.number(ME, "gold") == 0


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("{clan}", "Ants"),
        ("{clan:id}", "clan_a"),
        ("{seed} {gold|0}", "4 0"),
        ("{basket:id}", "pot_1"),
        ("{name} {initial}", "Ants A"),
    ],
)
def test_templates(position: Position, template: str, text: str) -> None:
    assert position.text(ME, {"": template}) == text


def test_names_follow_the_language(position: Position) -> None:
    assert replace(position, lang="it").name("player_1") == "Formiche"
    assert position.name("player_2") == "player 2"
    assert position.name("unheard_of") == "unheard_of"


def test_bundles_use_glyphs(position: Position) -> None:
    spot = Spot("notch_3", "player_1")
    assert position.text(spot, {"": "{store}"}) == "2S"


def test_colours(position: Position) -> None:
    by_clan, by_seat = position.colour_of("player_1"), position.colour_of("player_2")
    assert by_clan is not None and by_clan.svg == "#0000ff"
    assert by_seat is not None and by_seat.terminal == "blue"
    assert position.colour_of("wild") is None
    with pytest.raises(ViewError, match="did you mean 'plum'"):
        position.paint(ME, Part(paint="plumm"))


def test_a_row_lists_a_list_a_type_or_a_ring(position: Position) -> None:
    def listed(spot: Spot, row: Row) -> list[str | None]:
        return [one.id for one in things(position, spot, row)]

    assert listed(GAME, Row((), list="order")) == ["player_2", "player_1"]
    assert listed(Spot("bed_north"), Row((), of="pot", by="bed")) == ["pot_1"]
    assert listed(GAME, Row((), of="place", unless=("dear",))) == [
        "bed_north",
        "bed_south",
        "pot_2",
    ]
    assert listed(ME, Row((), ring="notch", next="next")) == ["notch_2", "notch_3", "notch_1"]
    assert listed(Spot("player_2", "player_2"), Row((), ring="notch", next="next")) == []


def test_a_part_is_repeated_and_shown_for_players(position: Position) -> None:
    assert len(list(marks(position, Spot("pot_1"), Part(repeat="buds")))) == 3
    assert len(list(marks(position, Spot("pot_2"), Part(repeat="buds")))) == 0
    seen = [spot.player for spot, _ in marks(position, Spot("bed_north"), Part(per="visited"))]
    assert seen == ["player_1", "player_2"]
