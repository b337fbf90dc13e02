"""Every block of docs/language.md runs, and nothing of the language is left out of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from doc_snippets import WISH, Block, Workshop, read_blocks
from lark import Lark, Tree

from interpreter.language import builtins
from interpreter.language.grammar import parser
from interpreter.packs import Mapping, Node, Scalar, Sequence, read_yaml
from interpreter.prose import LANGUAGES, Explainer

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs" / "language.md"
GRAMMAR = ROOT / "interpreter" / "language" / "grammar.lark"
BLOCKS = read_blocks(DOCUMENT)
#: what fits on two screens
MOST_LINES, MOST_COLUMNS = 130, 120


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.name)
def test_example(block: Block, tmp_path: Path) -> None:
    Workshop(tmp_path, BLOCKS).run(block)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.name)
def test_every_example_can_be_told(block: Block, lang: str, tmp_path: Path) -> None:
    """Prose knows every construct; without words of the pack it makes do with ids."""
    if "# error" in block.text:
        return
    ruleset = Workshop(tmp_path, BLOCKS).ruleset(block)
    explainer = Explainer(ruleset, lang)
    for name in explainer.ids():
        assert explainer.explain(name).text.strip(), name


def test_the_grammar_fits_on_two_screens() -> None:
    lines = GRAMMAR.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= MOST_LINES
    assert max(map(len, lines)) <= MOST_COLUMNS


# ---- nothing is left out -------------------------------------------------------


def _trees() -> Iterator[Tree[object]]:
    """Parse trees of all examples that are meant to be right."""
    lark = parser()
    for block in BLOCKS:
        if "# error" in block.text and block.kind != "formula":
            continue
        if block.kind == "effect":
            yield lark.parse(block.text, start="script")
        elif block.kind == "formula":
            for line in block.text.splitlines():
                wish = WISH.search(line)
                if wish and wish["what"] == "->":
                    yield lark.parse(line[: wish.start()].strip(), start="formula")
        else:
            yield from _in_yaml(lark, block.text)


def _in_yaml(lark: Lark, text: str) -> Iterator[Tree[object]]:
    root = read_yaml(text, "block")[0]
    assert root is not None
    for key, scalar in _scalars(root, ""):
        start = {"rules": "rule", "rule": "rule", "script": "script", "value": "formula"}.get(key)
        if start:
            source = scalar.text + "\n" if start != "formula" else scalar.text
            yield lark.parse(source, start=start)


def _scalars(node: Node, key: str) -> Iterator[tuple[str, Scalar]]:
    if isinstance(node, Scalar):
        yield key, node
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _scalars(item, key)
    elif isinstance(node, Mapping):
        for name, child in node.entries.items():
            yield from _scalars(child, name)


def _grammar_names() -> set[str]:
    """Every alternative of the grammar that leaves a node in the tree."""
    return {
        str(rule.alias or rule.origin.name)
        for rule in parser().rules
        if not str(rule.origin.name).startswith("_")
    }


def test_every_alternative_of_the_grammar_has_an_example() -> None:
    used = {str(node.data) for tree in _trees() for node in tree.iter_subtrees()}
    inlined = {
        str(rule.origin.name) for rule in parser().rules if rule.options.expand1 and not rule.alias
    }
    assert _grammar_names() - used - inlined == set()


def test_every_word_of_the_grammar_has_an_example() -> None:
    words = set(re.findall(r'"([a-z]+)"', GRAMMAR.read_text(encoding="utf-8")))
    words |= set("count total most least any first last distinct reverse".split())
    examples = "\n".join(block.text for block in BLOCKS)
    assert {word for word in words if not re.search(rf"\b{word}\b", examples)} == set()


def test_every_sign_of_the_grammar_has_an_example() -> None:
    examples = "\n".join(
        line[: found.start()] if (found := WISH.search(line)) else line
        for block in BLOCKS
        if block.kind in ("effect", "formula")
        for line in block.text.splitlines()
    )
    signs = ("!=", "<=", ">=", "=", "<", ">", "+", "-", "*", "/", "mod", ";")
    assert [sign for sign in signs if f"{sign} " not in examples] == []


@pytest.mark.parametrize("function", [*builtins.FUNCTIONS, "along"])
def test_every_function_is_documented(function: str) -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert any(f"{function}(" in block.text for block in BLOCKS), "no example"
    row = re.search(rf"^\| `{function}\([^`]*\)` \| (.*) \|$", text, re.M)
    assert row, "not in the table of functions"
    known = builtins.FUNCTIONS.get(function)
    assert known is None or row[1] == known.doc


def test_every_name_with_a_meaning_of_its_own_is_documented() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    for word in ("you", "this", "it", "none", "yes", "no", "mode", "value"):
        assert f"`{word}`" in text, word
