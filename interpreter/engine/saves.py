"""Games as JSON text: everything a position is, and proof that it was not damaged."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, Final

from interpreter.compiler.flow import CHOICE
from interpreter.findings import BarrageError, SaveError
from interpreter.model.kinds import Kind
from interpreter.model.layout import FIRST_FREE, MODE, ORDERS, PLAYERS

if TYPE_CHECKING:
    from interpreter.engine.game import Game
    from interpreter.engine.ruleset import Ruleset

FORMAT = "barrage-game/1"

_WORDS = {"type": "string"}
#: what a save looks like before its content is compared with the packs
_FORM: Final[dict[str, Any]] = {
    "type": "object",
    "required": ["packs", "position", "frame", "trace", "ask_single", "events"],
    "properties": {
        "packs": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["pack", "version", "digest"],
                "properties": {"pack": _WORDS, "version": _WORDS, "digest": _WORDS},
            },
        },
        "position": {"type": "array", "prefixItems": [{"type": "integer"}] * ORDERS},
        "frame": {"type": "array", "minItems": 2},
        "trace": {"type": "boolean"},
        "ask_single": {"type": "boolean"},
        "events": {
            "type": "array",
            "items": {
                "type": "array",
                "minItems": 3,
                "prefixItems": [_WORDS, {"type": "integer", "minimum": 0}],
            },
        },
    },
}


def to_json(game: Game) -> str:
    """The game as one JSON object with a checksum."""
    body = {
        "packs": game.ruleset.identity,
        "position": game.s,
        "frame": game.frame,
        "trace": game.trace,
        "ask_single": game.ask_single,
        "events": game._raw,
    }
    text = json.dumps(body, separators=(",", ":"), default=str)
    return json.dumps({"format": FORMAT, "checksum": _checksum(text), "game": text})


def _checksum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def from_json(ruleset: Ruleset, text: str, force: bool = False) -> Game:
    """Bring a saved game back; anything doubtful is a `SaveError`, nothing is half loaded."""
    from interpreter.engine.game import Game

    body = read_save(text)
    _check_packs(ruleset, body["packs"], force)
    s, frame = _tupled(body["position"]), _tupled(body["frame"])
    _check_position(ruleset, s)
    _check_frame(ruleset, frame)
    game = Game(ruleset, list(s), frame, body["trace"])
    game.ask_single = body["ask_single"]
    game._raw = [_tupled(raw) for raw in body["events"]]
    try:
        _ = game.events
        game._attend()
        game.advance()
    except SaveError:
        raise
    except (BarrageError, LookupError, TypeError, ValueError, AttributeError):
        raise SaveError("the saved game is damaged: it cannot be continued") from None
    return game


def read_save(text: str) -> dict[str, Any]:
    """The inner object of a save, after its form and checksum have been verified."""
    try:
        outer = json.loads(text)
        if not isinstance(outer, dict) or outer.get("format") != FORMAT:
            raise SaveError(f"this is not a saved game (no `format: {FORMAT}`)")
        if _checksum(outer["game"]) != outer["checksum"]:
            raise SaveError("the saved game is damaged: its checksum does not fit")
        body = json.loads(outer["game"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise SaveError("this is not a saved game: it cannot be read as one") from None
    from jsonschema import Draft202012Validator  # slow, and seldom needed

    for problem in Draft202012Validator(_FORM).iter_errors(body):
        where = ".".join(str(part) for part in problem.absolute_path) or "the whole"
        raise SaveError(f"the saved game is damaged: {where} has the wrong form")
    return body  # type: ignore[no-any-return]


def _tupled(value: Any) -> Any:
    return tuple(_tupled(v) for v in value) if isinstance(value, list) else value


def _check_packs(ruleset: Ruleset, saved: list[dict[str, str]], force: bool) -> None:
    mine = {p["pack"]: p for p in ruleset.identity}
    theirs = {p["pack"]: p for p in saved}
    if list(mine) != list(theirs):
        message = f"saved with the packs {', '.join(theirs)}, not with {', '.join(mine)}"
        raise SaveError(message)
    for name, pack in theirs.items():
        if pack["digest"] != mine[name]["digest"] and not force:
            saved_as, now = pack["version"], mine[name]["version"]
            raise SaveError(
                f"the pack `{name}` has changed since the game was saved "
                f"(version {saved_as}, now {now}; the content differs)"
            )


def _check_position(ruleset: Ruleset, s: tuple[Any, ...]) -> None:
    layout = ruleset.program.layout
    if not isinstance(s, tuple) or len(s) != len(layout.start):
        raise SaveError("the saved position does not fit these packs")
    seats, modes = ruleset.model.seats, ruleset.model.types["mode"].members
    if s[MODE] not in modes or not 0 < s[PLAYERS] <= seats or not _orders_fit(s[ORDERS], len(s)):
        raise SaveError("the saved game is damaged: its setup does not fit these packs")
    for slot in range(FIRST_FREE, len(s)):
        made = layout.meaning[slot][0]
        assert made is not None
        if not _fits(ruleset, made.kind, s[slot]):
            raise SaveError(f"the saved game is damaged: {ruleset.names.slot(slot)} is {s[slot]!r}")


def _orders_fit(orders: Any, slots: int) -> bool:
    return isinstance(orders, tuple) and all(
        isinstance(order, tuple)
        and len(order) == 2
        and isinstance(order[0], int)
        and 0 <= order[0] < slots
        and isinstance(order[1], tuple)
        for order in orders
    )


def _fits(ruleset: Ruleset, kind: Kind, value: Any) -> bool:
    match kind.word:
        case "yes_no":
            return isinstance(value, bool)
        case "list":
            return isinstance(value, tuple) and all(
                _fits(ruleset, kind.item, v) for v in value if kind.item is not None
            )
        case "bundle":
            counts = ruleset.model.resource_count()
            return (
                isinstance(value, tuple)
                and len(value) == counts
                and all(type(count) is int for count in value)
            )
        case "element":
            return type(value) is int and _is_element(ruleset, kind, value)
        case "text":
            return isinstance(value, str)
        case _:
            return type(value) is int


def _is_element(ruleset: Ruleset, kind: Kind, ordinal: int) -> bool:
    if not 0 <= ordinal < len(ruleset.model.table):
        return False
    known = ruleset.model.table[ordinal]
    return known is None or ruleset.model.is_a(known.type, kind.element)


def _check_frame(ruleset: Ruleset, frame: Any) -> None:
    """Every frame must belong to a block and hold a value for each of its variables."""
    blocks, end = ruleset.fast.blocks, ruleset.fast.end
    waiting = frame
    while not (isinstance(waiting, tuple) and len(waiting) == 2 and waiting[0] == end):
        if not (
            isinstance(waiting, tuple)
            and len(waiting) > 2
            and type(waiting[0]) is int
            and 0 <= waiting[0] < len(blocks)
            and len(waiting) == len(blocks[waiting[0]].variables) + 2
            and all(_is_plain(value) for value in waiting[2:])
        ):
            raise SaveError("the saved game does not fit these packs")
        waiting = waiting[1]
    if frame[0] != end and blocks[frame[0]].kind != CHOICE:
        raise SaveError("the saved game does not wait for a decision")


def _is_plain(value: Any) -> bool:
    """A value variables can have: a number, yes or no, a text, or a list of those."""
    if isinstance(value, tuple):
        return all(_is_plain(part) for part in value)
    return isinstance(value, int | str)
