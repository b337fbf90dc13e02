"""The real game through the command line: what a person sees."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from interpreter import Ruleset, load
from interpreter.cli.bots import Bot
from interpreter.cli.defaults import defaults


@pytest.fixture(scope="module")
def ruleset() -> Ruleset:
    return load(defaults().packs)


@pytest.mark.parametrize("lang", ["en", "it"])
def test_the_position_is_shown(run, lang: str) -> None:
    told = run("play", "--seed", "7", "--lang", lang, stdin="1\nquit\n").stdout
    for word in {"en": ["Mountains", "Basin 1", "Energy track"], "it": ["Montagna", "Bacino 1"]}[
        lang
    ]:
        assert word in told


def test_hint_why_and_undo(run, ruleset: Ruleset) -> None:
    mode = ruleset.model.modes[0]
    told = run(
        "play", "--mode", mode, "--players", "2", "--seed", "3",
        stdin="hint\n1\nundo\nwhy place bank with 1\nquit\n",
    ).stdout  # fmt: skip
    assert "`place bank with 1` is offered" in told


def test_the_bot_prefers_what_is_worth_more(ruleset: Ruleset) -> None:
    game = ruleset.new_game(players=2, seed=3, mode=ruleset.model.modes[0])
    judged = Bot(ruleset, 1).judge(game)
    worths = [one.worth for one in judged]
    assert worths == sorted(worths, reverse=True)
    assert len(judged) > 1


def test_random_games_end_and_keep_the_invariants(run, ruleset: Ruleset) -> None:
    for mode in ruleset.model.modes:
        args = ("--mode", mode, "--players", "2", "--games", "2", "--format", "json")
        report = json.loads(run("simulate", *args).stdout)
        assert report["ended"] == 2
        assert report["at_end"] == {"round": {"5": 2}}
        assert report["dead_ends"] == 0


def test_a_random_game_can_be_replayed(run, tmp_path: Path) -> None:
    trace = str(tmp_path / "game.trace")
    run("simulate", "--games", "1", "--seed", "4", "--players", "3", "--trace", trace)
    assert "scores" in run("replay", trace).stdout
