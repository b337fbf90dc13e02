"""The one turn our rules do not allow: a copy with the last engineer, and no action.

It is replayed as one engineer in the bank, and the position is corrected: the engineer lies on the
officer tile, the credits are those recorded. The ruling in docs/rulings.yaml:
`sekibo_copies_only_with_an_action_to_follow`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .vocabulary import Vocabulary
from .watching import Watcher
from .windows import Record


def copies_without_action(decisions: Sequence[Record]) -> bool:
    kinds = [record["kind"] for record in decisions]
    if kinds[:2] != ["place_engineers", "copy_officer"]:
        return False
    return not {"place_engineers", "use_tile_without_engineers"} & set(kinds[2:])


def play_as_bank(
    game: Any, watcher: Watcher, seat: str, place: Record, credits: int, words: Vocabulary
) -> None:
    """One engineer in the bank instead; afterwards everything reads as recorded."""
    if not watcher.marks and credits > 0:
        set_before(game, seat, place, credits, words)
        if not watcher.marks:  # otherwise the correction left no other option
            game.play(BANK)
        return
    if not watcher.marks:  # otherwise it was our only option and is played already
        game.play(BANK)
    correct_after(game, watcher, seat, place, credits, words)


BANK = "place bank with 1"


def set_before(game: Any, seat: str, place: Record, credits: int, words: Vocabulary) -> None:
    elements = _moved(placed_in_bank(game.snapshot(), seat, words) - 1, seat, place, words)
    game.set_position({seat: {"credit": credits - 1}, "elements": elements})


def correct_after(
    game: Any, watcher: Watcher, seat: str, place: Record, credits: int, words: Vocabulary
) -> None:
    """The credit of the bank has to go again, also from what was observed meanwhile."""
    company = place["company"]
    change = credits - watcher.marks[0].shot["players"][company]["credit"]
    same_round = True
    for mark in watcher.marks:
        mark.shot["players"][company]["credit"] += change
        same_round = same_round and mark.what != words["phases"]["income"]
        if same_round:
            engineers = mark.shot["engineers_on"]
            engineers[words["bank"]][company] -= 1
            engineers[words["bank"]] = {
                name: number for name, number in engineers[words["bank"]].items() if number
            }
            engineers.setdefault(place["space"], {})[company] = 1
    ours = game.snapshot()
    correction: dict[str, Any] = {seat: {"credit": ours[seat].get("credit", 0) + change}}
    if same_round:
        correction["elements"] = _moved(placed_in_bank(ours, seat, words) - 1, seat, place, words)
    game.set_position(correction)


def placed_in_bank(ours: Mapping[str, Any], seat: str, words: Vocabulary) -> int:
    return int(ours.get("elements", {}).get(words["bank"], {}).get("placed", {}).get(seat, 0))


def _moved(bank: int, seat: str, place: Record, words: Vocabulary) -> dict[str, Any]:
    return {
        words["bank"]: {"placed": {seat: bank}},
        words.our_space(place["space"]): {"placed": {seat: 1}},
    }
