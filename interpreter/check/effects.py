"""What an element's script surely brings: amounts of things, as far as they are constant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from interpreter.check.context import Context
from interpreter.language import ir

#: What is gained (or, as a call, done) to how much of it.
Effect = Counter[str]


def effect_of(context: Context, body: Iterable[ir.Stmt]) -> Effect | None:
    """The sum of all gains and calls; None if it depends on the position."""
    effect: Effect = Counter()
    for stmt in body:
        match stmt:
            case ir.Transfer(verb="gain", resource=ir.Const(value=what), amount=ir.Const(value=n)):
                effect[f"gain {what}"] += n
            case ir.CallProc(procedure=name, args=args):
                numbers = [a.value for a in args if isinstance(a, ir.Const)]
                if len(numbers) < len(args):
                    return None
                first = numbers[0] if numbers and isinstance(numbers[0], int) else 1
                others = ",".join(map(str, numbers[1:]))
                effect[f"{name} {others}"] += max(first, 1)
            case _:
                return None
    return effect


def contained(small: Effect, large: Effect) -> bool:
    """Whether everything of one is in the other, and the other has more."""
    return small != large and all(large[what] >= count for what, count in small.items())
