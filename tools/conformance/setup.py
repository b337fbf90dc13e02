"""From a recorded setup to the order of every pile and draw of ours."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .vocabulary import Vocabulary
from .windows import Record, the

Order = dict[str, list[str]]


def order_of(records: Sequence[Record], words: Vocabulary) -> Order:
    """What `new_game(order=...)` needs so that every recorded reveal comes true."""
    setup, seats = the(records, "setup"), the(records, "seats")
    order: Order = {
        "headstream_stack": [setup["headstreams"][name] for name in sorted(setup["headstreams"])],
        "bonus_row": list(setup["bonus_tiles"]),
        "objective_stack": [setup["objective"]],
        "national_row": list(setup["national_contracts"]),
        "neutral_stack": _neutral(setup["neutral_dams"]),
        "technology_stack": _in_rows(setup.get("technology"), records, "reveal_technology"),
        "work_stack": _in_rows(setup.get("works"), records, "reveal_works"),
        "building_stack": [name for _, name in sorted(setup.get("buildings", {}).items())],
    }
    for pile, deck in _decks(setup, records, words["piles"]).items():
        order[f"deck of {pile}"] = deck
    if setup.get("pairs"):
        order |= _drawn(setup, seats)
    return {name: ids for name, ids in order.items() if ids}


def _neutral(dams: Iterable[str]) -> list[str]:
    basins = sorted(int(re.findall(r"\d+", dam)[0]) for dam in dams)
    return [f"neutral_{basin}" for basin in basins]


def _in_rows(first: Mapping[str, str] | None, records: Iterable[Record], kind: str) -> list[str]:
    """Tiles shown by position at the start and in every later row."""
    shown = [first or {}]
    shown += [record["positions"] for record in records if record.get("kind") == kind]
    return [row[position] for row in shown for position in sorted(row)]


def _decks(setup: Mapping[str, Any], records: Iterable[Record], piles: Iterable[str]) -> Order:
    seen = list(setup["contracts"])
    for record in records:
        if record.get("kind") == "reveal_contracts":
            seen += record["contracts"]
    return {pile: [tile for tile in seen if tile.startswith(f"{pile}_")] for pile in piles}


def _drawn(setup: Mapping[str, Any], seats: Mapping[str, Any]) -> Order:
    paired = [pair["officer"] for pair in setup["pairs"]]
    others = [officer for officer in seats.get("mahiri_pool", []) if officer not in paired]
    return {
        "companies_drawn": [pair["company"] for pair in setup["pairs"]],
        "officers_drawn": paired + others,
        "contracts_drawn": list(setup["starting_contracts"]),
        "picking_order": [f"player_{number}" for number in range(1, setup["players"] + 1)],
    }
