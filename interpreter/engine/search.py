"""Legality by running ahead: an option is legal if what it starts can be completed.

Most of it is known without running: generated tests answer for an option (`compiler/foresight`),
and blocks know whether anything can still go wrong in them. What remains is tried on the journaled
position and rolled back.
"""

from __future__ import annotations

from typing import Any

from interpreter.compiler.code import COMMITS, SETTLED, Code, Frame, Journal, Position
from interpreter.compiler.flow import CHOICE

#: a test's answer that equals this can be relied on
YES, NEVER = 1, 4


def roll_back(s: Position, j: Journal, mark: int) -> None:
    """Undo every write since the journal had length `mark`."""
    while len(j) > mark:
        slot, old = j.pop()
        s[slot] = old


def legal(code: Code, s: Position, j: Journal, frame: Frame) -> list[Any]:
    """The candidates of a decision from which the action can be completed."""
    block = frame[0]
    options, after = code.options[block], code.after[block]
    assert options is not None
    sure = YES if settled(code, frame[1] if after is None else after(frame)) else NEVER
    return options(s, j, frame, sure, attempt, code)


def settled(code: Code, frame: Frame) -> bool:
    """Whether nothing can go wrong any more between this frame and the next commit."""
    outlook = code.outlook
    while True:
        prospect = outlook[frame[0]]
        if prospect == COMMITS:
            return True
        if prospect != SETTLED and (not prospect or frame[prospect] > 0):
            return False
        frame = frame[1]


def attempt(code: Code, s: Position, j: Journal, frame: Frame, value: Any) -> bool:
    """Try one candidate of a decision, and take everything back."""
    mark = len(j)
    resume = code.resume[frame[0]]
    assert resume is not None
    possible = feasible(code, s, j, resume(s, j, frame, value))
    roll_back(s, j, mark)
    return possible


def feasible(code: Code, s: Position, j: Journal, frame: Frame | None) -> bool:
    """Whether some way leads from here to the next commit. The caller rolls back."""
    kinds, run, outlook = code.kinds, code.run, code.outlook
    while frame is not None:
        block = frame[0]
        if outlook[block] and settled(code, frame):
            return True
        if kinds[block] == CHOICE:
            return _some(code, s, j, frame)
        step = run[block]
        assert step is not None
        frame = step(s, j, frame)
    return False


def _some(code: Code, s: Position, j: Journal, frame: Frame) -> bool:
    """Whether a decision met on the way offers anything that can be completed."""
    block = frame[0]
    exists, after = code.exists[block], code.after[block]
    assert exists is not None
    answer = exists(s, frame)
    if not answer:
        return False
    if answer == YES and settled(code, frame[1] if after is None else after(frame)):
        return True
    candidates = code.candidates[block]
    assert candidates is not None
    return any(attempt(code, s, j, frame, value) for value in candidates(s, frame))
