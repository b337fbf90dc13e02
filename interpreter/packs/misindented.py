"""Which line of a broken file is indented wrongly: the one that, moved, makes it whole again.

The YAML scanner notices a slip only when nothing fits any more, often lines below. Moving the
lines near that place back and forth, one at a time, finds the one that was meant otherwise.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

import yaml

_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
#: by how much a line may have slipped, the most likely first
_STEPS: Final = (1, -1, 2, -2)
#: lines above the one where the scanner gave up that are tried
_ABOVE: Final = 6
#: longer stretches take too long to be read again and again
_LONGEST: Final = 40_000
_SECTION: Final = re.compile(r"[a-z_]+:\s*(#.*)?$")
_SHAPE: Final = re.compile(r"\s*((?:- )?)\{?[\w.]+:(\s*$)?")
_OPENING: Final = re.compile(r"\s*((?:- )?[{\[]?\s*[a-z_0-9]*)")


def misindented(lines: list[str], noticed: int, begun: int) -> int | None:
    """The number of the line, from 0, that fits once it is moved.

    `noticed` is where the scanner gave up, `begun` where what it was reading began.
    """
    near = _candidates(lines, noticed, begun)
    first, last = _stretch(lines, min(near, default=noticed), noticed)
    if sum(len(line) + 1 for line in lines[first:last]) > _LONGEST:
        return None
    usual = Counter((_opening(line), lead_of(line)) for line in lines)
    shapes = Counter((_shape(line), lead_of(line)) for line in lines[first:last])
    found: list[tuple[bool, int, int, int, int]] = []
    for at in near:
        lead, word = lead_of(lines[at]), _opening(lines[at])
        for rank, step in enumerate(_STEPS):
            if any(_reads(made) for made in _moved(lines, at, step, first, last)):
                tidy = lead % 2 == 1 and step % 2 == 1
                gain = usual[word, lead + step] - (usual[word, lead] - 1)
                shape = _shape(lines[at])
                alike = shapes[shape, lead + step] - (shapes[shape, lead] - 1)
                found.append((not tidy, -gain, -alike, rank // 2, -at))
    return -min(found)[-1] if found else None


def lead_of(line: str) -> int:
    """How far a line is indented."""
    return len(line) - len(line.lstrip(" "))


def _opening(line: str) -> str:
    """What a line begins with: lines of one kind are indented alike."""
    found = _OPENING.match(line)
    return found[1] if found else ""


def _shape(line: str) -> str:
    """Of what kind a line is: an item, a heading, a key with its value, text."""
    found = _SHAPE.match(line)
    return found[1] + ("heading" if found[2] else "key") if found else "text"


def _stretch(lines: list[str], first: int, last: int) -> tuple[int, int]:
    """The lines of the sections around some lines, so that less is read than the whole file."""
    while first > 0 and not _SECTION.match(lines[first]):
        first -= 1
    last = min(last + 2, len(lines))
    while last < len(lines) and not (_says_something(lines[last]) and lead_of(lines[last]) <= 2):
        last += 1
    return first, last


def _candidates(lines: list[str], noticed: int, begun: int) -> list[int]:
    near = [at for at in range(noticed, -1, -1) if _says_something(lines[at])][: _ABOVE + 1]
    start = [at for at in (begun, begun + 1) if at < len(lines) and _says_something(lines[at])]
    return list(dict.fromkeys([*near, *start]))


def _says_something(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _moved(lines: list[str], at: int, step: int, first: int, last: int) -> Iterator[list[str]]:
    """One line moved; and that line with everything that belongs to it."""
    if lead_of(lines[at]) + step < 0:
        return
    yield [*lines[first:at], _shift(lines[at], step), *lines[at + 1 : last]]
    end = at + 1
    while end < last and (not lines[end].strip() or lead_of(lines[end]) > lead_of(lines[at])):
        end += 1
    if end > at + 1:
        block = [_shift(line, step) for line in lines[at:end]]
        yield [*lines[first:at], *block, *lines[end:last]]


def _shift(line: str, step: int) -> str:
    if not line.strip():
        return line
    return " " * step + line if step > 0 else line[min(-step, lead_of(line)) :]


def _reads(lines: list[str]) -> bool:
    try:
        for _ in yaml.parse("\n".join(lines) + "\n", Loader=_LOADER):
            pass
    except (yaml.YAMLError, ValueError, OverflowError):
        return False
    return True
