"""A second opinion: can a choice that only the reference lists be completed at all?

Deliberately naive and independent of the interpreter: it works on a position in the recorded shape
and on the numbers printed in the packs. It is asked only where the two sides differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

PIECES = {"base": 5, "elevation": 5, "conduit": 5, "powerhouse": 4, "building": 5}
KINDS = {name: f"{name}s" for name in PIECES} | {"base": "dams"}  # parts of the recorded map
RED = 3
FULL_LEVEL = 3


@dataclass(frozen=True)
class Judge:
    """One company's construction possibilities in one position."""

    shot: Mapping[str, Any]
    company: str
    officers: frozenset[str]  # its own and the one it copies this turn
    borrowed: str | None
    printed: Mapping[str, Mapping[str, Any]] = field(repr=False)  # elements of the packs by id
    buildings: Mapping[str, str] = field(default_factory=dict)  # position -> private building

    @property
    def player(self) -> Mapping[str, Any]:
        part: Mapping[str, Any] = self.shot["players"][self.company]
        return part

    def tiles(self) -> Iterator[tuple[str, str]]:
        """(recorded name, tile whose structure and effect count)."""
        on_wheel = [part["tile"] for part in self.player["wheel"].values() if part.get("tile")]
        for tile in self.player["tiles"]:
            if tile == "special_krylov":
                yield from ((f"special_krylov>{copied}", copied) for copied in on_wheel)
            else:
                yield tile, tile
        if self.borrowed == "anton_krylov":
            yield from ((f">{copied}", copied) for copied in on_wheel)

    def structures(self, tile: str) -> tuple[str, ...]:
        kind = tile.rsplit("_", 1)[-1]
        known = tuple(name for name in PIECES if name != "building" or self.buildings)
        return known if kind == "wild" else (kind,) if kind in known else ()

    def owned(self, kind: str) -> list[str]:
        part = self.shot["map"].get(kind, {})
        return [name for name, owner in part.items() if self.company in (owner, *_owner(owner))]

    def built(self, structure: str) -> int:
        if structure == "elevation":
            return sum(self.shot["map"]["dams"][name]["level"] - 1 for name in self.owned("dams"))
        return len(self.owned(KINDS[structure]))

    def sites(self, structure: str) -> list[str]:
        """Where a piece may stand, prices aside."""
        if self.built(structure) >= PIECES[structure]:
            return []
        dams = self.shot["map"]["dams"]
        if structure == "elevation":
            return [name for name in self.owned("dams") if dams[name]["level"] < FULL_LEVEL]
        kind = KINDS[structure]
        section = "building_sites" if structure == "building" else kind
        taken = self.shot["map"].get(kind, {})
        free = [
            name
            for name, part in self.printed.items()
            if part["section"] == section
            and name not in taken
            and part.get("building_from", 0) <= len(self.shot["players"])
        ]
        if structure == "conduit":
            return free
        grounds = {self.ground(name) for name in self.owned(kind)}
        return [name for name in free if self.ground(name) not in grounds]

    def ground(self, site: str) -> Any:
        """One piece of a company in each basin, one building beside each private building."""
        return self.printed[site].get("basin") or self.printed[site]["lot"]

    def prices(self, structure: str, site: str, tile: str) -> list[tuple[int, int]]:
        """(excavators, mixers) that would do."""
        place = self.printed[site]
        found = [self.price(structure, place)]
        if structure == "base" and "wilhelm_adler" in self.officers:
            found = [(3, 0)]
        if tile == "tech_3_base":
            found = [(0, 0)]
        if tile == "tech_2_conduit":
            found = [(min(found[0][0], 5), 0)]
        if tile == "tech_2_building":
            found = [(found[0][0], 0), (0, found[0][1])]
        if tile == "tech_2_wild":
            total = sum(found[0])
            found = [(part, total - part) for part in range(total + 1)]
        if structure == "conduit" and "jill_mcdowell" in self.officers:
            found.append((0, place["value"]))
        return found

    def price(self, structure: str, place: Mapping[str, Any]) -> tuple[int, int]:
        """As printed."""
        if structure == "building":
            position = str(place["lot"]).rsplit("_", 1)[-1]
            cost = self.printed[self.buildings[position]]["cost"]
            return cost.get("excavator", 0), cost.get("mixer", 0)
        if structure == "conduit":
            return 2 * place["value"], 0
        if structure == "powerhouse":
            return 0, 2 + self.built("powerhouse")
        area = self.printed[self.printed[place["basin"]]["area"]]
        return (area["base_price"], 0) if structure == "base" else (0, area["elevation_price"])

    def red_credits(self, structure: str, site: str, tile: str) -> int:
        red = self.printed[site].get("red") and structure in ("base", "powerhouse", "building")
        return RED if red and tile != "tech_1_wild" else 0

    def affordable(self, structure: str, site: str, tile: str, credits: int) -> bool:
        left = credits - self.red_credits(structure, site, tile)
        if left < 0:
            return False
        replaced = left // 3 if "solomon_p_jordan" in self.officers else 0
        return any(
            max(0, excavators - self.player["excavator"]) + max(0, mixers - self.player["mixer"])
            <= replaced
            for excavators, mixers in self.prices(structure, site, tile)
        )

    def can_build(self, credits: int, only: str | None = None) -> bool:
        return next(self.constructions(credits, only), None) is not None

    def constructions(self, credits: int, only: str | None = None) -> Iterator[tuple[str, str]]:
        """(recorded tile name, site) of everything that can be built and paid for."""
        for name, tile in self.tiles():
            if only is None or name == only:
                for structure in self.structures(tile):
                    for site in self.sites(structure):
                        if self.affordable(structure, site, tile, credits):
                            yield name, site


def _owner(value: Any) -> tuple[str, ...]:
    return (value["owner"],) if isinstance(value, Mapping) else ()
