"""`--play`: a failure is shrunk, and what is printed fails in the same way when it is pasted."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import yaml

from interpreter.check import Session
from interpreter.check.report.text import as_text

BROKEN = Path(__file__).parents[1] / "packs" / "broken"
SAMPLE = Path(__file__).parent / "sample"


@pytest.mark.parametrize(("case", "code"), [("invariant_breaks", "BR0701"), ("dead_end", "BR0704")])
def test_a_failure_can_be_pasted(case: str, code: str, tmp_path: Path) -> None:
    pack = Path(shutil.copytree(BROKEN / case, tmp_path / case))
    (failure,) = Session(play=10).check([pack])
    assert failure.help is not None
    (example,) = yaml.safe_load(failure.help.split("\n", 1)[1])
    assert len(example["when"]) <= 3
    assert failure.help in as_text([failure]), "what is printed can be pasted as it is"
    pasted = {"examples": [{"id": "pasted", **example}]}
    (pack / "pasted.yaml").write_text(yaml.safe_dump(pasted, sort_keys=False))
    assert code in {finding.code for finding in Session().check([pack])}


def test_good_packs_are_played_without_findings() -> None:
    assert Session(play=20).check([SAMPLE]) == []
