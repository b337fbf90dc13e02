"""Going through elaborated scripts: every part of a routine, in order."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from interpreter.language import ir

_PARTS = (ir.Expr, ir.Stmt, ir.Binder, ir.Alternative)


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(kind.__dataclass_fields__)


def parts(node: Any) -> Iterator[Any]:
    """A part of a script and everything inside of it."""
    waiting = [node]
    while waiting:
        at = waiting.pop()
        if isinstance(at, tuple):
            waiting.extend(reversed(at))
        elif isinstance(at, _PARTS):
            yield at
            if not isinstance(at, ir.Const | ir.Var):
                kind: Any = type(at)
                waiting.extend(getattr(at, name) for name in reversed(_names(kind)))
