"""Compiled rulesets on disk: the same game, at once; nothing a stranger could have put there."""

from __future__ import annotations

import os
import pickle
import random
from pathlib import Path

import pytest

from interpreter import Ruleset, load
from interpreter.engine import cache
from interpreter.engine.measure import play_out


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "kept"
    monkeypatch.setenv("BARRAGE_CACHE", str(folder))
    return folder


def warm(rules: Ruleset) -> bool:
    return rules._origin is not None


def cold_then_warm() -> tuple[Ruleset, Ruleset]:
    first = load("base")
    assert not warm(first)
    assert first.fast and first.traced
    second = load("base")
    return first, second


def test_the_second_load_is_warm_and_plays_the_same_game(place: Path) -> None:
    first, second = cold_then_warm()
    assert warm(second)
    games = []
    for rules in (first, second):
        game = rules.new_game(seed=3, events=True)
        play_out(game, random.Random(3))
        told = [str(event) for event in game.events]
        games.append((game.s, game.snapshot(), game.scores(), game.winners(), told))
    assert games[0] == games[1]
    assert warm(second), "playing needs nothing but what was kept"
    assert first.identity == second.identity


def test_what_was_left_out_is_read_when_asked_for(place: Path) -> None:
    first, second = cold_then_warm()
    assert second.view == first.view
    assert not warm(second)
    assert [p.digest for p in second.packs] == [p.digest for p in first.packs]
    assert second.program.routines.keys() == first.program.routines.keys()
    assert second.elements.keys() == first.elements.keys()


def test_files_and_folder_are_closed_to_others(place: Path) -> None:
    cold_then_warm()
    assert place.stat().st_mode & 0o777 == 0o700
    assert all(path.stat().st_mode & 0o777 == 0o600 for path in place.iterdir())


def test_a_file_that_was_touched_is_not_used(place: Path) -> None:
    cold_then_warm()
    for path in place.glob("*.rules"):
        data = bytearray(path.read_bytes())
        data[-1] ^= 1
        path.write_bytes(bytes(data))
    assert not warm(load("base"))


class Trap:
    """Runs when it is unpickled."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, ("trap",)


def test_a_foreign_pickle_is_not_looked_into(
    place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cold_then_warm()
    for path in place.glob("*.rules"):
        path.write_bytes(pickle.dumps(Trap()))
    rules = load("base")
    assert not warm(rules) and rules.fast
    assert not Path("trap").exists()
    with pytest.raises(pickle.UnpicklingError):
        cache._unpacked(pickle.dumps(Trap()))


@pytest.mark.parametrize("which", ["folder", "key", "file"])
def test_what_is_open_to_others_is_not_trusted(place: Path, which: str) -> None:
    cold_then_warm()
    if which == "folder":
        place.chmod(0o777)
    elif which == "key":
        (place / "key").chmod(0o644)
    else:
        for path in place.glob("*.rules"):
            path.chmod(0o666)
    assert not warm(load("base"))


def test_a_link_in_place_of_the_folder_is_not_followed(place: Path, tmp_path: Path) -> None:
    cold_then_warm()
    moved = tmp_path / "elsewhere"
    place.rename(moved)
    place.symlink_to(moved)
    assert not warm(load("base"))


def test_a_changed_pack_is_compiled_anew(place: Path, tmp_path: Path) -> None:
    pack = tmp_path / "little"
    pack.mkdir()
    (pack / "pack.yaml").write_text(
        "pack: little\nversion: 1.0.0\ntitle: {en: Little, it: Piccolo}\n"
        'requires: {base: ">=0"}\nmodes: [full]\n'
    )
    rule = pack / "rules.yaml"
    text = "rules:\n  - {id: little_more, rule: modify contract_limit to value + %d}\n"
    rule.write_text(text % 1)
    first = load("base", pack)
    assert first.fast and warm(load("base", pack))
    rule.write_text(text % 2)
    changed = load("base", pack)
    assert not warm(changed)
    asked = [
        rules.new_game(seed=1).ask("contract_limit", you="player_1") for rules in (first, changed)
    ]
    assert asked[1] == asked[0] + 1


def test_it_can_be_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BARRAGE_CACHE", "off")
    assert cache.folder() is None
    rules = load("base")
    assert rules.fast and not warm(load("base"))
