"""Every code has a page, and its samples show what the page says."""

from __future__ import annotations

from pathlib import Path

import pytest
from pages import PAGES, check_files, read_page

from interpreter.check.severity import usual_severity
from interpreter.codes import CODES


@pytest.mark.parametrize("code", CODES)
def test_the_samples_of_a_page(code: str, tmp_path: Path) -> None:
    page = read_page(code)
    assert page.text.startswith(f"# {code}: {CODES[code]}\n")
    if not page.has_samples:
        return
    wrong = check_files(page.files("Fails"), tmp_path / "fails")
    assert {finding.code for finding in wrong} == {code}, [str(f) for f in wrong]
    assert wrong[0].severity == usual_severity(code)
    right = check_files(page.files("Correct"), tmp_path / "correct")
    assert right == [], [str(f) for f in right]


def test_there_are_no_pages_without_a_code() -> None:
    assert {page.stem for page in PAGES.glob("BR*.md")} == set(CODES)
