"""Everything that docs/modding.md shows is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from guide import DOCUMENT, Block, commands, missing, packs_of, read_blocks, write_file, write_pack
from play import own_examples, own_findings, play, settings

from interpreter import load
from interpreter.check import validate
from interpreter.cli.main import main
from interpreter.findings import errors_in
from interpreter.packs.find import find_pack

BLOCKS = read_blocks()
PACKS = packs_of(BLOCKS)
TEXT = DOCUMENT.read_text(encoding="utf-8")
#: the pack of the first part, which grows step by step
STORY = "desert"


@pytest.mark.parametrize("name", PACKS)
def test_pack(name: str, tmp_path: Path) -> None:
    """It loads, its examples hold, and random games with it come to an end."""
    folder = write_pack(PACKS[name], tmp_path)
    ruleset = load(folder)
    assert own_findings(ruleset, folder) == []
    assert own_examples(ruleset, folder) or name in ("anatomy", "ideas")
    for players, mode in settings(ruleset):
        for seed in (1, 2):
            assert play(ruleset, players, mode, seed)


@pytest.mark.parametrize("name", PACKS)
def test_pack_validates(name: str, tmp_path: Path) -> None:
    folder = write_pack(PACKS[name], tmp_path)
    assert [str(finding) for finding in errors_in(validate([folder]))] == []


def test_the_first_fifteen_minutes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files and commands in the order of the guide."""
    monkeypatch.chdir(tmp_path)
    for block in BLOCKS:
        if block.kind == "console":
            follow(block)
        elif block.pack == STORY:
            write_file(block, tmp_path)


def follow(block: Block) -> None:
    for command in commands(block):
        program, *words = command.words
        assert program == "barrage", f"{block}: only barrage is run here"
        result = CliRunner().invoke(main, words)
        shown = f"{block}: {' '.join(command.words)}"
        assert result.exit_code == 0, f"{shown}\n{result.output}"
        lacking = missing(command.expected, result.output)
        assert lacking is None, f"{shown}: {lacking!r} is not in\n{result.output}"


def test_every_block_is_run() -> None:
    kinds = {block.kind for block in BLOCKS if not block.path}
    assert kinds == {"console", "toml"}
    assert all(block.kind == "yaml" for block in BLOCKS if block.path)


def test_the_entry_point_is_the_one_that_new_pack_writes() -> None:
    (block,) = [block for block in BLOCKS if block.kind == "toml"]
    template = Path(__file__).parents[2] / "templates/pack/pyproject.toml.in"
    text = template.read_text(encoding="utf-8").replace("@NAME@", STORY)
    for line in block.text.splitlines():
        assert line.strip() in text


# ---- nothing is left out -----------------------------------------------------


@pytest.fixture(scope="module")
def named() -> set[str]:
    """Every word of the guide that stands in code."""
    outside = re.sub(r"```.*?```", "", TEXT, flags=re.S)
    return set(re.findall(r"[a-z][a-z0-9_]*", " ".join(re.findall(r"`([^`]+)`", outside))))


def test_every_door_is_named(named: set[str]) -> None:
    ruleset = load("base")
    model = ruleset.model
    tools = find_pack("base").resolve() / "invariants.yaml"
    quantities = {
        name for name, one in model.quantities.items() if Path(one.span.file).resolve() != tools
    }
    assert quantities - named == set()
    assert set(model.events) - named == set()
    assert ruleset.program.offered - named == set()
    own = [one for one in model.types.values() if one.id not in ("game", "player", "mode")]
    assert {one.plural for one in own} - named == set()
    assert {resource.id for resource in model.elements.values() if resource.type == "resource"} <= (
        named
    )


def test_links_lead_somewhere() -> None:
    headings = re.findall(r"^#+ (.*)$", re.sub(r"```.*?```", "", TEXT, flags=re.S), re.M)
    anchors = {re.sub(r"[^\w\- ]", "", h.lower()).strip().replace(" ", "-") for h in headings}
    for target in re.findall(r"\]\(([^)]+)\)", TEXT):
        if target.startswith("#"):
            assert target[1:] in anchors, target
        else:
            assert (DOCUMENT.parent / target).exists(), target
