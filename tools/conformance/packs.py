"""The rule packs a line needs, and the ids they know."""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import Any

import yaml

from .vocabulary import ROOT

if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

RULES = ROOT / "rules"


def exists(pack: str) -> bool:
    return (RULES / pack / "pack.yaml").is_file()


@lru_cache(maxsize=4)
def ruleset(*names: str) -> Any:
    from interpreter import load

    return load(*names)


@lru_cache(maxsize=4)
def elements(*names: str) -> dict[str, dict[str, Any]]:
    """Every element of these packs by id, as written in the YAML files."""
    found: dict[str, dict[str, Any]] = {}
    for name in names:
        for path in sorted((RULES / name).rglob("*.yaml")):
            sections = yaml.safe_load(path.read_text(encoding="utf-8")) or {}
            for section, content in sections.items():
                if isinstance(content, list):
                    rows = [row for row in content if isinstance(row, dict) and "id" in row]
                    found |= {row["id"]: {"section": section, **row} for row in rows}
    return found
