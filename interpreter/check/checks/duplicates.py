"""The same thing twice: two elements that differ in nothing but id and name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from interpreter.check.context import Context
from interpreter.findings import Finding
from interpreter.model.declarations import Element

NEEDS_CLEAN: Final = True


def check(context: Context) -> Iterator[Finding]:
    """Elements with some content; numbered copies (`patent_1`, `patent_2`) are meant."""
    seen: dict[tuple[Any, ...], Element] = {}
    for known in context.elements():
        scripts = {name: scalar.text.strip() for name, scalar in known.scripts.items()}
        rules = tuple(scalar.text.strip() for scalar in known.rules)
        if not scripts and not rules:
            continue
        content = (tuple(sorted(known.values.items())), tuple(sorted(scripts.items())), rules)
        first = seen.setdefault((known.type, *content), known)
        if first is known or _series(first.id) == _series(known.id):
            continue
        message = f"`{known.id}` is the same as `{first.id}` but for its name"
        related = (("the other one", first.span),)
        help_line = "take one out, or number the two (`…_1`, `…_2`) if both are meant"
        yield Finding("BR0904", message, known.span, "warning", help_line, related)


def _series(name: str) -> str:
    return re.sub(r"\d+", "#", name)
