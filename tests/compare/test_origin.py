"""Where a value comes from."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from interpreter.compare import origin
from interpreter.compare.origin import UnknownAddressError
from interpreter.packs import plain


def steps(found: Any) -> list[tuple[str, str, int]]:
    return [(step.pack, step.operation, step.span.line) for step in found.steps]


def test_a_value_nobody_changed(packs: Any) -> None:
    found = origin(packs.side("farm"), "crops.wheat.price")
    assert (found.pack, found.span.line, plain(found.value)) == ("farm", 12, 2)
    assert steps(found) == [("farm", "add", 12)]


def test_a_value_two_packs_changed(packs: Any) -> None:
    packs.add("one", "changes: [{patch: crops.wheat.price, was: 2, to: 3, because: dear}]")
    packs.add(
        "two",
        "\n\nchanges: [{patch: crops.wheat.price, was: 3, to: 5}]",
        manifest="requires: {one: '>=1'}",
    )
    found = origin(packs.side("farm", "one", "two"), "crops.wheat.price")
    assert (plain(found.value), found.pack, found.span.line) == (5, "two", 3)
    assert steps(found) == [("farm", "add", 12), ("one", "patch", 1), ("two", "patch", 3)]
    assert [step.before and plain(step.before) for step in found.steps] == [None, 2, 3]


def test_a_part_of_something_replaced(packs: Any) -> None:
    packs.add("mod", "changes: [{replace: crops.wheat, with: {price: 9, yields: {}, soils: []}}]")
    found = origin(packs.side("mod"), "crops.wheat.price")
    assert (plain(found.value), found.pack) == (9, "mod")
    assert plain(found.steps[-1].before) == 2


def test_something_removed(packs: Any) -> None:
    packs.add("mod", "changes: [{remove: crops.rye}]")
    found = origin(packs.side("mod"), "rye")
    assert (found.value, found.pack, steps(found)[-1]) == (None, "mod", ("mod", "remove", 1))


def test_something_added_to_a_type(packs: Any) -> None:
    packs.add("mod", "types: {player: {state: {rich: yes_no}}}")
    found = origin(packs.side("mod"), "types.player.state.rich")
    assert steps(found) == [("mod", "extend", 1)]


def test_a_whole_thing_lists_what_was_done_to_its_parts(packs: Any) -> None:
    packs.add("mod", "changes: [{append: crops.wheat.soils, items: [loam]}]")
    found = origin(packs.side("mod"), "wheat")
    assert [step.address for step in found.steps] == ["crops.wheat", "crops.wheat.soils"]


@pytest.mark.parametrize(
    ("address", "meant"),
    [
        ("wheet", "wheat"),
        ("crops.wheet.price", "crops.wheat.price"),
        ("crops.wheat.prize", "crops.wheat.price"),
        ("zzz", None),
    ],
)
def test_unknown(packs: Any, address: str, meant: str | None) -> None:
    with pytest.raises(UnknownAddressError) as caught:
        origin(packs.side("farm"), address)
    assert caught.value.meant == meant


def test_rules_that_act_on_a_quantity(run: Callable[..., Any]) -> None:
    result = run("why", "capacity", "--packs", "base")
    assert result.exit_code == 0
    assert "is modified by officers.graziano_del_monte (base, rules/base/officers" in result.stdout


def test_on_the_command_line(packs: Any, run: Callable[..., Any]) -> None:
    mod = packs.add("mod", "changes: [{patch: crops.wheat.price, was: 2, to: 3, because: dear}]")
    text = run("why", "crops.wheat.price", "--packs", mod)
    assert text.exit_code == 0
    lines = text.stdout.splitlines()
    assert lines[0] == "crops.wheat.price is 3"
    assert "mod patched it at " in lines[2]
    assert lines[3:] == ["    it was 2", "    because: dear"]
    data = json.loads(run("why", "wheat.price", "--packs", mod, "--format", "json").stdout)
    assert (data["address"], data["value"], data["pack"]) == ("crops.wheat.price", 3, "mod")
    assert [step["operation"] for step in data["history"]] == ["add", "patch"]
    refused = run("why", "crops.wheet.price", "--packs", mod)
    assert refused.exit_code == 2
    assert "did you mean `crops.wheat.price`?" in refused.output
