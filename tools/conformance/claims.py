"""What a recorded decision contributes to our, usually smaller, decisions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .vocabulary import Choice
from .windows import Record


@dataclass(frozen=True)
class Step:
    """One answer: an option with this verb and these values."""

    verb: str
    values: Mapping[str, Any] = field(default_factory=dict)
    beside: frozenset[str] = frozenset()  # only where an option of such a verb is offered too
    otherwise: Mapping[str, Any] | None = None  # another way to say the same

    def fits(self, choice: Choice) -> bool:
        ways = [self.values] if self.otherwise is None else [self.values, self.otherwise]
        return choice.verb == self.verb and any(w.items() <= choice.values.items() for w in ways)

    def __str__(self) -> str:
        given = (f"{name}={value}" for name, value in self.values.items() if value is not None)
        return " ".join([self.verb, *given])


class Claim:
    """The steps a recorded decision still has to contribute.

    Whenever our game asks something, the first pending claim with a step among the options answers.
    """

    def __init__(self, record: Record, steps: Iterable[Step], ordered: bool = True) -> None:
        self.record = record
        self.steps = list(steps)
        self.ordered = ordered

    @property
    def done(self) -> bool:
        return not self.steps

    @property
    def refuses(self) -> bool:
        return any(step.verb == "decline" for step in self.steps)

    @property
    def verbs(self) -> set[str]:
        """What kind of question the claim answers (for a refusal: what it refuses)."""
        return {verb for step in self.steps for verb in step.beside or {step.verb}}

    def answer(self, choices: Sequence[Choice]) -> Choice | None:
        """The option this claim wants now; taking it uses up the step."""
        verbs = {choice.verb for choice in choices}
        for step in self.steps[:1] if self.ordered else self.steps:
            if not step.beside or step.beside & verbs:
                found = next((choice for choice in choices if step.fits(choice)), None)
                if found:
                    self.steps.remove(step)
                    return found
        return None

    def __str__(self) -> str:
        return ", ".join(map(str, self.steps)) or str(self.record.get("kind"))


class MachineryClaim(Claim):
    """So many excavators and mixers in all; we may ask for them in parts."""

    def __init__(self, record: Record) -> None:
        super().__init__(record, [Step("machinery")])
        self.left = {name: int(record[name]) for name in ("excavator", "mixer")}

    def answer(self, choices: Sequence[Choice]) -> Choice | None:
        offered = [choice for choice in choices if choice.verb == "machinery"]
        fitting = [choice for choice in offered if self.covers(choice)]
        if self.done or not fitting:
            return None
        for name in self.left:
            self.left[name] -= fitting[0].values[name]
        if not any(self.left.values()):
            self.steps = []
        return fitting[0]

    def covers(self, choice: Choice) -> bool:
        return all(choice.values[name] <= left for name, left in self.left.items())

    def __str__(self) -> str:
        return "machinery " + " ".join(f"{name}={number}" for name, number in self.left.items())
