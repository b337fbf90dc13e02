"""Every block of docs/packs.md runs, and every key it should know is in it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from doc_snippets import Block, Workshop, read_blocks

from interpreter.model import build, read_types
from interpreter.packs import manifest
from interpreter.packs.edits import _FORMS

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs" / "packs.md"
BLOCKS = read_blocks(DOCUMENT)
TEXT = DOCUMENT.read_text(encoding="utf-8")


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.name)
def test_block(block: Block, tmp_path: Path) -> None:
    workshop = Workshop(tmp_path, BLOCKS)
    if block.kind == "json":
        workshop.load().new_game(position=json.loads(block.text))
    else:
        workshop.run(block)


@pytest.mark.parametrize("key", manifest._KEYS)
def test_every_key_of_the_manifest_is_documented(key: str) -> None:
    assert re.search(rf"^\|[^|]*`{key}`", TEXT, re.M), key


@pytest.mark.parametrize("section", sorted(build.RESERVED))
def test_every_section_is_documented(section: str) -> None:
    assert re.search(rf"^\|[^|]*`{section}`", TEXT, re.M), section


@pytest.mark.parametrize("key", read_types._KEYS)
def test_every_key_of_a_type_is_documented(key: str) -> None:
    assert re.search(rf"^\|[^|]*`{key}`", TEXT, re.M), key


@pytest.mark.parametrize(
    ("what", "keys"),
    [
        ("procedure", build._PROCEDURE),
        ("quantity", build._QUANTITY),
        ("event", build._EVENT),
        ("rule", build._RULE),
        ("invariant", build._INVARIANT),
    ],
)
def test_every_key_of_other_things_is_documented(what: str, keys: list[str]) -> None:
    row = re.search(rf"^\| {what} \|.*$", TEXT, re.M)
    assert row
    named = re.findall(r"`(\w+)", row[0])
    assert set(named) == set(keys)


@pytest.mark.parametrize("operation", _FORMS)
def test_every_operation_is_documented(operation: str) -> None:
    row = re.search(rf"^\| `{operation}: ADDRESS` \| ([^|]*)\|", TEXT, re.M)
    assert row
    assert tuple(re.findall(r"`(\w+)`", row[1])) == _FORMS[operation]


def test_option_ids_are_those_of_the_base_game() -> None:
    rules = "\n".join(p.read_text(encoding="utf-8") for p in (ROOT / "rules/base").rglob("*.yaml"))
    section = TEXT[TEXT.index("## Option ids") :]
    told = {
        words
        for row in re.findall(r"^\| [^|]* \| (.*) \|$", section, re.M)
        for words in re.findall(r"`([^`]*)`", row)
    }
    written = set(re.findall(r'as "([^"]*)"', rules))
    assert told - {"decline"} == written - {"decline"}
