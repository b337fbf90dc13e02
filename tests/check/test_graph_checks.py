"""What a graph asks for is itself checked: a wish about nothing would be a check of nothing."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from interpreter.check import validate

SAMPLE = Path(__file__).parent / "sample"


@pytest.mark.parametrize(
    ("old", "new", "code", "word"),
    [
        ("downhill: y", "downhill: z", "BR0401", "`z`"),
        ("across: x", "across: xx", "BR0401", "`xx`"),
        ("down: y,", "down: yy,", "BR0401", "`yy`"),
        ("downhill: y", "downhil: y", "BR0202", "`downhil`"),
        ("x: 1, y: 3}", "x: 1}", "BR0205", "`y`"),
        ("x: 1, y: 3}", "x: 1, y: 2}", "BR0508", "`green_lake`"),
    ],
)
def test_one_finding(old: str, new: str, code: str, word: str, tmp_path: Path) -> None:
    (finding,) = changed(tmp_path, (old, new))
    assert finding.code == code
    assert word in finding.message


def test_what_is_drawn_has_a_place_even_if_that_is_optional(tmp_path: Path) -> None:
    optional = ("fields: {x: number, y: number}", "fields: {x: number, y: maybe number}")
    codes = {finding.code for finding in changed(tmp_path, optional, ("x: 1, y: 3}", "x: 1}"))}
    assert codes == {"BR0205"}


def changed(folder: Path, *edits: tuple[str, str]):  # type: ignore[no-untyped-def]
    pack = Path(shutil.copytree(SAMPLE, folder / "sample"))
    text = (pack / "rules.yaml").read_text(encoding="utf-8")
    for old, new in edits:
        assert old in text
        text = text.replace(old, new, 1)
    (pack / "rules.yaml").write_text(text, encoding="utf-8")
    return validate([pack])
