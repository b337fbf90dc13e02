"""Functions every script may call; all pure, all general."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.model.kinds import BUNDLE, NUMBER, RESOURCE, Kind, list_of


@dataclass(frozen=True, slots=True)
class Signature:
    """Types of arguments (`any` fits all) and of the result."""

    args: tuple[Kind, ...]
    gives: Kind
    doc: str


ANY = Kind("any")
ANY_LIST = Kind("any list")
ITEM = Kind("item of the list")
SAME = Kind("the same list")
PRICE = list_of(BUNDLE)

FUNCTIONS: dict[str, Signature] = {
    "at_least": Signature((NUMBER, NUMBER), NUMBER, "the larger of two numbers"),
    "at_most": Signature((NUMBER, NUMBER), NUMBER, "the smaller of two numbers"),
    "round_up": Signature((NUMBER, NUMBER), NUMBER, "first divided by second, rounded up"),
    "round_down": Signature((NUMBER, NUMBER), NUMBER, "first divided by second, rounded down"),
    "item": Signature((ANY_LIST, NUMBER), ITEM, "the n-th of a list, none past its end"),
    "place_in": Signature(
        (ANY_LIST, ANY), NUMBER, "which place something has in a list, 0 if none"
    ),
    "part": Signature((ANY_LIST, NUMBER, NUMBER), SAME, "from the n-th to the m-th of a list"),
    "bundle_size": Signature((BUNDLE,), NUMBER, "how many things a bundle holds"),
    "only": Signature((BUNDLE, list_of(RESOURCE)), BUNDLE, "the part of a bundle made of these"),
    "count_in": Signature((BUNDLE, RESOURCE), NUMBER, "how many of a resource a bundle holds"),
    "undominated": Signature((PRICE,), PRICE, "ways to pay, without those that only cost more"),
    "cap": Signature((PRICE, RESOURCE, NUMBER), PRICE, "never more than n of that resource"),
    "mix": Signature((PRICE, list_of(RESOURCE)), PRICE, "these replace each other one for one"),
    "exchange": Signature(
        (PRICE, list_of(RESOURCE), RESOURCE, NUMBER),
        PRICE,
        "each of these may be replaced by n of another resource",
    ),
    "swap": Signature(
        (PRICE, BUNDLE, BUNDLE), PRICE, "the first bundle in a price may be replaced by the second"
    ),
    "apart": Signature((PRICE,), PRICE, "one kind of resource of the price is enough"),
    "times": Signature((BUNDLE, NUMBER), BUNDLE, "a bundle n times over"),
    "parts_of": Signature((BUNDLE, NUMBER), PRICE, "every choice of n things out of a bundle"),
}
