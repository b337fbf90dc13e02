"""Every example runs, and what it expects comes true."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from interpreter.check.context import Context
from interpreter.check.examples import run_examples
from interpreter.findings import Finding

NEEDS_CLEAN: Final = True


def check(context: Context) -> Iterator[Finding]:
    """Examples of elements, procedures, quantities and of the `examples` section."""
    model = context.model
    if model.setup and model.play and model.modes:
        yield from run_examples(context.ruleset)
