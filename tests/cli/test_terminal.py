"""Panels in the terminal, from a view section made for the test."""

from __future__ import annotations

import io
from typing import Any

from rich.console import Console

from interpreter.view import Position
from interpreter.view.terminal import render


def drawn(position: Position, panel: dict[str, Any], width: int = 60) -> str:
    rules: Any = position.rules
    rules.view["terminal"] = {"panel": panel}
    fresh = Position(rules, position.snapshot, position.players, position.lang)
    out = io.StringIO()
    Console(file=out, width=width).print(render(fresh, width, "player_2"))
    return out.getvalue()


def test_rows(position: Position) -> None:
    rows = [
        {"label": "Day", "each": ["{day}"]},
        {"label": "Order", "list": "order", "join": ", ", "each": ["{name}"]},
        {"label": "Left out", "each": ["{nothing}"]},
        {"label": "Rest", "each": ["{nothing}"], "empty": "none"},
    ]
    text = drawn(position, {"show": "rows", "title": "Garden", "rows": rows})
    assert "Garden" in text
    assert "Day   2" in text
    assert "player 2, Ants" in text
    assert "Left out" not in text
    assert "none" in text


def test_cards_are_grouped_and_say_where_they_lead(position: Position) -> None:
    pots = {"of": "pot", "by": "bed", "each": ["{id:id}", {"text": "*", "repeat": "buds"}]}
    panel = {"show": "cards", "of": "bed", "by": "region", "leads": "paths", "rows": [pots]}
    text = drawn(position, panel)
    assert text.index("North") < text.index("South")
    assert "pot_1***" in text
    assert "→ Bed south" in text


def test_the_player_to_move_has_a_double_frame(position: Position) -> None:
    rows = [{"label": "Seeds", "each": ["{seed|0}"]}]
    text = drawn(position, {"show": "players", "rows": rows, "width": 20})
    assert "╭─ Ants" in text
    assert "╔═ player 2" in text


def test_a_narrow_terminal_puts_cards_below_each_other(position: Position) -> None:
    panel = {"show": "players", "rows": [{"each": ["{seed}"]}], "width": 30}
    assert len(drawn(position, panel, 70).splitlines()) == 3
    assert len(drawn(position, panel, 40).splitlines()) == 6


def test_a_track_has_a_bar_for_everyone(position: Position) -> None:
    marks = [{"at": 3, "each": ["one"]}, {"at": 8, "each": ["two"]}]
    text = drawn(position, {"show": "track", "counter": "seed", "to": 10, "marks": marks})
    ants, other, scale = text.splitlines()[:3]
    assert ants.count("█") == 8
    assert other.count("█") == 18
    assert scale.index("two") - scale.index("one") == 10
