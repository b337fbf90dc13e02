"""The packs' own examples hold, and every worked example of the rulebooks is among them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from interpreter import load
from interpreter.check.examples import examples_of, run_examples
from interpreter.packs import known_packs

COVERAGE: dict[str, Any] = yaml.safe_load(
    Path(__file__).with_name("coverage.yaml").read_text(encoding="utf-8")
)
PACKS = sorted(known_packs())
FACTS = Path(__file__).parents[3] / "shared" / "facts" / "examples.yaml"


@pytest.mark.parametrize("pack", PACKS)
def test_every_example_holds(pack: str) -> None:
    findings = run_examples(load(pack))
    assert not findings, "\n\n".join(map(str, findings))


def test_every_example_holds_with_everything_at_once() -> None:
    findings = run_examples(load("base", "leeghwater", "promo"))
    assert not findings, "\n\n".join(map(str, findings))


@pytest.mark.parametrize("pack", [name for name in COVERAGE if name in PACKS])
def test_worked_examples_are_in_their_pack(pack: str) -> None:
    found = {example.id for example in examples_of(load(pack))}
    assert set(COVERAGE[pack]) <= found


@pytest.mark.skipif(not FACTS.exists(), reason="the reference material is not beside the project")
def test_no_worked_example_is_forgotten() -> None:
    facts = yaml.safe_load(FACTS.read_text(encoding="utf-8"))["examples"]
    listed = [example for ids in COVERAGE.values() for example in ids]
    assert sorted(listed) == sorted(example["id"] for example in facts)
