"""The order of two packs that declare none must not matter, or it is reported."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from interpreter import load
from interpreter.compare import order_report
from interpreter.compare.commuting import commute
from interpreter.findings import PackError, errors_in
from interpreter.language.parse import parse_rule
from interpreter.language.syntax import Modify
from interpreter.packs import known_packs, load_packs, merge, plain

ROOT = Path(__file__).parents[2] / "rules"
PACKS = sorted(folder.name for folder in ROOT.iterdir() if (folder / "pack.yaml").exists())


def make(folder: Path, text: str = "", manifest: str = "requires: {base: '>=1'}") -> Path:
    folder.mkdir()
    (folder / "pack.yaml").write_text(f"pack: {folder.name}\nversion: 1.0.0\n{manifest}\n")
    (folder / "file.yaml").write_text(text, encoding="utf-8")
    return folder


def test_all_packs_of_the_project() -> None:
    assert set(PACKS) <= set(known_packs())
    assert order_report(PACKS) == []


@pytest.mark.parametrize(("one", "other"), list(combinations(PACKS, 2)))
def test_each_pair_merges_to_the_same(one: str, other: str) -> None:
    packs = load_packs([one, other])
    pair = [pack for pack in packs if pack.name in (one, other)]
    if any(pack.name in pair[1].manifest.requires for pack in pair):
        return
    rest = [pack for pack in packs if pack not in pair]
    first, second = merge([*rest, *pair]), merge([*rest, *reversed(pair)])
    assert not errors_in([*first.findings, *second.findings])
    for name, nodes in first.sections.items():
        others = second.sections[name]
        assert {key: plain(node) for key, node in nodes.items()} == {
            key: plain(node) for key, node in others.items()
        }


def test_the_order_on_the_command_line_is_no_order() -> None:
    names = PACKS[1:3]
    one, other = load(*names), load(*reversed(names))
    assert one.identity == other.identity
    games = [r.new_game(players=3, seed=3, events=False).snapshot() for r in (one, other)]
    assert games[0] == games[1]


# ---- packs that do not get along ---------------------------------------------

ENERGY = "changes: [{{patch: contracts.green_01.energy, was: 2, to: {}}}]"


def test_two_changes_of_one_value(tmp_path: Path) -> None:
    folders = [make(tmp_path / name, ENERGY.format(n)) for n, name in enumerate(("one", "two"))]
    (finding,) = order_report(folders)
    assert finding.code == "BR0815"
    files = {Path(place.file).parent.name for place in (finding.span, finding.related[0][1])}
    assert files == {"one", "two"}


def test_an_order_settles_it(tmp_path: Path) -> None:
    one = make(tmp_path / "one", ENERGY.format(5))
    two = make(
        tmp_path / "two",
        "changes: [{patch: contracts.green_01.energy, was: 5, to: 6}]",
        "requires: {one: '>=1'}",
    )
    assert order_report([one, two]) == []


def test_the_same_id_in_two_packs(tmp_path: Path) -> None:
    text = "rules: [{id: same, rule: modify contract_limit to 4}]"
    folders = [make(tmp_path / name, text) for name in ("one", "two")]
    (finding,) = order_report(folders)
    assert finding.code == "BR0810"


def test_packs_that_conflict_are_never_played_together(tmp_path: Path) -> None:
    one = make(tmp_path / "one", ENERGY.format(5))
    two = make(tmp_path / "two", ENERGY.format(6), "requires: {base: '>=1'}\nconflicts: [one]")
    assert order_report([one, two]) == []


def test_house_rules_that_do_not_commute(tmp_path: Path) -> None:
    one = make(tmp_path / "one", "rules: [{id: a, rule: modify contract_limit to value + 1}]")
    two = make(tmp_path / "two", "rules: [{id: b, rule: modify contract_limit to value * 2}]")
    (finding,) = order_report([one, two])
    assert (finding.code, finding.severity) == ("BR0818", "warning")
    assert "contract_limit" in finding.message


def test_settings(tmp_path: Path) -> None:
    manifest = "requires: {{base: '>=1'}}\nplayers: {{min: 2, max: {}}}"
    folders = [make(tmp_path / n, "", manifest.format(m)) for n, m in (("one", 3), ("two", 5))]
    (finding,) = order_report(folders)
    assert (finding.code, "players" in finding.message) == ("BR0815", True)
    with pytest.raises(PackError):
        load(*folders)


# ---- what commutes -----------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "wanted"),
    [
        ("modify q to value + 1", "modify q to value - 2", True),
        ("modify q to value + 1", "modify q to 2 + value", True),
        ("modify q to value + 1", "modify q to value * 2", False),
        ("modify q to value * 3", "modify q to 2 * value", True),
        ("modify q to at_least(value, 3)", "modify q to at_least(value, 4)", True),
        ("modify q to at_least(value, 3)", "modify q to at_most(value, 4)", False),
        ("modify q to 3", "modify q to 3", True),
        ("modify q to 3", "modify q to 4", False),
        ("modify q to value + value", "modify q to value + 1", False),
        ("modify q when kind is a to 3", "modify q when kind is b to 4", True),
        ("modify q when kind is a to 3", "modify q when kind is a and x to 4", False),
        ("modify q when x to 3", "modify q when not x to 4", True),
        ("modify q when value > 2 to value + 1", "modify q to value + 1", False),
        ("modify q to value or x", "modify q to value or y", True),
        ("modify q to value and x", "modify q to value or y", False),
        ("modify q to value + [a]", "modify q to value + [b]", True),
    ],
)
def test_commute(one: str, other: str, wanted: bool) -> None:
    first, second = parse_rule(one), parse_rule(other)
    assert isinstance(first, Modify) and isinstance(second, Modify)
    assert commute(first, second) is wanted
    assert commute(second, first) is wanted
