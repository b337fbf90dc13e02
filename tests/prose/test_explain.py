"""Explanations made from the rules: word for word for some, and whole for all."""

from __future__ import annotations

import re
import shutil
from functools import cache
from pathlib import Path

import pytest
from write_golden import PACKS, golden

from interpreter import Ruleset, SetupError, load
from interpreter.prose import LANGUAGES, Explainer, explain, references

COMBINATIONS = (
    ("base",),
    ("base", "leeghwater", "promo"),
    ("base", "tutorial"),
    ("base", "draft_edition"),
)
#: what no finished text contains: holes, ids, forgotten joints
UNFINISHED = re.compile(r"[{}~]|\w_\w|  +\S|\( *\)| [,.;:]|,,|\.\.|:\.|None")


@cache
def ruleset(*packs: str) -> Ruleset:
    return load(*packs)


@cache
def explainer(lang: str, *packs: str) -> Explainer:
    return Explainer(ruleset(*packs), lang)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", golden())
def test_word_for_word(name: str, lang: str) -> None:
    assert explainer(lang, *PACKS).explain(name).text == golden()[name][lang]


def test_there_are_enough_samples() -> None:
    assert len(golden()) >= 30
    assert all(list(texts) == list(LANGUAGES) for texts in golden().values())


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("packs", COMBINATIONS, ids="+".join)
def test_everything_can_be_explained(packs: tuple[str, ...], lang: str) -> None:
    speaker = explainer(lang, *packs)
    told = {name: speaker.explain(name) for name in speaker.ids()}
    lacking = {name: one.gaps for name, one in told.items() if one.gaps}
    assert lacking == {}, "phrases that the packs lack"
    assert [name for name, one in told.items() if not one.text.strip()] == []
    bullets = re.compile(r"^ *- ", re.M)
    odd = {n: o.text for n, o in told.items() if UNFINISHED.search(bullets.sub("", o.text))}
    assert odd == {}


@pytest.mark.parametrize("packs", COMBINATIONS, ids="+".join)
def test_everything_with_an_effect_is_explained(packs: tuple[str, ...]) -> None:
    model = ruleset(*packs).model
    known = set(explainer("en", *packs).ids())
    for element in model.elements.values():
        assert not (element.scripts or element.rules) or element.id in known
    assert known >= {*model.procedures, *model.quantities, *model.events, *model.rules}


def test_the_two_languages_are_two_languages() -> None:
    english, italian = (explainer(lang, *PACKS) for lang in LANGUAGES)
    same = [
        name for name in english.ids() if english.explain(name).text == italian.explain(name).text
    ]
    assert same == []


# ---- text and rule cannot drift apart ------------------------------------------


def test_a_changed_rule_changes_the_text(tmp_path: Path) -> None:
    folder = tmp_path / "mod"
    folder.mkdir()
    (folder / "pack.yaml").write_text('pack: mod\nversion: 1.0.0\nrequires: {base: ">=1"}\n')
    (folder / "changes.yaml").write_text(
        "changes:\n"
        "  - patch: contracts.green_01.reward\n"
        "    was: gain 1 credit; rotate 2\n"
        "    to: gain 3 vp per dams where owner is you and water = 0; rotate 1\n"
    )
    changed = load("base", str(folder))
    assert explain(changed, "green_01") == (
        "Gain 3 Victory Points for each Dam owned by you without water. "
        "Rotate your wheel 1 segment."
    )
    assert explain(changed, "green_01", "it") == (
        "Ottieni 3 Punti Vittoria per ogni Diga di tua proprietà senza acqua. "
        "Fai ruotare la tua ruota di 1 segmento."
    )


def test_packs_without_words_are_told_by_their_ids(tmp_path: Path) -> None:
    mini = Path(__file__).parents[1] / "cli" / "mini"
    shutil.copytree(mini, tmp_path / "mini")
    told = Explainer(load(str(tmp_path / "mini"))).explain("quince")
    assert told.text == "Pay 3 Coin. Gain 5 Fruit."
    assert told.gaps == ("resource.coin", "resource.fruit")


def test_a_constant_that_a_rule_changes_is_named(tmp_path: Path) -> None:
    """A number nobody changes is told as a number; otherwise its quantity is."""
    plain = explainer("en", "base").explain("take_contracts").text
    assert "is more than 3" in plain
    changed = explainer("en", "base", "leeghwater", "promo").explain("take_contracts").text
    assert "is more than the number of Contracts you may hold" in changed


# ---- bad input -----------------------------------------------------------------


def test_unknown_id() -> None:
    with pytest.raises(SetupError, match="did you mean `green_01`"):
        explain(ruleset("base"), "greeen_01")


def test_unknown_language() -> None:
    with pytest.raises(SetupError, match="there are: en, it"):
        explain(ruleset("base"), "green_01", "de")


# ---- who refers to it ------------------------------------------------------------


def test_references() -> None:
    found = references(ruleset("base").merged, "special_krylov")
    assert [one.address for one in found] == ["officers.anton_krylov.tile"]
    assert found[0].span.file.endswith("officers.yaml")


def test_references_in_scripts_point_at_their_line() -> None:
    merged = ruleset("base").merged
    found = {one.address: one for one in references(merged, "choose_production")}
    line = found["companies.germany.rules"]
    assert line.line.startswith("on production_finished")
    written = Path(line.span.file).read_text(encoding="utf-8").split("\n")[line.span.line - 1]
    assert written[line.span.column - 1 :].startswith("choose_production")


def test_names_in_option_texts_are_no_references() -> None:
    addresses = [one.address for one in references(ruleset("base").merged, "discard")]
    assert addresses == []
