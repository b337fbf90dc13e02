"""Recorded games: what is refused, and where."""

from __future__ import annotations

import json
from pathlib import Path

import pytest


@pytest.fixture
def trace(run, mini: str, tmp_path: Path) -> Path:
    file = tmp_path / "game.trace"
    args = ("--players", "1", "--mode", "long", "--games", "1", "--trace", str(file))
    run("simulate", "--packs", mini, *args)
    return file


def test_the_header_says_which_game_it_is(trace: Path) -> None:
    header = json.loads(trace.read_text().splitlines()[0])
    assert header["mode"] == "long"
    assert header["players"] == header["seed"] == header["trace"] == 1
    assert header["packs"][0]["pack"] == "mini"
    assert len(header["packs"][0]["digest"]) > 20


def test_json_lines_and_comments_are_understood(run, mini: str, trace: Path) -> None:
    header, *moves, scores = trace.read_text().splitlines()
    lines = [header, "# a comment", "", json.dumps(moves[0])]
    lines += [json.dumps({"option": move, "player": "x"}) for move in moves[1:]]
    trace.write_text("\n".join([*lines, scores]))
    result = json.loads(run("replay", str(trace), "--packs", mini, "--format", "json").stdout)
    assert result[0]["moves"] == len(moves)
    assert result[0]["scores"] == json.loads(scores)["scores"]


def test_changed_packs_are_refused_unless_forced(run, changed, trace: Path) -> None:
    other = changed("yield: 2", "yield: 9")
    told = run("replay", str(trace), "--packs", other, code=2).stderr
    assert "the pack 'mini' has changed since" in told
    assert "--force" in told
    run("replay", str(trace), "--packs", other, "--force")


def test_another_pack_is_refused(run, changed, trace: Path) -> None:
    other = changed("pack: mini", "pack: maxi")
    told = run("replay", str(trace), "--packs", other, code=2).stderr
    assert "the pack 'mini', which is not loaded" in told


def test_show_draws_the_end(run, mini: str, trace: Path) -> None:
    assert run("replay", str(trace), "--packs", mini, "--show").stdout


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda lines: [], "no game in this file"),
        (lambda lines: lines[1:], ":1: a trace begins with a header"),
        (lambda lines: [lines[0], "pick nothing"], ":2: `pick nothing` is not an option"),
        (lambda lines: [*lines[:-1], "pick apple"], "the game is over"),
        (lambda lines: [*lines[:-1], '{"scores": {"player_1": 1}}'], "ends with the scores"),
        (lambda lines: [lines[0], "{"], ":2: not valid JSON"),
        (lambda lines: [lines[0], "{}"], ":2: expected an option id"),
        (lambda lines: [lines[0].replace('"trace": 1', '"trace": 2')], "of version 2"),
        (lambda lines: [lines[0].replace('"seed"', '"sed"')], "no usable 'seed'"),
    ],
)
def test_a_damaged_trace_is_refused(run, mini: str, trace: Path, change, message: str) -> None:
    trace.write_text("\n".join(change(trace.read_text().splitlines())))
    assert message in run("replay", str(trace), "--packs", mini, code=2).stderr


def test_a_file_that_is_no_text(run, mini: str, tmp_path: Path) -> None:
    file = tmp_path / "x"
    file.write_bytes(b"\xff\xfe\x00")
    assert "not a text file" in run("replay", str(file), "--packs", mini, code=2).stderr
