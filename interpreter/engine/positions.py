"""A position as readable data, and back: the shape of `snapshot()` and of examples' `given`."""

from __future__ import annotations

from typing import Any

from interpreter.compiler.code import Position
from interpreter.engine.names import Names
from interpreter.findings import SetupError, did_you_mean
from interpreter.model.declarations import Field
from interpreter.model.layout import MODE, PLAYERS


def snapshot(names: Names, s: Position) -> dict[str, Any]:
    """Everything that differs from zero, none or empty."""
    model, layout = names.model, names.layout
    data: dict[str, Any] = {"mode": names.id(s[MODE]), "players": s[PLAYERS]}
    seats = {ordinal: names.id(ordinal) for ordinal in model.types["player"].members}
    for seat in range(1, s[PLAYERS] + 1):
        data[seats[seat]] = {}
    elements: dict[str, Any] = {}
    for slot, (made, ordinal, player) in enumerate(layout.meaning):
        if made is None or not s[slot] or s[slot] == model.zero(made.kind):
            continue
        if (made.owner == "player" and not ordinal) or (made.per_player and not player):
            continue
        value = names.show(made.kind, s[slot])
        if made.owner == "game":
            data[made.name] = value
        elif made.owner == "resource" and not made.state:
            data.setdefault(seats[player], {})[names.id(ordinal)] = value
        elif made.owner == "player":
            data.setdefault(seats[ordinal], {})[made.name] = value
        elif made.per_player:
            fields = elements.setdefault(names.id(ordinal), {})
            fields.setdefault(made.name, {})[seats[player]] = value
        else:
            elements.setdefault(names.id(ordinal), {})[made.name] = value
    data["elements"] = elements
    return data


def overwrite(names: Names, s: Position, data: dict[str, Any]) -> list[tuple[int, Any]]:
    """The slots and values a (partial) description stands for. Nothing is written."""
    writes: list[tuple[int, Any]] = []
    for key, value in data.items():
        if key in ("mode", "players"):
            continue
        if key == "elements":
            for element_id, fields in _mapping(value, key).items():
                writes += _element(names, element_id, _mapping(fields, element_id))
        elif key in names.model.elements:
            writes += _element(names, key, _mapping(value, key))
        else:
            made = names.model.types["game"].fields.get(key)
            if made is None:
                known = [*names.model.types["game"].fields, "elements"]
                raise SetupError(_no_such("field of the game", key, known))
            writes.append((made.offset, names.read(made.kind, value)))
    return writes


def _mapping(value: Any, key: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise SetupError(f"`{key}` must be a mapping of fields")
    return value


def _no_such(what: str, word: str, known: list[str]) -> str:
    guess = did_you_mean(word, known)
    return f"there is no {what} `{word}`" + (f"; did you mean `{guess}`?" if guess else "")


def _element(names: Names, element_id: str, fields: dict[str, Any]) -> list[tuple[int, Any]]:
    ordinal = names.ordinal(element_id)
    known = names.model.table[ordinal]
    assert known is not None
    writes = []
    for name, value in fields.items():
        made = names.model.field_of(known.type, name)
        if made is not None and made.state:
            writes += _field(names, made, ordinal, value)
        elif known.type == "player" and name in names.resources:
            resource = names.ordinal(name)
            slot = names.layout.amount_offset + resource * names.layout.width + ordinal
            writes.append((slot, names.read(names.slot_kind(slot), value)))
        else:
            states = [f for f, m in names.model.fields_of(known.type).items() if m.state]
            if known.type == "player":
                states += names.resources
            raise SetupError(_no_such(f"state of {known.type}", name, states))
    return writes


def _field(names: Names, made: Field, ordinal: int, value: Any) -> list[tuple[int, Any]]:
    if not made.per_player:
        return [(names.layout.slot(made, ordinal, 0), names.read(made.kind, value))]
    return [
        (names.layout.slot(made, ordinal, names.ordinal(player)), names.read(made.kind, part))
        for player, part in _mapping(value, made.name).items()
    ]
