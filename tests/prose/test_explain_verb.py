"""`barrage explain`."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from interpreter.cli.main import main
from interpreter.codes import CODES


def run(*args: str, code: int = 0) -> Result:
    result = CliRunner().invoke(main, ["explain", *args])
    assert result.exit_code == code, result.output
    assert "Traceback" not in result.output
    return result


def test_english_and_italian() -> None:
    assert run("green_01").stdout == "Gain 1 Credit. Rotate your wheel 2 segments.\n"
    told = run("green_01", "--lang", "it").stdout
    assert told == "Ottieni 1 Credito. Fai ruotare la tua ruota di 2 segmenti.\n"


def test_json() -> None:
    told = json.loads(run("green_03", "--format", "json").stdout)
    assert told == {"id": "green_03", "lang": "en", "text": "Gain 5 Credits.", "missing": []}


def test_other_packs() -> None:
    told = run("work_b4", "--packs", "base,leeghwater").stdout
    assert told == "Costs 3 Excavators. Reward: gain 5 Victory Points and 6 Energy Units.\n"


def test_reverse_lists_lines() -> None:
    lines = run("special_krylov", "--reverse").stdout.splitlines()
    assert len(lines) == 1
    place, address, line = lines[0].split(": ")
    assert place.rpartition(":")[0].endswith("officers.yaml")
    assert (address, line) == ("officers.anton_krylov.tile", "special_krylov")


def test_reverse_as_data() -> None:
    found = json.loads(run("special_krylov", "--reverse", "--format", "json").stdout)
    assert [one["address"] for one in found] == ["officers.anton_krylov.tile"]


def test_nothing_refers_to_it() -> None:
    result = run("objective_red_spaces", "--reverse")
    assert result.stdout == ""
    assert "nothing refers to objective_red_spaces" in result.stderr


@pytest.mark.parametrize("code", ["BR0101", "br0303"])
def test_a_finding(code: str) -> None:
    told = run(code).stdout
    assert code.upper() in told
    assert CODES[code.upper()] in told


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["greeen_01"], "did you mean `green_01`?"),
        (["greeen_01", "--reverse"], "did you mean `green_01`?"),
        (["BR9999"], "there is no finding BR9999"),
        (["green_01", "--packs", "nowhere"], "there is no pack `nowhere`"),
    ],
)
def test_refusals(args: list[str], message: str) -> None:
    assert message in run(*args, code=2).stderr


def test_reverse_tells_of_examples_apart() -> None:
    told = run("green_10", "--reverse")
    assert told.stdout == ""
    assert "examples and the like name it at rules/base/contracts.yaml:" in told.stderr
