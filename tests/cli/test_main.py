"""The group: help with examples, and refusals that are messages."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from interpreter.cli.defaults import defaults, starting_packs
from interpreter.cli.main import VERBS, main


@pytest.mark.parametrize("verb", ["", *VERBS])
def test_help_has_examples_of_packs_that_are_there(run, verb: str) -> None:
    told = run(*([verb] if verb else []), "--help").stdout
    assert "Examples:" in told
    assert f"barrage {verb}".strip() in told
    assert "{" not in told


def test_help_lists_all_verbs(run) -> None:
    told = run("--help").stdout
    assert all(f"\n  {verb} " in told for verb in VERBS)


def test_the_defaults_come_from_the_packs() -> None:
    assert defaults().packs in starting_packs()
    assert defaults().players > 1


def test_version(run) -> None:
    assert run("--version").stdout.startswith("barrage")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["fly"], "No such command 'fly'"),
        (["simulate", "--packs", "nowhere"], "there is no pack `nowhere`"),
        (["simulate", "--mode", "sideways", "--games", "1"], "no mode `sideways`"),
        (["simulate", "--players", "11", "--games", "1"], "11 players"),
        (["simulate", "--players", "0", "--games", "1"], "0 players"),
        (["play", "--players", "-1"], "-1 players"),
        (["play", "--load", "/no/such/file"], "No such file"),
        (["play", "--seat", "9=bot"], "seats are numbered from 1"),
        (["play", "--seat", "1=cat"], "a seat is one of human, bot, random"),
        (["replay", "/no/such/file"], "No such file"),
        (["graph", "--game", "/no/such/file"], "No such file"),
        (["bench", "--packs", "nowhere"], "there is no pack `nowhere`"),
        (["validate", "nowhere"], "there is no pack `nowhere`"),
        (["show", "no_such_thing"], "has the id 'no_such_thing'"),
        (["simulate", "--games", "0"], "'--games'"),
    ],
)
def test_refusals(run, args: list[str], message: str) -> None:
    told = run(*args, code=2)
    assert message in told.stderr
    assert told.stdout == ""


def test_a_misspelt_pack_is_guessed(run) -> None:
    right = defaults().packs
    assert f"did you mean '{right}'" in run("bench", "--packs", right + "s", code=2).stderr


def test_a_mistake_of_ours_is_told_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr("interpreter.cli.show.source_of", broken)
    words = ["show", "--packs", "base", "take_patent", "--code"]
    told = CliRunner().invoke(main, words)
    assert told.exit_code == 2
    assert "internal error, ZeroDivisionError: by zero" in told.output
    monkeypatch.setenv("BARRAGE_TRACEBACK", "1")
    assert isinstance(CliRunner().invoke(main, words).exception, ZeroDivisionError)
