"""`show`: data, effect, names and place of one element."""

from __future__ import annotations

import json


def test_for_people(run, mini: str) -> None:
    told = run("show", "quince", "--packs", mini).stdout
    assert "Quince tree" in told
    assert "pay 3 coin; gain 5 fruit" in told
    assert "game.yaml:16" in told


def test_in_italian(run, mini: str) -> None:
    assert "Cotogno" in run("show", "quince", "--packs", mini, "--lang", "it").stdout


def test_for_programs(run, mini: str) -> None:
    data = json.loads(run("show", "apple", "--packs", mini, "--format", "json").stdout)
    assert data["id"] == "apple"
    assert data["types"] == ["tree"]
    assert data["names"] == {"en": "Apple tree", "it": "Melo"}
    assert data["fields"]["yield"] == 2
    assert data["line"] == 15


def test_a_misspelt_id_is_guessed(run, mini: str) -> None:
    told = run("show", "quinze", "--packs", mini, code=2).stderr
    assert "nothing in mini has the id 'quinze'; did you mean 'quince'?" in told
