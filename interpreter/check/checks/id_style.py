"""Ids are small letters, digits and underlines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from interpreter.check.context import Context
from interpreter.findings import Finding

NEEDS_CLEAN: Final = False
_WORD: Final = re.compile(r"[a-z][a-z0-9_]*")
_TIDY: Final = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
#: sections whose keys are not names of the language
_FREE: Final = frozenset(("view", "texts", "examples"))


def check(context: Context) -> Iterator[Finding]:
    """An id that no script can name is an error; an odd one is only odd."""
    for section, nodes in context.merged.sections.items():
        for key in nodes if section not in _FREE else ():
            place = context.merged.places.get(f"{section}.{key}")
            if place is None or _TIDY.fullmatch(key):
                continue
            meant = re.sub(r"[^a-z0-9]+", "_", key.lower()).strip("_")
            suggestion = meant if _TIDY.fullmatch(meant) else None
            if _WORD.fullmatch(key):
                message = f"`{key}` is an unusual id"
                help_line = "words of small letters and digits, with one _ between them"
                yield Finding("BR0905", message, place, "warning", help_line, (), suggestion)
            else:
                message = f"`{key}` cannot be named in scripts"
                help_line = "an id has small letters, digits and _, and begins with a letter"
                yield Finding("BR0207", message, place, "error", help_line, (), suggestion)
