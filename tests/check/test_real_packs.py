"""The packs of the project: no finding, not even a warning, in any combination that is allowed."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

from interpreter.check.targets import groups, targets
from interpreter.check.validate import validate_each
from interpreter.packs import load_packs

RULES = Path(__file__).parents[2] / "rules"
FOLDERS = targets([RULES])


def test_every_combination_is_clean() -> None:
    assert [str(finding) for finding in validate_each(FOLDERS, every=True)] == []


def test_every_combination_that_can_be_loaded_is_among_them() -> None:
    """The power set: what is left out is what the manifests exclude."""
    checked = {frozenset(group) for group in groups(FOLDERS, every=True)}
    for size in range(1, len(FOLDERS) + 1):
        for some in combinations(FOLDERS, size):
            manifests = {pack.name: pack.manifest for pack in load_packs(list(some))}
            excluded = any(set(one.conflicts) & set(manifests) for one in manifests.values())
            assert (frozenset(some) in checked) is not excluded, some
