"""Saved games: they come back in another process as they were, and damage is always noticed."""

# ruff: noqa: E501, UP031 - damaged saves are written out

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter import Game, Ruleset, SaveError, load
from interpreter.engine.game import RuleFault

New = Callable[..., Game]
Play = Callable[..., Game]

ROOT = Path(__file__).parents[2]

#: continues a saved game with given decisions; prints what happened and the scores
CONTINUE = """
import json, sys
from interpreter import load
packs, save, decisions = json.loads(sys.stdin.read())
game = load(*packs).from_json(save)
for decision in decisions:
    game.play(decision)
print(json.dumps([[str(e) for e in game.events], game.scores(), game.over, game.to_json()]))
"""
#: plays a whole random game; prints a digest of everything
PLAY = """
import hashlib, random
from interpreter import load
game, hand = load("base", "leeghwater").new_game(4, seed=21), random.Random(21)
told = []
while game.decision is not None:
    told += [game.decision.player, *(option.id for option in game.decision.options)]
    game.play_at(hand.randrange(len(game.decision.values)))
told += [str(event) for event in game.events] + [game.to_json(), str(game.scores())]
print(hashlib.sha256("\\n".join(told).encode()).hexdigest())
"""


def in_new_process(script: str, hash_seed: int, text: str = "") -> str:
    found = subprocess.run(
        [sys.executable, "-c", script],
        input=text,
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed), "PYTHONPATH": str(ROOT)},
    )
    return found.stdout


@pytest.mark.parametrize(
    ("packs", "players", "mode", "hash_seed"),
    [
        (("base",), 4, "full", 1),
        (("base",), 2, "introductory", 4242),
        (("base", "leeghwater"), 3, "full", 77),
    ],
)
def test_a_game_goes_on_in_a_new_process(
    random_play: Play, packs: tuple[str, ...], players: int, mode: str, hash_seed: int
) -> None:
    game = random_play(load(*packs).new_game(players, seed=13, mode=mode), 13, 40)
    save, decisions = game.to_json(), []
    hand = random.Random(99)
    while game.decision is not None:
        option = hand.choice(game.decision.options)
        decisions.append(option.id)
        game.play(option)
    told = in_new_process(CONTINUE, hash_seed, json.dumps([packs, save, decisions]))
    events, scores, over, saved = json.loads(told)
    assert over
    assert events == [str(event) for event in game.events]
    assert scores == game.scores()
    assert saved == game.to_json()


def test_hash_seeds_make_no_difference() -> None:
    assert len({in_new_process(PLAY, seed) for seed in (0, 31337)}) == 1


def test_every_position_comes_back(new_game: New, random_plays: Any) -> None:
    for at, game in enumerate(random_plays(new_game(3, "leeghwater", seed=17), 17)):
        if at % 6:
            continue
        again = game.ruleset.from_json(game.to_json())
        assert (again.s, again.frame, again.trace) == (game.s, game.frame, game.trace)
        assert [o.id for o in again.decision.options] == [o.id for o in game.decision.options]
        assert again.to_json() == game.to_json()
    finished = game.ruleset.from_json(game.to_json())
    assert finished.over and finished.scores() == game.scores()


def test_single_options_are_asked_again_after_loading(new_game: New, random_play: Play) -> None:
    game = random_play(new_game(2, seed=1, ask_single=True), 1, 30)
    while len(game.decision.values) > 1:
        game.play_at(0)
    again = game.ruleset.from_json(game.to_json())
    assert [o.id for o in again.decision.options] == [o.id for o in game.decision.options]


# ---- damage ------------------------------------------------------------------


@pytest.fixture
def save(base: Ruleset) -> str:
    game = base.new_game(2, seed=2, mode="full")
    for _ in range(25):
        game.play_at(len(game.decision.values) // 2)
    return game.to_json()


def refused(ruleset: Ruleset, text: str) -> str:
    with pytest.raises(SaveError) as caught:
        ruleset.from_json(text)
    return str(caught.value)


def resealed(save: str, change: Callable[[dict[str, Any]], None]) -> str:
    """The save with a changed body and a checksum that fits."""
    outer = json.loads(save)
    body = json.loads(outer["game"])
    change(body)
    outer["game"] = json.dumps(body)
    outer["checksum"] = hashlib.sha256(outer["game"].encode()).hexdigest()
    return json.dumps(outer)


@pytest.mark.parametrize(
    "text",
    ["", " ", "{", "null", "3", '"save"', "[]", "{}", "[" * 100_000, "NaN", '{"format": 1}', "\0",
     '{"format": "barrage-game/1"}', '{"format": "barrage-game/1", "game": 1, "checksum": 2}',
     '{"format": "barrage-game/1", "game": "[]", "checksum": "%s"}' % hashlib.sha256(b"[]").hexdigest(),
     '{"format": "barrage-game/1", "game": "3", "checksum": "%s"}' % hashlib.sha256(b"3").hexdigest(),
     '{"format": "barrage-game/2", "game": "", "checksum": ""}'],
)  # fmt: skip
def test_what_is_not_a_save(base: Ruleset, text: str) -> None:
    assert "saved game" in refused(base, text)


def test_truncated_saves(base: Ruleset, save: str) -> None:
    for length in range(0, len(save), max(1, len(save) // 200)):
        refused(base, save[:length])


def test_flipped_bits(base: Ruleset, save: str) -> None:
    hand = random.Random(5)
    raw = save.encode()
    for _ in range(300):
        at, bit = hand.randrange(len(raw)), 1 << hand.randrange(7)
        damaged = raw[:at] + bytes([raw[at] ^ bit]) + raw[at + 1 :]
        text = damaged.decode("utf-8", errors="replace")
        if json_or_none(text) != json.loads(save):
            refused(base, text)


def json_or_none(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def test_a_save_of_other_packs(base: Ruleset, save: str) -> None:
    said = refused(load("base", "leeghwater"), save)
    assert "base" in said and "leeghwater" in said


def test_a_save_of_another_version(base: Ruleset, save: str) -> None:
    def older(body: dict[str, Any]) -> None:
        body["packs"][0] |= {"version": "0.9.0", "digest": "0" * 64}

    said = refused(base, resealed(save, older))
    assert "0.9.0" in said and "1.0.0" in said and "`base`" in said
    assert (
        base.from_json(resealed(save, older), force=True).snapshot()
        == base.from_json(save).snapshot()
    )


@pytest.mark.parametrize("key", ["packs", "position", "frame", "trace", "events"])
@pytest.mark.parametrize("value", [None, 3, -1, "x", [], {}, [[]], [None], [[1, 2]], True, 1e9])
def test_parts_of_the_wrong_type(base: Ruleset, save: str, key: str, value: Any) -> None:
    text = resealed(save, lambda body: body.update({key: value}))
    try:
        game = base.from_json(text)
    except SaveError:
        return
    assert key in ("trace", "events"), "a save without a position must not load"
    assert game.events is not None and game.decision is not None


@pytest.mark.parametrize("key", ["packs", "position", "frame", "trace", "events"])
def test_missing_parts(base: Ruleset, save: str, key: str) -> None:
    refused(base, resealed(save, lambda body: body.pop(key)))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 400) | st.text(max_size=3) | st.floats(),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2)
    ),
    max_leaves=4,
)


@settings(
    max_examples=300,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
@given(path=st.lists(st.integers(0, 2000), min_size=1, max_size=5), value=json_values)
def test_damage_with_a_fitting_checksum(
    base: Ruleset, save: str, path: list[int], value: Any
) -> None:
    """Whatever is put in place of whatever part: a `SaveError`, or a game that can be played."""

    def change(body: dict[str, Any]) -> None:
        at: Any = ["packs", "position", "frame", "trace", "events"][path[0] % 5]
        inside: Any = body
        # values inside a waiting procedure carry no type to be checked against
        for step in path[1:] if at != "frame" else ():
            if not isinstance(inside[at], list) or not inside[at]:
                break
            inside, at = inside[at], step % len(inside[at])
        inside[at] = value

    try:
        game = base.from_json(resealed(save, change))
    except SaveError:
        return
    assert game.snapshot() and game.events is not None
    for _ in range(3):
        with suppress(RuleFault):
            if game.decision is not None:
                game.play_at(0)
