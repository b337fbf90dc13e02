"""Recorded `legal` lists against our options."""

from __future__ import annotations

from typing import Any, Callable, Iterable, Mapping, Sequence

from .windows import Record
from .vocabulary import Choice, Vocabulary

Names = set[str]


def payment_text(payment: Mapping[str, int]) -> str:
    return " ".join(f"{number} {name}" for name, number in sorted(payment.items()) if number) or "nothing"


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
            copied = choice.values["copied_tile"]
            names.add(f"tile:{copied}+krylov" if copied else f"tile:{choice.values['tile']}")
        elif choice.verb == "copy" and copy_space:
            names.add(copy_space)
    return names


def _built(record: Record) -> Names:
    return {f"{tile} at {space}" for tile, spaces in record["legal"].items() for space in spaces}


def construct_name(choice: Choice, words: Vocabulary) -> str:
    tile, copied = choice.values["tile"], choice.values["copied_tile"]
    if copied:
        tile = f"{'' if tile == words['borrowed_tile'] else tile}>{copied}"
    return f"{tile} at {choice.values['space']}"


def _our_built(choices: Sequence[Choice], words: Vocabulary, copy_space: str | None) -> Names:
    return {construct_name(choice, words) for choice in choices if choice.verb == "construct"}


def _produced(record: Record) -> Names:
    return {f"{drops} from {dam} through {pipe} to {house}" for dam, pipe, house, drops, _ in record["legal"]}


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


def compared(
    record: Record, choices: Sequence[Choice], words: Vocabulary, copy_space: str | None
) -> tuple[Names, Names]:
    """Choices only the reference offers, choices only we offer."""
    if record["kind"] not in LISTS or "legal" not in record:
        return set(), set()
    theirs_of, ours_of = LISTS[record["kind"]]
    theirs, ours = theirs_of(record), ours_of(choices, words, copy_space)
    return theirs - ours, ours - theirs


def payments_compared(pay: Record, chosen: Choice, choices: Iterable[Choice], words: Vocabulary) -> tuple[Names, Names]:
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
    verbs: dict[str, Any] = {"construct": "construct ", "produce": "produce ", "fulfill_contract": "fulfil "}
    return f"{verbs.get(kind, '')}{name}"
