"""The formats: each says the same, in the words of its readers."""

from __future__ import annotations

import io
import json
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest
from rich.console import Console

from interpreter.check.report import FORMATS
from interpreter.check.report.colour import print_coloured
from interpreter.check.report.junit import as_junit
from interpreter.check.report.text import as_text
from interpreter.findings import Finding, Span

OFFICIAL = Path(__file__).parent / "official" / "sarif-2.1.0.json"


@pytest.fixture
def findings(tmp_path: Path) -> list[Finding]:
    file = tmp_path / "x.yaml"
    file.write_text("first: 1\n\tsecond word\n" + "a" * 300 + " here\n", encoding="utf-8")
    other = Span(str(file), 1, 1, 1, 6)
    return [
        Finding(
            "BR0109", "100% odd, “quoted”\u0007", Span(str(file), 2, 9, 2, 13), "error",
            "keep one", (("first given here", other),), "word",
        ),
        Finding("BR0904", "twice <&>", Span(str(file), 3, 302, 3, 306), "warning"),
        Finding("BR0801", "no pack", Span.of_file("<arguments>")),
    ]  # fmt: skip


def test_text(findings: list[Finding]) -> None:
    lines = as_text(findings).splitlines()
    file = findings[0].span.file
    assert lines[:7] == [
        f"{file}:2:9: error BR0109: 100% odd, “quoted”␇",
        "  2 | \tsecond word",
        "    | \t       ^^^^",
        "  did you mean `word`?",
        "  help: keep one",
        f"  {file}:1:1: first given here",
        "",
    ]
    shown, caret = lines[8:10]
    assert shown[caret.index("^") :].startswith("here")
    assert len(shown) < 200
    assert "| …aaa" in shown
    assert lines[-1] == "<arguments>: error BR0801: no pack"


def test_colour_only_on_a_terminal(findings: list[Finding]) -> None:
    for terminal in (True, False):
        stream = io.StringIO()
        print_coloured(findings, Console(file=stream, force_terminal=terminal, width=80))
        assert ("\x1b[" in stream.getvalue()) is terminal


def test_compact_has_one_line_each(findings: list[Finding]) -> None:
    lines = FORMATS["compact"](findings).splitlines()
    assert len(lines) == len(findings)
    assert lines[0].endswith("(did you mean `word`?)")


def test_json(findings: list[Finding]) -> None:
    data = json.loads(FORMATS["json"](findings))
    assert [one["code"] for one in data] == ["BR0109", "BR0904", "BR0801"]
    assert data[0]["title"] == "duplicate key"
    assert (data[0]["line"], data[0]["column"], data[0]["end_column"]) == (2, 9, 13)
    assert data[0]["related"][0]["message"] == "first given here"


def test_sarif_is_valid(findings: list[Finding]) -> None:
    log = json.loads(FORMATS["sarif"](findings))
    schema = json.loads(OFFICIAL.read_text(encoding="utf-8"))
    jsonschema.Draft4Validator(schema).validate(log)
    jsonschema.Draft4Validator(schema).validate(json.loads(FORMATS["sarif"]([])))
    run = log["runs"][0]
    assert [result["level"] for result in run["results"]] == ["error", "warning", "error"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert [rules[result["ruleIndex"]] for result in run["results"]] == [
        result["ruleId"] for result in run["results"]
    ]
    region = run["results"][0]["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 2, "startColumn": 9, "endLine": 2, "endColumn": 13}
    assert run["results"][0]["fixes"][0]["artifactChanges"]


def test_github(findings: list[Finding]) -> None:
    first, second, third = FORMATS["github"](findings).splitlines()
    assert first.startswith("::error file=")
    assert ",line=2,col=9,endLine=2,endColumn=13,title=BR0109::100%25 odd" in first
    assert "%0Ahelp: keep one" in first
    assert second.startswith("::warning ")
    assert third.startswith("::error title=BR0801::")


def test_junit(findings: list[Finding]) -> None:
    suite = ElementTree.fromstring(FORMATS["junit"](findings))
    assert (suite.get("tests"), suite.get("failures")) == ("3", "2")
    cases = suite.findall("testcase")
    assert [case.find("failure") is not None for case in cases] == [True, False, True]
    clean = ElementTree.fromstring(FORMATS["junit"]([]))
    assert (clean.get("tests"), clean.get("failures")) == ("1", "0")
    strict = ElementTree.fromstring(as_junit(findings, strict=True))
    assert strict.get("failures") == "3"


def caret(tmp_path: Path, line: str, word: str) -> tuple[str, str]:
    file = tmp_path / "line.yaml"
    file.write_text(line, encoding="utf-8")
    at = line.index(word) + 1
    found = Finding("BR0401", "m", Span(str(file), 1, at, 1, at + len(word)))
    _, shown, carets, *_ = as_text([found]).splitlines()
    return shown, carets


@pytest.mark.parametrize(
    ("line", "word", "before"),
    [
        ("name: 水 gone", "gone", 9),  # one sign, two columns
        ("name: e\u0301 gone", "gone", 8),  # an accent of its own takes no column
        ("naïve: gone", "gone", 7),
    ],
)
def test_the_caret_stands_below_wide_signs(
    tmp_path: Path, line: str, word: str, before: int
) -> None:
    _, carets = caret(tmp_path, line, word)
    assert carets == "    | " + " " * before + "^^^^"


def test_nothing_in_a_pack_gives_orders_to_the_terminal(tmp_path: Path) -> None:
    shown, _ = caret(tmp_path, "a: \x1b[2Jgone\u202e", "gone")
    assert shown == "  1 | a: ␛[2Jgone\ufffd"
    odd = Finding("BR0401", "a\x1b[31m\nb", Span("a\nb.yaml", 1, 1, 1, 1))
    for form in ("text", "compact"):
        assert "\x1b" not in FORMATS[form]([odd])
    assert len(FORMATS["compact"]([odd]).splitlines()) == 1


@pytest.mark.parametrize("form", FORMATS)
def test_the_name_of_a_file_may_be_no_text(form: str) -> None:
    odd = Finding("BR0401", "m", Span("a\udcff:,%.yaml", 1, 1, 2, 1), suggestion="x")
    told = FORMATS[form]([odd]).encode("utf-8", errors="backslashreplace").decode("utf-8")
    if form == "junit":
        ElementTree.fromstring(told)
    elif form in ("json", "sarif"):
        json.loads(told)
    elif form == "github":
        assert "%3A%2C%25.yaml,line=1,endLine=2,title" in told


def test_a_very_long_line_is_cut_on_both_sides(tmp_path: Path) -> None:
    shown, carets = caret(tmp_path, "a" * 400 + " gone " + "b" * 400, "gone")
    assert shown[carets.index("^") :].startswith("gone")
    assert shown.startswith("  1 | …a") and shown.endswith("b…")
