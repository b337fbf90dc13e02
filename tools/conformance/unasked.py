"""What we ask and the recording does not decide.

If an effect needed no choice the reference carried it out by itself: the answer is in the events.
Otherwise we decline, and that we asked at all is a difference unless `may_decline` knows why.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .claims import Claim
from .vocabulary import Choice, Vocabulary
from .windows import Record, Window


class Unasked:
    """The events of one window that no recorded decision announces."""

    def __init__(self, window: Window, words: Vocabulary) -> None:
        decided = [record.get("space") for record in window.decisions]
        self.words = words
        self.kinds = {record["kind"] for record in window.decisions}
        self.invests = any(record.get("use_spencer") for record in window.decisions)
        self.built = [space for space in _spaces(window.events, "built") if space not in decided]
        self.filled = [s for s in _spaces(window.events, "water_added") if s.startswith("dam_")]
        self.works = [e["work"] for e in window.events if e["kind"] == "work_fulfilled"]
        self.effects = _behind_the_building(window.events)

    def answer(self, choices: Sequence[Choice], pending: Sequence[Claim]) -> Choice | None:
        """The option that the events show to have happened, or `decline`."""
        for choice in choices:
            if self.happened(choice, [claim for claim in pending if not claim.refuses]):
                return choice
        if len(choices) == 1:
            return choices[0]
        return next((choice for choice in choices if choice.verb == "decline"), None)

    def happened(self, choice: Choice, pending: Sequence[Claim]) -> bool:
        match choice.verb:
            case "put":
                return _used_up(self.built, choice.values["space"])
            case "fill_dam":
                return _used_up(self.filled, choice.values["space"])
            case "take":
                return _used_up(self.works, choice.values["contract"])
            case "fill":
                return bool(self.filled)
            case "invest":
                return self.invests
            case "discard_machines":
                return not self.invests
            case "begin_production":
                return any("produce" in claim.verbs for claim in pending)
            case "another_turn":
                return any(claim.verbs & self.words.turn_verbs for claim in pending)
            case "use_effect":
                return bool(pending or self.effects)
        return False

    def may_decline(self, choices: Sequence[Choice], several_contracts: bool) -> bool:
        """Nothing the reference would not offer: fewer drops or contracts than there could be."""
        verbs = {choice.verb for choice in choices}
        if "fulfil" in verbs:
            return several_contracts and bool(self.kinds & FULFILLED)
        return verbs == {"decline"} or ("drop" in verbs and "place_water" in self.kinds)


FULFILLED = {"fulfill_contract", "fulfill_contracts"}


def _spaces(events: Iterable[Record], kind: str) -> list[str]:
    found: list[str] = []
    for event in events:
        if event["kind"] == kind:
            found += event["spaces"] if "spaces" in event else [event["space"]]
    return found


def _behind_the_building(events: Sequence[Record]) -> bool:
    """Does anything but paying for a red space follow where a private building was put up?"""
    kinds = [event["kind"] for event in events]
    places = [event for event in events if event.get("structure") == "building"]
    if not places:
        return False
    behind = kinds[events.index(places[-1]) + 1 :]
    return bool({"gained", "energy", "water_added", "work_fulfilled", "recovered"} & set(behind))


def _used_up(left: list[str], found: str) -> bool:
    if found in left:
        left.remove(found)
        return True
    return False
