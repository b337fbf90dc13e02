"""Legality by nothing but trying: what the look ahead is compared with."""

from __future__ import annotations

from typing import Any

from interpreter import Game
from interpreter.compiler.code import Code
from interpreter.compiler.flow import CHOICE, COMMIT
from interpreter.engine.search import legal, roll_back


def completes(code: Code, s: list[Any], j: list[Any], frame: Any) -> bool:
    """Run ahead without any foresight: every block, every candidate."""
    while frame is not None:
        block = frame[0]
        if code.kinds[block] == COMMIT:
            return True
        if code.kinds[block] == CHOICE:
            return any(tried(code, s, j, frame, v) for v in code.candidates[block](s, frame))
        frame = code.run[block](s, j, frame)
    return False


def tried(code: Code, s: list[Any], j: list[Any], frame: Any, value: Any) -> bool:
    mark = len(j)
    found = completes(code, s, j, code.resume[frame[0]](s, j, frame, value))
    roll_back(s, j, mark)
    return found


def check(game: Game) -> None:
    code, s, frame = game.ruleset.fast, game.s, game.frame
    before = s[:]
    told = legal(code, s, [], frame)
    wanted = [v for v in code.candidates[frame[0]](s, frame) if tried(code, s, [], frame, v)]
    assert s == before
    assert told == wanted, game.decision
