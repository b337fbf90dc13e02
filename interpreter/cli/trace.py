"""Traces: a header line that says which game, then one option id per line.

A file may hold several games, each with its header. A line is plain text, or JSON: a string, or a
mapping with the key `option`. Empty lines and lines that begin with `#` are skipped. A mapping
with the key `scores` closes a game.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from interpreter import Game, Ruleset
from interpreter.cli.common import Refusal

VERSION = 1


@dataclass
class Trace:
    """One recorded game."""

    header: Mapping[str, Any]
    moves: list[str] = field(default_factory=list)
    scores: Mapping[str, int] | None = None
    #: line of the header, and of each move
    line: int = 1
    lines: list[int] = field(default_factory=list)


def header_of(ruleset: Ruleset, mode: str, players: int, seed: int) -> dict[str, Any]:
    """What a replay has to know before the first move."""
    return {
        "trace": VERSION,
        "packs": ruleset.identity,
        "mode": mode,
        "players": players,
        "seed": seed,
    }


def written(header: Mapping[str, Any], moves: Sequence[str], game: Game) -> str:
    """A trace as text."""
    lines = [json.dumps(header, ensure_ascii=False), *moves]
    if game.over:
        lines.append(json.dumps({"scores": dict(game.scores())}))
    return "\n".join(lines) + "\n"


def read(text: str, name: str) -> list[Trace]:
    """All games of a trace file."""
    games: list[Trace] = []
    for number, line in enumerate(text.splitlines(), 1):
        entry = _entry(line.strip(), f"{name}:{number}")
        if isinstance(entry, Mapping) and "trace" in entry:
            games.append(Trace(_checked(entry, f"{name}:{number}"), line=number))
        elif entry is not None and not games:
            raise Refusal(f"{name}:{number}: a trace begins with a header line, found {line!r}")
        elif isinstance(entry, Mapping):
            games[-1].scores = entry["scores"]
        elif entry is not None:
            games[-1].moves.append(entry)
            games[-1].lines.append(number)
    if not games:
        raise Refusal(f"{name}: there is no game in this file")
    return games


def _entry(line: str, where: str) -> Mapping[str, Any] | str | None:
    if not line or line.startswith("#"):
        return None
    if line[0] not in '{"':
        return line
    try:
        found = json.loads(line)
    except json.JSONDecodeError as error:
        raise Refusal(f"{where}: not valid JSON: {error.msg}") from None
    if isinstance(found, Mapping) and isinstance(found.get("option"), str):
        return str(found["option"])
    if isinstance(found, str) or (isinstance(found, Mapping) and {"trace", "scores"} & set(found)):
        return found
    raise Refusal(f"{where}: expected an option id, found {line!r}")


def _checked(header: Mapping[str, Any], where: str) -> Mapping[str, Any]:
    if header["trace"] != VERSION:
        raise Refusal(
            f"{where}: this trace is of version {header['trace']!r}; version {VERSION} can be read"
        )
    wanted: dict[str, type] = {"packs": list, "mode": str, "players": int, "seed": int}
    for key, kind in wanted.items():
        if not isinstance(header.get(key), kind):
            raise Refusal(f"{where}: the header has no usable {key!r}")
    return header


def differences(header: Mapping[str, Any], ruleset: Ruleset) -> Iterator[str]:
    """How the packs at hand differ from those of the trace."""
    here = {one.manifest.pack: one for one in ruleset.packs}
    played = [one.get("pack") if isinstance(one, Mapping) else one for one in header["packs"]]
    for extra in here:
        if extra not in played:
            yield f"the pack {extra!r} is loaded, but the trace was played without it"
    for entry in header["packs"]:
        name = entry.get("pack") if isinstance(entry, Mapping) else entry
        if name not in here:
            yield f"the trace was played with the pack {name!r}, which is not loaded"
        elif entry.get("digest") != here[name].digest:
            version = here[name].manifest.version
            yield (
                f"the pack {name!r} has changed since: the trace knows version "
                f"{entry.get('version')} ({str(entry.get('digest'))[:12]}), "
                f"here is version {version} ({here[name].digest[:12]})"
            )
