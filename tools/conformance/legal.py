"""Recorded `legal` lists and our options, in the same words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .vocabulary import Choice, Vocabulary
from .windows import Record

Names = set[str]


@dataclass(frozen=True)
class Situation:
    """What our options leave open and the recording spells out."""

    words: Vocabulary
    copy_space: str | None = None  # the officer space a copy would use
    investing: bool = False  # may the machinery of a work go onto the wheel?


def payment_text(payment: Mapping[str, int]) -> str:
    paid = (f"{number} {name}" for name, number in sorted(payment.items()) if number)
    return " ".join(paid) or "nothing"


def production_name(part: Mapping[str, Any]) -> str:
    return f"{part['drops']} from {part['dam']} through {part['conduit']} to {part['powerhouse']}"


def tile_name(tile: str, copied: str | None, words: Vocabulary) -> str:
    """An engineer-free construction as recorded; a borrowed copy has no tile of its own."""
    if copied and tile != words["borrowed_tile"]:
        return f"tile:{copied}+krylov"
    return f"tile:{copied or tile}"


def construct_name(choice: Choice, words: Vocabulary) -> str:
    tile, copied = choice.values["tile"], choice.values["copied_tile"]
    if copied:
        tile = f"{'' if tile == words['borrowed_tile'] else tile}>{copied}"
    return f"{tile} at {choice.values['space']}"


def turn_names(choice: Choice, situation: Situation) -> Names:
    """How the recording would list this option of a turn."""
    words = situation.words
    match choice.verb:
        case "place":
            space = words.recorded_space(choice.values["space"])
            is_work = choice.values["space"] in words["work_spaces"].values()
            invested = {space + words["investing"]["suffix"]}
            return {space} | (invested if is_work and situation.investing else set())
        case "architect":
            return {words.recorded_space(choice.values["space"]) + words["architect_suffix"]}
        case "bank":
            return {words["bank"]}
        case "through_bank":
            return {words["through_bank"]}
        case "use":
            return {tile_name(choice.values["tile"], choice.values["copied_tile"], words)}
        case "copy" if situation.copy_space:
            return {situation.copy_space}
    return set()


Theirs = Callable[[Record, Vocabulary], Names]
Ours = Callable[[Sequence[Choice], Situation], Names]


def _turn(record: Record, words: Vocabulary) -> Names:
    return {words.same_space(name) for name in record["legal"]}


def _our_turn(choices: Sequence[Choice], situation: Situation) -> Names:
    return {name for choice in choices for name in turn_names(choice, situation)}


def _built(record: Record, words: Vocabulary) -> Names:
    return {f"{tile} at {space}" for tile, spaces in record["legal"].items() for space in spaces}


def _our_built(choices: Sequence[Choice], situation: Situation) -> Names:
    built = [choice for choice in choices if choice.verb == "construct"]
    return {construct_name(choice, situation.words) for choice in built}


def _produced(record: Record, words: Vocabulary) -> Names:
    names = ("dam", "conduit", "powerhouse", "drops", "energy")
    return {production_name(dict(zip(names, row, strict=True))) for row in record["legal"]}


def _our_produced(choices: Sequence[Choice], situation: Situation) -> Names:
    return {production_name(choice.values) for choice in choices if choice.verb == "produce"}


def _plain(record: Record, words: Vocabulary) -> Names:
    return set(record["legal"])


def _named(verb: str, value: str) -> Ours:
    def names(choices: Sequence[Choice], situation: Situation) -> Names:
        return {choice.values[value] for choice in choices if choice.verb == verb}

    return names


#: recorded kind -> (their names, our names)
LISTS: dict[str, tuple[Theirs, Ours]] = {
    "place_engineers": (_turn, _our_turn),
    "construct": (_built, _our_built),
    "produce": (_produced, _our_produced),
    "fulfill_contract": (_plain, _named("fulfil", "contract")),
    "place_structure": (_plain, _named("put", "space")),
    "place_water": (_plain, _named("fill_dam", "space")),
}


def compared(
    record: Record, choices: Sequence[Choice], situation: Situation
) -> tuple[Names, Names]:
    """Choices only the reference offers, choices only we offer."""
    theirs_of, ours_of = LISTS[record["kind"]]
    theirs, ours = theirs_of(record, situation.words), ours_of(choices, situation)
    return theirs - ours, ours - theirs


def payments_compared(
    pay: Record, chosen: Choice, choices: Iterable[Choice], words: Vocabulary
) -> tuple[Names, Names]:
    """The same for the payments of one construction."""
    name = construct_name(chosen, words)
    built = [choice for choice in choices if choice.verb == "construct"]
    same = [choice for choice in built if construct_name(choice, words) == name]
    ours = {payment_text(choice.values["payment"]) for choice in same}
    theirs = {payment_text(option) for option in pay["of_options"]}
    return theirs - ours, ours - theirs


def our_id(kind: str, name: str, words: Vocabulary) -> str:
    """An option id of ours to ask `why_not` about (as near as the record allows)."""
    if kind == "place_engineers":
        if name.startswith("tile:"):
            tile, copied, _ = name.removeprefix("tile:").partition("+krylov")
            return f"use {words['copied_by_special']} as {tile}" if copied else f"use {tile}"
        space, _, suffix = name.partition("+")
        tail = " with the architect" if suffix == "architect" else ""
        return f"place {words.our_space(space)}{tail}"
    verbs = {"construct": "construct ", "produce": "produce ", "fulfill_contract": "fulfil "}
    return f"{verbs.get(kind, '')}{name}"
