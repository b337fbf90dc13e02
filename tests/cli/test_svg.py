"""The picture, from a view section made for the test."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

import pytest

from interpreter.view import Position, ViewError
from interpreter.view.curves import bezier, downhill, smooth
from interpreter.view.svg import picture

DRAWING: dict[str, Any] = {
    "title": "Garden",
    "size": [200, 400],
    "coordinates": ["x", "y"],
    "symbols": {"dot": '<circle r="3" fill="currentColor"/>'},
    "layers": {
        "ground": {
            "draw": "bands",
            "of": "pot",
            "by": "bed.region",
            "label": "region",
            "bands": {"region_north": {"style": "rock", "strewn": ["dot"], "count": 3}},
        },
        "ways": {"draw": "graph", "graph": "paths", "strokes": [{"style": "way", "width": 4}]},
        "hoses": {
            "draw": "lines",
            "of": "pot",
            "through": [{"path": "id"}, {"path": "bed", "of": "pot", "by": "bed"}],
            "strokes": [{"style": "hose", "when": "owner", "paint_by": "owner"}],
            "via": {"pot_1": [[30, 30]]},
        },
        "pots": {
            "draw": "figures",
            "of": "pot",
            "parts": [
                {"symbol": "dot", "paint_by": "owner", "repeat": "buds", "step": [5, 0]},
                {"text": "{id:id} & co", "style": "label"},
            ],
        },
        "people": {"draw": "roster", "at": [0, 0], "step": [9, 0], "parts": ["{name}"]},
        "signs": {"draw": "signs", "parts": [{"text": "Day {day}"}]},
    },
}


def of(position: Position, **changes: Any) -> str:
    rules: Any = position.rules
    rules.view["svg"] = DRAWING | changes
    return picture(Position(rules, position.snapshot, position.players))


def test_it_is_well_formed_and_named(position: Position) -> None:
    tree = ET.fromstring(of(position))
    assert tree.attrib["viewBox"] == "0 0 200 400"
    assert tree.findtext("{http://www.w3.org/2000/svg}title") == "Garden"


def test_layers_come_in_order(position: Position) -> None:
    svg = of(position)
    places = [svg.index(f'id="layer_{name}"') for name in DRAWING["layers"]]
    assert places == sorted(places)


def test_pieces_are_painted_and_repeated(position: Position) -> None:
    pots = of(position).split('id="layer_pots"')[1].split('id="layer_people"')[0]
    assert pots.count('color="#0000ff"') == 3
    assert "pot_1 &amp; co" in pots


def test_players_stand_beside_each_other(position: Position) -> None:
    svg = of(position)
    assert '<text x="0.0" y="0.0">Ants</text>' in svg
    assert '<text x="9.0" y="0.0">player 2</text>' in svg


def test_the_same_position_gives_the_same_picture(position: Position) -> None:
    assert of(position) == of(position)


def test_places_may_be_changed_for_the_drawing(position: Position) -> None:
    svg = of(position, places={"pot_1": [10, 50]})
    assert 'translate(20.0 200.0)"><use href="#dot"' in svg


def test_an_unknown_symbol_is_named(position: Position) -> None:
    layers = {"pots": {"draw": "figures", "of": "pot", "parts": [{"symbol": "dott"}]}}
    with pytest.raises(ViewError, match="no symbol 'dott'"):
        of(position, layers=layers)


def test_packs_without_a_drawing_say_so(position: Position) -> None:
    with pytest.raises(ViewError, match=r"no view\.svg section"):
        picture(position)


def test_curves_go_through_their_points() -> None:
    assert smooth([(0, 0)]) == ""
    assert smooth([(0, 0), (0, 30)]) == "M0.0,0.0C0.0,10.0 0.0,20.0 0.0,30.0"
    way = downhill((0, 0), (50, 100), sway=20)
    assert way[0] == (0, 0)
    assert way[-1] == pytest.approx((50, 100))
    assert bezier(((0, 0), (0, 1), (1, 1), (1, 0)), 0.5) == pytest.approx((0.5, 0.75))
