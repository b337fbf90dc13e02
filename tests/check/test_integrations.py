"""The action, the hook, the GitLab sample and the editor settings, as far as that goes offline."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml

ROOT = Path(__file__).parents[2]
SAMPLE = Path(__file__).parent / "sample"
BROKEN = Path(__file__).parents[1] / "packs" / "broken" / "misspelt_verb"


def load(path: str) -> Any:
    return yaml.safe_load((ROOT / path).read_text(encoding="utf-8"))


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """A `barrage` on the path that runs this checkout."""
    tool = tmp_path / "bin" / "barrage"
    tool.parent.mkdir()
    tool.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m interpreter.cli "$@"\n')
    tool.chmod(0o755)
    path = f"{tool.parent}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), "BARRAGE_CACHE": "off"}


def run(script: str, environment: dict[str, str], folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-e", "-c", script], env=environment, cwd=folder,
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def filled(step: dict[str, Any], inputs: dict[str, str]) -> dict[str, str]:
    """The environment of a step with its `${{ inputs.… }}` filled in."""

    def fill(text: str) -> str:
        return re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda found: inputs[found[1]], text)

    return {name: fill(str(value)) for name, value in step.get("env", {}).items()}


@pytest.mark.parametrize(("pack", "code"), [(SAMPLE, 0), (BROKEN, 1)], ids=["good", "broken"])
def test_the_action(pack: Path, code: int, environment: dict[str, str], tmp_path: Path) -> None:
    action = load("action.yml")
    assert action["runs"]["using"] == "composite"
    inputs = {name: spec["default"] for name, spec in action["inputs"].items()}
    inputs |= {"paths": str(pack), "python": sys.executable, "sarif": str(tmp_path / "out.sarif")}
    _, sarif, check = action["runs"]["steps"]
    assert all(step["shell"] == "bash" for step in action["runs"]["steps"])
    done = run(sarif["run"], environment | filled(sarif, inputs), tmp_path)
    assert done.returncode == 0, done.stderr
    results = json.loads((tmp_path / "out.sarif").read_text("utf-8"))["runs"][0]["results"]
    assert len(results) == code
    done = run(check["run"], environment | filled(check, inputs), tmp_path)
    assert done.returncode == code, done.stderr
    assert ("::error file=" in done.stdout) == bool(code)


def test_the_hook(environment: dict[str, str], tmp_path: Path) -> None:
    (hook,) = load(".pre-commit-hooks.yaml")
    assert {"id", "name", "entry", "language", "files"} <= set(hook)
    assert re.search(hook["files"], "rules/base/contracts.yaml")
    for pack, code in ((SAMPLE, 0), (BROKEN, 1)):
        files = shlex.join(str(path) for path in sorted(pack.glob("*.yaml")))
        done = run(f"{hook['entry']} {files}", environment, tmp_path)
        assert done.returncode == code, done.stderr


def test_the_gitlab_sample(environment: dict[str, str], tmp_path: Path) -> None:
    job = load("docs/ci/gitlab-ci.yml")["validate-packs"]
    variables = environment | {"PACKS": str(BROKEN)}
    done = run("\n".join(job["script"]), variables, tmp_path)
    assert done.returncode == 1, done.stderr
    report = tmp_path / job["artifacts"]["reports"]["junit"]
    assert ElementTree.parse(report).getroot().get("failures") == "1"


def test_the_editor_settings() -> None:
    settings = json.loads((ROOT / ".vscode" / "settings.json").read_text("utf-8"))
    for schema in settings["yaml.schemas"]:
        assert (ROOT / schema).is_file()


def test_explain_prints_the_page(environment: dict[str, str], tmp_path: Path) -> None:
    done = run("barrage explain BR0301", environment, tmp_path)
    assert done.returncode == 0
    assert done.stdout.startswith("# BR0301: ")
    assert "## Correct" in done.stdout


def test_the_documents_name_real_options(environment: dict[str, str], tmp_path: Path) -> None:
    told = run("barrage validate --help", environment, tmp_path).stdout
    for option in set(re.findall(r"`(--[a-z-]+)", (ROOT / "docs" / "ci.md").read_text("utf-8"))):
        assert option in told, option
