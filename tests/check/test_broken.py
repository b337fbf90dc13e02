"""`tests/packs/broken`: one mistake each, and the finding it must lead to, at its very place.

The expected finding is a comment, on its line wherever that is possible:
`# expect BR0401 7:12`, or `# expect BR0101 in rules.yaml 7:12` where it is not.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from interpreter.check import Session, pipeline, validate
from interpreter.check.checks import start
from interpreter.codes import CODES

BROKEN = Path(__file__).parents[1] / "packs" / "broken"
CASES = sorted(path for path in BROKEN.iterdir() if path.is_dir())
#: codes that no file in a repository can show; each has a test of its own below
ELSEWHERE = {"BR0102", "BR0118", "BR0802", "BR0818", "BR0999"}

_EXPECT = re.compile(r"# expect (BR\d{4}) (?:in (\S+) )?(\d+):(\d+)")


def packs_of(case: Path) -> list[Path]:
    if (case / "pack.yaml").exists():
        return [case]
    packs = sorted(path for path in case.iterdir() if path.is_dir())
    alone = [path for path in packs if "# alone" in (path / "pack.yaml").read_text("utf-8")]
    return alone or packs


def expected_of(case: Path) -> list[tuple[str, Path, int, int]]:
    found = []
    for file in sorted(case.rglob("*.y*ml")):
        text = file.read_bytes().decode("utf-8", errors="replace")
        for number, line in enumerate(text.split("\n"), start=1):
            for code, path, row, column in _EXPECT.findall(line):
                place = case / path if path else file
                found.append((code, place, int(row), int(column)))
                # The comment may stand up to two lines above, where it would change the mistake.
                assert path or number in (int(row), int(row) - 1, int(row) - 2)
    return found


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_broken_pack(case: Path) -> None:
    manifest = case / "pack.yaml"
    play = re.search(r"# play (\d+)", manifest.read_text("utf-8")) if manifest.exists() else None
    found = Session(int(play[1]) if play else 0).check(packs_of(case))
    places = [(f.code, Path(f.span.file).resolve(), f.span.line, f.span.column) for f in found]
    assert places == [(c, p.resolve(), row, column) for c, p, row, column in expected_of(case)]
    for finding in found:
        assert finding.message
        assert len(finding.message.splitlines()) == 1


def test_every_code_is_covered() -> None:
    covered = {code for case in CASES for code, *_ in expected_of(case)}
    assert set(CODES) - covered == ELSEWHERE
    assert len(CASES) >= 80


def test_a_file_that_is_too_large(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text("pack: large\nversion: 1.0.0\n")
    (tmp_path / "large.yaml").write_bytes(b"# " + b"x" * 4_000_000)
    assert [f.code for f in validate([tmp_path])] == ["BR0102"]


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text("pack: linked\nversion: 1.0.0\n")
    (tmp_path / "gone.yaml").symlink_to(tmp_path / "nowhere.yaml")
    assert [f.code for f in validate([tmp_path])] == ["BR0118"]


def test_a_folder_that_is_no_pack(tmp_path: Path) -> None:
    assert [f.code for f in validate([tmp_path])] == ["BR0802"]


def test_a_mistake_of_the_checker_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(context: object) -> None:
        raise RuntimeError("on purpose")

    monkeypatch.setattr(start, "check", fail)
    found = validate([Path(__file__).parent / "sample"])
    assert [f.code for f in found] == ["BR0999"]
    assert "on purpose" in found[0].message
    assert pipeline.failure(ValueError("x"), found[0].span).code == "BR0999"
