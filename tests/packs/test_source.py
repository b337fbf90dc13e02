"""Reading YAML strictly, with places."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator

import pytest
import yaml

from interpreter.findings import Finding, Span
from interpreter.packs import source
from interpreter.packs.source import Mapping, Node, Scalar, Sequence, plain, read_yaml, same


def read(text: str | bytes) -> Node:
    """The node of a text in which nothing is wrong."""
    node, findings = read_yaml(text, "f.yaml")
    assert findings == []
    assert node is not None
    return node


def findings_of(text: str | bytes) -> list[Finding]:
    return read_yaml(text, "f.yaml")[1]


def only(text: str | bytes) -> Finding:
    (finding,) = findings_of(text)
    return finding


def scalars(node: Node) -> Iterator[Scalar]:
    if isinstance(node, Scalar):
        yield node
    for child in node.entries.values() if isinstance(node, Mapping) else ():
        yield from scalars(child)
    for child in node.items if isinstance(node, Sequence) else ():
        yield from scalars(child)


def scalar(text: str) -> Scalar:
    """The scalar under the key `a`."""
    root = read(text)
    assert isinstance(root, Mapping)
    found = root.entries["a"]
    assert isinstance(found, Scalar)
    return found


@pytest.fixture(params=["C", "Python"])
def both_loaders(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The fallback must agree with the C scanner."""
    if request.param == "C" and not yaml.__with_libyaml__:
        pytest.skip("PyYAML was built without libyaml")
    loader = yaml.CSafeLoader if request.param == "C" else yaml.SafeLoader
    monkeypatch.setattr(source, "_LOADER", loader)


# ---- values ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("3", 3),
        ("-3", -3),
        ("+6", 6),
        ("0", 0),
        ("2.5", 2.5),
        ("true", True),
        ("yes", True),
        ("no", False),
        ("false", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("on", "on"),
        ("off", "off"),
        ("y", "y"),
        ("Yes", "Yes"),
        ("1.0.0", "1.0.0"),
        ("1e3", "1e3"),
        ("1_000", "1_000"),
        ("2024-01-01", "2024-01-01"),
        ("'3'", "3"),
        ('"yes"', "yes"),
        ("gain 1 credit", "gain 1 credit"),
    ],
)
def test_values(both_loaders: None, written: str, value: object) -> None:
    found = scalar(f"a: {written}\n")
    assert found.value == value
    assert type(found.value) is type(value)


def test_text_keeps_what_is_written() -> None:
    assert scalar("a: +6").text == "+6"
    assert scalar("a: 1.0").text == "1.0"
    assert scalar("a: yes").text == "yes"


def test_keys_are_words_whatever_they_look_like() -> None:
    assert plain(read("{2: a, no: b, y: c, 1.5: d, true: e, null: f, 010: g}")) == {
        "2": "a", "no": "b", "y": "c", "1.5": "d", "true": "e", "null": "f", "010": "g",
    }  # fmt: skip


def test_empty_file() -> None:
    assert read_yaml("# nothing\n", "f.yaml") == (None, [])


def test_aliases_are_shared() -> None:
    root = read("a: &x {n: 1}\nb: *x\nc: [*x]\n")
    assert plain(root) == {"a": {"n": 1}, "b": {"n": 1}, "c": [{"n": 1}]}
    assert isinstance(root, Mapping)
    assert root.entries["a"] is root.entries["b"]


def test_byte_order_mark_is_no_column() -> None:
    assert scalar("\ufeffa: 1").span == Span("f.yaml", 1, 4, 1, 5)
    assert read(b"\xef\xbb\xbfa: 1").span.column == 1


# ---- spans -------------------------------------------------------------------


def test_spans() -> None:
    text = "a:\n  - b: 1\n    c: [x, y]\n\n\n# far below\nd: 2\n"
    root = read(text)
    assert isinstance(root, Mapping)
    assert root.span == Span("f.yaml", 1, 1, 7, 5)
    assert root.keys["d"] == Span("f.yaml", 7, 1, 7, 2)
    # a block ends with its last child, not where the next thing begins
    assert root.entries["a"].span == Span("f.yaml", 2, 3, 3, 14)


def test_span_of_block_ends_with_its_text() -> None:
    assert scalar("a: |\n  one\n  two\n\n\nb: 1\n").span == Span("f.yaml", 1, 4, 3, 6)


def test_span_leaves_out_the_anchor() -> None:
    found = scalar("a: &name text\n")
    assert found.span == Span("f.yaml", 1, 10, 1, 14)
    assert found.place(1) == (1, 11)


# ---- places ------------------------------------------------------------------

PLACES = {
    "plain": ("a: gain X\n", (1, 9)),
    "plain over lines": ("a: gain\n   1 credit\n\n     X more\n", (4, 6)),
    "plain in flow": ("{b: 1, a: gain\n X}\n", (2, 2)),
    "single": ("a: 'it''s an X'\n", (1, 14)),
    "single over lines": ("a: 'it''s\n\n    an X'\n", (3, 8)),
    "double": (r'a: "\x41\t\"é\u00e9 X"' + "\n", (1, 21)),
    "double over lines": ('a: "one \\\n     two\n\n     \\tX"\n', (4, 8)),
    "literal": ("a: |\n  one\n    two\n\n  X\n", (5, 3)),
    "literal strip": ("a: |-\n  one\n  a X\n\n\n", (3, 5)),
    "literal keep": ("a: |+ # why\n\n  one\n  X\n\n\n", (4, 3)),
    "literal with indent": ("a: |2\n     one\n   X\n", (3, 4)),
    "literal with indent, nested": ("b:\n  - 1\na: |1-\n   one\n\n  X", (6, 3)),
    "literal with tab": ("a: |\n  one\n  \tX\n", (3, 4)),
    "folded": ("a: >\n  one\n  two\n\n  three X\n", (5, 9)),
    "folded, indented lines": ("a: >-\n  one\n    two\n    X\n  four\n", (4, 5)),
    "folded keep": ("a: >+\n\n  one\n\n\n  X\n\n", (6, 3)),
    "folded with indent": ("a: >3-\n     one\n   X\n", (3, 4)),
    "windows": ("b: 1\r\na: |\r\n  one\r\n  X\r\n", (4, 3)),
    "anchor on its own line": ("a: &name # why\n  gain X\n", (2, 8)),
    "beyond the basic plane": ("a: 😀😀 X\n", (1, 7)),
}


@pytest.mark.parametrize("name", PLACES)
def test_place_of_every_style(both_loaders: None, name: str) -> None:
    text, place = PLACES[name]
    found = scalar(text)
    assert found.place(found.text.index("X")) == place


def test_place_of_the_end() -> None:
    assert scalar("a: gain").place(4) == (1, 8)
    assert scalar("a: 'gain'").place(4) == (1, 9)
    assert scalar("a: |\n  one\n").place(3) == (2, 6)
    assert scalar("a: |-\n  one\n").place(3) == (2, 6)
    assert scalar("a: ''").place(0) == (1, 5)
    # outside of the text: its nearest end
    assert scalar("a: gain").place(99) == (1, 8)
    assert scalar("a: gain").place(-1) == (1, 4)


def test_span_of_a_part() -> None:
    found = scalar("a: |\n  one\n  two three\n")
    start = found.text.index("three")
    assert found.span_at(start, start + 5) == Span("f.yaml", 3, 7, 3, 12)


def _random_yaml(pick: random.Random) -> str:
    before = pick.choice(["a: ", "- ", "a:\n  b: ", "- - ", "x: [1, {a: 2}]\nb: ", "a: &q\n   "])
    style = pick.choice(["|", ">", "'", '"', ""])
    if style in ("|", ">"):
        indicators = [pick.choice(["", "", "1", "2", "3"]), pick.choice(["", "-", "+"])]
        pick.shuffle(indicators)
        indent = pick.randint(1, 6)
        text = before + style + "".join(indicators) + pick.choice(["", " # c"]) + "\n"
        for _ in range(pick.randint(0, 7)):
            words = "".join(pick.choices("ab é😀:#-' \t", k=pick.randint(1, 6)))
            line = " " * (indent + pick.choice([0, 0, 0, 1, 2])) + words
            text += pick.choice([line, line, line, " " * pick.randint(0, indent + 2)]) + "\n"
        text += pick.choice(["", "", "# comment\n", "z: 1\n", "\n\n"])
        text = text if pick.random() < 0.8 else text.rstrip("\n")
    else:
        parts = ["a", "b", " ", "\n   ", "\n\n   ", "é", "😀"]
        escapes = ["\\n", "\\x41", "\\u00e9", "\\U0001F600", "\\\\", '\\"', "\\\n   ", "\\ ", "\t"]
        parts += {"'": ["''", "\n", "#", "\t"], '"': escapes}.get(style, ["'", '"', "-", "+"])
        text = before + style + "".join(pick.choices(parts, k=pick.randint(1, 30))) + style
        text += pick.choice(["", "\n", " # c\n", "\nz: 1\n"])
    return text.replace("\n", pick.choice(["\n", "\n", "\r\n", "\r"]))


def test_places_of_random_scalars(both_loaders: None) -> None:
    """Every visible character of a text is, in the file, where `place` says."""
    pick = random.Random(11)
    seen = 0
    for _ in range(3000):
        text = _random_yaml(pick)
        node, _findings = read_yaml(text, "f.yaml")
        lines = re.split("\r\n|\r|\n", text)
        for found in scalars(node) if node else ():
            places = [found.place(offset) for offset in range(len(found.text) + 1)]
            assert places == sorted(places), text
            for character, (line, column) in zip(found.text, places, strict=False):
                there = lines[line - 1][column - 1 : column]
                if not character.isspace() and not (found.style == '"' and there == "\\"):
                    assert there == character, text
                    seen += 1
    assert seen > 5000


# ---- what is wrong -----------------------------------------------------------


def test_duplicate_keys_point_at_both_places() -> None:
    finding = only("a: 1\nb: 2\na: 3\n")
    assert (finding.code, finding.span) == ("BR0109", Span("f.yaml", 3, 1, 3, 2))
    assert finding.related == (("first given here", Span("f.yaml", 1, 1, 1, 2)),)
    assert finding.message == "the key `a` is given twice"
    node, _ = read_yaml("a: 1\na: 3\n", "f.yaml")
    assert node is not None
    assert plain(node) == {"a": 1}


WRONG: dict[str, tuple[str | bytes, str, tuple[int, int] | None]] = {
    "leading zero": ("a: 010", "BR0114", (1, 4)),
    "hexadecimal": ("a: 0x1F", "BR0114", (1, 4)),
    "time": ("a: 1:30", "BR0115", (1, 4)),
    "key on": ("on: 1", "BR0111", (1, 1)),
    "key off": ("a: {off: 1}", "BR0111", (1, 5)),
    "tag": ("a: !thing b", "BR0112", (1, 4)),
    "tag of YAML": ("a: !!str 3", "BR0112", (1, 4)),
    "tag on a list": ("a: !thing [b]", "BR0112", (1, 4)),
    "merge key": ("a: &x {b: 1}\nc:\n  <<: *x", "BR0113", (3, 3)),
    "list as key": ("? [a]\n: b", "BR0110", (1, 3)),
    "empty key": ("{'': b}", "BR0110", (1, 2)),
    "unknown alias": ("a: *b", "BR0107", (1, 4)),
    "alias in itself": ("a: &x [*x]", "BR0108", (1, 8)),
    "two documents": ("a: 1\n---\nb: 2", "BR0116", (2, 1)),
    "long number": ("a: " + "9" * 5000, "BR0117", (1, 4)),
    "long decimal": ("a: 0." + "9" * 5000, "BR0117", (1, 4)),
    "tab": ("a:\n\t- b", "BR0101", (2, 1)),
    "colon in text": ("a: modify b: 4", "BR0101", (1, 12)),
    "bracket not closed": ("a: [b, c", "BR0101", (1, 9)),
    "quote not closed": ("a: 'b\n", "BR0101", (1, 4)),
    "question mark behind bracket": ("a: {b: c}?\n", "BR0101", (1, 10)),
    "escape": ('a: "\\0"', "BR0104", (1, 4)),
    "NUL": ("a: b\0c", "BR0104", (1, 5)),
    "odd line break": ("a: b\nc: d\u2028e", "BR0104", (2, 5)),
    "half a surrogate pair": ("a: \ud800", "BR0104", (1, 4)),
    "Latin-1": ("a: b\nc: é".encode("latin-1"), "BR0103", (2, 4)),
    "UTF-16": ("a: b".encode("utf-16"), "BR0103", (1, 1)),
    "binary": (b"\x89PNG\r\n\x1a\n\0\0\0", "BR0103", (1, 1)),
    "deep list": ("[" * 5000, "BR0105", (1, 101)),
    "deep block": ("- " * 100_000, "BR0105", (1, 201)),
    "deep mapping": ("{a: " * 5000, "BR0105", (1, 401)),
    "undefined escape": ('a: "\\q"', "BR0101", (1, 5)),
    "escape outside of Unicode": ('a: "\\UFFFFFFFF"', "BR0101", None),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong(name: str) -> None:
    text, code, place = WRONG[name]
    finding = only(text)
    assert finding.code == code
    assert place is None or (finding.span.line, finding.span.column) == place


@pytest.mark.parametrize("name", WRONG)
def test_wrong_without_the_c_library(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(source, "_LOADER", yaml.SafeLoader)
    text, code, _place = WRONG[name]
    assert [finding.code for finding in findings_of(text)] == [code]


def test_help() -> None:
    assert only("a: 010").suggestion == "10"
    assert only("a: 010").help == "for the number write 10, for the text write '010'"
    assert only("a:\n\t- b").help is not None
    assert "quotes" in (only("a: modify b: 4").help or "")
    assert only("ab: &energy 1\nb: *enerhy").suggestion == "*energy"
    assert only("on: 1").severity == only("a: 1:30").severity == "warning"


def test_alias_bomb() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 60)]
    start = time.perf_counter()
    node, (finding,) = read_yaml("\n".join(lines), "f.yaml")
    assert node is None
    assert finding.code == "BR0106"
    assert time.perf_counter() - start < 0.5


def test_aliases_cannot_nest_deeply() -> None:
    """Few nodes, but a chain of aliases that nobody could walk down."""
    lines = ["a0: &a0 [x]"] + [f"a{n}: &a{n} [*a{n - 1}]" for n in range(1, 200)]
    assert only("\n".join(lines)).code == "BR0105"


def test_too_many_nodes() -> None:
    assert only("[" + "a, " * 200_000 + "]").code == "BR0106"


def test_huge_file_is_refused_at_once() -> None:
    data = b"a: 1\n" * 10_000_000
    start = time.perf_counter()
    assert only(data).code == "BR0102"
    assert only(data.decode()).code == "BR0102"
    assert time.perf_counter() - start < 5


def test_largest_files_are_read_in_time() -> None:
    nasty = ["a" * 3_999_999, "a: |\n" + " x\n" * 1_300_000, "'" + " " * 3_900_000 + "'"]
    start = time.perf_counter()
    for text in nasty:
        node, _ = read_yaml(text, "f.yaml")
        for found in scalars(node) if node else ():
            found.place(len(found.text) - 1)
    assert time.perf_counter() - start < 20


def test_random_bytes_never_raise() -> None:
    pick = random.Random(3)
    alphabet = "ab:- \n\t#'\"[]{},&*!|>%@`?~0123é\\\0"
    for _ in range(3000):
        text = "".join(pick.choices(alphabet, k=pick.randint(0, 40)))
        read_yaml(text, "f.yaml")
        read_yaml(pick.randbytes(20), "f.yaml")


def test_speed() -> None:
    element = (
        "  - id: green_{0}\n    name: {{en: Foo, it: Bar}}\n    pile: green\n    energy: 2\n"
        "    reward: gain 1 credit; rotate 2\n    script: |\n      choose a from b\n      stop\n"
    )
    text = "contracts:\n" + "".join(element.format(n) for n in range(375))
    times = []
    for _ in range(5):
        start = time.perf_counter()
        read(text)
        times.append(time.perf_counter() - start)
    # 17 ms where it was written, with the C library
    assert min(times) < (0.06 if yaml.__with_libyaml__ else 1)


# ---- nodes -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        ("gain 1", "|\n  gain 1\n", True),
        ("{a: 1, b: [x]}", "{b: [x], a: 1}", True),
        ("[1, 2]", "[2, 1]", False),
        ("yes", "true", True),
        ("yes", "1", False),
        ("2", "'2'", False),
        ("2", "+2", True),
        ("null", "~", True),
        ("null", "''", False),
        ("[]", "{}", False),
    ],
)
def test_same(one: str, other: str, equal: bool) -> None:
    first, second = read(one), read(other)
    assert same(first, second) is equal
    assert same(second, first) is equal
