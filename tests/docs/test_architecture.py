"""The map of the rooms is true, the Python shown runs, and links lead somewhere."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from doc_snippets import read_blocks

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
ARCHITECTURE = (DOCS / "architecture.md").read_text(encoding="utf-8")
MINE = [
    *(DOCS / name for name in ("architecture.md", "language.md", "packs.md")),
    *sorted((DOCS / "adr").glob("*.md")),
]


def test_the_map_shows_every_room_in_the_order_of_the_layers() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    layers = next(one["layers"] for one in contracts if one["id"] == "rooms")
    rooms = re.findall(r"interpreter\.(\w+)", " ".join(layers[:-1]))
    assert re.findall(r"^\| `interpreter/(\w+)/` \|", ARCHITECTURE, re.M) == rooms
    folders = {path.parent.name for path in (ROOT / "interpreter").glob("*/__init__.py")}
    assert folders == set(rooms)


def test_where_to_begin_reading_exists() -> None:
    for room, files in re.findall(r"^\| `(interpreter/\w+/)` \|.*\| (.*) \|$", ARCHITECTURE, re.M):
        for file in re.findall(r"`([\w.]+)`", files):
            assert (ROOT / room / file).is_file(), file


def test_the_python_shown_runs() -> None:
    blocks = [b.text for b in read_blocks(DOCS / "architecture.md") if b.kind == "python"]
    assert blocks
    for text in blocks:
        exec(compile(text, "architecture.md", "exec"), {})


def test_every_decision_is_listed() -> None:
    index = (DOCS / "adr" / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"\]\((\d{4}-[\w-]+\.md)\) \| (.*) \|", index)
    files = sorted(path.name for path in (DOCS / "adr").glob("0*.md"))
    assert [name for name, _ in listed] == files
    for name, title in listed:
        first = (DOCS / "adr" / name).read_text(encoding="utf-8").splitlines()[0]
        assert first == f"# {name[:4]}: {title}"


@pytest.mark.parametrize("document", MINE, ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    outside = re.sub(r"^```.*?^```$|`[^`\n]*`", "", text, flags=re.M | re.S)
    for target in re.findall(r"\]\(([^)]+)\)", outside):
        file, _, anchor = target.partition("#")
        if "://" in file:
            continue
        path = (document.parent / file).resolve() if file else document
        assert path.exists(), target
        if anchor:
            assert anchor in anchors(path), target


def anchors(path: Path) -> set[str]:
    """The anchors of a document's headings, as GitHub makes them."""
    text = re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.M | re.S)
    titles = re.findall(r"^#+ (.*)$", text, re.M)
    return {re.sub(r"[^\w\- ]", "", title).lower().replace(" ", "-") for title in titles}
