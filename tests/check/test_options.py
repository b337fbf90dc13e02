"""Choosing findings: codes, suppressions, baselines, changes, exit codes."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from interpreter.check.changed import touched_since
from interpreter.check.select import BadChoice, choose
from interpreter.check.targets import groups, targets
from interpreter.cli.main import main
from interpreter.findings import Finding, PackError, Span

SAMPLE = Path(__file__).parent / "sample"
TOOL = Path(__file__).parents[2] / "tools" / "validate_rules.py"
TWICE = "\n  - {id: fair, name: {en: Fair, it: Fiera}, cost: 3, reward: gain 2 coin}"


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["validate", *words])


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SAMPLE, tmp_path / "sample"))


@pytest.fixture
def add(pack: Path) -> Callable[[str], None]:
    def write(text: str) -> None:
        (pack / "written_later.yaml").write_text(text, encoding="utf-8")

    return write


def test_exit_codes(pack: Path, add: Callable[[str], None]) -> None:
    assert run(str(pack)).exit_code == 0
    add("cards:" + TWICE)
    assert run(str(pack)).exit_code == 0
    assert run(str(pack), "--fail-on", "warning").exit_code == 1
    add("cards: [toll]")
    assert run(str(pack)).exit_code == 1
    assert run(str(pack / "nowhere")).exit_code == 2
    assert run(str(pack), "--select", "BR77").exit_code == 2
    assert run(str(pack), "--baseline", str(pack / "none.json")).exit_code == 2


def test_select_and_ignore(pack: Path, add: Callable[[str], None]) -> None:
    add("cards:" + TWICE)
    for words, left in (
        (["--select", "BR0904"], 1),
        (["--select", "BR01,br09"], 1),
        (["--select", "BR01"], 0),
        (["--ignore", "BR09"], 0),
        (["--ignore", "BR0601", "--ignore", "BR0904"], 0),
    ):
        done = run(str(pack), "--format", "json", *words)
        assert len(json.loads(done.stdout)) == left, words


def test_unknown_codes_are_refused() -> None:
    finding = Finding("BR0904", "x", Span.of_file("f"))
    assert choose([finding], ["BR0904"]) == [finding]
    with pytest.raises(BadChoice, match="did you mean BR0904"):
        choose([finding], ["BR094"])


def test_inline_suppression(pack: Path, add: Callable[[str], None]) -> None:
    comment = "  # barrage: ignore BR0904 because the box has both"
    for text in ("cards:" + TWICE + comment, "cards:\n" + comment + TWICE):
        add(text)
        assert run(str(pack), "--fail-on", "warning").exit_code == 0, text
    add("cards:" + TWICE + "\n" + comment)
    assert run(str(pack), "--fail-on", "warning").exit_code == 1


def test_a_whole_pack_can_ignore_a_code(pack: Path, add: Callable[[str], None]) -> None:
    add("cards:" + TWICE)
    manifest = pack / "pack.yaml"
    manifest.write_text(manifest.read_text("utf-8") + "ignore: {BR0904: the box has both}\n")
    assert run(str(pack), "--fail-on", "warning").exit_code == 0


def test_baseline(pack: Path, add: Callable[[str], None], tmp_path: Path) -> None:
    file = str(tmp_path / "baseline.json")
    add("cards:" + TWICE)
    assert run(str(pack), "--write-baseline", file).exit_code == 0
    assert run(str(pack), "--baseline", file, "--fail-on", "warning").exit_code == 0
    add("\n\n# lines may move\ncards:" + TWICE)
    assert run(str(pack), "--baseline", file, "--fail-on", "warning").exit_code == 0
    add("cards:" + TWICE + TWICE.replace("fair", "ball").replace("Fair", "Ball"))
    told = run(str(pack), "--baseline", file, "--fail-on", "warning")
    assert told.exit_code == 1
    (tmp_path / "baseline.json").write_text("[]")
    assert run(str(pack), "--baseline", file).exit_code == 2


def test_output_to_a_file(pack: Path, tmp_path: Path) -> None:
    file = tmp_path / "out.sarif"
    done = run(str(pack), "--format", "sarif", "--output", str(file))
    assert done.exit_code == 0
    assert done.stdout == ""
    assert json.loads(file.read_text("utf-8"))["version"] == "2.1.0"


def test_targets(pack: Path, tmp_path: Path) -> None:
    assert targets([pack]) == [pack]
    assert targets([tmp_path]) == [pack]
    assert [path.resolve() for path in targets([pack / "rules.yaml"])] == [pack.resolve()]
    assert targets([pack, pack / "rules.yaml", tmp_path]) == [pack]
    with pytest.raises(PackError):
        targets([tmp_path / "nothing"])


def test_packs_that_exclude_each_other_are_not_checked_together(tmp_path: Path) -> None:
    folders = []
    for name, more in (("one", ""), ("two", "conflicts: [one]\n"), ("three", "")):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "pack.yaml").write_text(f"pack: {name}\nversion: 1.0.0\n{more}")
        folders.append(folder)
    one, two, three = folders
    assert groups(folders) == [[one], [two], [three], [one, three]]
    assert groups(folders, every=True) == [[one], [two], [three], [one, three], [two, three]]


def test_a_baseline_holds_wherever_one_stands(
    pack: Path, add: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    add("cards:" + TWICE)
    monkeypatch.chdir(pack.parent)
    assert run("sample", "--write-baseline", "known.json").exit_code == 0
    assert run("sample", "--baseline", "known.json", "--fail-on", "warning").exit_code == 0
    monkeypatch.chdir(pack)
    assert run(".", "--baseline", "../known.json", "--fail-on", "warning").exit_code == 0


def test_changed_since(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def git(*words: str) -> None:
        identity = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
        subprocess.run(["git", *identity, *words], cwd=tmp_path, check=True, capture_output=True)

    for name, more in (("one", ""), ("two", 'requires: {one: ">=1"}\n'), ("three", "")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "pack.yaml").write_text(f"pack: {name}\nversion: 1.0.0\n{more}")
    git("init", "-q", "-b", "main")
    git("add", ".")
    git("commit", "-q", "-m", "first")
    folders = [tmp_path / name for name in ("one", "three", "two")]
    monkeypatch.chdir(tmp_path)
    assert touched_since("main", folders) == []
    (tmp_path / "two" / "more.yaml").write_text("cards: []\n")
    assert touched_since("main", folders) == [tmp_path / "two"]
    (tmp_path / "one" / "pack.yaml").write_text("pack: one\nversion: 1.1.0\n")
    assert touched_since("main", folders) == [tmp_path / "one", tmp_path / "two"]
    assert run(str(tmp_path), "--changed-since", "main").exit_code == 1
    assert run(str(tmp_path), "--changed-since", "no_such_branch").exit_code == 2
    victim = tmp_path / "victim"
    refused = run(str(tmp_path), "--changed-since", f"--output={victim}")
    assert refused.exit_code == 2
    assert not victim.exists(), "a revision is no option of git"
    monkeypatch.chdir("/")
    assert touched_since("main", folders) == [tmp_path / "one", tmp_path / "two"]
    git("checkout", "-q", ".")
    git("clean", "-fdq")
    shutil.rmtree(tmp_path / "one")
    assert touched_since("main", folders[1:]) == [tmp_path / "two"], "it was built on what is gone"


def test_changed_since_is_about_the_branch(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        identity = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
        subprocess.run(["git", *identity, *words], cwd=tmp_path, check=True, capture_output=True)

    def write(name: str, text: str) -> None:
        (tmp_path / name).mkdir(exist_ok=True)
        (tmp_path / name / "pack.yaml").write_text(f"pack: {name}\nversion: 1.0.0\n{text}")
        git("add", ".")
        git("commit", "-q", "-m", f"{name} {text}")

    git("init", "-q", "-b", "main")
    write("one", "")
    write("two", "")
    git("checkout", "-q", "-b", "branch")
    write("one", "# by the branch\n")
    git("checkout", "-q", "main")
    write("two", "# by others\n")
    git("checkout", "-q", "branch")
    assert touched_since("main", [tmp_path / "one", tmp_path / "two"]) == [tmp_path / "one"]


def test_changed_since_outside_of_a_repository(pack: Path) -> None:
    refused = run(str(pack), "--changed-since", "main")
    assert refused.exit_code == 2
    assert "not a git repository" in refused.output


def test_the_tool_is_the_same(pack: Path, add: Callable[[str], None]) -> None:
    add("cards:" + TWICE)
    words = [sys.executable, str(TOOL), str(pack), "--format", "compact", "--fail-on", "warning"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "BR0904" in done.stdout


@pytest.mark.parametrize("words", ["ignore br0904 because x", "ignore because x", "disable BR0904"])
def test_a_suppression_that_is_none_is_reported(
    words: str, pack: Path, add: Callable[[str], None]
) -> None:
    add(f"cards:\n  # barrage: {words}" + TWICE)
    told = run(str(pack), "--format", "compact").output
    assert "BR0909" in told
    assert "BR0904" in told


def test_a_warning_hides_no_error_at_its_place(pack: Path, add: Callable[[str], None]) -> None:
    add("cards:\n  - {id: fair, name: {en: Fair, it: Fiera}, cost: 1:30, reward: gain 7 coin}")
    told = run(str(pack), "--format", "compact")
    assert told.exit_code == 1
    assert "BR0206" in told.output
