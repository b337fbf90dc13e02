"""Legality by running ahead: an option is legal if what it starts can be completed."""

from __future__ import annotations

from typing import Any

from interpreter.language.compile import Code, Frame, Journal, Position
from interpreter.language.emit_flow import CHOICE, COMMIT


def roll_back(s: Position, j: Journal, mark: int) -> None:
    """Undo every write since the journal had length `mark`."""
    while len(j) > mark:
        slot, old = j.pop()
        s[slot] = old


def legal(code: Code, s: Position, j: Journal, frame: Frame) -> list[Any]:
    """The candidates of a decision from which the action can be completed."""
    block = frame[0]
    candidates, resume = code.candidates[block], code.resume[block]
    assert candidates is not None and resume is not None
    found = []
    mark = len(j)
    for value in candidates(s, frame):
        after = resume(s, j, frame, value)
        if after is not None and feasible(code, s, j, after):
            found.append(value)
        roll_back(s, j, mark)
    return found


def feasible(code: Code, s: Position, j: Journal, frame: Frame | None) -> bool:
    """Whether some way leads from here to the next commit. The caller rolls back."""
    kinds, safe, run = code.kinds, code.safe, code.run
    while frame is not None:
        block = frame[0]
        if safe[block]:
            above = frame
            while safe[above[0]] and kinds[above[0]] != COMMIT:
                above = above[1]
            if kinds[above[0]] == COMMIT:
                return True
        if kinds[block] == CHOICE:
            return _some(code, s, j, frame)
        step = run[block]
        assert step is not None
        frame = step(s, j, frame)
    return False


def _some(code: Code, s: Position, j: Journal, frame: Frame) -> bool:
    candidates, resume = code.candidates[frame[0]], code.resume[frame[0]]
    assert candidates is not None and resume is not None
    mark = len(j)
    for value in candidates(s, frame):
        after = resume(s, j, frame, value)
        if after is not None and feasible(code, s, j, after):
            return True
        roll_back(s, j, mark)
    return False
