"""Merging packs: additions, changes, and the order between them."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.findings import Finding
from interpreter.packs import Merged, load_packs, merge
from interpreter.packs.nodes import Mapping, plain

ROOT = """\
types:
  player: {state: {vp: number}, bearers: [officer of you]}
  contract: {plural: contracts, fields: {energy: number}}
contracts:
  - id: green_01
    energy: 2
    reward: |
      gain 1 credit
    tags: [a, b]
    steps: [{id: first, n: 1}, {id: second, n: 2}]
  - {id: green_02, energy: 3}
texts: {hello: {en: Hello}, a.b: {en: Dotted}}
"""


class Packs:
    """Makes packs in a folder and merges them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.given: list[Path] = []
        self.add("root", ROOT)

    def add(self, name: str, *files: str, manifest: str = "") -> None:
        folder = self.folder / name
        folder.mkdir()
        if name != "root" and not manifest:
            manifest = "requires: {root: '>=1'}"
        (folder / "pack.yaml").write_text(f"pack: {name}\nversion: 1.0.0\n{manifest}\n")
        for number, text in enumerate(files):
            (folder / f"file_{number}.yaml").write_text(text, encoding="utf-8")
        self.given.append(folder)

    def merge(self, *, reverse: bool = False) -> Merged:
        return merge(load_packs(reversed(self.given) if reverse else self.given))

    def change(self, text: str, name: str = "mod") -> Merged:
        """Merge with a pack that has these changes."""
        self.add(name, f"changes:\n  - {text}\n")
        return self.merge()


@pytest.fixture
def packs(tmp_path: Path) -> Packs:
    return Packs(tmp_path)


def fine(merged: Merged) -> dict[str, dict[str, object]]:
    """The sections as plain data, if nothing is wrong."""
    assert merged.findings == []
    return {
        section: {key: plain(node) for key, node in nodes.items()}
        for section, nodes in merged.sections.items()
    }


def only(merged: Merged) -> Finding:
    (finding,) = merged.findings
    return finding


# ---- additions ---------------------------------------------------------------


def test_sections_of_one_pack(packs: Packs) -> None:
    merged = packs.merge()
    sections = fine(merged)
    assert list(sections) == ["types", "contracts", "texts"]
    assert sections["contracts"]["green_02"] == {"id": "green_02", "energy": 3}
    assert sections["texts"]["hello"] == {"en": "Hello"}
    assert merged.owners["contracts.green_01"] == "root"
    assert merged.places["contracts.green_01"].line == 5
    assert merged.places["contracts"].line == 4
    assert merged.history == {}


def test_packs_and_files_add_up_in_order(packs: Packs) -> None:
    packs.add("mod", "contracts: [{id: c}]", "contracts: [{id: a}]\nprocedures: [{id: p}]")
    sections = fine(packs.merge())
    assert list(sections["contracts"]) == ["green_01", "green_02", "c", "a"]
    assert sections["procedures"] == {"p": {"id": "p"}}


def test_empty_sections(packs: Packs) -> None:
    packs.add("mod", "contracts:\ntypes:\nbonuses: []\nchanges:\n")
    assert fine(packs.merge())["bonuses"] == {}


def test_numbers_as_ids(packs: Packs) -> None:
    packs.add("mod", "rounds: [{id: 2}]")
    assert fine(packs.merge())["rounds"] == {"2": {"id": 2}}


def test_id_twice_in_one_pack(packs: Packs) -> None:
    packs.add(
        "mod", "contracts:\n  - id: x", "contracts:\n\n  - id: x\ntexts: {a: b}", "texts: {a: c}"
    )
    first, second = packs.merge().findings
    assert first.code == second.code == "BR0209"
    assert first.message == "`contracts.x` is given twice in mod"
    assert (first.span.line, first.related[0][1].line) == (3, 2)
    assert second.message == "`texts.a` is given twice in mod"


def test_id_in_two_sections(packs: Packs) -> None:
    packs.add("mod", "bonuses: [{id: green_01}]\nprocedures: [{id: green_02}]")
    finding = only(packs.merge())
    assert finding.code == "BR0210"
    assert finding.message == "the id `green_01` is in `contracts` and in `bonuses`"
    assert finding.related[0][1].line == 5


@pytest.mark.parametrize("text", ["contracts: [{id: green_01}]", "texts: {hello: {en: Hi}}"])
def test_id_of_another_pack(packs: Packs, text: str) -> None:
    packs.add("mod", text)
    finding = only(packs.merge())
    assert finding.code == "BR0810"
    assert "changes" in (finding.help or "")
    assert Path(finding.related[0][1].file).parent.name == "root"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("contracts: {a: b}", "BR0201"),
        ("contracts: [a]", "BR0201"),
        ("contracts: [{energy: 1}]", "BR0205"),
        ("contracts: [{id: [a]}]", "BR0206"),
        ("contracts: [{id: }]", "BR0206"),
        ("texts: [a]", "BR0201"),
        ("changes: {a: b}", "BR0201"),
    ],
)
def test_structure(packs: Packs, text: str, code: str) -> None:
    packs.add("mod", text)
    assert only(packs.merge()).code == code


# ---- types -------------------------------------------------------------------


def test_types_can_be_added_to(packs: Packs) -> None:
    packs.add(
        "mod",
        "types:\n  player:\n    state: {gold: number}\n    bearers: [guest of you]\n"
        "    fields: {seat: number}\n",
    )
    merged = packs.merge()
    assert fine(merged)["types"]["player"] == {
        "state": {"vp": "number", "gold": "number"},
        "bearers": ["officer of you", "guest of you"],
        "fields": {"seat": "number"},
    }
    (change,) = merged.history["types.player.state.gold"]
    assert (change.pack, change.operation, change.before) == ("mod", "extend", None)


def test_types_collide(packs: Packs) -> None:
    packs.add("mod", "types:\n  player: {state: {vp: text}, bearers: [officer of you]}")
    first, second = packs.merge().findings
    assert first.code == second.code == "BR0811"
    assert first.related[0][1].line == 2


def test_types_cannot_be_redefined(packs: Packs) -> None:
    packs.add("mod", "types:\n  contract: {plural: contrats}")
    finding = only(packs.merge())
    assert finding.code == "BR0812"
    assert "patch: types.contract.plural" in (finding.help or "")


@pytest.mark.parametrize("reverse", [False, True])
def test_two_packs_add_to_one_type(packs: Packs, reverse: bool) -> None:
    packs.add("one", "types: {player: {state: {a: number}, bearers: [a of you]}}")
    packs.add("two", "types: {player: {state: {b: number}, bearers: [b of you]}}")
    fine(packs.merge(reverse=reverse))


# ---- changes -----------------------------------------------------------------


def test_patch(packs: Packs) -> None:
    merged = packs.change("{patch: contracts.green_01.energy, was: 2, to: 5, because: balance}")
    assert fine(merged)["contracts"]["green_01"]["energy"] == 5  # type: ignore[index]
    (change,) = merged.history["contracts.green_01.energy"]
    assert (change.pack, change.operation, change.span.line) == ("mod", "patch", 2)
    assert change.before is not None
    assert plain(change.before) == 2
    node = merged.sections["contracts"]["green_01"]
    assert isinstance(node, Mapping)
    # everything is still where it is written
    assert Path(node.entries["energy"].span.file).parent.name == "mod"
    assert Path(node.entries["reward"].span.file).parent.name == "root"


def test_merging_changes_nothing_that_goes_in(packs: Packs) -> None:
    packs.add("mod", "changes: [{patch: contracts.green_01.energy, was: 2, to: 5}]")
    loaded = load_packs(packs.given)
    before = [plain(document.root) for pack in loaded for document in pack.documents]
    assert fine(merge(loaded)) == fine(merge(loaded))
    assert [plain(document.root) for pack in loaded for document in pack.documents] == before


def test_scripts_are_compared_without_white_space(packs: Packs) -> None:
    merged = packs.change("{patch: contracts.green_01.reward, was: gain 1 credit, to: stop}")
    assert fine(merged)["contracts"]["green_01"]["reward"] == "stop"  # type: ignore[index]


def test_patch_can_add_a_key(packs: Packs) -> None:
    merged = packs.change("{patch: contracts.green_02.reward, was: null, to: stop}")
    assert fine(merged)["contracts"]["green_02"] == {
        "id": "green_02",
        "energy": 3,
        "reward": "stop",
    }


def test_patch_inside_a_list(packs: Packs) -> None:
    merged = packs.change("{patch: contracts.green_01.steps.second.n, was: 2, to: 7}")
    steps = fine(merged)["contracts"]["green_01"]["steps"]  # type: ignore[index]
    assert steps == [{"id": "first", "n": 1}, {"id": "second", "n": 7}]


def test_keys_with_dots(packs: Packs) -> None:
    merged = packs.change("{patch: texts.a.b.en, was: Dotted, to: Other}")
    assert fine(merged)["texts"]["a.b"] == {"en": "Other"}


def test_replace(packs: Packs) -> None:
    merged = packs.change("{replace: contracts.green_01, with: {energy: 9}}")
    assert fine(merged)["contracts"]["green_01"] == {"id": "green_01", "energy": 9}
    assert list(merged.sections["contracts"]) == ["green_01", "green_02"]


def test_remove(packs: Packs) -> None:
    merged = packs.change("{remove: contracts.green_01}\n  - {remove: texts.hello.en}")
    sections = fine(merged)
    assert list(sections["contracts"]) == ["green_02"]
    assert sections["texts"]["hello"] == {}
    assert "contracts.green_01" not in merged.owners


def test_append(packs: Packs) -> None:
    merged = packs.change(
        "{append: contracts.green_01.tags, items: [c]}\n"
        "  - {append: contracts.green_01.tags, items: [d]}"
    )
    assert fine(merged)["contracts"]["green_01"]["tags"] == list("abcd")  # type: ignore[index]


def test_a_removed_id_can_be_added_again(packs: Packs) -> None:
    packs.change("{remove: contracts.green_01}", "one")
    packs.add("two", "bonuses: [{id: green_01}]", manifest="after: [one]\nrequires: {root: '>=1'}")
    assert fine(packs.merge())["bonuses"] == {"green_01": {"id": "green_01"}}


def test_wrong_was(packs: Packs) -> None:
    merged = packs.change("{patch: contracts.green_01.energy, was: 4, to: 5}")
    finding = only(merged)
    assert finding.code == "BR0814"
    assert finding.message == "`contracts.green_01.energy` is `2`, not `4`"
    assert finding.related[0][1].line == 6
    assert plain(merged.sections["contracts"]["green_01"])["energy"] == 2  # type: ignore[index,call-overload]


MISSING = {
    "contrats.green_01.energy": "contracts.green_01.energy",
    "contracts.gren_01.energy": "contracts.green_01.energy",
    "contracts.green_01.enrgy": "contracts.green_01.energy",
    "contracts.green_01.energy.deeper": None,
    "zebras.x": None,
}


@pytest.mark.parametrize("address", MISSING)
def test_missing_target(packs: Packs, address: str) -> None:
    finding = only(packs.change(f"{{remove: {address}}}"))
    assert finding.code == "BR0813"
    assert finding.suggestion == MISSING[address]


def test_target_removed_by_another_pack(packs: Packs) -> None:
    packs.change("{remove: contracts.green_01}", "one")
    packs.add(
        "two",
        "changes: [{patch: contracts.green_01.energy, was: 2, to: 1}]",
        manifest="requires: {root: '>=1', one: '>=1'}",
    )
    finding = only(packs.merge())
    assert finding.code == "BR0813"
    assert finding.related[0][0] == "one removed it"


@pytest.mark.parametrize(
    "text",
    [
        "just text",
        "{}",
        "{because: no operation}",
        "{patch: contracts.green_01.energy, to: 3}",
        "{patch: contracts.green_01.energy, was: 2}",
        "{patch: contracts.green_01, remove: contracts.green_02, was: 1, to: 2}",
        "{replace: contracts.green_01}",
        "{replace: contracts.green_01, with: 3}",
        "{replace: contracts.green_01, with: {id: other}}",
        "{append: contracts, items: [c]}",
        "{remove: contracts..x}",
        "{remove: contracts.green_01.id}",
        "{append: contracts.green_01.tags}",
        "{append: contracts.green_01.tags, items: c}",
        "{append: contracts.green_01.energy, items: [c]}",
    ],
)
def test_malformed_changes(packs: Packs, text: str) -> None:
    assert only(packs.change(text)).code == "BR0816"


def test_unknown_key_in_a_change(packs: Packs) -> None:
    finding = only(packs.change("{remove: contracts.green_01, becuase: why}"))
    assert (finding.code, finding.suggestion) == ("BR0202", "because")


# ---- order -------------------------------------------------------------------

ENERGY = "{patch: contracts.green_01.energy, was: 2, to: 5}"
CLASHES = {
    "same": (ENERGY, "{patch: contracts.green_01.energy, was: 2, to: 6}"),
    "one inside the other": (ENERGY, "{remove: contracts.green_01}"),
    "appended": (
        "{append: contracts.green_01.tags, items: [x]}",
        "{append: contracts.green_01.tags, items: [y]}",
    ),
}


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("name", CLASHES)
def test_two_packs_without_an_order(packs: Packs, name: str, reverse: bool) -> None:
    for pack, text in zip(("one", "two"), CLASHES[name], strict=True):
        packs.add(pack, f"changes:\n  - {text}\n")
    finding = only(packs.merge(reverse=reverse))
    assert finding.code == "BR0815"
    places = [finding.span, finding.related[0][1]]
    assert {Path(place.file).parent.name for place in places} == {"one", "two"}
    assert {place.line for place in places} == {2}
    assert "after" in (finding.help or "")


def test_two_packs_with_an_order(packs: Packs) -> None:
    packs.change(ENERGY, "one")
    packs.add("between", manifest="after: [one]")
    packs.add(
        "two",
        "changes: [{patch: contracts.green_01.energy, was: 5, to: 6}]",
        manifest="requires: {between: '>=1', root: '>=1'}",
    )
    merged = packs.merge()
    assert fine(merged)["contracts"]["green_01"]["energy"] == 6  # type: ignore[index]
    history = merged.history["contracts.green_01.energy"]
    assert [change.pack for change in history] == ["one", "two"]


def test_changes_side_by_side_are_fine(packs: Packs) -> None:
    packs.change(ENERGY, "one")
    packs.change("{append: contracts.green_01.tags, items: [x]}", "two")
    fine(packs.merge())


@pytest.mark.parametrize("reverse", [False, True])
def test_change_to_a_pack_that_is_not_named(packs: Packs, reverse: bool) -> None:
    """Whether the thing is there already must not depend on the order of the command line."""
    packs.add("one", "contracts: [{id: x, energy: 1}]")
    packs.add("two", "changes: [{patch: contracts.x.energy, was: 1, to: 2}]")
    finding = only(packs.merge(reverse=reverse))
    assert finding.code == "BR0815"
    assert Path(finding.span.file).parent.name == "two"


@pytest.mark.parametrize("reverse", [False, True])
def test_type_added_to_and_replaced(packs: Packs, reverse: bool) -> None:
    packs.add("one", "types: {player: {state: {a: number}}}")
    packs.add("two", "changes: [{replace: types.player, with: {state: {}}}]")
    assert only(packs.merge(reverse=reverse)).code == "BR0815"


def test_changed_twice_in_one_pack(packs: Packs) -> None:
    merged = packs.change(f"{ENERGY}\n  - {{remove: contracts.green_01}}")
    finding = only(merged)
    assert finding.code == "BR0817"
    assert (finding.span.line, finding.related[0][1].line) == (3, 2)


def test_a_pack_can_change_its_own(packs: Packs) -> None:
    packs.add("mod", "contracts: [{id: x, n: 1}]\nchanges: [{patch: contracts.x.n, was: 1, to: 2}]")
    assert fine(packs.merge())["contracts"]["x"] == {"id": "x", "n": 2}


# ---- whole sections ----------------------------------------------------------


def test_a_section_can_be_emptied_and_filled_anew(packs: Packs) -> None:
    packs.add("mod", "changes: [{remove: contracts, because: mine}]\ncontracts: [{id: green_01}]")
    merged = packs.merge()
    assert fine(merged)["contracts"] == {"green_01": {"id": "green_01"}}
    (change,) = merged.history["contracts.green_01"]
    assert (change.pack, change.operation, change.span.line) == ("mod", "remove", 1)
    assert change.before is not None
    assert merged.owners["contracts.green_01"] == "mod"


def test_an_empty_section_cannot_be_emptied(packs: Packs) -> None:
    finding = only(packs.change("{remove: contrats}"))
    assert (finding.code, finding.suggestion) == ("BR0813", "contracts")


def test_a_section_is_emptied_once(packs: Packs) -> None:
    assert only(packs.change("{remove: contracts}\n  - {remove: contracts}")).code == "BR0817"


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize(
    "other",
    [
        "contracts: [{id: x, energy: 1}]",
        "changes: [{patch: contracts.green_01.energy, was: 2, to: 5}]",
        "changes: [{remove: contracts}]",
    ],
)
def test_emptying_a_section_needs_an_order(packs: Packs, other: str, reverse: bool) -> None:
    packs.add("one", "changes: [{remove: contracts}]")
    packs.add("two", other)
    codes = {finding.code for finding in packs.merge(reverse=reverse).findings}
    assert "BR0815" in codes


@pytest.mark.parametrize("after", ["one", "two"])
def test_emptying_a_section_in_order(packs: Packs, after: str) -> None:
    orders = {name: f"after: [{after}]" if name != after else "" for name in ("one", "two")}
    packs.add("one", "changes: [{remove: contracts}]", manifest=orders["one"])
    packs.add("two", "contracts: [{id: x, energy: 1}]", manifest=orders["two"])
    left = fine(packs.merge())["contracts"]
    assert list(left) == ([] if after == "two" else ["x"])


def test_remarks_of_a_change_are_kept(packs: Packs) -> None:
    merged = packs.change("{remove: contracts.green_01, id: h1, text: {en: gone}, because: why}")
    (change,) = merged.history["contracts.green_01"]
    assert change.remarks is not None
    assert plain(change.remarks) == {"id": "h1", "text": {"en": "gone"}, "because": "why"}
