"""Differences that stand in the manifests: which packs, which modes, how many players."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.compare.entry import Entry
from interpreter.compare.sides import Side
from interpreter.compare.words import Wording, spoken
from interpreter.packs import Pack, Players


def modes_of(packs: list[Pack]) -> list[str]:
    """The modes in which all packs can be played."""
    modes: list[str] | None = None
    for pack in packs:
        allowed = pack.manifest.modes
        if allowed:
            modes = [m for m in (allowed if modes is None else modes) if m in allowed]
    return modes or []


def players_of(packs: list[Pack]) -> Players | None:
    """How many can play: what the last pack that speaks of it says."""
    told = [pack.manifest.players for pack in packs if pack.manifest.players is not None]
    return told[-1] if told else None


def start_of(packs: list[Pack]) -> dict[str, str]:
    """Where the game begins and what decides it."""
    start: dict[str, str] = {}
    for pack in packs:
        start.update(pack.manifest.start)
    return start


def setting_entries(old: Side, new: Side, wording: Wording) -> Iterator[Entry]:
    """What differs, as entries of the report."""
    for key, one, other in (
        ("modes", _listed(modes_of(old.packs)), _listed(modes_of(new.packs))),
        ("players", _range(players_of(old.packs)), _range(players_of(new.packs))),
        ("start", _pairs(start_of(old.packs)), _pairs(start_of(new.packs))),
    ):
        if one != other:
            title = f"{wording.word(key)}: {one or '-'} → {other or '-'}"
            detail: dict[str, object] = {"address": key, "before": one, "after": other}
            yield Entry("changed", "settings", title, addresses=[key], details=[detail])


def _listed(words: list[str]) -> str:
    return ", ".join(map(spoken, words))


def _range(players: Players | None) -> str:
    return f"{players.min}-{players.max}" if players is not None else ""


def _pairs(start: dict[str, str]) -> str:
    return ", ".join(f"{key} {name}" for key, name in start.items())
