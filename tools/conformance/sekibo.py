"""The one turn our rules do not allow: a copy with the last engineer, and no action.

It is replayed as one engineer in the bank, and the position is corrected: the engineer lies on the
officer tile, the credits are those recorded. The ruling in docs/rulings.yaml:
`sekibo_copies_only_with_an_action_to_follow`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .vocabulary import Vocabulary
from .watching import Watcher
from .windows import Record

BANK = "place bank with 1"


def copies_without_action(decisions: Sequence[Record]) -> bool:
    kinds = [record["kind"] for record in decisions]
    if kinds[:2] != ["place_engineers", "copy_officer"]:
        return False
    return not {"place_engineers", "use_tile_without_engineers"} & set(kinds[2:])


def play_as_bank(
    game: Any, watcher: Watcher, seat: str, place: Record, credits: int, words: Vocabulary
) -> None:
    """Correct the position so that the engineer in the bank leaves exactly what is recorded."""
    bank = words["bank"]
    placed = game.snapshot().get("elements", {}).get(bank, {}).get("placed", {}).get(seat, 0)
    elements = {
        bank: {"placed": {seat: placed - 1}},
        words.our_space(place["space"]): {"placed": {seat: 1}},
    }
    game.set_position({seat: {"credit": max(credits - 1, 0)}, "elements": elements})
    game.play(BANK)
    if credits == 0:  # the credit of the bank has to go again, also from what was seen meanwhile
        game.set_position({seat: {"credit": game.snapshot()[seat]["credit"] - 1}})
        for mark in watcher.marks:
            mark.shot["players"][place["company"]]["credit"] -= 1
