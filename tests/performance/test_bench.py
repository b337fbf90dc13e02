"""The pack that doubles what is dealt, the flame graph, and code that can be read."""

from __future__ import annotations

from pathlib import Path

from interpreter import load
from interpreter.cli.bench_growth import dealt_types, write_growth
from interpreter.cli.bench_peer import measure_peer
from interpreter.cli.flame import record
from interpreter.compiler.excerpt import source_of
from interpreter.compiler.statements import one_line
from interpreter.engine.measure import pace, play_out


def test_growth_doubles_what_is_dealt(tmp_path: Path) -> None:
    rules = load("base")
    place, count = write_growth(rules, tmp_path)
    larger = load("base", place)
    types = dealt_types(rules.model)
    assert {"contract", "technology", "officer"} <= set(types)
    assert count == sum(len(rules.model.types[name].members) for name in types)
    assert pace(larger, "full", 4, 1, 2).games == 2


def test_a_flame_graph_opens_and_closes_every_call() -> None:
    import random

    rules = load("base")
    game = rules.new_game(seed=1, events=False)
    told = record(lambda: play_out(game, random.Random(1), 5), "five decisions")
    depth = 0
    for event in told["profiles"][0]["events"]:
        depth += 1 if event["type"] == "O" else -1
        assert depth >= 0
    assert depth == 0
    assert any(frame["file"] == "<rules>" for frame in told["shared"]["frames"])


def test_no_peer_no_ratios() -> None:
    assert measure_peer("/no/such/python", 1) is None


def test_generated_code_shows_the_rule_lines() -> None:
    rules = load("base")
    for name in ("occupy", "act", "open_to_you"):
        source = source_of(rules, name)
        compile(source, name, "exec")
        assert "def " in source
    assert "# pay n engineer" in source_of(rules, "occupy")
    assert source_of(rules, "no_such_thing") == ""


def test_generated_code_explains_its_names() -> None:
    rules = load("base")
    patent = source_of(rules, "take_patent")
    assert "# s[space_1 + " in patent and ": offer of a patent" in patent
    assert "# j: the journal" in patent and "# h" not in patent
    construct = source_of(rules, "construct")
    assert ": the legal options of a decision" in construct
    assert "construction_tiles_" not in "".join(
        line for line in construct.splitlines() if line.startswith("def ")
    )
    assert "# modify build_prices at limit" in source_of(rules, "build_prices")


def test_text_of_a_pack_cannot_leave_its_comment() -> None:
    assert one_line("gain 1 vp\r\nimport os\x00\u2028x") == "gain 1 vp  import os  x"
