"""The page of each code in `docs/errors/`: in a checkout, or in the installed package."""

from __future__ import annotations

from pathlib import Path
from typing import Final

PAGES_URL: Final = "https://example.org/barrage-rules/docs/errors"

_PACKAGE: Final = Path(__file__).resolve().parents[1]


def page_of(code: str) -> str | None:
    """The page of a code, in Markdown."""
    for folder in (_PACKAGE.parent / "docs" / "errors", _PACKAGE / "_data" / "errors"):
        page = folder / f"{code}.md"
        if page.is_file():
            return page.read_text(encoding="utf-8")
    return None
