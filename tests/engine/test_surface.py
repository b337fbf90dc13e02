"""The public surface: what it offers, what it refuses, and in which words."""

# ruff: noqa: E501 - tables of refusals are easier to read in long lines

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import interpreter
from interpreter import (
    BarrageError,
    Decision,
    Game,
    IllegalMove,
    Option,
    PackError,
    Ruleset,
    SetupError,
    load,
)

New = Callable[..., Game]
Play = Callable[..., Game]


def test_everything_promised_is_there() -> None:
    for name in interpreter.__all__:
        assert hasattr(interpreter, name), name
    promised = "play clone undo to_json snapshot scores events decision over why_not".split()
    assert all(hasattr(Game, name) for name in promised)
    assert all(hasattr(Ruleset, name) for name in ("new_game", "from_json"))


def test_a_decision_says_who_what_and_how(new_game: New) -> None:
    decision = new_game(4).decision
    assert isinstance(decision, Decision)
    assert decision.player.startswith("player_") and decision.prompt == "choose_seat"
    assert len(decision.options) > 1 and all(isinstance(o, Option) for o in decision.options)
    assert len({option.id for option in decision.options}) == len(decision.options)


def test_options_are_played_as_objects_ids_or_numbers(new_game: New) -> None:
    games = [new_game(4) for _ in range(3)]
    games[0].play(games[0].decision.options[2])
    games[1].play(games[1].decision.options[2].id)
    games[2].play_at(2)
    assert games[0].snapshot() == games[1].snapshot() == games[2].snapshot()


@pytest.mark.parametrize("mode", ["introductory", "full"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_end_after_round_five(
    new_game: New, random_play: Play, players: int, mode: str
) -> None:
    for seed in range(4):
        game = random_play(new_game(players, seed=seed, mode=mode, events=False), seed)
        assert game.over and game.decision is None
        assert game.snapshot()["round"] == 5
        assert list(game.scores()) == game.player_ids
        assert set(game.winners()) <= set(game.player_ids) and game.winners()


def test_all_option_ids_are_distinct(new_game: New, random_plays: Any) -> None:
    for game in random_plays(new_game(4, seed=3, events=False), 3):
        ids = [option.id for option in game.decision.options]
        assert len(set(ids)) == len(ids)


def test_same_seed_same_game_and_other_seed_another(new_game: New, random_play: Play) -> None:
    one, same, other = (random_play(new_game(4, seed=s), 5) for s in (7, 7, 8))
    assert [str(e) for e in one.events] == [str(e) for e in same.events]
    assert one.snapshot() == same.snapshot() != other.snapshot()


def test_events_change_nothing(new_game: New, random_play: Play) -> None:
    told, silent = (random_play(new_game(4, seed=4, events=e), 2) for e in (True, False))
    assert told.snapshot() == silent.snapshot()
    assert told.events and not silent.events


def test_asking_single_options_changes_nothing(new_game: New) -> None:
    """A game with every decision asked goes the same way as one that skips the trivial ones."""
    asked, skipped = new_game(3, seed=6, ask_single=True), new_game(3, seed=6)
    while skipped.decision is not None:
        while len(asked.decision.values) == 1:
            asked.play_at(0)
        assert [o.id for o in asked.decision.options] == [o.id for o in skipped.decision.options]
        index = len(skipped.events) % len(skipped.decision.values)
        asked.play_at(index)
        skipped.play_at(index)
    while asked.decision is not None:
        asked.play_at(0)
    assert asked.snapshot() == skipped.snapshot()


def test_events_name_the_rule_line(rich_game: New, random_play: Play) -> None:
    events = random_play(rich_game(3, seed=2), 2, busy=True).events
    files: dict[str, list[str]] = {}
    for event in events:
        if event.file not in files:
            files[event.file] = Path(event.file).read_text(encoding="utf-8").splitlines()
        assert 1 <= event.line <= len(files[event.file])
    assert {event.kind for event in events} >= {"choice", "gain", "pay", "set", "event"}
    energy = [e for e in events if e.kind == "gain" and e.data["resource"] == "energy"]
    assert energy and all("gain" in files[e.file][e.line - 1] for e in energy)


def test_watching_a_field(base: Ruleset, random_play: Play) -> None:
    rounds = []
    game = base.new_game(2, 1, "full", watch={"round": lambda g: rounds.append(g.s)})
    random_play(game, 1)
    assert len(rounds) == 5


# ---- refusals ----------------------------------------------------------------


def state(game: Game) -> tuple[Any, ...]:
    return list(game.s), game.frame, len(game.j), game.snapshot(), len(game.events)


@pytest.mark.parametrize("move", ["fly to the moon", "", "place bank with 99", "pass", "decline"])
def test_an_illegal_move_changes_nothing(new_game: New, random_play: Play, move: str) -> None:
    game = random_play(new_game(4), 1, 20)
    before = state(game)
    with pytest.raises(IllegalMove) as caught:
        game.play(move)
    assert game.decision.player in str(caught.value)
    assert state(game) == before
    game.play_at(0)


def test_an_illegal_move_suggests_a_legal_one(new_game: New, random_play: Play) -> None:
    game = random_play(new_game(4), 1, 10)
    known = game.decision.options[0].id
    with pytest.raises(IllegalMove, match="did you mean"):
        game.play(known + "s")


@pytest.mark.parametrize("number", [-1, 10_000])
def test_a_number_without_an_option(new_game: New, number: int) -> None:
    game = new_game(2)
    before = state(game)
    with pytest.raises(IllegalMove, match=str(number)):
        game.play_at(number)
    assert state(game) == before


def test_an_option_of_another_decision_is_illegal(new_game: New) -> None:
    game = new_game(4)
    option = game.decision.options[0]
    game.play(option)
    with pytest.raises(IllegalMove):
        game.play(option)


def test_a_finished_game_takes_no_moves(new_game: New, random_play: Play) -> None:
    game = random_play(new_game(2), 1)
    with pytest.raises(IllegalMove, match="over"):
        game.play("pass")
    with pytest.raises(IllegalMove):
        game.play_at(0)
    assert game.why_not("pass") == "the game is over"


@pytest.mark.parametrize("players", [0, 1, 5, -2, 1000, "3", 2.0, True])
def test_wrong_numbers_of_players(base: Ruleset, players: Any) -> None:
    with pytest.raises(SetupError, match="2 to 4"):
        base.new_game(players=players)


def test_wrong_modes(base: Ruleset) -> None:
    with pytest.raises(SetupError, match="introductory, full"):
        base.new_game(players=2, mode="expert")
    with pytest.raises(SetupError, match="full"):
        load("base", "leeghwater").new_game(players=2, mode="introductory")


def test_wrong_packs(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="basee") as caught:
        load("basee")
    assert "base" in str(caught.value)
    with pytest.raises(PackError):
        load(tmp_path / "nowhere")
    with pytest.raises(PackError):
        load(tmp_path)


@pytest.mark.parametrize(
    ("position", "says"),
    [
        ({"rond": 3}, "round"),
        ({"round": "three"}, "number"),
        ({"player_1": {"credits": 3}}, "credit"),
        ({"player_1": 3}, "player_1"),
        ({"player_9": {"credit": 3}}, "player_9"),
        ({"elements": {"dam_6_lowr": {"water": 1}}}, "dam_6_lower"),
        ({"elements": {"dam_6_lower": {"watr": 1}}}, "water"),
        ({"elements": {"dam_6_lower": {"owner": "usa"}}}, "usa"),
        ({"elements": {"dam_6_lower": {"basin": "basin_1"}}}, "basin"),
        ({"elements": {"base": {"built": 3}}}, "built"),
        ({"elements": {"segment_1": {"machinery": {"player_1": {"gold": 1}}}}}, "gold"),
        ({"bonus_row": "bonus_bases"}, "list"),
        ({"bonus_row": ["bonus_basis"]}, "bonus_bases"),
    ],
)
def test_wrong_positions_say_what_and_change_nothing(
    new_game: New, base: Ruleset, position: dict[str, Any], says: str
) -> None:
    game = new_game(4)
    before = state(game)
    with pytest.raises(SetupError, match=says):
        game.set_position(position)
    assert state(game) == before
    with pytest.raises(SetupError, match=says):
        base.new_game(position={"players": 2, "mode": "full", **position})


def test_wrong_orders_and_questions(base: Ruleset, new_game: New) -> None:
    with pytest.raises(SetupError, match="bonus_row"):
        base.new_game(2, order={"bonus_rows": []})
    with pytest.raises(SetupError, match="bonus_bases"):
        base.new_game(2, order={"bonus_row": ["bonus_base"]})
    game = new_game(2)
    for wrong in (
        lambda: game.ask("capacities"),
        lambda: game.ask("capacity"),
        lambda: game.ask("capacity", dam="dam_1"),
        lambda: game.ask("capacity", dam="dam_1_lower", level=2),
        lambda: game.ask("final_score", you="player_7"),
        lambda: game.run("fly"),
        lambda: game.run("rotate"),
        lambda: game.run("rotate", steps="two"),
    ):
        before = state(game)
        with pytest.raises(SetupError):
            wrong()
        assert state(game) == before


def test_every_error_is_a_barrage_error() -> None:
    for name in ("IllegalMove", "PackError", "SaveError", "SetupError", "DeadEnd"):
        assert issubclass(getattr(interpreter, name), BarrageError)


def test_an_order_fixes_what_is_drawn(base: Ruleset) -> None:
    wanted = ["bonus_conduits", "bonus_bases"]
    for seed in range(3):
        game = base.new_game(
            2, seed, "full", order={"bonus_row": wanted, "deck of green": ["green_07"]}
        )
        shown = game.snapshot()
        assert shown["bonus_row"][:2] == wanted
        assert shown["elements"]["green"]["face_up"][0] == "green_07"


def test_a_described_position_can_be_played(
    base: Ruleset, new_game: New, random_play: Play
) -> None:
    game = random_play(new_game(3), 1, 15)
    again = base.new_game(position=game.snapshot())
    assert again.snapshot() == game.snapshot()
    assert [o.id for o in again.decision.options] == [o.id for o in game.decision.options]


# ---- why not -----------------------------------------------------------------


@pytest.fixture
def turn(base: Ruleset) -> Game:
    """The first turn of a two-player game without officers, on an empty map."""
    game = base.new_game(2, 1, "full")
    while game.decision.prompt != "act":
        game.play_at(0)
    everyone = {player: {"officer": None, "contracts": []} for player in game.player_ids}
    sites = {e.id: {"owner": None} for e in base.elements.values() if "site" in e.types}
    water = {e.id: {"level": 0, "water": 0} for e in base.elements.values() if e.type == "dam"}
    game.set_position({**everyone, "elements": sites})
    game.set_position({"elements": water})
    return game


@pytest.mark.parametrize(
    ("position", "option", "quantity", "file"),
    [
        ({"credit": 4}, "place patent_1", "needs 5 credit of", "procedures/actions.yaml"),
        ({"credit": 2}, "place shop_excavator_red", "needs 3 credit of", "procedures/actions.yaml"),
        ({"engineer": 1}, "place construct_2", "open_to_you(construct_2)", "procedures/actions.yaml"),
        ({"engineer": 2}, "place workshop_3_red", "needs 3 engineer of", "procedures/actions.yaml"),
        ({"engineer": 2}, "place bank with 3", "3 is not between 1 and 2", "procedures/actions.yaml"),
        ({}, "place turbine_0", "choose_production", "procedures/production.yaml"),
        ({}, "place turbine_plus_1", "boards", "procedures/actions.yaml"),
        ({"excavator": 0, "mixer": 0}, "place construct_1", "needs", "procedures/construction.yaml"),
        ({}, "pass", "engineer", "procedures/actions.yaml"),
        ({}, "use tech_3_base", "tech_3_base", "procedures/actions.yaml"),
    ],
)  # fmt: skip
def test_why_not_names_the_rule_line_and_the_quantity(
    turn: Game, position: dict[str, Any], option: str, quantity: str, file: str
) -> None:
    turn.set_position({turn.decision.player: position})
    before = state(turn)
    assert option not in [o.id for o in turn.decision.options]
    reason = turn.why_not(option)
    assert quantity in reason
    assert f"rules/base/{file}:" in reason
    assert state(turn) == before


def test_why_not_for_taken_spaces_and_nonsense(turn: Game) -> None:
    turn.play("place workshop_1")
    reason = turn.why_not("place workshop_1")
    assert "workshop_1" in reason and "procedures/actions.yaml:" in reason
    assert "not among the choices" in turn.why_not("dance")
    assert "did you mean `place workshop_3`" in turn.why_not("plac workshop_3")
    assert turn.why_not("place workshop_3") == "`place workshop_3` is offered"
