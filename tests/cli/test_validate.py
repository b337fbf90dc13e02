"""`validate`: findings with their line and a caret, for people and for programs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from interpreter.cli.validate import as_text
from interpreter.findings import Finding, Span

TOOL = Path(__file__).parents[2] / "tools" / "validate_rules.py"


def test_a_good_pack(run, mini: str) -> None:
    assert "all is well" in run("validate", mini).stdout


def test_every_pack_is_checked_if_none_is_named(run) -> None:
    assert run("validate").stdout.strip().endswith("all is well")


def test_a_typo_has_a_place_a_caret_and_a_guess(run, changed) -> None:
    told = run("validate", changed("gain 2 fruit", "gain 2 fruitt"), code=1).stdout
    place, line, caret = told.splitlines()[:3]
    assert "game.yaml:15:" in place
    assert "error BR" in place
    assert "picking: gain 2 fruitt" in line
    assert line[caret.index("^") :].startswith(("fruitt", "gain"))
    assert "1 error, 0 warnings" in told


def test_findings_for_programs(run, changed) -> None:
    told = run("validate", changed("gain 2 fruit", "gain 2 fruitt"), "--format", "json", code=1)
    finding = json.loads(told.stdout)[0]
    assert finding["severity"] == "error"
    assert finding["line"] == 15
    assert finding["file"].endswith("game.yaml")


def test_the_caret_stands_under_the_place(tmp_path: Path) -> None:
    file = tmp_path / "x.yaml"
    file.write_text("first\n\tsecond word\n")
    span = Span(str(file), 2, 9, 2, 13)
    other = Span(str(file), 1, 1, 1, 6)
    finding = Finding("BR0101", "odd", span, help="try", related=(("see", other),), suggestion="w")
    assert list(as_text(finding)) == [
        f"{file}:2:9: error BR0101: odd",
        "  2 | \tsecond word",
        "    | \t       ^^^^",
        "  did you mean 'w'?",
        "  help: try",
        f"  {file}:1:1: see",
        "",
    ]


def test_the_tool_does_the_same(mini: str) -> None:
    done = subprocess.run(
        [sys.executable, str(TOOL), mini], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "all is well" in done.stdout
    done = subprocess.run(
        [sys.executable, str(TOOL), "nowhere"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
