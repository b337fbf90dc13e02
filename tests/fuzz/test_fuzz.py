"""Anything at all, as bytes, YAML or script: findings and nothing else."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter.check import Session
from interpreter.findings import Finding
from interpreter.language.parse import ScriptError, parse_formula, parse_rule, parse_script

SAMPLE = Path(__file__).parents[1] / "check" / "sample"
TEXT = (SAMPLE / "rules.yaml").read_text(encoding="utf-8")
WORDS = sorted(set(re.findall(r"[a-z_]+|[^\sa-z_]", TEXT)))
SESSION = Session()

bounded = settings(
    max_examples=120,
    deadline=5000,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)


def check(text: str) -> list[Finding]:
    SESSION.edit(SAMPLE / "rules.yaml", text)
    try:
        found = SESSION.check([SAMPLE])
    finally:
        SESSION.edit(SAMPLE / "rules.yaml", None)
    assert not [str(finding) for finding in found if finding.code == "BR0999"]
    return found


@bounded
@given(st.binary(max_size=400))
def test_any_bytes(data: bytes) -> None:
    SESSION._files.unsaved[(SAMPLE / "rules.yaml").resolve()] = data
    try:
        assert all(isinstance(finding, Finding) for finding in SESSION.check([SAMPLE]))
    finally:
        SESSION.edit(SAMPLE / "rules.yaml", None)


@bounded
@given(st.text(max_size=200))
def test_any_text(text: str) -> None:
    check(text)


@bounded
@given(st.lists(st.sampled_from([*WORDS, " ", "\n", "\n  ", "\n    ", ": ", "- "]), max_size=60))
def test_words_of_a_pack_in_any_order(words: list[str]) -> None:
    check(" ".join(words))


@bounded
@given(st.data())
def test_a_pack_with_parts_cut_out_and_put_elsewhere(data: st.DataObject) -> None:
    size = len(TEXT)
    start, length, to = (data.draw(st.integers(0, n)) for n in (size, 300, size))
    cut = TEXT[start : start + length]
    rest = TEXT[:start] + TEXT[start + length :]
    check(rest[:to] + cut + rest[to:] if data.draw(st.booleans()) else rest)


@bounded
@given(
    st.recursive(
        st.one_of(st.none(), st.booleans(), st.integers(), st.sampled_from(WORDS)),
        lambda inner: st.one_of(
            st.lists(inner, max_size=4), st.dictionaries(st.sampled_from(WORDS), inner, max_size=4)
        ),
        max_leaves=25,
    ),
    st.sampled_from(
        "types procedures quantities events rules graphs invariants texts view examples inventory "
        "changes cards heroes resources".split()
    ),
)
def test_any_data_in_any_section(value: object, section: str) -> None:
    import yaml

    check(TEXT + "\n" + yaml.safe_dump({f"{section}_": 1})[:0] + yaml.safe_dump({section: value}))


@settings(bounded, max_examples=400)
@given(
    st.one_of(
        st.text(max_size=120),
        st.lists(st.sampled_from([*WORDS, "\n", "\n  "]), max_size=40).map(" ".join),
    )
)
def test_any_script(text: str) -> None:
    for parse in (parse_script, parse_formula, parse_rule):
        try:
            parse(text)
        except ScriptError as problem:
            assert problem.message
            assert 0 <= problem.at.start <= problem.at.end <= len(text) + 1


def test_one_sign_changed_anywhere() -> None:
    dice = random.Random(4)
    for _ in range(150):
        at = dice.randrange(len(TEXT))
        check(TEXT[:at] + dice.choice("{}[]:,'\"#&*!|>-%@`\t\n ax0") + TEXT[at + 1 :])


def test_with_atheris(tmp_path: Path) -> None:
    """A short run of a coverage-guided fuzzer, where it is installed."""
    pytest.importorskip("atheris", reason="atheris is not installed (pip install atheris)")
    import subprocess
    import sys

    script = Path(__file__).parent / "atheris_target.py"
    done = subprocess.run(
        [sys.executable, str(script), "-atheris_runs=1500", "-max_len=600", "-seed=1"],
        cwd=tmp_path,  # what makes it fail is left there
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert "Done 1500" in done.stderr or "DONE" in done.stderr, done.stderr[-500:]
