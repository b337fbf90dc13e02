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
    """Ids that scripts can name, but that look odd."""
    for section, nodes in context.merged.sections.items():
        for key in nodes if section not in _FREE else ():
            place = context.merged.places.get(f"{section}.{key}")
            if place is None or _TIDY.fullmatch(key) or not _WORD.fullmatch(key):
                continue
            meant = re.sub(r"_+", "_", key).strip("_")
            message = f"`{key}` is an unusual id"
            help_line = "words of small letters and digits, with one _ between them"
            yield Finding("BR0905", message, place, "warning", help_line, (), meant)
