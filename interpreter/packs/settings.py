"""What only one pack can decide: how many play, and where the game begins.

A pack may decide it anew for the packs it comes after; two packs without an order may not differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from interpreter.findings import Finding
from interpreter.packs.manifest import Manifest
from interpreter.packs.order import ancestors


def unordered_settings(manifests: list[Manifest]) -> Iterator[Finding]:
    """Settings that two packs make differently, although neither comes after the other."""
    before = ancestors(manifests)
    for one, other in combinations(sorted(manifests, key=lambda manifest: manifest.pack), 2):
        if one.pack in before[other.pack] or other.pack in before[one.pack]:
            continue
        mine, yours = _settings(one), _settings(other)
        for key in mine:
            if key in yours and mine[key] != yours[key]:
                yield _differ(key, one, other)


def _settings(manifest: Manifest) -> dict[str, object]:
    settings: dict[str, object] = {f"start.{key}": name for key, name in manifest.start.items()}
    if manifest.players is not None:
        settings["players"] = manifest.players
    return settings


def _differ(key: str, one: Manifest, other: Manifest) -> Finding:
    return Finding(
        "BR0815",
        f"{one.pack} and {other.pack} both set `{key}`, and neither says that it comes after "
        "the other",
        other.place(key),
        help=f"put `after: [{one.pack}]` into the pack.yaml of {other.pack}, "
        f"if {other.pack} has the last word",
        related=((f"{one.pack} sets it here", one.place(key)),),
    )
