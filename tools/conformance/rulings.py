"""Differences that are on purpose: `docs/rulings.yaml`, and how a replay recognises each."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import yaml

from .buildings import can_use, own_buildings
from .judge import Judge
from .vocabulary import ROOT, Vocabulary
from .windows import Record

FILE = ROOT / "docs" / "rulings.yaml"


@dataclass(frozen=True)
class Case:
    """One choice that only one side offers."""

    record: Record
    choice: str  # as the recording writes it
    side: str  # "theirs" or "ours"
    judge: Judge
    words: Vocabulary

    @property
    def player(self) -> Mapping[str, Any]:
        return self.judge.player

    @property
    def space(self) -> str:
        """The action space listed, without what is added to it."""
        return self.choice.partition("+")[0]

    def left_after_fee(self) -> int:
        """Credits once the engineers are placed there."""
        fee = self.judge.printed[self.words.our_space(self.space)].get("fee", 0)
        return int(self.player["credit"] - fee)

    def occupied(self, space: str) -> bool:
        return self.judge.company in self.judge.shot["engineers_on"].get(space, {})


Test = Callable[[Case], bool]
TESTS: dict[str, Test] = {}


def recogniser(test: Test) -> Test:
    TESTS[test.__name__] = test
    return test


@recogniser
def an_earlier_construction_space_is_free(case: Case) -> bool:
    spaces: list[str] = case.words["construction_spaces"]
    if case.space not in spaces:
        return False
    return not all(case.occupied(space) for space in spaces[: spaces.index(case.space)])


@recogniser
def the_left_space_of_the_building_is_free(case: Case) -> bool:
    left = re.sub(r"(building_\d+_action_)[2-9]$", r"\g<1>1", case.space)
    return left != case.space and left not in case.judge.shot["engineers_on"]


@recogniser
def the_building_space_opens_with_three_companies(case: Case) -> bool:
    site = case.choice.partition(" at ")[2]
    opened = case.judge.printed.get(site, {}).get("building_from", 0)
    return bool(opened == len(case.judge.shot["players"]) == 3)


@recogniser
def only_such_a_space_could_be_built_on(case: Case) -> bool:
    """A construction space we offer alone: everything possible stands on a space only we open."""
    if case.space not in case.words["construction_spaces"]:
        return False
    sites = {site for _, site in case.judge.constructions(case.left_after_fee())}
    return bool(sites) and all(
        the_building_space_opens_with_three_companies(replace(case, choice=f" at {site}"))
        for site in sites
    )


@recogniser
def the_first_officer_space_is_free(case: Case) -> bool:
    first, *others = case.words["copy_spaces"]
    return case.choice in others and not case.occupied(first)


@recogniser
def nothing_can_follow_the_copy(case: Case) -> bool:
    """The last engineer goes to the officer tile, and no engineer-free tile could be used then."""
    spaces: list[str] = case.words["copy_spaces"]
    if case.choice not in spaces or case.player["engineer"] > 1:
        return False
    free = [
        tile for tile, means in case.judge.tiles() if means in case.words["engineer_free_tiles"]
    ]
    return not any(case.judge.can_build(case.player["credit"], tile) for tile in free)


@recogniser
def nothing_can_be_built_from_there(case: Case) -> bool:
    """A construction space or an engineer-free tile, but nothing that could be paid for."""
    if case.choice.startswith("tile:"):
        tile, copied, _ = case.choice.removeprefix("tile:").partition("+krylov")
        names = [f"special_krylov>{tile}"] if copied else [tile, f">{tile}"]
        return not any(case.judge.can_build(case.player["credit"], name) for name in names)
    if case.space not in case.words["construction_spaces"]:
        return False
    return not case.judge.can_build(case.left_after_fee())


@recogniser
def the_red_space_cannot_be_paid(case: Case) -> bool:
    """Tile and building space of a construction that leaves too few credits for the red space."""
    tile, _, site = case.choice.partition(" at ")
    return (tile, site) not in set(case.judge.constructions(case.player["credit"], tile))


@recogniser
def the_reward_cannot_pay_the_red_space(case: Case) -> bool:
    structure = case.record["structure"]
    return bool(case.judge.red_credits(structure, case.choice, "none") > case.player["credit"])


@recogniser
def no_building_can_be_used(case: Case) -> bool:
    if case.choice not in (case.words["margot_space"], case.words["through_bank"]):
        return False
    return not any(can_use(case.judge, building) for building in own_buildings(case.judge))


@recogniser
def the_new_building_cannot_be_used(case: Case) -> bool:
    """An optional use that the reference asks about, refused in the recording."""
    return case.choice == "effect" and not can_use(case.judge, own_buildings(case.judge)[-1])


@recogniser
def the_payment_leaves_nothing_for_the_red_space(case: Case) -> bool:
    words = case.choice.split()
    credits = int(words[words.index("credit") - 1]) if "credit" in words else 0
    construct = case.record["construct"]
    tile = construct.get("copied_tile") or construct["tile"]
    red = case.judge.red_credits(construct["structure"], construct["space"], tile)
    return bool(credits + red > case.player["credit"])


@dataclass(frozen=True)
class Ruling:
    """One sign of an entry of docs/rulings.yaml."""

    id: str
    kind: str
    side: str
    test: str

    def explains(self, case: Case) -> bool:
        return (
            self.kind == case.record["kind"] and self.side == case.side and TESTS[self.test](case)
        )


@lru_cache(maxsize=1)
def rulings() -> tuple[Ruling, ...]:
    """The rulings that are recognised choice by choice."""
    entries = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    found = []
    for entry in entries:
        for sign in entry["how_a_replay_recognises_it"].get("choices", []):
            found.append(Ruling(entry["id"], sign["in"], sign["only"], sign["when"]))
    unknown = {ruling.test for ruling in found} - TESTS.keys()
    if unknown:
        raise ValueError(f"{FILE}: no recogniser called {', '.join(sorted(unknown))}")
    return tuple(found)


def explained_by(case: Case) -> str | None:
    """The id of the ruling that explains the difference, if any."""
    return next((ruling.id for ruling in rulings() if ruling.explains(case)), None)
