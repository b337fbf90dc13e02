"""Files made to hurt: each ends soon, in little memory, with a finding."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SECONDS, MEGABYTES = 5, 500
ROOT = Path(__file__).parents[2]

_SCRIPT = """
import resource, sys
from interpreter.check import validate
resource.setrlimit(resource.RLIMIT_AS, (1_500_000_000, 1_500_000_000))
print(sorted({finding.code for finding in validate([sys.argv[1]])}))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


def bomb() -> str:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
    return "\n".join(lines)


CASES = {
    "large": lambda: "# " + "x" * 50_000_000,
    "large_list": lambda: "cards:\n" + "  - {id: a, cost: 1}\n" * 2_600_000,
    "deep_flow": lambda: "cards: " + "[" * 100_000,
    "deep_block": lambda: "\n".join(" " * n + "a:" for n in range(1500)),
    "bomb": bomb,
    "long_script": lambda: "procedures:\n  - {id: p, script: '" + "gain 1 vp; " * 100_000 + "'}",
    "deep_script": lambda: "quantities:\n  - {id: q, gives: number, value: '" + "(" * 9_000 + "1'}",
    "long_sum": lambda: "quantities:\n  - {id: q, gives: number, value: '1" + " + 1" * 4_000 + "'}",
    "many_nots": lambda: (
        "quantities:\n  - {id: q, gives: yes_no, value: '" + "not " * 4_000 + "no'}"
    ),
    "many_ids": lambda: "cards:\n" + "".join(f"  - {{id: c{n}}}\n" for n in range(20_000)),
    "many_unknown": lambda: (
        "types:\n  a: {plural: as_, fields: {b: b}}\n  b: {plural: bs}\n"
        + "bs:\n"
        + "".join(f"  - {{id: b{n}}}\n" for n in range(2_000))
        + "as_:\n"
        + "".join(f"  - {{id: a{n}, b: x{n}}}\n" for n in range(2_000))
    ),
    "same_id": lambda: "cards:\n" + "  - {id: c, cost: 1}\n" * 20_000,
    "long_word": lambda: "cards:\n  - {id: " + "a" * 1_000_000 + "}",
    "long_key": lambda: "a" * 1_000_000 + ": 1",
}


@pytest.mark.parametrize("name", CASES)
def test_a_hostile_file(name: str, tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text("pack: hostile\nversion: 1.0.0\n")
    (tmp_path / "rules.yaml").write_text(CASES[name]())
    done = subprocess.run(
        [sys.executable, "-c", _SCRIPT, str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    codes, memory = done.stdout.splitlines()
    assert codes != "[]"
    assert "BR0999" not in codes
    assert int(memory) < MEGABYTES
