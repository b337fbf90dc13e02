"""What the short names and the slots in generated code mean, for whoever reads an excerpt."""

from __future__ import annotations

import re
from typing import Final

from interpreter.model.layout import Layout
from interpreter.model.model import Model

#: names that are handed around
_NAMES: Final = {
    "s": "the position, one flat list",
    "j": "the journal: (slot, value before) of every write, so that it can be undone",
    "k": "the frame: (block, frame to go on with afterwards, you, variables…)",
    "m": "lists made once for all tests of a decision",
}
#: functions of a block; a number follows
_BLOCKS: Final = {
    "b": "runs from one decision to the next: a frame in, a frame out; None if it is impossible",
    "e": "every candidate of a decision",
    "o": "the legal options of a decision",
    "y": "whether a decision offers anything: 0 no, 1 yes, 3 to be tried",
    "r": "goes on with the option chosen",
    "a": "the frame that follows a decision",
    "K": "the same for one element: 0 not possible, 1 possible, 3 to be tried",
}
_SLOT: Final = re.compile(r"\b([a-z_]\w*)(?: \* (\d+) \+ [a-z_]\w*)? ([+-]) (\d+)\b")


def legend(model: Model, layout: Layout, source: str) -> str:
    """Comments to be put before an excerpt; only what occurs in it is explained."""
    given = {
        word for line in re.findall(r"^def \w+\((.*)\):", source, re.M) for word in _words(line)
    }
    lines = [f"{name}: {told}" for name, told in _NAMES.items() if name in given]
    for letter, told in _BLOCKS.items():
        found = re.search(rf"^def ({letter}\d+)[_(]", source, re.M)
        if found is not None:
            lines.append(f"{found[1]}{'_…' if letter == 'K' else ''}: {told}")
    lines += _purse(model, source) + _slots(model, layout, source)
    return "".join(f"# {line}\n" for line in lines)


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text)


def _purse(model: Model, source: str) -> list[str]:
    """`h6`: how much of a resource you have."""
    known = {f"h{ordinal}": ordinal for ordinal in model.types["resource"].members}
    used = [name for name in known if re.search(rf"\b{name}\b", source)]
    return [f"{name}: your {_id(model, known[name])}" for name in used]


def _slots(model: Model, layout: Layout, source: str) -> list[str]:
    """`you + 90`: which piece of state lies there."""
    meanings = {
        layout.amount_offset + ordinal * layout.width: f"{_id(model, ordinal)} of a player"
        for ordinal in model.types["resource"].members
    }
    for field in layout.fields:
        meanings.setdefault(field.offset, f"{field.name} of a {field.owner}")
    found: dict[str, str] = {}
    for name, width, sign, number in _SLOT.findall(source):
        meaning = meanings.get(int(sign + number))
        if meaning is not None and meaning not in found.values():
            place = f"{name} * {width} + … {sign} {number}" if width else f"{name} {sign} {number}"
            found[place] = meaning
    return [f"s[{place}]: {meaning}" for place, meaning in found.items()]


def _id(model: Model, ordinal: int) -> str:
    known = model.table[ordinal]
    return known.id if known is not None else ""
