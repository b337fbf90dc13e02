"""One module per check. Each looks for one kind of mistake in packs that have been read."""

from __future__ import annotations

from typing import Final

from interpreter.check.checks import (
    affordable,
    below_zero,
    dominated,
    drawing,
    duplicates,
    empty_choice,
    forks,
    id_style,
    indentation,
    inventory,
    never_happens,
    no_example,
    odd_id,
    prose,
    reach,
    run_examples,
    same_name,
    sections,
    series,
    start,
    translations,
    unused_names,
    unused_rules,
    view,
    way_ends,
    ways,
)
from interpreter.check.context import Check

#: In this order: what is wrong for certain comes before what only may be.
CHECKS: Final[tuple[Check, ...]] = (
    start,
    sections,
    inventory,
    id_style,
    odd_id,
    series,
    ways,
    forks,
    translations,
    same_name,
    way_ends,
    view,
    run_examples,
    drawing,
    indentation,
    prose,
    never_happens,
    empty_choice,
    unused_names,
    unused_rules,
    reach,
    affordable,
    below_zero,
    dominated,
    duplicates,
    no_example,
)
