"""Slips of designers, made on purpose: a text in, the same text with one mistake out."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass

import yaml

LETTERS = "abcdefghijklmnopqrstuvwxyz"
WORD = re.compile(r"[a-z][a-z_0-9]{2,}")


@dataclass(frozen=True)
class Slip:
    """What was done, and to which line (from 1)."""

    kind: str
    line: int
    before: str
    after: str
    text: str


def is_the_same(before: str, after: str) -> bool:
    """Whether a slip changed nothing: an indentation that does not matter, for example."""
    try:
        one, other = (yaml.load(text, Loader=yaml.CSafeLoader) for text in (before, after))
    except yaml.YAMLError:
        return False
    # Keys given twice disappear when they are read.
    return bool(one == other) and before.count("\n") >= after.count("\n") and _keys(before, after)


def _keys(before: str, after: str) -> bool:
    return before.count(":") == after.count(":")


def typo(word: str, dice: random.Random) -> str:
    """A letter dropped, doubled, exchanged with its neighbour or replaced."""
    letters = [at for at, sign in enumerate(word) if sign.isalpha()]
    while True:
        at = dice.choice(letters)
        how = dice.randrange(4)
        if how == 0 and len(word) > 3:
            made = word[:at] + word[at + 1 :]
        elif how == 1:
            made = word[:at] + word[at] + word[at:]
        elif how == 2 and at + 1 < len(word):
            made = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        else:
            made = word[:at] + dice.choice(LETTERS) + word[at + 1 :]
        if made != word and made[:1].isalpha():
            return made


def code_of(line: str) -> str:
    """A line without its comment and without quoted texts of names."""
    line = re.sub(r"(^|\s)#.*", "", line)
    return re.sub(r"(name|title|text|says|label|heading): *(\{[^}]*\}|.*)", _blank, line)


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _edit(lines: list[str], at: int, new: str | None, kind: str) -> Slip:
    before = lines[at]
    changed = lines[:at] + ([new] if new is not None else []) + lines[at + 1 :]
    return Slip(kind, at + 1, before, new or "", "\n".join(changed))


def _word_slip(kind: str, pattern: str) -> Callable[[list[str], random.Random], Slip | None]:
    """A typo in the first group of a pattern."""
    sought = re.compile(pattern)

    def make(lines: list[str], dice: random.Random) -> Slip | None:
        places = [
            (at, found)
            for at, line in enumerate(lines)
            for found in sought.finditer(code_of(line))
            if len(found[1]) > 2
        ]
        if not places:
            return None
        at, found = dice.choice(places)
        word = typo(found[1], dice)
        line = lines[at]
        return _edit(lines, at, line[: found.start(1)] + word + line[found.end(1) :], kind)

    return make


VERBS = (
    "let|set|increase|decrease|gain|lose|pay|require|add|remove|shuffle|draw|raise|commit|choose"
    "|repeat|either|modify"
)
#: keys that refer to an element
REFERENCES = "pile|basin|area|section|company|structure|next|from|to|end|is|after"
END = r"(?=[,}\s]|$)"


def wrong_kind(lines: list[str], dice: random.Random) -> Slip | None:
    """A number where a word belongs, or a word where a number belongs."""
    number = re.compile(r"(?<=[a-z]: )(\d+)(?=[,}\s]|$)")
    word = re.compile(rf"(?:{REFERENCES}): ([a-z][a-z_0-9]+){END}")
    amount = re.compile(r"\b(?:gain|pay|lose) (\d+) [a-z]+")
    choices = []
    for at, line in enumerate(lines):
        code = code_of(line)
        choices += [(at, found, "several") for found in number.finditer(code)]
        choices += [(at, found, "7") for found in word.finditer(code)]
        choices += [(at, found, "many") for found in amount.finditer(code)]
    if not choices:
        return None
    at, found, new = dice.choice(choices)
    line = lines[at]
    return _edit(lines, at, line[: found.start(1)] + new + line[found.end(1) :], "wrong kind")


REQUIRED = re.compile(
    r"^\s+(value|gives|script|takes|energy|pile|builds|leaves_hand|pieces|fee_on_red|sites|price"
    r"|put|start|chief|colour|edges|elements): "
    r"|^\s*- \{id: [a-z]+_\d|^\s*- \{from: |^\s+(if|for each|repeat|either|choose) "
)


def deleted(lines: list[str], dice: random.Random) -> Slip | None:
    """A required line is gone."""
    places = [at for at, line in enumerate(lines) if REQUIRED.match(line)]
    if not places:
        return None
    return _edit(lines, dice.choice(places), None, "line deleted")


def indented(lines: list[str], dice: random.Random) -> Slip | None:
    """One space too many or too few."""
    places = [
        at for at, line in enumerate(lines) if line.startswith("  ") and code_of(line).strip()
    ]
    places = [at for at in places if not _inside_brackets(lines, at)]
    if not places:
        return None
    at = dice.choice(places)
    new = " " + lines[at] if dice.random() < 0.5 else lines[at][1:]
    return _edit(lines, at, new, "indentation")


def _inside_brackets(lines: list[str], at: int) -> bool:
    text = "\n".join(lines[max(0, at - 12) : at])
    return any(text.count(a) > text.count(b) for a, b in ("()", "[]", "{}"))


def gone(lines: list[str], dice: random.Random) -> Slip | None:
    """A reference to something that does not exist."""
    sought = re.compile(
        rf"(?:{REFERENCES}|officer|contract|dam): ([a-z][a-z_0-9]+){END}"
        r"|\b(?:gain|pay|lose) \d+ ([a-z]+)"
    )
    places = [
        (at, found) for at, line in enumerate(lines) for found in sought.finditer(code_of(line))
    ]
    if not places:
        return None
    at, found = dice.choice(places)
    group = 1 if found[1] else 2
    line = lines[at]
    new = line[: found.start(group)] + "vanished_thing" + line[found.end(group) :]
    return _edit(lines, at, new, "reference gone")


def turned(lines: list[str], dice: random.Random) -> Slip | None:
    """A river turned back."""
    sought = re.compile(r"\{from: (\w+), to: (\w+)\}")
    places = [at for at, line in enumerate(lines) if sought.search(line)]
    if not places:
        return None
    at = dice.choice(places)
    new = sought.sub(r"{from: \2, to: \1}", lines[at])
    return _edit(lines, at, new, "river turned")


def twice(lines: list[str], dice: random.Random) -> Slip | None:
    """A key given twice: the line once more, or the key once more in braces."""
    keyed = re.compile(r"^\s+(?:- )?[a-z_]+: \S")
    places = [at for at, line in enumerate(lines) if keyed.match(line) and "{id" not in line]
    places = [at for at in places if not _inside_brackets(lines, at)]
    flow = [at for at, line in enumerate(lines) if re.search(r"\{id: \w+, ", line)]
    if flow and (not places or dice.random() < 0.5):
        at = dice.choice(flow)
        found = re.findall(r", ([a-z_]+): (\w+)(?=[,}])", lines[at])
        if found:
            key, value = dice.choice(found)
            new = lines[at].rstrip()[:-1] + f", {key}: {value}}}"
            return _edit(lines, at, new, "key twice")
    if not places:
        return None
    at = dice.choice(places)
    if lines[at].rstrip().endswith(("|", ">")):
        return None
    copy = lines[at].replace("- ", "  ", 1) if lines[at].lstrip().startswith("- ") else lines[at]
    changed = [*lines[: at + 1], copy, *lines[at + 1 :]]
    return Slip("key twice", at + 2, lines[at], copy, "\n".join(changed))


SLIPS: dict[str, Callable[[list[str], random.Random], Slip | None]] = {
    "id": _word_slip("typo in id", r"(?:^  - |^  - \{)id: ([a-z][a-z_0-9]+)"),
    "verb": _word_slip("typo in verb", rf"(?:^\s+|: |; |then )({VERBS})\b"),
    "resource": _word_slip("typo in resource", r"\b(?:gain|pay|lose) \d+ ([a-z]+)"),
    "key": _word_slip("typo in key", r"(?:^\s*(?:- )?|[{,] ?)([a-z_]+):(?= |$)"),
    "reference": _word_slip(
        "typo in reference",
        rf"(?:{REFERENCES}): ([a-z][a-z_0-9]+)",
    ),
    "kind": wrong_kind,
    "deleted": deleted,
    "indentation": indented,
    "gone": gone,
    "turned": turned,
    "twice": twice,
}
