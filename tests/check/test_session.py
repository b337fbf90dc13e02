"""The checker as a library: unsaved texts, and only what changed is read again."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from interpreter.check import Session
from interpreter.check import session as module

SAMPLE = Path(__file__).parent / "sample"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SAMPLE, tmp_path / "sample"))


def test_an_unsaved_text_counts(pack: Path) -> None:
    session = Session()
    file = pack / "rules.yaml"
    assert session.check([pack]) == []
    session.edit(file, file.read_text("utf-8").replace("gain 2 coin", "gian 2 coin"))
    assert [f.code for f in session.check([pack])] == ["BR0301"]
    session.edit(file, None)
    assert session.check([pack]) == []


def test_only_the_edited_file_is_read_again(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (pack / "more.yaml").write_text("cards: []\n")
    session = Session()
    session.check([pack])
    read: list[str] = []
    original = module.Files.yaml

    def spy(self: module.Files, data: bytes, file: str) -> object:
        read.append(Path(file).name)
        return original(self, data, file)

    monkeypatch.setattr(module.Files, "yaml", spy)
    session.edit(pack / "more.yaml", "cards: [] # edited\n")
    session.check([pack])
    assert read == ["more.yaml"]


def test_findings_do_not_depend_on_what_was_checked_before(pack: Path) -> None:
    file = pack / "rules.yaml"
    text = file.read_text("utf-8")
    session = Session()
    for old, new in (("cost: 3", "cost: three"), ("id: wage", "id: waeg"), ("y: 3", "y: 2")):
        changed = text.replace(old, new)
        session.edit(file, changed)
        again = Session()
        again.edit(file, changed)
        assert session.check([pack]) == again.check([pack]) != []
