"""Findings, and the registry of their codes."""

from __future__ import annotations

import pickle
import re
from pathlib import Path

from interpreter import codes, findings
from interpreter.findings import BarrageError, Finding, IllegalMove, PackError, Span, did_you_mean

PACKAGE = Path(findings.__file__).parent


def test_every_code_in_the_package_is_registered() -> None:
    used = {
        (code, path.relative_to(PACKAGE).as_posix())
        for path in PACKAGE.rglob("*.py")
        for code in re.findall(r"\bBR\d{4}\b", path.read_text(encoding="utf-8"))
    }
    assert {where for where in used if where[0] not in codes.CODES} == set()


def test_codes_are_in_order() -> None:
    assert list(codes.CODES) == sorted(codes.CODES)
    assert all(re.fullmatch(r"BR0[1-9]\d\d", code) for code in codes.CODES)


def test_did_you_mean() -> None:
    assert did_you_mean("contrats", ["contracts", "conduits"]) == "contracts"
    assert did_you_mean("Contracts", ["contracts"]) == "contracts"
    assert did_you_mean("zebra", ["contracts"]) is None
    assert did_you_mean("", ["a"]) is None
    assert did_you_mean("x" * 100_000, ["x" * 99_999]) is None


def test_text_of_a_finding() -> None:
    place = Span("f.yaml", 3, 5, 3, 9)
    other = Span("g.yaml", 1, 1, 1, 2)
    finding = Finding(
        "BR0109", "given twice", place, help="keep one", related=(("first", other),), suggestion="b"
    )
    assert str(finding).splitlines() == [
        "f.yaml:3:5: error BR0109: given twice",
        "  did you mean 'b'?",
        "  help: keep one",
        "  g.yaml:1:1: first",
    ]


def test_errors() -> None:
    finding = Finding("BR0101", "not YAML", Span.of_file("f.yaml"))
    error = PackError("cannot load", [finding])
    assert error.findings == (finding,)
    assert str(error) == "cannot load\nf.yaml:1:1: error BR0101: not YAML"
    assert str(IllegalMove("not now")) == "not now"
    again = pickle.loads(pickle.dumps(error))
    assert isinstance(again, BarrageError)
    assert (again.findings, str(again)) == (error.findings, str(error))
