"""Recorded `legal` lists against our options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from .vocabulary import Choice, Vocabulary
from .windows import Record

Names = set[str]


def payment_text(payment: Mapping[str, int]) -> str:
    return (
        " ".join(f"{number} {name}" for name, number in sorted(payment.items()) if number)
        or "nothing"
    )


def _spaces(record: Record) -> Names:
    return set(record["legal"])


def _our_spaces(choices: Sequence[Choice], words: Vocabulary, copy_space: str | None) -> Names:
    names = set()
    for choice in choices:
        if choice.verb == "place":
            names.add(words.recorded_space(choice.values["space"]))
        elif choice.verb == "bank":
            names.add(words["bank"])
        elif choice.verb == "use":
            names.add(tile_name(choice.values["tile"], choice.values["copied_tile"], words))
        elif choice.verb == "copy" and copy_space:
            names.add(copy_space)
    return names


def tile_name(tile: str, copied: str | None, words: Vocabulary) -> str:
    """An engineer-free construction as recorded; a borrowed copy has no tile of its own."""
    if copied and tile != words["borrowed_tile"]:
        return f"tile:{copied}+krylov"
    return f"tile:{copied or tile}"


def _built(record: Record) -> Names:
    return {f"{tile} at {space}" for tile, spaces in record["legal"].items() for space in spaces}


def construct_name(choice: Choice, words: Vocabulary) -> str:
    tile, copied = choice.values["tile"], choice.values["copied_tile"]
    if copied:
        tile = f"{'' if tile == words['borrowed_tile'] else tile}>{copied}"
    return f"{tile} at {choice.values['space']}"


def _our_built(choices: Sequence[Choice], words: Vocabulary, copy_space: str | None) -> Names:
    return {construct_name(choice, words) for choice in choices if choice.verb == "construct"}


def production_name(part: Mapping[str, Any]) -> str:
    return f"{part['drops']} from {part['dam']} through {part['conduit']} to {part['powerhouse']}"


def _produced(record: Record) -> Names:
    return {
        f"{drops} from {dam} through {pipe} to {house}"
        for dam, pipe, house, drops, _ in record["legal"]
    }


def _our_produced(choices: Sequence[Choice], words: Vocabulary, copy_space: str | None) -> Names:
    return {choice.id.removeprefix("produce ") for choice in choices if choice.verb == "produce"}


def _named(verb: str, value: str) -> Callable[[Sequence[Choice], Vocabulary, str | None], Names]:
    def names(choices: Sequence[Choice], words: Vocabulary, copy_space: str | None) -> Names:
        return {choice.values[value] for choice in choices if choice.verb == verb}

    return names


#: recorded kind -> (their names, our names)
LISTS: dict[str, tuple[Callable[[Record], Names], Callable[..., Names]]] = {
    "place_engineers": (_spaces, _our_spaces),
    "construct": (_built, _our_built),
    "produce": (_produced, _our_produced),
    "fulfill_contract": (_spaces, _named("fulfil", "contract")),
    "place_structure": (_spaces, _named("put", "space")),
}


def listed(record: Record) -> Names:
    """Everything the record lists."""
    return (
        LISTS[record["kind"]][0](record) if record["kind"] in LISTS and "legal" in record else set()
    )


def chosen_name(record: Record) -> str:
    """The recorded choice, as it stands in its own list."""
    match record["kind"]:
        case "place_engineers" | "place_structure":
            return str(record["space"])
        case "construct":
            copied = record.get("copied_tile")
            return f"{record['tile'] or ''}{f'>{copied}' if copied else ''} at {record['space']}"
        case "produce":
            return production_name(record)
        case _:
            return str(record.get("contract"))


def compared(
    record: Record, choices: Sequence[Choice], words: Vocabulary, copy_space: str | None
) -> tuple[Names, Names]:
    """Choices only the reference offers, choices only we offer."""
    theirs, ours = listed(record), LISTS[record["kind"]][1](choices, words, copy_space)
    return theirs - ours, ours - theirs


def payments_compared(
    pay: Record, chosen: Choice, choices: Iterable[Choice], words: Vocabulary
) -> tuple[Names, Names]:
    """The same for the payments of one construction."""
    name = construct_name(chosen, words)
    ours = {
        payment_text(choice.values["payment"])
        for choice in choices
        if choice.verb == "construct" and construct_name(choice, words) == name
    }
    theirs = {payment_text(option) for option in pay["of_options"]}
    return theirs - ours, ours - theirs


def our_id(kind: str, name: str, words: Vocabulary) -> str:
    """An option id of ours to ask `why_not` about (as near as the record allows)."""
    if kind == "place_engineers":
        if name.startswith("tile:"):
            tile, copied, _ = name.removeprefix("tile:").partition("+krylov")
            return f"use {words['copied_by_special']} as {tile}" if copied else f"use {tile}"
        return f"place {words.our_space(name)}"
    verbs: dict[str, Any] = {
        "construct": "construct ",
        "produce": "produce ",
        "fulfill_contract": "fulfil ",
    }
    return f"{verbs.get(kind, '')}{name}"
