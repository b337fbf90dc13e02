"""Foresight: what can be known about an option before anything is tried.

Authors write `pay 3 credit`; here the prices and conditions at the front of what an option starts
become tests beside the loops that list the options. A test answers 0 (impossible), 1 (can be
completed) or 3 (must be tried: the engine then runs ahead and rolls back).

Nothing is written while testing. So a test may only look at what the option has not changed by
then: the fields written so far are known (`Ahead.written`), and what has been paid is kept as sums
(`Ahead.left`). Where that is not enough the answer is 3, never a guess.
"""

from __future__ import annotations

from interpreter.compiler.foresight.binding import Binding
from interpreter.compiler.foresight.calls import Calls
from interpreter.compiler.foresight.carried import Carried
from interpreter.compiler.foresight.existence import Existences
from interpreter.compiler.foresight.lists import Lists
from interpreter.compiler.foresight.options import Options
from interpreter.compiler.foresight.prices import Prices
from interpreter.compiler.foresight.rows import Rows
from interpreter.compiler.foresight.taking import Taking
from interpreter.compiler.foresight.walk import Walk
from interpreter.compiler.statements import Statements


class Guards:
    """Writes the look-ahead functions of all choices."""

    def __init__(self, out: Statements) -> None:
        self.out = out
        #: lines for the end of the module
        self.tables: list[str] = []
        self._names = 0
        self.lists = Lists(self)
        self.carried = Carried(self)
        self.binding = Binding(self)
        self.walk = Walk(self)
        self.taking = Taking(self)
        self.prices = Prices(self)
        self.calls = Calls(self)
        self.existence = Existences(self)
        self.rows = Rows(self)
        self.options = Options(self)

    def name(self, word: str) -> str:
        """A name used nowhere else in the generated code."""
        self._names += 1
        return f"{word}{self._names}"
