"""Saves, traces and reports name the packs they were made with, and refuse others."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from interpreter import SaveError, load
from interpreter.cli.main import main

Run = Callable[..., Result]
MANIFEST = 'pack: mine\nversion: {}\nrequires: {{base: ">=1.0,<2"}}\n'
RULE = "rules: [{{id: mine_limit, rule: modify contract_limit to {}}}]\n"


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "pack.yaml").write_text(MANIFEST.format("1.0.0"))
    (folder / "rules.yaml").write_text(RULE.format(4))
    return folder


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)
    return lambda *words: CliRunner().invoke(main, [str(word) for word in words])


def changed(folder: Path) -> None:
    """One number differs; nothing else does."""
    (folder / "rules.yaml").write_text(RULE.format(5))


def test_the_hash_is_that_of_the_content(mine: Path, tmp_path: Path) -> None:
    first = load(mine).identity
    assert [one["pack"] for one in first] == ["base", "mine"]
    copy = tmp_path / "elsewhere" / "mine"
    copy.mkdir(parents=True)
    for path in mine.iterdir():
        (copy / path.name).write_bytes(path.read_bytes())
    assert load(copy).identity == first
    (mine / "notes.txt").write_text("not a part of the pack")
    assert load(mine).identity == first
    changed(mine)
    assert load(mine).identity[0] == first[0]
    assert load(mine).identity[1]["digest"] != first[1]["digest"]


def test_saves(mine: Path) -> None:
    saved = load(mine).new_game(players=2, seed=1).to_json()
    assert load(mine).from_json(saved).to_json() == saved
    changed(mine)
    with pytest.raises(SaveError, match="mine"):
        load(mine).from_json(saved)
    assert load(mine).from_json(saved, force=True).decision is not None
    with pytest.raises(SaveError):
        load("base").from_json(saved)


def test_saves_on_the_command_line(mine: Path, run: Run, tmp_path: Path) -> None:
    game = load(mine).new_game(players=2, seed=1)
    (tmp_path / "evening.json").write_text(game.to_json())
    words = ["play", "--load", "evening.json", "--packs", mine, "--bots"]
    assert run(*words).exit_code == 0
    changed(mine)
    refused = run(*words)
    assert refused.exit_code == 2
    assert "mine" in refused.output
    assert run(*words, "--force").exit_code == 0
    assert run("graph", "--game", "evening.json", "--packs", mine).exit_code == 2
    assert run("graph", "--game", "evening.json", "--packs", mine, "--force").exit_code == 0


def test_traces(mine: Path, run: Run) -> None:
    words = ["simulate", "--packs", mine, "--players", 2, "--games", 1, "--trace", "game.trace"]
    assert run(*words).exit_code == 0
    replay = ["replay", "game.trace", "--packs", mine]
    assert run(*replay).exit_code == 0
    other = run("replay", "game.trace", "--packs", f"{mine},promo")
    assert (other.exit_code, "played without it" in other.output) == (2, True)
    less = run("replay", "game.trace", "--packs", "base")
    assert (less.exit_code, "not loaded" in less.output) == (2, True)
    (mine / "rules.yaml").write_text(RULE.format(4) + "# a comment\n")
    refused = run(*replay)
    assert (refused.exit_code, "has changed" in refused.output) == (2, True)
    assert run(*replay, "--force").exit_code == 0


def test_reports(mine: Path, run: Run) -> None:
    wanted = {one["pack"]: one["digest"] for one in load(mine).identity}
    words = ["--packs", mine, "--players", 2, "--games", 1]
    report = json.loads(run("simulate", *words, "--format", "json").stdout)
    assert report["digests"] == wanted
    figures = json.loads(run("bench", *words, "--json").stdout)
    assert figures["digests"] == wanted
    merged = json.loads(run("show", "--resolved", mine, "--format", "json").stdout)
    assert {one["pack"]: one["digest"] for one in merged["packs"]} == wanted
    found = json.loads(run("diff", "base", mine, "--format", "json").stdout)
    assert {one["pack"]: one["digest"] for one in found["to"]} == wanted
