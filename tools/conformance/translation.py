"""Recorded decisions translated into claims on our options.

One recorded decision may need several of ours (two drops, two contracts), two recorded ones may be
one of ours (construct and pay, officer space and copied officer).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from .claims import Claim, MachineryClaim, Step
from .vocabulary import Vocabulary
from .windows import Record


class UnknownDecisionError(Exception):
    """The recording decides something this tool has no words for."""


def claims_of(
    decisions: Sequence[Record], events: Sequence[Record], words: Vocabulary
) -> list[Claim]:
    """The claims of one stretch of recorded decisions; its events hold the payments made."""
    payments = [_payment(event) for event in events if event["kind"] == "invested"]
    claims: list[Claim] = []
    followers = [*decisions[1:], {}]
    told = False  # this decision belongs to the one before
    for record, following in zip(decisions, followers, strict=True):
        if told or record["kind"] == "pay" or record.get("forced"):
            told = False
            continue
        told = _tells_more(record, following, words)
        claims.append(_claim(record, following if told else {}, payments, words))
    return claims


def _tells_more(record: Record, following: Record, words: Vocabulary) -> bool:
    """Is the next decision part of this one? The officer copied, the building used in the bank."""
    if record["kind"] != "place_engineers":
        return False
    if record["space"] in words["copy_spaces"]:
        return following.get("kind") == "copy_officer"
    return "as" in record and following.get("kind") == "use_building"


def _claim(
    record: Record, more: Record, payments: list[dict[str, int]], words: Vocabulary
) -> Claim:
    kind = record["kind"]
    if kind == "construct":
        payment = payments.pop(0) if payments else None
        return Claim(record, [_construct(record, payment, words)])
    if kind == "place_engineers":
        if record.get("use_spencer") and payments:
            payments.pop(0)  # the machinery of an external work goes onto the wheel, too
        return Claim(record, [_place(record, more, words)])
    if kind == "choose_machinery":
        return MachineryClaim(record)
    if kind in SIMPLE:
        return Claim(record, SIMPLE[kind](record, words), ordered=kind != "discard_contracts")
    raise UnknownDecisionError(f"no translation for a recorded decision of kind `{kind}`")


def _payment(event: Record) -> dict[str, int]:
    parts = (event["machinery"], event["paid"])
    return {name: number for part in parts for name, number in part.items() if number}


def _construct(record: Record, payment: Mapping[str, int] | None, words: Vocabulary) -> Step:
    values = {
        "tile": record["tile"] or words["borrowed_tile"],
        "copied_tile": record.get("copied_tile"),
        "space": record["space"],
    }
    return Step("construct", values if payment is None else values | {"payment": payment})


def _place(record: Record, more: Record, words: Vocabulary) -> Step:
    space = record["space"]
    if "officer" in more:
        return Step("copy", {"officer": more["officer"]})
    if "building" in more:
        return Step("through_bank", {"building": more["building"]})
    if space == words["bank"]:
        return Step("bank", {"engineers": record["engineers"]})
    return Step(
        "architect" if record.get("architect") else "place", {"space": words.our_space(space)}
    )


Steps = Callable[[Record, Vocabulary], list[Step]]


def _values(verb: str, **names: str) -> Steps:
    """One step; our value `name` is the recorded parameter `names[name]`."""

    def steps(record: Record, words: Vocabulary) -> list[Step]:
        return [Step(verb, {ours: record[recorded] for ours, recorded in names.items()})]

    return steps


def _contracts(verb: str) -> Steps:
    def steps(record: Record, words: Vocabulary) -> list[Step]:
        return [Step(verb, {"contract": contract}) for contract in record["contracts"]]

    return steps


def _use(record: Record, words: Vocabulary) -> list[Step]:
    """A borrowed copy has no tile of its own; the record may then name the copied one alone."""
    tile, copied = record["tile"], record.get("copied_tile")
    borrowed = {"tile": words["borrowed_tile"], "copied_tile": copied or tile}
    return [Step("use", {"tile": tile, "copied_tile": copied}, otherwise=borrowed)]


def _water(record: Record, words: Vocabulary) -> list[Step]:
    verb = "fill_dam" if record.get("into_dam") else "drop"
    return [Step(verb, {"space": space}) for space in record["spaces"]]


def _take_patent(record: Record, words: Vocabulary) -> list[Step]:
    return [Step("take_patent", {"space": words["patents"][str(record["position"])]})]


def _refuse(record: Record, words: Vocabulary) -> list[Step]:
    return [Step("decline", {}, frozenset(words["refused"].get(record["of"], [])))]


SIMPLE: dict[str, Steps] = {
    "pick_start": _values("pick", company="company", officer="officer", contract="contract"),
    "use_tile_without_engineers": _use,
    "end_round_participation": _values("pass"),
    "place_water": _water,
    "take_contracts": _contracts("take"),
    "discard_contracts": _contracts("discard"),
    "fulfill_contract": _values("fulfil", contract="contract"),
    "fulfill_contracts": _contracts("fulfil"),
    "produce": _values(
        "produce", drops="drops", dam="dam", conduit="conduit", powerhouse="powerhouse"
    ),
    "place_structure": _values("put", structure="structure", space="space"),
    "choose_technology": _take_patent,
    "choose_work": _values("take", contract="work"),
    "retrieve_tile": _values("retrieve_tile", tile="tile"),
    "retrieve_machinery": _values("retrieve", segment="segment", payment="machinery"),
    "use_building": _values("use", tile="building"),
    "use_effect": _values("use_effect"),
    "pass": _refuse,
}
