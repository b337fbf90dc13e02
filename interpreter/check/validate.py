"""Check packs and collect everything that is wrong with them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from interpreter.findings import Finding
from interpreter.language.elaborate import elaborate
from interpreter.model.build import build_model
from interpreter.packs import merge, read_packs
from interpreter.topology import build_graphs


def validate(names: Iterable[str | Path], *, play: int = 0) -> list[Finding]:
    """Everything that is wrong with the packs taken together; never raises for what they say."""
    packs, findings = read_packs(names)
    if not packs:
        return findings
    merged = merge(packs)
    model = build_model(packs, merged)
    elaborate(model)
    build_graphs(model)
    return [*findings, *merged.findings, *model.findings]
