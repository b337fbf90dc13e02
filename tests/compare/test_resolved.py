"""The merged rules as one document."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml

from interpreter import load
from interpreter.compare import read_side, resolved_yaml


def test_it_is_a_pack_again_and_plays_the_same_game(tmp_path: Path) -> None:
    side = read_side("base+leeghwater")
    folder = tmp_path / "all_in_one"
    folder.mkdir()
    (folder / "rules.yaml").write_text(resolved_yaml(side), encoding="utf-8")
    manifest = side.packs[0].manifest.node.span.file
    text = Path(manifest).read_text(encoding="utf-8").replace("pack: base", "pack: all_in_one")
    (folder / "pack.yaml").write_text(text, encoding="utf-8")
    both = [load("base", "leeghwater"), load(folder)]
    games = [ruleset.new_game(players=3, seed=5, mode="full", events=False) for ruleset in both]
    dice = random.Random(5)
    while games[0].decision is not None:
        options = [[option.id for option in game.decision.options] for game in games]
        assert options[0] == options[1]
        pick = dice.randrange(len(options[0]))
        for game in games:
            game.play_at(pick)
    assert games[1].over
    assert games[0].scores() == games[1].scores()


def test_the_same_packs_give_the_same_characters(packs: Any) -> None:
    for name in ("one", "two"):
        packs.add(name, f"crops: [{{id: {name}, price: 1, yields: {{}}, soils: []}}]")
    assert resolved_yaml(packs.side("one", "two")) == resolved_yaml(packs.side("two", "one"))


def test_any_yaml_reader_can_read_it(packs: Any) -> None:
    packs.add("mod", 'texts: {odd: {en: "yes", it: "1:30", fr: "# no\\n  two"}, "on": {en: a}}')
    data = yaml.safe_load(resolved_yaml(packs.side("mod")))
    assert data["texts"] == {
        "odd": {"en": "yes", "it": "1:30", "fr": "# no\n  two"},
        "on": {"en": "a"},
    }
    assert data["crops"][0]["id"] == "wheat"


def test_on_the_command_line(packs: Any, run: Callable[..., Any]) -> None:
    farm, mod = packs.folder / "farm", packs.add("mod", "crops: []")
    text = run("show", "--resolved", farm, mod)
    assert text.exit_code == 0
    assert text.stdout.startswith("# The rules that these packs come to together:\n# farm 1.0.0 ")
    data = run("show", "--resolved", mod, "--format", "json")
    assert '"id": "wheat"' in data.stdout
    assert run("show").exit_code == 2
    assert run("show", "--resolved", packs.folder / "nowhere").exit_code == 2
