"""`validate`: findings with their line and a caret, for people and for programs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

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
