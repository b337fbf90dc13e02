"""A pack that doubles what is dealt: to see whether a larger game is a slower one.

What is dealt: elements of types without state of their own that lie in some list of the position
(a stack, a row, a hand). Copies are not tied to a mode, so that nobody is handed twice as much at
the start; everything else about them is the same.
"""

from __future__ import annotations

import json
from pathlib import Path

from interpreter import Ruleset
from interpreter.model.kinds import MODE, PLAYER
from interpreter.model.model import Model
from interpreter.packs import plain
from interpreter.packs.find import MANIFEST

NAME = "bench_growth"


def dealt_types(model: Model) -> list[str]:
    """Types whose elements are dealt."""
    lists = {
        made.kind.item.element
        for decl in model.types.values()
        for made in decl.fields.values()
        if made.state and made.kind.word == "list" and made.kind.item is not None
    }
    return [
        name
        for name in model.types
        if name in lists
        and name != PLAYER.element
        and not any(made.state for made in model.fields_of(name).values())
    ]


def write_growth(ruleset: Ruleset, folder: Path) -> tuple[Path, int]:
    """Write the pack; its folder, and how many elements it adds."""
    model = ruleset._whole().model
    sections: dict[str, list[object]] = {}
    for type_id in dealt_types(model):
        tied = {n for n, f in model.fields_of(type_id).items() if f.kind.item == MODE}
        for known in list(model.elements.values()):
            if known.type != type_id or known.node is None:
                continue
            data = plain(known.node)
            assert isinstance(data, dict)
            kept = {k: v for k, v in data.items() if k not in tied and k != "examples"}
            section = sections.setdefault(model.types[type_id].plural, [])
            section.append({**kept, "id": known.id + "_again"})
    place = folder / NAME
    place.mkdir()
    first = ruleset.identity[0]["pack"]
    manifest = {
        "pack": NAME,
        "version": "1.0.0",
        "title": {"en": "Twice as much", "it": "Il doppio"},
        "requires": {first: ">=0"},
        "modes": list(model.modes),
    }
    # JSON is YAML, too
    (place / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")
    (place / "more.yaml").write_text(json.dumps(sections, indent=1), encoding="utf-8")
    return place, sum(len(items) for items in sections.values())
