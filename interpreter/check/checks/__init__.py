"""One module per check. Each looks for one kind of mistake in packs that have been read."""

from __future__ import annotations

from typing import Final

from interpreter.check.checks import (
    empty_choice,
    inventory,
    never_happens,
    reach,
    start,
    unused_names,
    unused_rules,
)
from interpreter.check.context import Check

#: In this order: what is wrong for certain comes before what only may be.
CHECKS: Final[tuple[Check, ...]] = (
    start,
    inventory,
    never_happens,
    empty_choice,
    unused_names,
    unused_rules,
    reach,
)
