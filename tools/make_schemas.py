#!/usr/bin/env python3
"""Writes `schemas/file.json`: the schema of a file of a pack, for the types of the known packs.

    python tools/make_schemas.py

The other schemas are written by hand; which elements there are depends on the packs. A test keeps
the file up to date.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from interpreter.check.targets import groups  # noqa: E402
from interpreter.cli.file_schema import file_schema  # noqa: E402
from interpreter.model.build import build_model  # noqa: E402
from interpreter.packs import known_packs, load_packs, merge  # noqa: E402

SCHEMAS = ROOT / "schemas"
FILE = SCHEMAS / "file.json"


def make() -> str:
    """The text of the schema, for all packs that go together."""
    packs = load_packs(groups(list(known_packs().values()))[-1])
    others = sorted(path for path in SCHEMAS.glob("*.json") if path != FILE)
    schema = file_schema(build_model(packs, merge(packs)), others)
    schema["$id"] = "https://example.org/barrage-rules/schemas/file.json"
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(make(), encoding="utf-8")
