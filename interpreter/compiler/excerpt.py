"""The part of the generated code that comes from one thing of the packs, for people to read."""

from __future__ import annotations

import re
from typing import Any

from interpreter.compiler.code import Listing
from interpreter.compiler.legend import legend


def source_of(ruleset: Any, name: str) -> str:
    """The Python made from a procedure, a quantity, or the scripts and rules of an element."""
    source = excerpt(ruleset.fast.listing, name)
    if not source:
        return ""
    return legend(ruleset.model, ruleset.program.layout, source) + "\n" + source


def excerpt(listing: Listing, name: str) -> str:
    """Those functions of a listing that come from one unit of the packs."""
    numbers = [b.number for b in listing.blocks if _belongs(b.routine, name)]
    wanted = {f"{letter}{n}" for n in numbers for letter in "beroya"}
    wanted |= {f for unit, f in listing.functions.items() if _belongs(unit, name)}
    parts: list[list[str]] = []
    keep = False
    for line in listing.source.splitlines():
        if not line.startswith((" ", "#")):
            found = line.partition("(")[0].removeprefix("def ") if line.startswith("def ") else ""
            keep = found.removesuffix("_afresh").removesuffix("_some") in wanted
            keep = keep or any(found.startswith(f"K{n}_") for n in numbers)
            keep = keep or re.fullmatch(rf"K\d+_\d+_\d+_{re.escape(name)}", found) is not None
            keep = keep or re.fullmatch(rf"m_{re.escape(name)}_\d+_\d+", found) is not None
            if keep:
                parts.append([])
        if keep and not line.startswith("#"):
            parts[-1].append(line)
    return "\n\n".join("\n".join(part) for part in parts) + ("\n" if parts else "")


def _belongs(unit: str, name: str) -> bool:
    """Whether a unit is the thing of that name, or a part or a rule of it."""
    return (
        unit in (name, "quantity " + name, "event " + name)
        or unit.partition(".")[0] == name
        or (unit.startswith("on ") and unit.endswith(" " + name))
    )
