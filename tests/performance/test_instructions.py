"""Instructions per decision: no more than the history in `benchmarks/` says, give or take."""

from __future__ import annotations

import importlib.util
import json
import shutil
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
#: other versions of Python count a little differently
OTHER_PYTHON = 1.3


def counter() -> ModuleType:
    spec = importlib.util.spec_from_file_location("count", ROOT / "benchmarks" / "count.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("case", ["base", "base+leeghwater"])
def test_opcodes_per_decision(case: str) -> None:
    count = counter()
    before = count.last()
    assert before is not None
    allowed = count.TOLERANCE * before["opcodes"][case]
    if before["python"] != count.version():
        allowed *= OTHER_PYTHON
    now = count.opcodes(count.CASES[case])
    assert now <= allowed, (
        f"{now:.0f} opcodes per decision, {before['opcodes'][case]} on {before['date']}; if that "
        'is meant, say why: python benchmarks/count.py --record "…"'
    )


@pytest.mark.skipif(shutil.which("valgrind") is None, reason="valgrind is not installed")
def test_machine_instructions_per_decision() -> None:
    count = counter()
    before = count.last_machine()
    if before is None:
        pytest.skip("the history has no count by this build of Python; opcodes are compared")
    now = count.machine(count.CASES["base"])
    assert now is not None and now <= count.TOLERANCE * before["base"], (
        f"{now:.0f} machine instructions per decision, {before['base']} before; if that is meant, "
        'say why: python benchmarks/count.py --callgrind --record "…"'
    )


def test_every_line_of_the_history_says_why() -> None:
    lines = [json.loads(line) for line in counter().HISTORY.read_text().splitlines()]
    assert lines and all(line["note"] for line in lines)
