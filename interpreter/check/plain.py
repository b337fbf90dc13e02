"""A ruleset for examples: compiled quickly rather than for speed.

The usual code foresees which options are legal, and to write that takes most of the time of
compiling. A few examples are run sooner if options are simply tried.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any

from interpreter.compiler.code import Code, Frame, Listing, Position, assemble
from interpreter.compiler.write import write_program
from interpreter.engine.chance import shuffle
from interpreter.engine.ruleset import Ruleset

#: neither yes nor no: try it
_PERHAPS = 2


class PlainRuleset(Ruleset):
    """The same rules, without foresight."""

    @cached_property
    def _listing(self) -> Listing:
        return write_program(self.program, self.paths, trace=True)

    @cached_property
    def _compiled_once(self) -> Any:
        return compile(self._listing.source, "<rules>", "exec")

    @cached_property
    def fast(self) -> Code:
        """Code in which every option is tried."""
        code = assemble(self._listing, shuffle, self._compiled_once)
        choices = [found is not None for found in code.candidates]
        return replace(
            code,
            options=[_try_all if here else None for here in choices],
            exists=[_perhaps if here else None for here in choices],
        )

    @cached_property
    def traced(self) -> Code:
        """The same, for play that is watched."""
        return assemble(self._listing, shuffle, self._compiled_once)


def _try_all(s: Position, j: Any, frame: Frame, sure: int, attempt: Any, code: Code) -> list[Any]:
    candidates = code.candidates[frame[0]]
    assert candidates is not None
    return [value for value in candidates(s, frame) if attempt(code, s, j, frame, value)]


def _perhaps(s: Position, frame: Frame) -> int:
    return _PERHAPS
