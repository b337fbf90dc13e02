"""Differences in the words of a player."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from interpreter.compare import as_json, as_markdown, as_text, read_side, report

HELD_OUT = Path(__file__).parents[1] / "packs" / "heldout"

MOD = """\
crops:
  - {id: oats, name: {en: Oats, it: Avena}, price: 1, yields: {grain: 1, coin: 2}, soils: [clay]}
rules:
  - {id: m1, text: {en: Grain keeps for ever., it: Il grano si conserva.}, rule: on night then keep}
procedures:
  - {id: keep, script: gain 1 grain}
changes:
  - {patch: crops.wheat.price, was: 2, to: 3, because: it was too cheap}
  - {append: crops.wheat.soils, items: [loam]}
  - {remove: crops.rye}
  - patch: procedures.work.script
    was: |
      gain 1 coin
      sow
    to: |
      gain 2 coin
      sow
"""


@pytest.fixture
def text(packs: Any) -> str:
    packs.add("mod", MOD)
    return as_text(report(packs.side("farm"), packs.side("mod")))


def test_text(text: str) -> None:
    assert text == (
        "farm 1.0.0 → farm 1.0.0 + mod 1.0.0\n"
        "\n"
        "Rules\n"
        "  + m1: Grain keeps for ever.\n"
        "\n"
        "Crops\n"
        "  ~ Wheat\n"
        "      price: 2 → 3\n"
        "      soils: + Loam\n"
        "      (because it was too cheap)\n"
        "  - Rye\n"
        "  + Oats\n"
        "      price: 1\n"
        "      yields: 1 Grain, 2 Coin\n"
        "      soils: Clay\n"
        "\n"
        "How the game runs\n"
        "  ~ work\n"
        "      script:\n"
        "      - gain 1 coin\n"
        "      + gain 2 coin\n"
        "\n"
        "Behind the scenes: 1\n"
    )


def test_italian_and_markdown(packs: Any) -> None:
    packs.add("mod", MOD)
    text = as_markdown(report(packs.side("farm"), packs.side("mod"), "it"), everything=True)
    assert "## Regole\n\n- **m1: Il grano si conserva.** (nuovo)\n" in text
    assert "- **Frumento** (cambiato)\n  - price: 2 → 3\n" in text
    assert "- **Segale** (tolto)\n" in text
    assert "- nuovo: `procedures.keep`\n" in text


def test_json(packs: Any) -> None:
    packs.add("mod", MOD)
    data = as_json(report(packs.side("farm"), packs.side("mod")))
    assert [one["pack"] for one in data["to"]] == ["farm", "mod"]
    assert all(len(one["digest"]) == 64 for one in data["to"])
    wheat = next(d for d in data["differences"] if "crops.wheat" in d["addresses"])
    assert (wheat["kind"], wheat["pack"], wheat["line"]) == ("changed", "mod", 8)
    assert wheat["details"][0] == {"address": "crops.wheat.price", "before": "2", "after": "3"}
    assert [d["addresses"] for d in data["behind_the_scenes"]] == [["procedures.keep"]]


def test_same(packs: Any) -> None:
    side = packs.side("farm")
    assert "Nothing differs." in as_text(report(side, side))


def test_changes_with_one_id_are_one_entry(packs: Any) -> None:
    packs.add(
        "mod",
        "changes:\n"
        "  - {patch: crops.wheat.price, was: 2, to: 3, id: dear_1, text: {en: Seeds are dearer.}}\n"
        "  - {patch: crops.rye.price, was: 1, to: 2, id: dear_1}\n"
        '  - {patch: soils.clay.name.en, was: Clay, to: Mud, because: "mud_2: nobody says clay"}\n',
    )
    found = report(packs.side("farm"), packs.side("mod"))
    assert [(e.reference, e.title, e.addresses) for e in found.entries] == [
        ("dear_1", "Seeds are dearer.", ["crops.wheat", "crops.rye"]),
        ("mud_2", "nobody says clay", ["soils.clay"]),
    ]


def test_settings_are_differences_too(packs: Any) -> None:
    manifest = "requires: {farm: '>=1'}\nmodes: [long]\nplayers: {min: 1, max: 4}"
    packs.add("mod", manifest=manifest)
    found = report(packs.side("farm"), packs.side("mod"))
    assert [e.title for e in found.entries] == ["modes: short, long → long", "players: 1-3 → 1-4"]


def test_examples_alone_are_not_told(packs: Any) -> None:
    packs.add("mod", "changes: [{patch: crops.wheat.examples, was: null, to: []}]")
    found = report(packs.side("farm"), packs.side("mod"))
    assert (found.entries, len(found.behind)) == ([], 1)


def test_a_section_that_was_emptied_is_one_entry(packs: Any) -> None:
    packs.add("mod", "changes: [{remove: crops, because: winter}]")
    (entry,) = report(packs.side("farm"), packs.side("mod")).entries
    assert (entry.kind, entry.title, entry.because) == ("removed", "Wheat, Rye", "winter")


def test_a_text_is_not_taken_for_an_id() -> None:
    """France is white, and `white` could be the id of something: a text stays a text."""
    old, new = read_side("base"), read_side(str(HELD_OUT / "delta"))
    egypt = next(e for e in report(old, new).entries if "companies.egypt" in e.addresses)
    assert "colour: yellow" in egypt.lines


def test_effects_are_told_in_words() -> None:
    for lang, wanted in (("en", "Construct a structure."), ("it", "Costruisci una struttura.")):
        found = report(read_side("base"), read_side("promo"), lang)
        space = next(e for e in found.entries if "action_spaces.officer_grasso" in e.addresses)
        assert any(wanted in line for line in space.lines)
