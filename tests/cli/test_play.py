"""A game at the terminal, with a script instead of a person."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def play(run, mini: str):
    def call(*lines: str, args: tuple[str, ...] = ("--players", "2"), code: int = 0) -> str:
        script = "".join(f"{line}\n" for line in lines)
        return str(run("play", "--packs", mini, *args, stdin=script, code=code).stdout)

    return call


ALONE = ("--players", "1", "--mode", "short")


def test_numbers_and_texts_play_options(play) -> None:
    told = play("1", "pick quince", args=ALONE)
    assert "player 1: pick apple" in told
    assert "player 1: pick quince" in told
    assert "the game is over" in told
    assert "14  player 1 wins" in told


def test_the_end_of_the_script_leaves_the_game(play) -> None:
    assert "the game is over" not in play("1", args=ALONE)
    assert "the game is over" not in play("quit", "1", "1", args=ALONE)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("pick aple", "did you mean 'pick apple'?"),
        ("7", "say a number from 1 to 2"),
        ("0", "say a number from 1 to 2"),
        ("dance", "not among the options"),
        ("save", "save needs a file"),
        ("why", "why needs an option"),
        ("load /no/such/file", "No such file"),
        ("save /no/such/folder/file", "No such file"),
        ("undo", "nothing to undo"),
        ("hint", "no view.bots section"),
    ],
)
def test_a_wrong_line_changes_nothing_but_the_exit_code(play, line: str, message: str) -> None:
    told = play(line, "1", "1", args=ALONE, code=2)
    assert message in told
    assert "the game is over" in told


def test_undo_takes_back_moves_up_to_my_last_one(play) -> None:
    told = play("2", "undo", "1", "1", args=ALONE)
    assert "14  player 1 wins" in told


def test_undo_passes_over_bots(play) -> None:
    told = play("2", "2", "undo", "undo", "log", "1", "1", "quit", args=("--players", "3"))
    assert told.count("player 1: pick quince") == 2
    assert told.count("player 1: pick apple") == 2


def test_log_tells_the_moves_again(play) -> None:
    assert play("1", "log 5", args=ALONE).count("player 1: pick apple") == 2


def test_help_and_options_can_be_asked_for(play) -> None:
    told = play("help", "options", "show", "?", args=ALONE)
    assert told.count("take back your last move") == 2
    assert told.count("1  pick apple") == 2


def test_why_explains(play, changed, run) -> None:
    poor = changed("gain 10 coin", "gain 2 coin")
    (Path(poor) / "more.yaml").write_text(
        "trees:\n  - {id: plum, yield: 1, picking: gain 1 fruit}\n"
    )
    script = "why pick quince\nwhy pick apple\nwhy sing\n"
    told = run("play", "--packs", poor, *ALONE, stdin=script).stdout
    assert "needs 3 coin" in told
    assert "`pick apple` is offered" in told
    assert "`sing` is not among the choices" in told


def test_a_game_can_be_saved_and_loaded(play, tmp_path: Path) -> None:
    save = str(tmp_path / "evening.json")
    told = play("2", f"save {save}", "1", f"load {save}", "2", args=(*ALONE[:2], "--mode", "long"))
    assert f"saved in {save}" in told
    assert f"loaded {save}" in told
    assert "pick quince" in play("2", args=("--load", save))


def test_a_damaged_save_is_refused(run, play, tmp_path: Path) -> None:
    save = tmp_path / "evening.json"
    play("1", f"save {save}", args=ALONE)
    save.write_text(save.read_text().replace("apple", "apples").replace("1,", "2,"))
    mini = str(Path(__file__).parent / "mini")
    told = run("play", "--packs", mini, "--load", str(save), code=2).stderr
    assert "damaged" in told or "not a saved game" in told


def test_a_save_of_another_pack_is_refused(run, play, changed, tmp_path: Path) -> None:
    save = str(tmp_path / "evening.json")
    play("1", f"save {save}", args=ALONE)
    other = changed("yield: 2", "yield: 3")
    assert "has changed" in run("play", "--packs", other, "--load", save, code=2).stderr


def test_bots_play_to_the_end(play) -> None:
    told = play(args=("--players", "3", "--bots"))
    assert "the game is over" in told
    assert told.count("wins") >= 1


def test_chance_may_sit_anywhere(play) -> None:
    seats = ("--players", "2", "--seat", "1=random", "--seat", "2=random", "--seed", "3")
    assert play(args=seats) == play(args=seats)


def test_a_trace_can_be_replayed(play, run, mini: str, tmp_path: Path) -> None:
    trace = str(tmp_path / "game.trace")
    play("1", "2", "undo", "1", "2", "2", "1", args=("--players", "1", "--trace", trace))
    told = run("replay", trace, "--packs", mini).stdout
    assert "4 moves replayed" in told


def test_a_trace_may_begin_in_the_middle(play, run, mini: str, tmp_path: Path) -> None:
    save, trace = str(tmp_path / "s.json"), str(tmp_path / "t.trace")
    play("2", f"save {save}", args=("--players", "1"))
    play("1", "1", "1", args=("--load", save, "--trace", trace))
    assert "3 moves replayed" in run("replay", trace, "--packs", mini).stdout
