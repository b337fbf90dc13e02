"""A small world of its own for the view, and a way to run the command line."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from click.testing import CliRunner, Result

from interpreter.cli.main import main
from interpreter.view import Position


@dataclass
class Thing:
    """An element, as far as the view cares."""

    id: str
    types: tuple[str, ...]
    fields: dict[str, Any] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    def name(self, lang: str) -> str:
        return self.names.get(lang) or self.names.get("en") or self.id


@dataclass
class World:
    """A ruleset about a garden."""

    view: dict[str, Any] = field(default_factory=dict)
    elements: dict[str, Thing] = field(default_factory=dict)

    def add(self, thing: Thing) -> None:
        self.elements[thing.id] = thing

    def graph(self, name: str) -> nx.MultiDiGraph:
        assert name == "paths"
        graph = nx.MultiDiGraph()
        graph.add_edge("bed_north", "bed_south")
        return graph


@pytest.fixture
def world() -> World:
    garden = World()
    garden.view = {
        "players": {"name": "{clan}", "colour": "clan.colour", "seats": ["plum", "sky"]},
        "palette": {
            "plum": {"svg": "#800080", "terminal": "magenta"},
            "sky": {"svg": "#0000ff", "terminal": "blue"},
        },
        "glyphs": {"seed": {"en": "S", "it": "s"}},
    }
    garden.add(Thing("clan_a", ("clan",), {"colour": "sky"}, {"en": "Ants", "it": "Formiche"}))
    garden.add(Thing("seed", ("resource",), {}, {"en": "Seed"}))
    for side, y in (("north", 10), ("south", 90)):
        bed = {"x": 50, "y": y, "region": f"region_{side}"}
        garden.add(Thing(f"bed_{side}", ("bed", "place"), bed, {"en": f"Bed {side}"}))
        garden.add(Thing(f"region_{side}", ("region",), {}, {"en": side.title()}))
    garden.add(
        Thing("pot_1", ("pot", "place"), {"x": 20, "y": 15, "bed": "bed_north", "dear": True})
    )
    garden.add(Thing("pot_2", ("pot", "place"), {"x": 80, "y": 85, "bed": "bed_south"}))
    for number in (1, 2, 3):
        onward = f"notch_{number % 3 + 1}"
        garden.add(Thing(f"notch_{number}", ("notch",), {"next": onward}))
    return garden


SNAPSHOT = {
    "day": 2,
    "order": ["player_2", "player_1"],
    "player_1": {"clan": "clan_a", "seed": 4, "notch": "notch_2", "basket": ["pot_1"]},
    "player_2": {"seed": 9},
    "elements": {
        "pot_1": {"owner": "player_1", "buds": 3},
        "pot_2": {"owner": "wild"},
        "notch_3": {"store": {"player_1": {"seed": 2}}},
        "bed_north": {"visited": {"player_1": True, "player_2": True}},
    },
}


@pytest.fixture
def position(world: World) -> Position:
    return Position(world, SNAPSHOT, ("player_1", "player_2"))


Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    """Run `barrage` with some arguments; standard error is apart from standard output."""

    def call(*args: str, stdin: str = "", code: int | None = 0) -> Result:
        result = CliRunner().invoke(main, [str(arg) for arg in args], input=stdin)
        told = f"exit {result.exit_code}\n{result.stdout}\n{result.stderr}"
        assert result.exception is None or isinstance(result.exception, SystemExit), told
        assert "Traceback" not in result.stderr
        if code is not None:
            assert result.exit_code == code, told
        return result

    return call


@pytest.fixture
def mini() -> str:
    """The folder of a tiny pack without a view section."""
    return str(Path(__file__).parent / "mini")


@pytest.fixture
def changed(tmp_path: Path, mini: str) -> Callable[[str, str], str]:
    """A copy of the tiny pack in which one text stands for another."""

    def change(old: str, new: str) -> str:
        folder = tmp_path / "mini"
        shutil.copytree(mini, folder)
        for file in folder.glob("*.yaml"):
            file.write_text(file.read_text().replace(old, new))
        return str(folder)

    return change
