"""Packs that mean harm: names that are code, scripts that never end, endless numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import BarrageError, PackError, load
from interpreter.engine.game import RuleFault

MANIFEST = """
pack: hostile
version: 1.0.0
title: {en: x, it: x}
modes: [only]
players: {min: 1, max: 2}
start: {setup: setup, play: play, score: points}
"""
FRAME = """
resources: [{id: coin}]
quantities: [{id: points, gives: number, value: coin of you}]
types:
  game: {state: {heap: number, things: list of player}}
"""


def made(folder: Path, setup: str, more: str = "") -> Path:
    (folder / "pack.yaml").write_text(MANIFEST)
    script = "\n".join("      " + line for line in setup.splitlines())
    (folder / "rules.yaml").write_text(
        f"{FRAME}\nprocedures:\n  - id: setup\n    script: |\n{script}\n"
        f"  - id: play\n    script: stop\n{more}"
    )
    return folder


@pytest.mark.parametrize(
    "script",
    [
        "repeat 1000000000000\n  gain 1 coin for player_1",
        "repeat while yes\n  gain 1 coin for player_1",
        "repeat 90000\n  repeat 90000\n    repeat 90000\n      gain 1 coin for player_1",
        "repeat while yes\n  repeat 99999\n    gain 1 coin for player_1",
        "set heap to 3\nrepeat 90000\n  set heap to heap * heap",
        "set things to players\nrepeat 90000\n  set things to things + things",
        "forever",
        'for player_1\n  choose n from 1 to 1000000000000 as "{n}"\n  gain n coin',
        'for player_1\n  choose b from parts_of(bundle(99999999 coin), 5) as "{b}"\n  gain b',
    ],
)
def test_scripts_that_would_never_end_are_stopped(tmp_path: Path, script: str) -> None:
    more = "  - id: forever\n    script: forever\n" if script == "forever" else ""
    ruleset = load(made(tmp_path, script, more))
    with pytest.raises(RuleFault, match="circles"):
        ruleset.new_game(players=1)


CODE = "__import__('pathlib').Path('{}').touch()"


@pytest.mark.parametrize(
    "section",
    [
        'quantities:\n  - {{id: q, takes: {{"x={code}": number}}, gives: number, value: 1}}\n',
        'events:\n  - {{id: "e(); {code}"}}\n',
        'types:\n  thing: {{plural: things_, fields: {{"a; {code}": number}}}}\n',
        'types:\n  player: {{state: {{"a; {code}": number}}}}\n',
        'types:\n  "t; {code}": {{plural: ts}}\n',
        'graphs:\n  "g; {code}": {{edges: []}}\n',
        'procedures:\n  - {{id: "p(): pass\\n{code}\\ndef z", script: stop}}\n',
        'resources:\n  - {{id: "r\'; {code}"}}\n',
        "invariants:\n  - {{id: \"i; {code}\", holds: 'yes'}}\n",
    ],
)
def test_names_are_never_code(tmp_path: Path, section: str) -> None:
    target = tmp_path / "touched"
    made(tmp_path, "stop")
    (tmp_path / "more.yaml").write_text(section.format(code=CODE.format(target)))
    with pytest.raises(BarrageError) as caught:
        load(tmp_path).new_game(players=1)
    assert isinstance(caught.value, PackError)
    assert not target.exists()


def test_state_of_none_reads_as_zero_and_refuses_to_be_written(tmp_path: Path) -> None:
    more = """
  - id: poke
    script: |
      let nobody = first (tokens where size > 90)
      set worth of nobody to 7
  - id: peek
    script: |
      let nobody = first (tokens where size > 90)
      gain worth of nobody + 1 coin for player_1
types:
  token: {plural: tokens, fields: {size: number}, state: {worth: number}}
tokens: [{id: small, size: 1}, {id: large, size: 2}]
"""
    folder = made(tmp_path, "set worth of small to 5", "")
    (folder / "more.yaml").write_text("procedures:" + more)
    game = load(folder).new_game(players=1)
    game.run("peek")
    assert game.snapshot()["player_1"] == {"coin": 1}
    with pytest.raises(RuleFault, match=r"more\.yaml:5:"):
        game.run("poke")
    assert game.snapshot()["elements"] == {"small": {"worth": 5}}
