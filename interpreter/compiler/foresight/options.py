"""All legal options of a decision."""

from __future__ import annotations

from interpreter.compiler.foresight.ahead import Ahead, Sketch, appending, no_leaf
from interpreter.compiler.foresight.part import Part
from interpreter.language import ir


class Options(Part):
    """Writes the function that lists them."""

    def write(self, number: int, choice: ir.Choice, names: tuple[str, ...]) -> None:
        """`o<n>(s, j, k, sure, attempt, code)`: every legal option of a decision."""
        you = self.py(choice.you)
        sketch = Sketch(you, no_leaf)
        for index, alternative in enumerate(choice.alternatives):
            self._alternative(sketch, number, index, alternative, names)
        out = self.out
        out.put(0, f"def o{number}(s, j, k, sure, attempt, code):")
        out.put(1, f"_, up, {', '.join(names)} = k")
        for ordinal in sketch.purse:
            out.put(1, f"h{ordinal} = s[{self.amount_slot(ordinal, you)}]")
        out.put(1, "found = []; m = {}")
        out.lines += sketch.lines
        if choice.declinable:
            out.put(1, "if sure == 1 or attempt(code, s, j, k, (-1,)): found.append((-1,))")
        out.put(1, "return found")

    def _alternative(
        self,
        sketch: Sketch,
        number: int,
        index: int,
        alternative: ir.Alternative,
        names: tuple[str, ...],
    ) -> None:
        picked = [b.name for b in alternative.binders if b.name]
        value = f"({', '.join([str(index), *picked])},)"
        self.out.note(sketch, 1, alternative.line)
        if self.guards.rows.per_element(alternative):
            self.guards.rows.rows(sketch, number, index, alternative, names, value)
            return

        sketch.leaf = appending(sketch, value)
        self.guards.binding.candidates(sketch, 1, alternative, Ahead())
