"""Many random games, their report, and what happens when the rules do not hold."""

from __future__ import annotations

import json
from pathlib import Path


def test_the_report_for_people(run, mini: str) -> None:
    told = run("simulate", "--packs", mini, "--players", "2", "--games", "5", "--seed", "3")
    lines = dict(line.split("  ", 1) for line in told.stdout.splitlines() if "  " in line)
    assert lines["games"].strip() == "5"
    assert lines["ended"].strip() == "5"
    assert lines["dead ends"].strip() == "0"
    assert lines["broken invariants"].strip() == "0"
    assert told.stderr == ""


def test_the_report_for_programs(run, mini: str) -> None:
    args = ("simulate", "--packs", mini, "--mode", "short", "--games", "4", "--format", "json")
    report = json.loads(run(*args).stdout)
    assert report["packs"] == ["mini"]
    assert report["mode"] == "short"
    assert report["players"] == 3
    assert report["ended"] == report["games"] == 4
    assert report["broken"] == []
    assert 1 < report["options_per_decision"] <= 2
    assert sum(report["winners"].values()) >= 4


def test_the_same_seed_gives_the_same_games(run, mini: str) -> None:
    args = ("simulate", "--packs", mini, "--games", "3", "--seed", "5")
    assert run(*args).stdout == run(*args).stdout


def test_one_game_of_a_series_can_be_played_alone(run, mini: str, tmp_path: Path) -> None:
    series, alone = tmp_path / "series", tmp_path / "alone"
    base = ("simulate", "--packs", mini, "--trace")
    run(*base, str(series), "--games", "3", "--seed", "5")
    run(*base, str(alone), "--games", "1", "--seed", "7")
    assert series.read_text().endswith(alone.read_text())
    assert "moves replayed" in run("replay", str(series), "--packs", mini).stdout


def test_a_broken_invariant_is_told_with_seed_and_move(run, changed) -> None:
    pack = changed("not any (players where coin of it < 0)", "day < 2")
    told = run("simulate", "--packs", pack, "--games", "1", "--seed", "9", code=1)
    assert "seed 9, decision" in told.stderr
    assert "no_debts does not hold" in told.stderr
    assert "broken invariants     0" not in told.stdout


def test_checks_can_be_left_out(run, changed) -> None:
    pack = changed("not any (players where coin of it < 0)", "day < 2")
    assert "nothing" in run("simulate", "--packs", pack, "--games", "1", "--no-check").stdout


def test_a_dead_end_is_counted(run, changed) -> None:
    pack = changed(
        "increase picked", "commit\n            require day = 1\n            increase picked"
    )
    told = run("simulate", "--packs", pack, "--games", "2", "--format", "json", code=1)
    report = json.loads(told.stdout)
    assert report["dead_ends"] == 2
    assert report["ended"] == 0


def test_coverage_tells_what_was_never_used(run) -> None:
    told = run("simulate", "--packs", "base", "--games", "2", "--coverage")
    assert told.exit_code == 0
    assert "never" in told.stdout
