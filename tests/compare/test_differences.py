"""What differs between two sets of packs."""

from __future__ import annotations

from typing import Any

from interpreter.compare import compare
from interpreter.packs import plain


def told(packs: Any, text: str) -> dict[str, str]:
    packs.add("mod", text)
    return {d.address: d.kind for d in compare(packs.side("farm"), packs.side("mod"))}


def test_nothing_differs_from_itself(packs: Any) -> None:
    assert compare(packs.side("farm"), packs.side("farm")) == []


def test_added(packs: Any) -> None:
    text = "crops: [{id: oats, price: 1, yields: {grain: 1}, soils: []}]"
    assert told(packs, text) == {"crops.oats": "added"}


def test_removed_by_a_change_says_who_did_it(packs: Any) -> None:
    packs.add("mod", "changes: [{remove: crops.rye, because: too easy}]")
    (found,) = compare(packs.side("farm"), packs.side("mod"))
    assert (found.kind, found.pack, found.span.line) == ("removed", "mod", 1)
    assert found.changes[0].remarks is not None


def test_a_whole_section_removed(packs: Any) -> None:
    assert told(packs, "changes: [{remove: crops}]") == {
        "crops.wheat": "removed",
        "crops.rye": "removed",
    }


def test_changed_value_by_value(packs: Any) -> None:
    packs.add(
        "mod",
        "changes:\n"
        "  - {patch: crops.wheat.price, was: 2, to: 3}\n"
        "  - {patch: crops.wheat.yields.grain, was: 3, to: 4}\n"
        "  - {patch: crops.wheat.do, was: null, to: gain 1 coin}\n",
    )
    (found,) = compare(packs.side("farm"), packs.side("mod"))
    assert {
        ".".join(d.path): (d.before and plain(d.before), d.after and plain(d.after))
        for d in found.details
    } == {"price": (2, 3), "yields.grain": (3, 4), "do": (None, "gain 1 coin")}
    assert found.pack == "mod"


def test_the_other_way_round(packs: Any) -> None:
    packs.add("mod", "crops: [{id: oats, price: 1, yields: {}, soils: []}]")
    (found,) = compare(packs.side("mod"), packs.side("farm"))
    assert (found.kind, found.address) == ("removed", "crops.oats")


def test_comments_and_white_space_in_scripts_are_no_difference(packs: Any) -> None:
    script = "  # for a day\\n  gain 1 coin   # a wage\\n\\n  sow\\n".replace("\\n", "\n")
    text = "changes:\n  - patch: procedures.work.script\n    was: |\n      gain 1 coin\n      sow\n"
    text += "    to: |\n" + "".join(f"    {line}\n" for line in script.splitlines())
    assert told(packs, text) == {}


def test_a_hash_in_a_short_text_is_no_comment(packs: Any) -> None:
    packs.add("one", "texts: {hello: {en: 'we are #1'}}")
    packs.add("two", "texts: {hello: {en: 'we are #2'}}")
    found = compare(packs.side("one"), packs.side("two"))
    assert [d.address for d in found] == ["texts.hello"]


def test_two_versions_of_one_pack(packs: Any) -> None:
    packs.add("old/mod", "crops: [{id: oats, price: 1, yields: {}, soils: []}]")
    packs.add("new/mod", "crops: [{id: oats, price: 2, yields: {}, soils: []}]")
    found = compare(packs.side("farm", "old/mod"), packs.side("farm", "new/mod"))
    assert [(d.kind, d.address) for d in found] == [("changed", "crops.oats")]
