"""Games as JSON text: everything a position is, and proof that it was not damaged."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from interpreter.findings import SaveError
from interpreter.language.emit_flow import CHOICE
from interpreter.model.kinds import Kind
from interpreter.model.layout import FIRST_FREE

if TYPE_CHECKING:
    from interpreter.engine.game import Game
    from interpreter.engine.ruleset import Ruleset

FORMAT = "barrage-game/1"


def to_json(game: Game) -> str:
    """The game as one JSON object with a checksum."""
    body = {
        "packs": game.ruleset.identity,
        "position": game.s,
        "frame": game.frame,
        "trace": game.trace,
        "events": game._raw,
    }
    text = json.dumps(body, separators=(",", ":"))
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
    game = Game(ruleset, list(s), frame, bool(body["trace"]))
    game._raw = [_tupled(raw) for raw in body["events"]]
    game._attend()
    game.advance()
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
        if not set(body) >= {"packs", "position", "frame", "trace", "events"}:
            raise SaveError("the saved game is incomplete")
        return body  # type: ignore[no-any-return]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise SaveError("this is not a saved game: it cannot be read as one") from None


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
    for slot in range(FIRST_FREE, len(s)):
        made = layout.meaning[slot][0]
        assert made is not None
        if not _fits(ruleset, made.kind, s[slot]):
            raise SaveError(f"the saved game is damaged: {ruleset.names.slot(slot)} is {s[slot]!r}")


def _fits(ruleset: Ruleset, kind: Kind, value: Any) -> bool:
    match kind.word:
        case "yes_no":
            return isinstance(value, bool)
        case "list":
            return isinstance(value, tuple) and all(
                _fits(ruleset, kind.item, v) for v in value if kind.item is not None
            )
        case "bundle":
            return isinstance(value, tuple) and len(value) == ruleset.model.resource_count()
        case "element":
            return isinstance(value, int) and 0 <= value < len(ruleset.model.table)
        case "text":
            return isinstance(value, str)
        case _:
            return isinstance(value, int)


def _check_frame(ruleset: Ruleset, frame: Any) -> None:
    blocks, end = ruleset.fast.blocks, ruleset.fast.end
    waiting = frame
    try:
        while waiting is not None and waiting[0] != end:
            if len(waiting) != len(blocks[waiting[0]].variables) + 2:
                raise SaveError("the saved game does not fit these packs")
            waiting = waiting[1]
    except (IndexError, TypeError):
        raise SaveError("the saved game does not fit these packs") from None
    if frame[0] != end and blocks[frame[0]].kind != CHOICE:
        raise SaveError("the saved game does not wait for a decision")
