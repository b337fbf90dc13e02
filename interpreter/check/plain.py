"""A ruleset for examples: compiled quickly rather than for speed.

The usual code foresees which options are legal, and to write that takes most of the time of
compiling. A few examples are run sooner if options are simply tried, and if only those functions
are compiled that they call.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any

from interpreter.compiler.code import Code, Frame, Position
from interpreter.compiler.lazily import Always, Writer
from interpreter.engine.chance import shuffle
from interpreter.engine.ruleset import Ruleset

#: neither yes nor no: try it
_PERHAPS = 2


class PlainRuleset(Ruleset):
    """The same rules, without foresight."""

    @cached_property
    def _writer(self) -> Writer:
        return Writer(self.program, self.paths)

    @cached_property
    def fast(self) -> Code:
        """Code in which every option is tried."""
        code = self._writer.code(shuffle)
        return replace(code, options=Always(_try_all), exists=Always(_perhaps))

    @cached_property
    def traced(self) -> Code:
        """The same, for play that is watched."""
        return self._writer.code(shuffle)


def _try_all(s: Position, j: Any, frame: Frame, sure: int, attempt: Any, code: Code) -> list[Any]:
    candidates = code.candidates[frame[0]]
    assert candidates is not None
    return [value for value in candidates(s, frame) if attempt(code, s, j, frame, value)]


def _perhaps(s: Position, frame: Frame) -> int:
    return _PERHAPS
