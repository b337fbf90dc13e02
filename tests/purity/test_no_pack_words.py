"""The interpreter knows no game: no id, no name and no number of any pack stands in its code.

Three rules, over every string and identifier of `interpreter/` (docstrings and comments are free):

- an id or a printed name of a pack is mentioned nowhere, neither in a string nor in an identifier;
- a name of several words (`build_prices`, `action_space`) is mentioned nowhere;
- a type, field, section, procedure, quantity or event of one word is no string of its own: strings
  are the only way to reach what a pack declares, identifiers such as `value` reach nothing.

What is allowed is listed below, each with its reason and as narrowly as possible.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import interpreter
from interpreter import load
from interpreter.packs import known_packs

ROOT = Path(interpreter.__file__).parent
FILES = sorted(ROOT.rglob("*.py"))
PACKS = sorted(known_packs())

#: word to the reason why it may be mentioned, by file
ALLOWED: dict[str, dict[str, str]] = {
    **{
        word: {"*": "a type that every game has; packs only add to it"}
        for word in "game games player players resource resources mode modes".split()
    },
    **{word: {"*": "a key of pack.yaml"} for word in ("setup", "start", "after")},
    **{word: {"*": "what the files of packs consist of"} for word in ("section", "sections")},
    **{word: {"*": "a coordinate"} for word in "xy"},
    "red": {
        "check/report/colour.py": "a terminal colour",
        "cli/bench_peer.py": "a colour of another library",
    },
    **{word: {"check/report/colour.py": "a terminal colour"} for word in ("yellow", "green")},
    "actions": {"cli/bench_peer.py": "an attribute of another library"},
    "node": {
        "engine/cache.py": "the field of elements with their YAML",
        "model/declarations.py": "the field of elements with their YAML",
    },
    "value": {"*": "a key of quantities, and what `modify` calls the value so far"},
    "order": {"*": "a wish of `new_game`, and what packs are put in"},
    "run": {"check/*": "a key of examples"},
    "position": {"engine/saves.py": "a key of saved games"},
    "gains": {"engine/events.py": "the verb in the words of an event"},
    "place": {"prose/*": "what the grammar calls something that can be written to"},
    "level": {"check/report/sarif.py": "a key of the SARIF format"},
    "left": {"view/terminal.py": "an alignment of the terminal library"},
    "price": {"compiler/foresight/prices.py": "a variable of generated code"},
    "full": {
        "check/bench.py": "a check of everything, not only of what changed",
        "view/terminal.py": "a block that is drawn full",
    },
    "base": {
        "check/changed.py": "a verb of git",
        "packs/scalars.py": "of a number system",
        "compiler/statements.py": "what an address is counted from",
    },
    "neutral": {"compiler/fold.py": "the neutral element of an operation"},
    "starting": {"cli/defaults.py": "the packs one starts with"},
}

#: numbers that say nothing about a game
HARMLESS = {0, 1, 2}
#: arguments that set technical limits or the form of output
TECHNICAL = {"maxsize", "timeout", "width", "cutoff", "ndigits", "default", "mode", "indent"}
#: rooms that draw, print, check and measure; no rule is carried out there
ELSEWHERE = ("view/*", "cli/*", "check/*", "engine/measure.py")
#: the random generator splitmix64 consists of numbers
GENERATOR = "engine/chance.py"
FILES_OF_OURS = {0o600, 0o700, 0o100, 0o077, 4, 5, 8}
#: numbers of other files, each with its reason
NUMBERS: dict[str, tuple[str, set[float]]] = {
    "packs/places.py": ("hexadecimal digits in escapes", {16}),
    "packs/source.py": ("bytes in a megabyte", {1_000_000}),
    "model/naming.py": ("most letters of a name that is shown", {40}),
    "model/kinds.py": ("words in `list of X`", {3}),
    "language/grammar.py": ("tab width, digits of a hash, file permissions", {8, 16, 0o700}),
    "compiler/fold.py": ("weights: roughly how long an expression takes", {5, 10}),
    "engine/reasons.py": ("most reasons told at once", {5}),
    "engine/coverage.py": ("places in a raw event", {3, 4}),
    "reference/values.py": ("places in a list of arguments", {3}),
    "engine/cache.py": ("file permissions, bytes and digits of its own format", FILES_OF_OURS),
}


class Mention(NamedTuple):
    file: str
    line: int
    word: str
    text: str

    def __str__(self) -> str:
        return f"interpreter/{self.file}:{self.line}: `{self.word}` in {self.text!r}"


# ---- what the packs say ------------------------------------------------------


@cache
def ids_and_names() -> tuple[frozenset[str], frozenset[str]]:
    """Ids (of elements and packs) and printed names in every language, in lower case."""
    ids, names = set(PACKS), set()
    for pack in PACKS:
        for element in load(pack).model.elements.values():
            if element.node is not None or element.type == "mode":
                ids.add(element.id)
                names.update(name.lower() for name in element.names.values())
    return frozenset(ids), frozenset(names)


@cache
def declared() -> frozenset[str]:
    """Types, sections, fields, procedures, quantities, events and graphs."""
    found: set[str] = set()
    for pack in PACKS:
        model = load(pack).model
        for type_id, decl in model.types.items():
            found.update((type_id, decl.plural, *decl.fields))
        found.update(model.procedures, model.quantities, model.events, model.graphs)
        found.update(model.invariants)
    return frozenset(found)


# ---- what the code says ------------------------------------------------------


@cache
def trees() -> dict[str, ast.Module]:
    return {
        path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for path in FILES
    }


def docstrings(tree: ast.Module) -> set[int]:
    """Expressions that are nothing but a string."""
    return {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


@cache
def strings() -> list[tuple[str, int, str]]:
    found = []
    for file, tree in trees().items():
        free = docstrings(tree)
        for node in ast.walk(tree):
            value = node.value if isinstance(node, ast.Constant) else None
            if isinstance(value, str) and id(node) not in free:
                found.append((file, node.lineno, value))
    return found


@cache
def identifiers() -> list[tuple[str, int, str]]:
    return list(_identifiers())


def _identifiers() -> Iterator[tuple[str, int, str]]:
    for file, tree in trees().items():
        for node in ast.walk(tree):
            line = getattr(node, "lineno", 0)
            match node:
                case ast.Name(id=name) | ast.arg(arg=name) | ast.Attribute(attr=name):
                    yield file, line, name
                case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                    yield file, line, name
                case ast.keyword(arg=str(name)):
                    yield file, line, name
                case ast.alias(name=name):
                    yield file, line, name


def allowed(word: str, file: str) -> bool:
    return any(fnmatch(file, pattern) for pattern in ALLOWED.get(word, ()))


def words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))


def told(mentions: list[Mention]) -> str:
    return "\n".join(map(str, mentions))


# ---- the rules ---------------------------------------------------------------


def test_no_string_mentions_an_id_or_a_name_of_a_pack() -> None:
    ids, names = ids_and_names()
    single = ids | {name for name in names if " " not in name}
    phrases = [name for name in names if " " in name]
    found = []
    for file, line, text in strings():
        hits = words(text) & single
        hits |= {phrase for phrase in phrases if phrase in text.lower()}
        found += [Mention(file, line, w, text) for w in sorted(hits) if not allowed(w, file)]
    assert not found, told(found)


def test_no_identifier_mentions_an_id_of_a_pack() -> None:
    ids, _ = ids_and_names()
    found = []
    for file, line, name in identifiers():
        parts = {name.lower(), *name.lower().strip("_").split("_")}
        found += [Mention(file, line, w, name) for w in sorted(parts & ids) if not allowed(w, file)]
    assert not found, told(found)


def test_no_name_of_several_words_is_mentioned() -> None:
    names = {name for name in declared() if "_" in name}
    found = [
        Mention(file, line, word, text)
        for source in (strings(), identifiers())
        for file, line, text in source
        for word in sorted(words(text) & names)
        if not allowed(word, file)
    ]
    assert not found, told(found)


def test_no_string_is_a_declared_name() -> None:
    found = [
        Mention(file, line, text, text)
        for file, line, text in strings()
        if text in declared() and not allowed(text, file)
    ]
    assert not found, told(found)


def test_no_number_of_a_game() -> None:
    found = []
    for file, tree in trees().items():
        if any(fnmatch(file, room) for room in ELSEWHERE):
            continue
        named = _named_constants(tree) | _technical(tree)
        if file == GENERATOR:
            continue
        _, explained = NUMBERS.get(file, ("", set()))
        for node in ast.walk(tree):
            if not isinstance(node, ast.Constant) or type(node.value) not in (int, float):
                continue
            if node.value not in HARMLESS | explained and id(node) not in named:
                found.append(Mention(file, node.lineno, str(node.value), "a number"))
    assert not found, told(found)


def _named_constants(tree: ast.Module) -> set[int]:
    """Everything inside the definition of an UPPER_CASE name."""
    found: set[int] = set()
    for node in ast.walk(tree):
        targets = node.targets if isinstance(node, ast.Assign) else []
        if isinstance(node, ast.AnnAssign):
            targets = [node.target]
        names = [n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name)]
        if names and all(name.isupper() for name in names):
            found |= {id(inner) for inner in ast.walk(node)}
    return found


def _technical(tree: ast.Module) -> set[int]:
    """Limits of caches and subprocesses, and how much of a text is shown."""
    found: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg in TECHNICAL:
            found |= {id(inner) for inner in ast.walk(node)}
        if isinstance(node, ast.Slice):
            found |= {id(inner) for inner in ast.walk(node)}
    return found


# ---- the allowances themselves -----------------------------------------------


@pytest.mark.parametrize(
    ("word", "pattern"), [(word, pattern) for word, files in ALLOWED.items() for pattern in files]
)
def test_every_allowance_is_needed(word: str, pattern: str) -> None:
    """Nothing stays on the list that no longer stands in the code or in a pack."""
    ids, names = ids_and_names()
    assert word in ids | names | declared()
    mentions = [*strings(), *identifiers()]
    assert any(
        word in words(text) | set(text.lower().strip("_").split("_"))
        for file, _, text in mentions
        if fnmatch(file, pattern)
    )


def test_the_rules_would_notice() -> None:
    """The net has no holes: real words of the packs are in it."""
    ids, names = ids_and_names()
    assert {"usa", "excavator", "wind_farm", "tech_2_conduit", "base", "leeghwater"} <= ids
    assert {"concrete mixer", "betoniera", "wilhelm adler"} <= names
    assert {"action_space", "build_prices", "headstreams", "drop_enters", "river"} <= declared()
