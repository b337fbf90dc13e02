"""What a replay found."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Disagreement:
    """One place where the recording and our rules part."""

    name: str
    where: str
    expected: str
    got: str

    def __str__(self) -> str:
        return f"{self.name}, {self.where}: expected {self.expected}; got {self.got}"


@dataclass
class Result:
    """The outcome of one vector or one game."""

    name: str
    disagreements: list[Disagreement] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    rulings: Counter[str] = field(default_factory=Counter)
    needs: str | None = None  # a pack that is not here: the line was not compared

    @property
    def agrees(self) -> bool:
        return not self.disagreements and self.needs is None

    def disagree(self, where: str, expected: object, got: object) -> None:
        self.disagreements.append(Disagreement(self.name, where, str(expected), str(got)))


class PartedError(Exception):
    """The replay cannot go on: where, expected, got."""

    def __init__(self, where: str, expected: object, got: object) -> None:
        super().__init__(f"{where}: expected {expected}; got {got}")
        self.where, self.expected, self.got = where, expected, got
