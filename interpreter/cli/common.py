"""Options that several verbs share, and how a game comes about from them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from interpreter import Game, Ruleset, load
from interpreter.cli.defaults import default_packs
from interpreter.cli.refusal import Refusal as Refusal
from interpreter.engine.saves import read_save
from interpreter.findings import SaveError
from interpreter.view import Position

F = TypeVar("F", bound=Callable[..., Any])

LANGUAGES = ("en", "it")


def game_options(command: F) -> F:
    """`--packs --mode --players --seed`: everything that defines a game."""
    for option in (
        click.option("--seed", type=int, default=1, show_default=True, help="Seed of the game."),
        click.option("--players", type=int, help="How many play; as many as can if left out."),
        click.option("--mode", help="A mode of the packs; the last one they name if left out."),
        packs_option,
    ):
        command = option(command)
    return command


def packs_option(command: F) -> F:
    """`--packs a,b`: names under rules/ or folders; may be given several times."""
    return click.option(
        "--packs",
        "packs",
        multiple=True,
        metavar="NAME[,NAME]",
        help="Packs by name or folder; may be repeated. The one that starts a game if left out.",
    )(command)


def lang_option(command: F) -> F:
    """`--lang en|it`."""
    return click.option(
        "--lang",
        type=click.Choice(LANGUAGES),
        default=LANGUAGES[0],
        show_default=True,
        help="Language of names.",
    )(command)


def format_option(command: F) -> F:
    """`--format text|json`."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(("text", "json")),
        default="text",
        show_default=True,
        help="For people, or for programs.",
    )(command)


def pack_names(packs: tuple[str, ...]) -> tuple[str, ...]:
    """What was given to `--packs`, or the default."""
    names = tuple(name.strip() for given in packs for name in given.split(",") if name.strip())
    return names or (default_packs(),)


def open_packs(packs: tuple[str, ...]) -> Ruleset:
    """Load the packs."""
    return load(*pack_names(packs))


def force_option(command: F) -> F:
    """`--force`: go on although the packs are not those a file was made with."""
    return click.option("--force", is_flag=True, help="Go on although the packs have changed.")(
        command
    )


def open_save(path: str, packs: tuple[str, ...], force: bool = False) -> tuple[Ruleset, Game]:
    """A saved game, with the packs it was saved with unless others are given."""
    text = read_text(path)
    try:
        ruleset = open_packs(packs or tuple(one["pack"] for one in read_save(text)["packs"]))
        return ruleset, ruleset.from_json(text, force)
    except SaveError as error:
        raise Refusal(f"{path}: {error}") from error


def settings(ruleset: Ruleset, mode: str | None, players: int | None) -> tuple[str, int]:
    """Mode and number of players, with what the packs suggest in place of what was not said."""
    model = ruleset.model
    return (
        mode if mode is not None else model.modes[-1],
        players if players is not None else model.seats,
    )


def position_of(ruleset: Ruleset, game: Game | None, lang: str) -> Position:
    """The view of a game, or of the bare packs."""
    if game is None:
        return Position(ruleset, lang=lang)
    return Position(ruleset, game.snapshot(), tuple(game.player_ids), lang)


def read_text(path: str) -> str:
    """The text of a file, or a message that says why not."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise Refusal(f"{path}: this is not a text file") from None
    except OSError as error:
        raise Refusal(f"{path}: {error.strerror or error}") from None


def write_text(path: str, text: str) -> None:
    """Write a file, or say why not."""
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise Refusal(f"{path}: {error.strerror or error}") from None


def print_json(data: Any) -> None:
    """For programs: one JSON document on standard output."""
    click.echo(json.dumps(data, indent=2, ensure_ascii=False))
