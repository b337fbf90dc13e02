"""Printing what was found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from .results import Disagreement, Result

#: disagreements printed per file unless --verbose
FIRST = 5


@dataclass
class Tally:
    """Everything counted in one file or in all of them."""

    agree: int = 0
    total: int = 0
    needs: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    rulings: Counter[str] = field(default_factory=Counter)
    disagreements: list[Disagreement] = field(default_factory=list)

    def add(self, results: Iterable[Result]) -> None:
        for result in results:
            if result.needs:
                self.needs[result.needs] += 1
                continue
            self.total += 1
            self.agree += result.agrees
            self.counts += result.counts
            self.rulings += result.rulings
            self.disagreements += result.disagreements

    def join(self, other: Tally) -> None:
        self.agree += other.agree
        self.total += other.total
        self.needs += other.needs
        self.counts += other.counts
        self.rulings += other.rulings


def print_file(path: Path, tally: Tally, verbose: bool, out: TextIO) -> None:
    left = "".join(f" ({number} need the pack {name})" for name, number in tally.needs.items())
    print(f"{path}: {tally.agree}/{tally.total}{left}", file=out)
    shown = tally.disagreements if verbose else tally.disagreements[:FIRST]
    for disagreement in shown:
        print(f"  {disagreement}", file=out)
    if len(shown) < len(tally.disagreements):
        more = len(tally.disagreements) - len(shown)
        print(f"  ... and {more} more (--verbose shows all)", file=out)
    if verbose:
        print_counts(tally, out)


def print_counts(tally: Tally, out: TextIO) -> None:
    for name, number in sorted(tally.counts.items()):
        print(f"  {name}: {number}", file=out)
    if tally.rulings:
        print("  explained by docs/rulings.yaml (choices and turns of the reference):", file=out)
    for name, number in sorted(tally.rulings.items()):
        print(f"    {name}: {number}", file=out)


def print_total(tally: Tally, out: TextIO) -> None:
    """The last lines; the very last one is read by machines."""
    if tally.counts or tally.rulings:
        print("all games:", file=out)
        print_counts(tally, out)
    for name, number in tally.needs.items():
        print(f"not compared: {number} lines need the pack {name}", file=out)
    print(f"conformance: {tally.agree} of {tally.total}", file=out)
