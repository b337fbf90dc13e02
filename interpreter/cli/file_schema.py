"""The schema of a file of a pack, made from the types that its parents declare.

`schemas/` holds what every pack has: the manifest, procedures, changes… Which elements there are
depends on the packs, so that their part is made when a pack is begun: an editor then completes the
fields of whatever the parents declare.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from interpreter.model.declarations import Field, TypeDecl
from interpreter.model.kinds import Kind
from interpreter.model.model import Model
from interpreter.packs import plain

#: ids that are shown as examples of a reference
SHOWN: Final = 8
#: values of other elements that are shown as examples, and how long each may be
ALSO: Final = 3
LONGEST: Final = 100
#: packs may write truth values either way; an editor that reads YAML 1.2 takes `yes` for a text
YES_NO: Final = {"enum": [True, False, "yes", "no"]}
TEXTS: Final = {
    "type": "object",
    "description": "The text in every language.",
    "properties": {
        "en": {"type": "string", "description": "English"},
        "it": {"type": "string", "description": "Italian"},
    },
}
EXAMPLES: Final = {
    "type": "array",
    "description": "What it does: given a position, when these decisions, then this.",
    "items": {"type": "object"},
}
RULES: Final = {
    "type": "array",
    "description": "What it changes while it is in force: modify …, on …, grant …",
    "items": {"type": "string"},
}


def file_schema(model: Model, schemas: list[Path]) -> dict[str, Any]:
    """A schema for any file of a pack over these packs."""
    sections: dict[str, Any] = {
        path.stem: {"$ref": path.name} for path in schemas if path.stem != "pack"
    }
    for decl in model.types.values():
        if decl.id not in ("game", "mode"):
            sections[decl.plural] = _section(model, decl)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A file of a pack",
        "description": "Sections: lists of things with an id, by the plural of their type.",
        "type": "object",
        "properties": sections,
    }


def _section(model: Model, decl: TypeDecl) -> dict[str, Any]:
    printed = {n: made for n, made in model.fields_of(decl.id).items() if not made.state}
    properties: dict[str, Any] = {
        "id": {"type": "string", "pattern": "^[a-z][a-z0-9_]*$", "description": "Used nowhere else"}
    }
    properties |= {name: _field(model, decl, made) for name, made in printed.items()}
    properties |= {"name": TEXTS, "text": TEXTS, "rules": RULES, "examples": EXAMPLES}
    needed = [name for name, made in printed.items() if not made.optional]
    return {
        "type": "array",
        "description": f"All {decl.plural} of the pack, each with an id.",
        "items": {
            "type": "object",
            "title": decl.id,
            "properties": properties,
            "required": ["id", *needed],
            "additionalProperties": False,
        },
    }


def _field(model: Model, decl: TypeDecl, made: Field) -> dict[str, Any]:
    needed = "may be left out" if made.optional else "required"
    if made.script or made.formula:
        what = f"a formula: {made.kind}" if made.formula else "an effect"
        takes = f" ({', '.join(made.takes)})" if made.takes else ""
        schema: dict[str, Any] = {"type": ["string", "number", "boolean"]}
    else:
        what, takes, schema = str(made.kind), "", dict(_kind(model, made.kind))
    schema["description"] = f"{made.name} of a {decl.id}: {what}{takes}; {needed}"
    examples = schema.get("examples") or _values(model, decl, made.name)
    return schema | ({"examples": examples} if examples else {})


def _values(model: Model, decl: TypeDecl, name: str) -> list[Any]:
    """What elements of the packs have there."""
    found: list[Any] = []
    for ordinal in decl.members:
        known = model.table[ordinal]
        node = known.node.entries.get(name) if known is not None and known.node else None
        value = plain(node) if node is not None else None
        if value is not None and value not in found and len(str(value)) <= LONGEST:
            found.append(value)
        if len(found) == ALSO:
            break
    return found


def _kind(model: Model, kind: Kind) -> dict[str, Any]:
    match kind.word:
        case "number":
            return {"type": "number"}
        case "yes_no":
            return YES_NO
        case "list" if kind.item is not None:
            return {"type": "array", "items": _kind(model, kind.item)}
        case "bundle":
            return {"type": "object", "additionalProperties": {"type": "number"}}
        case "element":
            members = model.types[kind.element].members
            known = [e.id for n in members[:SHOWN] if (e := model.table[n]) is not None]
            return {"type": "string", "description": f"a {kind.element}", "examples": known}
    return {"type": "string"}
