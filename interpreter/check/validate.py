"""Check packs and collect everything that is wrong with them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from interpreter.check.session import Session
from interpreter.check.targets import groups
from interpreter.findings import Finding


def validate(names: Iterable[str | Path], *, play: int = 0) -> list[Finding]:
    """Everything that is wrong with the packs taken together; never raises for what they say."""
    return Session(play).check(list(names))


def validate_each(
    folders: Sequence[Path],
    *,
    play: int = 0,
    every: bool = False,
    keep: bool = False,
    processes: int = 1,
) -> list[Finding]:
    """Each pack with what it requires, and those that go together; or every combination.

    With `keep`, findings of packs that have not changed are taken from the last run.
    Several `processes` share the work; a program with threads must leave that at one.
    """
    session = Session(play, keep, thorough=every, processes=processes)
    return session.check(*groups(folders, every))
