"""Every block of docs/language.md runs, and nothing of the language is left out of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from doc_snippets import Block, Workshop, read_blocks

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "language.md"
BLOCKS = read_blocks(DOCUMENT)


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.name)
def test_example(block: Block, tmp_path: Path) -> None:
    Workshop(tmp_path, BLOCKS).run(block)
