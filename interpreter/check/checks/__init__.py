"""One module per check. Each looks for one kind of mistake in packs that have been read."""

from __future__ import annotations

from typing import Final

from interpreter.check.checks import (
    affordable,
    dominated,
    drawing,
    duplicates,
    empty_choice,
    id_style,
    indentation,
    inventory,
    manifest,
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
    texts,
    translations,
    unused_names,
    unused_rules,
    view,
    view_names,
    way_ends,
    ways,
)
from interpreter.check.context import Check

#: In this order: what is wrong for certain comes before what only may be.
CHECKS: Final[tuple[Check, ...]] = (
    manifest,
    start,
    sections,
    inventory,
    id_style,
    odd_id,
    series,
    ways,
    translations,
    same_name,
    way_ends,
    view_names,
    view,
    run_examples,
    drawing,
    indentation,
    texts,
    prose,
    never_happens,
    empty_choice,
    unused_names,
    unused_rules,
    reach,
    affordable,
    dominated,
    duplicates,
    no_example,
)
