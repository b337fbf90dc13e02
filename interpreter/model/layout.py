"""Where each piece of state lives in the one flat list that is a position."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from interpreter.model.declarations import Field
from interpreter.model.kinds import NUMBER
from interpreter.model.model import Model

#: fixed slots at the front
RANDOM, MODE, PLAYERS, ORDERS = 0, 1, 2, 3
FIRST_FREE = 4


@dataclass(slots=True)
class Layout:
    """Slots of all state. For a field, slot = offset + ordinal (x width + player)."""

    width: int
    #: slot of resource r and player p: amount_offset + r * width + p
    amount_offset: int
    start: list[Any]
    #: what each slot is, for explanations: (field, element ordinal, player ordinal)
    meaning: list[tuple[Field | None, int, int]]
    fields: list[Field] = field(default_factory=list)

    def slot(self, made: Field, ordinal: int, player: int) -> int:
        if made.owner == "game":
            return made.offset
        if made.per_player:
            return made.offset + ordinal * self.width + player
        return made.offset + ordinal


def lay_out(model: Model) -> Layout:
    """Give every state field its slots; `Field.offset` is set on the way."""
    players = model.types["player"].members
    width = len(players) + 1
    start: list[Any] = [0] * FIRST_FREE
    start[ORDERS] = ()
    layout = Layout(width, 0, start, [(None, 0, 0)] * FIRST_FREE)
    amount = Field("amount", NUMBER, "resource", model.types["resource"].span, per_player=True)
    _place(layout, amount, model.types["resource"].members, 0)
    layout.amount_offset = amount.offset
    for decl in model.types.values():
        for made in decl.fields.values():
            if made.state:
                layout.fields.append(made)
                members = (0,) if decl.id == "game" else decl.members
                if decl.id == "player":
                    # Before anyone is at the table, `you` is nobody: number 0.
                    members = (0, *members)
                _place(layout, made, members, model.zero(made.kind))
    return layout


def _place(layout: Layout, made: Field, members: tuple[int, ...], zero: Any) -> None:
    first = members[0] if members else 0
    stride = layout.width if made.per_player else 1
    made.offset = len(layout.start) - first * stride
    for ordinal in members:
        for player in range(stride):
            layout.start.append(zero)
            layout.meaning.append((made, ordinal, player if made.per_player else 0))
