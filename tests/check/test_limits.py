"""Files made to hurt: each ends soon, in little memory, with a finding."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SECONDS, MEGABYTES = 5, 500
ROOT = Path(__file__).parents[2]

_SCRIPT = """
import resource, sys
from interpreter.check import validate
from interpreter.check.report.text import as_text
resource.setrlimit(resource.RLIMIT_AS, (1_500_000_000, 1_500_000_000))
found = validate([sys.argv[1]])
told = as_text(found)
print(sorted({finding.code for finding in found}))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


def bomb() -> str:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
    return "\n".join(lines)


def quantity(value: str) -> str:
    return f"quantities:\n  - {{id: q, gives: number, value: '{value}'}}\n"


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
    "one_line": lambda: 'cards: "' + "x" * 50_000_000 + '"',
    "many_lines_of_script": lambda: (
        "procedures:\n  - id: p\n    script: |\n" + "      gain 1 vp\n" * 1_000_000
    ),
    "deepest_script": lambda: quantity("(" * 100_000 + "1" + ")" * 100_000),
    "long_number": lambda: "inventory: {cards: " + "9" * 1_000_000 + "}",
    "long_number_in_a_formula": lambda: quantity("9" * 5_000),
    "many_unknown_words": lambda: (
        "procedures:\n" + "".join(f"  - {{id: p{n}, script: foo{n}}}\n" for n in range(5_000))
    ),
    "nul": lambda: "cards:\0 []",
    "half_of_a_pair": lambda: 'cards: "\\ud800"',
    "long_word": lambda: "cards:\n  - {id: " + "a" * 1_000_000 + "}",
    "long_key": lambda: "a" * 1_000_000 + ": 1",
}


def endless(file: Path) -> None:
    os.mkfifo(file)


def device(file: Path) -> None:
    file.symlink_to("/dev/zero")


def loop(file: Path) -> None:
    file.symlink_to(file)


def utf_16(file: Path) -> None:
    file.write_bytes("cards: []".encode("utf-16"))


NO_TEXTS = {
    "pipe": endless,
    "device": device,
    "loop": loop,
    "folder": Path.mkdir,
    "utf_16": utf_16,
}


@pytest.mark.parametrize("name", CASES)
def test_a_hostile_file(name: str, tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").write_text(CASES[name]())
    assert_bounded(tmp_path)


@pytest.mark.parametrize("name", NO_TEXTS)
def test_something_that_is_no_text(name: str, tmp_path: Path) -> None:
    NO_TEXTS[name](tmp_path / "rules.yaml")
    assert_bounded(tmp_path)


def assert_bounded(folder: Path) -> None:
    (folder / "pack.yaml").write_text("pack: hostile\nversion: 1.0.0\n")
    done = subprocess.run(
        [sys.executable, "-c", _SCRIPT, str(folder)],
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
