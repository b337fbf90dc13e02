"""What the README promises."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from interpreter.cli.main import VERBS

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


def test_it_names_every_verb() -> None:
    assert all(f"`barrage {verb}" in README for verb in VERBS)


def test_its_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(compile(code, "README.md", "exec"), {})
    assert "player_1" in capsys.readouterr().out


def test_what_it_shows_is_what_is_shown(run) -> None:
    shown = run("show", "workshop_2").stdout
    for line in shown.splitlines():
        # The line it is defined on moves too often to be worth a test.
        assert line.startswith("defined") or line.rstrip() in README
