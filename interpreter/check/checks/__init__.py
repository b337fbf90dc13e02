"""One module per check. Each looks for one kind of mistake in packs that have been read."""

from __future__ import annotations

from typing import Final

from interpreter.check.context import Check

CHECKS: Final[tuple[Check, ...]] = ()
