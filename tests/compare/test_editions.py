"""`barrage diff base base+draft_edition` lists exactly the differences that change play."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from interpreter.compare import read_side, report

FACTS = Path("/work/shared/facts/editions.yaml")


@pytest.fixture(scope="module")
def found() -> Any:
    return report(read_side("base"), read_side("base+draft_edition"))


def test_every_entry_is_a_difference_of_the_editions(found: Any) -> None:
    references = [entry.reference for entry in found.entries]
    assert len(references) == len(set(references))
    assert all(reference.startswith("ed_d") for reference in references), references
    assert references == sorted(references)


def test_every_entry_is_told_in_both_languages(found: Any) -> None:
    assert all(entry.speaks_for_itself for entry in found.entries)


@pytest.mark.skipif(not FACTS.exists(), reason="the facts are not part of the project")
def test_exactly_those_that_change_play(found: Any) -> None:
    facts = yaml.safe_load(FACTS.read_text(encoding="utf-8"))["draft_vs_final"]
    affecting = {entry["id"] for entry in facts if entry["affects_play"]}
    told = {entry.reference for entry in found.entries}
    left_out = Path(__file__).parents[2].joinpath("rules/draft_edition/rules.yaml").read_text()
    assert told <= affecting
    assert all(reference in left_out for reference in affecting - told)


def test_on_the_command_line(run: Callable[..., Any]) -> None:
    result = run("diff", "base", "base+draft_edition")
    assert result.exit_code == 0
    assert "ed_d01: Ties for first on the energy track" in result.stdout
