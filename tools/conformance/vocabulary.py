"""The words of the recording and the words of our packs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

HERE = Path(__file__).parent
ROOT = HERE.parent.parent


@dataclass(frozen=True)
class Choice:
    """One of our options, taken apart: `drop on headstream_a` -> drop {space: headstream_a}."""

    id: str
    verb: str
    values: Mapping[str, Any] = field(default_factory=dict)


class Vocabulary:
    """Everything in vocabulary.yaml, with the option patterns compiled."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.patterns = [(verb, re.compile(text)) for verb, text in data["options"].items()]
        self.turn_verbs = frozenset(data["turn_verbs"])
        self.ours = dict(data["spaces"])
        self.theirs = {ours: recorded for recorded, ours in self.ours.items()}

    def for_buildings(self, buildings: Mapping[str, str]) -> Vocabulary:
        """The words of one game: which private building stands at which position."""
        spaces = {}
        for position, building in buildings.items():
            for number, side in self["building_actions"].items():
                spaces[f"building_{position}_action_{number}"] = f"{building}_{side}"
        made = Vocabulary(self.data)
        made.ours |= spaces
        for recorded, ours in spaces.items():
            made.theirs.setdefault(ours, recorded)
        return made

    def same_space(self, recorded: str) -> str:
        """One name for spaces that are one of ours (the three right ones of a building)."""
        space, suffix, rest = recorded.partition("+")
        return self.recorded_space(self.our_space(space)) + suffix + rest

    def __getitem__(self, name: str) -> Any:
        return self.data[name]

    def parse(self, option_id: str) -> Choice:
        """The option taken apart; an id no pattern knows becomes verb `other`."""
        for verb, pattern in self.patterns:
            found = pattern.fullmatch(option_id)
            if found:
                return Choice(option_id, verb, _typed(found.groupdict()))
        return Choice(option_id, "other")

    def our_space(self, recorded: str) -> str:
        return str(self.ours.get(recorded, recorded))

    def recorded_space(self, ours: str) -> str:
        return str(self.theirs.get(ours, ours))


def parse_payment(text: str) -> dict[str, int]:
    """`4 excavator 3 credit` -> {excavator: 4, credit: 3}; `nothing` -> {}."""
    return {name: int(number) for number, name in re.findall(r"(\d+) ([a-z_]+)", text)}


def _typed(groups: Mapping[str, str | None]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name, text in groups.items():
        if name == "payment" and text is not None:
            values[name] = parse_payment(text)
        else:
            values[name] = int(text) if text is not None and text.isdigit() else text
    return values


@lru_cache(maxsize=1)
def vocabulary() -> Vocabulary:
    return Vocabulary(yaml.safe_load((HERE / "vocabulary.yaml").read_text(encoding="utf-8")))
