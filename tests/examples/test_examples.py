"""What the runner of examples understands, and what it says when an example does not hold."""

# ruff: noqa: E501 - packs and examples are written as they would stand in a file

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from interpreter import load
from interpreter.check.examples import run_examples
from interpreter.findings import Finding

MANIFEST = """
pack: orchard
version: 1.0.0
modes: [short, long]
players: {min: 2, max: 3}
start: {setup: deal, play: turns, score: wealth}
"""
GAME = """
types:
  game: {state: {day: number, starter: maybe player, order: list of player}}
  player: {state: {clan: maybe clan, basket: list of tree}}
  clan: {plural: clans}
  tree:
    plural: trees
    fields: {fruit: number}
    state: {ripe: number, owner: maybe player, picked: {type: number, per: player}, crate: {type: bundle, per: player}}
resources: [{id: coin}, {id: apple}]
clans: [{id: ants}, {id: bees}, {id: wasps}]
trees:
  - {id: old_tree, fruit: 2}
  - {id: young_tree, fruit: 1}
quantities:
  - {id: wealth, gives: number, value: coin of you}
  - {id: price, takes: {plant: tree, buyer: player}, gives: number, asked_of: buyer, value: fruit of plant + coin of you}
  - {id: basket_of, takes: {who: player}, gives: list of tree, value: basket of who}
  - {id: is_free, takes: {wanted: clan}, gives: yes_no, value: not any players where clan is wanted}
  - {id: leader, gives: player, value: starter}
procedures:
  - id: deal
    script: |
      for each who in players
        for who
          choose joined from clans where is_free(it) as "join {joined}"
          set clan of you to joined
          gain 10 coin
  - id: turns
    script: |
      for each who in players
        for who
          turn
          commit
  - id: turn
    script: |
      either plant from trees where ripe > 0 as "pick {plant}"
        pay 3 coin
        decrease ripe of plant by 1
        increase picked of plant for you by 1
        gain 1 apple
        may
          choose again from trees where ripe > 0 as "eat {again}"
          decrease ripe of again by 1
      or as "rest"
        gain 1 coin
  - {id: hopeless, script: require no}
"""

Runs = Callable[[str], list[Finding]]


@pytest.fixture
def runs(tmp_path: Path) -> Runs:
    """Run one example (the lines of its mapping) in a small game of its own."""

    def run(example: str) -> list[Finding]:
        folder = tmp_path / "orchard"
        folder.mkdir(exist_ok=True)
        (folder / "pack.yaml").write_text(MANIFEST, encoding="utf-8")
        body = "".join(f"    {line}\n" for line in example.strip().splitlines())
        if example.startswith("{"):
            text = f"{GAME}\nexamples:\n  - {{id: example, {example[1:]}\n"
        else:
            text = f"{GAME}\nexamples:\n  - id: example\n{body}"
        (folder / "game.yaml").write_text(text, encoding="utf-8")
        return run_examples(load(folder))

    return run


def holds(findings: list[Finding]) -> bool:
    assert not findings, "\n".join(map(str, findings))
    return True


def under(finding: Finding) -> str:
    """The text of the pack under a finding."""
    line = Path(finding.span.file).read_text(encoding="utf-8").splitlines()[finding.span.line - 1]
    return line[finding.span.column - 1 : finding.span.end_column - 1]


# ---- what examples can say ---------------------------------------------------


def test_numbers_absolute_and_as_differences(runs: Runs) -> None:
    assert holds(
        runs("""
given: {you: {coin: 5}, old_tree: {ripe: 1}}
when: [pick old_tree]
then: {you: {coin: 2, apple: +1}, others: [{coin: +0}], elements: {old_tree: {ripe: -1}}}
""")
    )


def test_setup_is_answered_with_first_options(runs: Runs) -> None:
    assert holds(runs("then: {you: {clan: ants}, player_2: {clan: bees}, wasps: {coin: 10}}"))


def test_players_are_called_by_what_they_alone_hold(runs: Runs) -> None:
    assert holds(
        runs("""
given: {you: {clan: wasps}, others: [{clan: ants}, {clan: bees}], ants: {coin: 1}, starter: bees, order: [wasps, you]}
then: {player_2: {coin: 1}, starter: player_3, order: [player_1, player_1]}
""")
    )


def test_state_kept_per_player_from_both_sides(runs: Runs) -> None:
    assert holds(
        runs("""
given: {you: {picked: {old_tree: 2}, crate: {old_tree: {apple: 3}}}, young_tree: {picked: {bees: 1}}}
then: {old_tree: {picked: {you: 2}, crate: {you: {apple: 3}}}, bees: {picked: {young_tree: 1}}}
""")
    )


def test_reset_empties_all_state_of_a_type(runs: Runs) -> None:
    assert holds(runs("{given: {reset: [players]}, then: {you: {clan: none, coin: 10}}}"))


def test_runs_of_procedures_and_questions(runs: Runs) -> None:
    assert holds(
        runs("""
given: {old_tree: {ripe: 2}, bees: {coin: 7}}
when: [{run: turn, for: bees}, pick old_tree, eat old_tree, {ask: price, with: {plant: old_tree, buyer: bees}}]
then: {answer: 6, bees: {coin: 4}, old_tree: {ripe: 0}}
""")
    )


def test_several_questions_and_answers_with_players_and_lists(runs: Runs) -> None:
    assert holds(
        runs("""
given: {starter: bees, you: {basket: [old_tree]}}
when: [{ask: leader}, {ask: basket_of, with: {who: you}}]
then: {answers: [bees, [old_tree]]}
""")
    )


def test_single_options_need_not_be_mentioned(runs: Runs) -> None:
    assert holds(
        runs("""
given: {players: 2, old_tree: {ripe: 1}}
when: [pick old_tree, rest]
then: {player_2: {coin: +1}}
""")
    )


def test_a_single_option_can_be_spoken_of(runs: Runs) -> None:
    assert holds(
        runs("{given: {old_tree: {ripe: 1}}, when: pick old_tree, then: {options: [decline]}}")
    )


def test_options_offered_and_not_offered(runs: Runs) -> None:
    assert holds(
        runs("""
given: {you: {coin: 2}, old_tree: {ripe: 1}}
then: {options: [rest], offered: [rest], not_offered: [pick old_tree, pick young_tree, fly]}
""")
    )


def test_modes_and_numbers_of_players(runs: Runs) -> None:
    assert holds(runs("{given: {mode: short, players: 2}, then: {others: [{clan: bees}]}}"))


def test_a_mode_that_another_pack_rules_out_is_not_played(tmp_path: Path, runs: Runs) -> None:
    holds(runs("{given: {mode: short}, then: {you: {coin: 10}}}"))
    strict = tmp_path / "strict"
    strict.mkdir()
    manifest = "pack: strict\nversion: 1.0.0\nrequires: {orchard: '>=1'}\nmodes: [long]\n"
    (strict / "pack.yaml").write_text(manifest, encoding="utf-8")
    assert run_examples(load(tmp_path / "orchard", strict)) == []


# ---- what it says when something is wrong ------------------------------------


def test_a_wrong_number_is_shown_beside_the_right_one(runs: Runs) -> None:
    [found] = runs("""
given: {you: {coin: 5}, old_tree: {ripe: 1}}
when: [pick old_tree]
then: {you: {coin: -2}}
""")
    assert found.code == "BR0701"
    assert found.message == "example `example`: coin of player_1: expected 3 (5 - 2), got 2"
    assert under(found) == "-2"
    assert [note for note, _ in found.related] == [
        "given {you: {coin: 5}, old_tree: {ripe: 1}}",
        "when [pick old_tree]",
    ]


def test_every_wrong_expectation_is_reported(runs: Runs) -> None:
    found = runs("""
then: {you: {coin: 9, clan: bees}, options: [rest, fly], offered: [fly], not_offered: [rest]}
""")
    assert [f.message.partition(": ")[2] for f in found] == [
        "coin of player_1: expected 9, got 10",
        "clan of player_1: expected bees, got ants",
        "the options: expected [rest, fly], got [rest]",
        found[3].message.partition(": ")[2],
        "`rest`: expected not offered, got offered",
    ]
    assert (
        "`fly`: expected offered, got refused: `fly` is not among the choices" in found[3].message
    )
    assert {f.code for f in found} == {"BR0701"}


def test_a_wrong_answer(runs: Runs) -> None:
    [found] = runs("{when: {ask: wealth}, then: {answer: 3}}")
    assert "the answer: expected 3, got 10" in found.message
    assert under(found) == "3"


def test_an_impossible_decision_says_why(runs: Runs) -> None:
    [found] = runs(
        "{given: {you: {coin: 2}, old_tree: {ripe: 1}}, when: [pick old_tree], then: {day: 0}}"
    )
    assert found.code == "BR0702"
    assert under(found) == "pick old_tree"
    assert "needs 3 coin of player_1, there is 2" in found.message


def test_an_example_that_expects_nothing_is_a_warning(runs: Runs) -> None:
    [found] = runs("when: [rest]")
    assert (found.code, found.severity) == ("BR0705", "warning")


def test_a_dead_end_is_a_finding(runs: Runs) -> None:
    [found] = runs("{when: {run: hopeless}, then: {day: 0}}")
    assert found.code == "BR0704"


@pytest.mark.parametrize(
    ("example", "place", "says", "help"),
    [
        ("{given: {yu: {coin: 1}}, then: {day: 0}}", "yu", "neither state of the game", None),
        ("{given: {dya: 1}, then: {day: 0}}", "dya", "neither state", "`day`"),
        ("{given: {you: {coins: 1}}, then: {day: 0}}", "coins", "no player `coins`", "`coin`"),
        ("{given: {old_tree: {rip: 1}}, then: {day: 0}}", "rip", "`rip`", "`ripe`"),
        ("{given: {you: {picked: {old_tre: 1}}}, then: {day: 0}}", "old_tre", "`old_tre`", "`old_tree`"),
        ("{given: {you: {coin: many}}, then: {day: 0}}", "many", "'many' is not a number", None),
        ("{given: {starter: nobody}, then: {day: 0}}", "nobody", "`nobody` is not one player", None),
        ("{given: {starter: old_tree}, then: {day: 0}}", "old_tree", "is not one player", None),
        ("{given: {you: {clan: bees}, bees: {coin: 1}}, then: {day: 0}}", "bees", "not one player", "player_1, player_2"),
        ("{given: {others: [{}, {}, {}]}, then: {day: 0}}", "[{}, {}, {}]", "at most 2", None),
        ("{given: {reset: [shrubs]}, then: {day: 0}}", "shrubs", "plurals of types", None),
        ("{given: {mode: huge}, then: {day: 0}}", None, "no mode `huge`", None),
        ("{given: {players: 9}, then: {day: 0}}", None, "9 players cannot play", None),
        ("{given: {players: [2]}, then: {day: 0}}", "[2]", "`players` needs one value", None),
        ("{given: {mode: {a: b}}, then: {day: 0}}", "{a: b}", "`mode` needs one value", None),
        ("{given: [1], then: {day: 0}}", "[1]", "`given` must be a mapping", None),
        ("{wen: [rest], then: {day: 0}}", "wen", "has no `wen`", "`when`"),
        ("{when: {rum: turn}, then: {day: 0}}", "rum", "has no `rum`", "`run`"),
        ("{when: {run: turm}, then: {day: 0}}", None, "there is no `turm` to run", "`turn`"),
        ("{when: {ask: wealthy}, then: {day: 0}}", None, "there is no `wealthy` to ask", "`wealth`"),
        ("{when: {ask: wealth, with: {of: you}}, then: {day: 0}}", "you", "`of` is not taken", None),
        ("{when: {ask: price, with: {plant: old_tree}}, then: {day: 0}}", None, "needs `buyer`", None),
        ("{when: {ask: wealth}, then: {answers: [1, 2]}}", None, "2 answers to 1 questions", None),
        ("{then: {options: rest}}", "rest", "must be a list of options", None),
    ],
)  # fmt: skip
def test_a_malformed_example_is_reported_at_its_place(
    runs: Runs, example: str, place: str | None, says: str, help: str | None
) -> None:
    [found] = runs(example)
    assert found.code == "BR0703"
    assert says in found.message
    if place is not None:
        assert under(found) == place
    if help is not None:
        assert found.help is not None and help in found.help


def test_examples_of_elements_procedures_and_quantities_are_run(tmp_path: Path, runs: Runs) -> None:
    holds(runs("then: {day: 0}"))
    path = tmp_path / "orchard" / "game.yaml"
    text = path.read_text(encoding="utf-8")
    wrong = "examples: [{then: {day: 1}}]"
    text = text.replace("{id: old_tree, fruit: 2}", f"{{id: old_tree, fruit: 2, {wrong}}}")
    text = text.replace("script: require no}", f"script: require no, {wrong}}}")
    text = text.replace("value: coin of you}", f"value: coin of you, {wrong}}}")
    path.write_text(text, encoding="utf-8")
    found = run_examples(load(tmp_path / "orchard"))
    assert sorted(f.message for f in found) == [
        f"example of `{bearer}`: day: expected 1, got 0"
        for bearer in ("hopeless", "old_tree", "wealth")
    ]


def test_examples_do_not_disturb_each_other(tmp_path: Path, runs: Runs) -> None:
    """They share one set-up game; what one does must not reach the next."""
    example = """
given: {you: {coin: 5}, old_tree: {ripe: 1}}
when: [pick old_tree]
then: {you: {coin: 2}, old_tree: {ripe: 0}}
"""
    holds(runs(example))
    path = tmp_path / "orchard" / "game.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text + "  - {id: next, then: {you: {coin: 10}}}\n", encoding="utf-8")
    assert holds(run_examples(load(tmp_path / "orchard")))


def test_examples_of_other_packs_may_be_overruled(tmp_path: Path, runs: Runs) -> None:
    """A pack that changes a rule makes examples of another one wrong: one warning says so."""
    holds(runs("{given: {old_tree: {ripe: 1}}, when: [pick old_tree], then: {you: {coin: 7}}}"))
    dear = tmp_path / "dear"
    dear.mkdir()
    manifest = "pack: dear\nversion: 1.0.0\nrequires: {orchard: '>=1'}\n"
    (dear / "pack.yaml").write_text(manifest, encoding="utf-8")
    (dear / "rules.yaml").write_text(
        """
quantities:
  - {id: gift, gives: number, value: '1', examples: [{when: {ask: gift}, then: {answer: 2}}]}
changes:
  - replace: procedures.turn.script
    with: |
      either plant from trees where ripe > 0 as "pick {plant}"
        gain 5 coin
      or as "rest"
        gain 1 coin
    because: all is new
""",
        encoding="utf-8",
    )
    own, others = run_examples(load(tmp_path / "orchard", dear))
    assert (own.code, own.severity) == ("BR0701", "error")
    assert (others.code, others.severity) == ("BR0701", "warning")
    assert others.message == "an example of `orchard` does not hold together with `dear`"
    assert others.span.file.endswith("orchard/game.yaml") and under(others) == "7"
    assert "coin of player_1: expected 7, got 15" in others.related[0][0]
