"""A node of a file against a JSON Schema: what is wrong, at the very node.

The schemas in `schemas/` are for everyone: editors, other tools, and this checker. Only the part
of JSON Schema that they use is understood here (a test keeps both in step): that is fast, and it
knows places, meanings and "did you mean", which a general validator does not.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from interpreter.findings import Finding, did_you_mean
from interpreter.model.places import gap
from interpreter.packs import Mapping, Node, Scalar, Sequence

Schema = dict[str, Any]

_PACKAGE: Final = Path(__file__).resolve().parents[1]
_PLAIN: Final = {
    "object": "a mapping (key: value)",
    "array": "a list",
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "yes or no",
    "null": "nothing",
}
#: What the schemas may say beside descriptions and examples.
UNDERSTOOD: Final = frozenset(
    "type properties required additionalProperties propertyNames items enum pattern minimum "
    "anyOf".split()
)


@cache
def schema_of(kind: str) -> Schema | None:
    """The schema of a kind of file or section, if there is one."""
    for folder in (_PACKAGE.parent / "schemas", _PACKAGE / "_data" / "schemas"):
        file = folder / f"{kind}.json"
        if file.is_file():
            found: Schema = json.loads(file.read_text(encoding="utf-8"))
            return found
    return None


def misfits(node: Node, schema: Schema, what: str) -> Iterator[Finding]:
    """Everything in which a node differs from a schema."""
    schema = _branch(node, schema)
    kinds = schema.get("type")
    if kinds is not None and not _fits(node, [kinds] if isinstance(kinds, str) else kinds):
        wanted = kinds if isinstance(kinds, str) else kinds[0]
        yield Finding("BR0206", f"{what} must be {_PLAIN[wanted]}", node.span)
    elif isinstance(node, Mapping):
        yield from _mapping(node, schema, what)
    elif isinstance(node, Sequence):
        for item in node.items if "items" in schema else ():
            yield from misfits(item, schema["items"], f"each of {what}")
    else:
        yield from _scalar(node, schema, what)


def _branch(node: Node, schema: Schema) -> Schema:
    """Of several possibilities the one that this looks like."""
    choices = schema.get("anyOf")
    if not choices:
        return schema
    for choice in choices:
        kinds = choice["type"]
        if _fits(node, [kinds] if isinstance(kinds, str) else kinds):
            found: Schema = choice
            return found
    first: Schema = choices[0]
    return first


def _fits(node: Node, kinds: list[str]) -> bool:
    if isinstance(node, Mapping):
        return "object" in kinds
    if isinstance(node, Sequence):
        return "array" in kinds
    value = node.value
    if value is None:
        return "null" in kinds
    if isinstance(value, bool):
        return "boolean" in kinds
    if isinstance(value, int):
        return "integer" in kinds or "number" in kinds
    return "number" in kinds if isinstance(value, float) else "string" in kinds


def _mapping(node: Mapping, schema: Schema, what: str) -> Iterator[Finding]:
    known, more = schema.get("properties", {}), schema.get("additionalProperties", True)
    pattern = schema.get("propertyNames", {}).get("pattern")
    slips = set()
    for key, child in node.entries.items():
        if key in known:
            yield from misfits(child, known[key], f"`{key}`")
        elif more is False:
            left = [name for name in known if name not in node.entries]
            meant = did_you_mean(key, left) or did_you_mean(key, known)
            slips.add(meant)
            help_line = None if meant else f"known keys: {', '.join(known)}"
            message = f"{what} has no `{key}`"
            yield Finding("BR0202", message, node.keys[key], help=help_line, suggestion=meant)
        elif isinstance(more, dict):
            yield from misfits(child, more, f"`{key}`")
        if pattern and not re.search(pattern, key):
            help_line = "small letters, digits and _, beginning with a letter"
            yield Finding("BR0207", f"`{key}` is not a name", node.keys[key], help=help_line)
    for key in schema.get("required", ()):
        if key not in node.entries and key not in slips:
            message = f"{what} needs `{key}`"
            yield Finding("BR0205", message, gap(node, key, list(known)), help="add it here")


def _scalar(node: Scalar, schema: Schema, what: str) -> Iterator[Finding]:
    allowed, pattern = schema.get("enum"), schema.get("pattern")
    if allowed and node.text not in allowed:
        message = f"{what} is one of {', '.join(allowed)}, not `{node.text}`"
        meant = did_you_mean(node.text, allowed)
        yield Finding("BR0206", message, node.span, suggestion=meant)
    elif pattern and isinstance(node.value, str) and not re.search(pattern, node.text):
        message = f"`{node.text}` is not what {what} looks like"
        examples = schema.get("examples")
        help_line = f"for example {examples[0]}" if examples else schema.get("description")
        yield Finding("BR0207", message, node.span, help=help_line)
    least = schema.get("minimum")
    if least is not None and isinstance(node.value, int | float) and node.value < least:
        yield Finding("BR0206", f"{what} must be at least {least}", node.span)
