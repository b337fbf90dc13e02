"""A recorded decision as answers to our, usually smaller, decisions.

A claim holds steps. Whenever our game asks something, the first pending claim with a step among
the options answers it. One recorded decision may need several of ours (two drops, two contracts),
two recorded ones may be one of ours (construct and pay, officer space and copied officer).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .vocabulary import Choice, Vocabulary
from .windows import Record, Window


@dataclass(frozen=True)
class Step:
    """One answer: an option with this verb and these values."""

    verb: str
    values: Mapping[str, Any] = field(default_factory=dict)
    beside: str | None = None  # only where an option of this verb is offered too
    otherwise: Mapping[str, Any] | None = None  # another way to say the same

    def fits(self, choice: Choice) -> bool:
        ways = [self.values] if self.otherwise is None else [self.values, self.otherwise]
        return choice.verb == self.verb and any(
            way.items() <= choice.values.items() for way in ways
        )

    def __str__(self) -> str:
        return " ".join(
            [
                self.verb,
                *(f"{name}={value}" for name, value in self.values.items() if value is not None),
            ]
        )


class Claim:
    """The steps a recorded decision still has to contribute."""

    def __init__(self, record: Record, steps: Iterable[Step], ordered: bool = True) -> None:
        self.record = record
        self.steps = list(steps)
        self.ordered = ordered

    @property
    def company(self) -> str | None:
        return self.record.get("company")

    @property
    def done(self) -> bool:
        return not self.steps

    @property
    def verbs(self) -> set[str]:
        """What kind of question the claim answers (for a refusal: what it refuses)."""
        return {step.beside or step.verb for step in self.steps}

    def answer(self, choices: Sequence[Choice]) -> Choice | None:
        """The option this claim wants now; taking it uses up the step."""
        verbs = {choice.verb for choice in choices}
        for step in self.steps[:1] if self.ordered else self.steps:
            if step.beside is None or step.beside in verbs:
                found = next((choice for choice in choices if step.fits(choice)), None)
                if found:
                    self.steps.remove(step)
                    return found
        return None

    def __str__(self) -> str:
        return ", ".join(map(str, self.steps)) or str(self.record.get("kind"))


class MachineryClaim(Claim):
    """So many excavators and mixers in all; we may ask for them in parts."""

    def __init__(self, record: Record) -> None:
        super().__init__(record, [Step("machinery")])
        self.left = {name: int(record[name]) for name in ("excavator", "mixer")}

    def answer(self, choices: Sequence[Choice]) -> Choice | None:
        fitting = [
            choice
            for choice in choices
            if choice.verb == "machinery"
            and all(choice.values[name] <= left for name, left in self.left.items())
        ]
        if self.done or not fitting:
            return None
        chosen = fitting[0]
        for name in self.left:
            self.left[name] -= chosen.values[name]
        if not any(self.left.values()):
            self.steps = []
        return chosen

    def __str__(self) -> str:
        return "machinery " + " ".join(f"{name}={number}" for name, number in self.left.items())


def claims_of(
    decisions: Sequence[Record], events: Sequence[Record], words: Vocabulary
) -> list[Claim]:
    """The claims of one stretch of recorded decisions; its events hold the payments made."""
    payments = [_payment(event) for event in events if event["kind"] == "invested"]
    claims: list[Claim] = []
    for index, record in enumerate(decisions):
        kind = record["kind"]
        following = decisions[index + 1] if index + 1 < len(decisions) else {}
        if kind in ("pay", "copy_officer") or record.get("forced"):
            continue
        if kind == "construct":
            payment = payments.pop(0) if payments else None
            claims.append(Claim(record, [_construct(record, payment, words)]))
        elif kind == "place_engineers" and record["space"] in words["copy_spaces"]:
            claims.append(Claim(record, [Step("copy", {"officer": following.get("officer")})]))
        elif kind == "choose_machinery":
            claims.append(MachineryClaim(record))
        elif kind in SIMPLE:
            claims.append(
                Claim(record, SIMPLE[kind](record, words), ordered=kind != "discard_contracts")
            )
        else:
            raise UnknownDecisionError(f"no translation for a recorded decision of kind `{kind}`")
    return claims


class UnknownDecisionError(Exception):
    """The recording decides something this tool has no words for."""


def _payment(event: Record) -> dict[str, int]:
    return {
        name: number
        for part in ("machinery", "paid")
        for name, number in event[part].items()
        if number
    }


def _construct(record: Record, payment: Mapping[str, int] | None, words: Vocabulary) -> Step:
    values = {
        "tile": record["tile"] or words["borrowed_tile"],
        "copied_tile": record.get("copied_tile"),
        "space": record["space"],
    }
    return Step("construct", values if payment is None else values | {"payment": payment})


def _pick(record: Record, words: Vocabulary) -> list[Step]:
    return [Step("pick", {name: record[name] for name in ("company", "officer", "contract")})]


def _place(record: Record, words: Vocabulary) -> list[Step]:
    if record["space"] == words["bank"]:
        return [Step("bank", {"engineers": record["engineers"]})]
    return [Step("place", {"space": words.our_space(record["space"])})]


def _use(record: Record, words: Vocabulary) -> list[Step]:
    """A borrowed copy has no tile of its own; the record may then name the copied one alone."""
    tile, copied = record["tile"], record.get("copied_tile")
    borrowed = {"tile": words["borrowed_tile"], "copied_tile": copied or tile}
    return [Step("use", {"tile": tile, "copied_tile": copied}, otherwise=borrowed)]


def _water(record: Record, words: Vocabulary) -> list[Step]:
    return [Step("drop", {"space": space}) for space in record["spaces"]]


def _contracts(verb: str) -> Callable[[Record, Vocabulary], list[Step]]:
    def steps(record: Record, words: Vocabulary) -> list[Step]:
        return [Step(verb, {"contract": contract}) for contract in record["contracts"]]

    return steps


def _produce(record: Record, words: Vocabulary) -> list[Step]:
    return [
        Step("produce", {name: record[name] for name in ("drops", "dam", "conduit", "powerhouse")})
    ]


def _put(record: Record, words: Vocabulary) -> list[Step]:
    return [Step("put", {name: record[name] for name in ("structure", "space")})]


class Unasked:
    """Answers to what we ask and the reference did by itself: from the events, else we decline."""

    def __init__(self, window: Window) -> None:
        asked = [
            record["space"]
            for record in window.decisions
            if record["kind"] in ("construct", "place_structure")
        ]
        self.water = any(record["kind"] == "place_water" for record in window.decisions)
        events = [event for event in window.events if event["kind"] in ("built", "water_added")]
        self.built = [
            event["space"]
            for event in events
            if event["kind"] == "built" and event["space"] not in asked
        ]
        self.filled = [
            event
            for event in events
            if event["kind"] == "water_added"
            and any(space.startswith("dam_") for space in event["spaces"])
        ]

    def answer(self, choices: Sequence[Choice], pending: Sequence[Claim]) -> Choice | None:
        for choice in choices:
            if choice.verb == "put" and choice.values["space"] in self.built:
                self.built.remove(choice.values["space"])
                return choice
            if choice.verb == "fill" and self.filled:
                self.filled.pop(0)
                return choice
            if choice.verb == "begin_production" and any(
                "produce" in claim.verbs for claim in pending if not _refuses(claim)
            ):
                return choice
        return next((choice for choice in choices if choice.verb == "decline"), None)

    def may_decline(self, choices: Sequence[Choice], pending: Sequence[Claim]) -> bool:
        """Fewer drops than granted, or a recorded refusal: the reference offers that too."""
        verbs = {choice.verb for choice in choices}
        return ("drop" in verbs and self.water) or (
            "begin_production" in verbs and any(map(_refuses, pending))
        )


def _refuses(claim: Claim) -> bool:
    return any(step.verb == "decline" for step in claim.steps)


#: what a recorded refusal refuses, as the verb of the options beside it
REFUSED = {
    "fulfill_contract": "fulfil",
    "production": "produce",
    "place_water": "drop",
    "take_contracts": "take",
}


def _refuse(record: Record, words: Vocabulary) -> list[Step]:
    return [Step("decline", {}, REFUSED.get(record["of"]))]


SIMPLE: dict[str, Callable[[Record, Vocabulary], list[Step]]] = {
    "pick_start": _pick,
    "place_engineers": _place,
    "use_tile_without_engineers": _use,
    "end_round_participation": lambda record, words: [Step("pass")],
    "place_water": _water,
    "take_contracts": _contracts("take"),
    "discard_contracts": _contracts("discard"),
    "fulfill_contract": lambda record, words: [Step("fulfil", {"contract": record["contract"]})],
    "fulfill_contracts": _contracts("fulfil"),
    "produce": _produce,
    "place_structure": _put,
    "pass": _refuse,
}
