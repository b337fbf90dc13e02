"""Our snapshot in the recorded shape, and the comparison of the two."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from .vocabulary import Vocabulary
from .windows import Record

Shot = dict[str, Any]


class Reader:
    """Turns our `snapshot()` into the recorded form."""

    def __init__(self, words: Vocabulary) -> None:
        self.words = words

    def seats(self, ours: Mapping[str, Any]) -> dict[str, str]:
        """Our players by id -> recorded company (or `neutral`)."""
        names = {
            seat: part.get("company", seat)
            for seat, part in ours.items()
            if seat.startswith("player_")
        }
        return names | {"neutral": "neutral"}

    def recorded(self, ours: Mapping[str, Any]) -> Shot:
        seats = self.seats(ours)
        elements: Mapping[str, Any] = ours.get("elements", {})
        players = {
            seats[seat]: self.player(seat, ours[seat], elements) for seat in seats if seat in ours
        }
        return {
            "players": players,
            "map": self.map(elements, seats),
            "engineers_on": self.engineers(elements, seats),
            "turn_order": [seats[seat] for seat in ours.get("turn_order", [])],
            "face_up": self.face_up(ours, elements),
        }

    def player(self, seat: str, part: Mapping[str, Any], elements: Mapping[str, Any]) -> Shot:
        shot: Shot = {name: part.get(name, 0) for name in self.words["counters"]}
        shot |= {name: list(part.get(name, [])) for name in self.words["tile_lists"]}
        return shot | {"wheel": self.wheel(seat, part, elements)}

    def wheel(self, seat: str, part: Mapping[str, Any], elements: Mapping[str, Any]) -> Shot:
        """Content by the number of rotations until it comes back."""
        segments = self.words["wheel"]
        opened = segments.index(part["open_segment"]) if part.get("open_segment") else 0
        shot = {}
        for index, segment in enumerate(segments):
            held = elements.get(segment, {})
            content = {
                name: number
                for name, number in held.get("machinery", {}).get(seat, {}).items()
                if number
            }
            tile = held.get("tile", {}).get(seat)
            if content or tile:
                shot[str((index - opened) % len(segments) or len(segments))] = content | (
                    {"tile": tile} if tile else {}
                )
        return shot

    def map(self, elements: Mapping[str, Any], seats: Mapping[str, str]) -> Shot:
        shot: Shot = {name: {} for name in (*MAPS.values(), "dams", "headstreams")}
        for name, part in elements.items():
            owner = seats.get(part.get("owner"), part.get("owner"))
            if name.startswith("headstream_") and part.get("water"):
                shot["headstreams"][name] = part["water"]
            elif owner and name.startswith("dam_"):
                shot["dams"][name] = {
                    "owner": owner,
                    "level": part.get("level", 0),
                    "water": part.get("water", 0),
                }
            elif owner and name.split("_")[0] in MAPS:
                shot[MAPS[name.split("_")[0]]][name] = owner
        return shot

    def engineers(self, elements: Mapping[str, Any], seats: Mapping[str, str]) -> Shot:
        shot = {}
        for name, part in elements.items():
            placed = {
                seats[seat]: number for seat, number in part.get("placed", {}).items() if number
            }
            if placed:
                shot[self.words.recorded_space(name)] = placed
        return shot

    def face_up(self, ours: Mapping[str, Any], elements: Mapping[str, Any]) -> Shot:
        shot: Shot = {
            "contracts": [
                tile
                for pile in self.words["piles"]
                for tile in elements.get(pile, {}).get("face_up", [])
            ],
            "national": list(ours.get("national_row", [])),
        }
        for name, spaces in (("technology", "patents"), ("works", "work_spaces")):
            offers = {
                position: elements.get(space, {}).get("offer")
                for position, space in self.words[spaces].items()
            }
            shot[name] = {position: tile for position, tile in offers.items() if tile}
        return shot

    def segment(self, ours: Mapping[str, Any], seat: str, segment: str) -> int:
        """How many rotations until this segment comes back."""
        segments = self.words["wheel"]
        opened = segments.index(ours[seat]["open_segment"])
        return (segments.index(segment) - opened) % len(segments) or len(segments)


#: structures with an owner only: how the recording calls their part of the map
MAPS = {"conduit": "conduits", "powerhouse": "powerhouses", "building": "buildings"}


def expected_of(record: Record, words: Vocabulary, behind: Iterable[Record] = ()) -> Shot:
    """The recorded snapshot with the contracts that are refilled right behind it."""
    shot = {name: record[name] for name in ("players", "map", "turn_order")}
    shot["engineers_on"] = {}
    for space, placed in record["engineers_on"].items():
        shot["engineers_on"].setdefault(words.same_space(space), {}).update(placed)
    face_up = record["face_up"]
    refilled = [
        tile
        for event in behind
        if event["kind"] == "reveal_contracts"
        for tile in event["contracts"]
    ]
    shot["face_up"] = {
        "contracts": list(face_up["contracts"]) + refilled,
        "national": list(face_up["national"]),
        "technology": face_up.get("technology") or {},
        "works": face_up.get("works") or {},
    }
    return shot


#: lists whose order means nothing
UNORDERED = frozenset({"tiles", "contracts", "fulfilled", "advanced", "works", "national"})


def differences(expected: Any, got: Any, path: str = "") -> list[tuple[str, Any, Any]]:
    """Every place where the two differ: (path, expected, got)."""
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        found = []
        for name in sorted({*expected, *got}, key=str):
            found += differences(
                expected.get(name), got.get(name), f"{path}.{name}" if path else str(name)
            )
        return found
    if (
        isinstance(expected, list)
        and isinstance(got, list)
        and path.rsplit(".", 1)[-1] in UNORDERED
    ):
        expected, got = sorted(expected), sorted(got)
    same = expected == got or (
        not expected and not got and expected is not False and got is not False
    )
    return [] if same else [(path, expected, got)]


def without_players(shot: Shot, companies: Iterable[str]) -> Shot:
    """The same snapshot leaving these companies out."""
    left_out = set(companies)
    return shot | {
        "players": {name: part for name, part in shot["players"].items() if name not in left_out}
    }
