"""The picture of the real map, with and without a game; and the figures of `bench`."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

from interpreter.cli.defaults import defaults
from interpreter.view.check import problems


def test_the_map_is_drawn(run) -> None:
    svg = run("graph").stdout
    assert ET.fromstring(svg).tag.endswith("svg")
    assert "Basin 7" in svg


def test_a_file_and_a_language_may_be_chosen(run, tmp_path: Path) -> None:
    out = tmp_path / "map.svg"
    told = run("graph", "--out", str(out), "--lang", "it")
    assert told.stdout == ""
    assert "Bacino 7" in out.read_text()


def test_a_position_is_drawn_on_it(run, tmp_path: Path) -> None:
    save = str(tmp_path / "game.json")
    seats = ("--players", "2", "--seat", "2=random")
    run("play", *seats, stdin=f"1\n1\n1\n1\nsave {save}\nquit\n")
    svg = run("graph", "--game", save).stdout
    assert svg != run("graph").stdout
    assert "VP ·" in svg


def test_packs_without_a_drawing_say_so(run, mini: str) -> None:
    assert "no view.svg section" in run("graph", "--packs", mini, code=2).stderr


def test_a_place_that_cannot_be_written(run) -> None:
    assert "No such file" in run("graph", "--out", "/no/such/folder/x.svg", code=2).stderr


def test_bench_measures(run, mini: str) -> None:
    figures = json.loads(run("bench", "--packs", mini, "--games", "2", "--json").stdout)
    assert figures["games"] == 2
    for name in ("games_per_second", "decisions_per_second", "options_per_second"):
        assert figures[name] > 0
    assert figures["clone_microseconds"] > 0
    assert "games per second" in run("bench", "--packs", mini, "--games", "1").stdout


def test_the_view_section_speaks_only_of_what_is_there() -> None:
    from interpreter import load

    assert problems(load(defaults().packs)) == []
