"""The parser made from the grammar; made once per machine, since that takes a tenth of a second."""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import pickle
import sys
import tempfile
from functools import cache
from importlib import resources
from operator import itemgetter
from pathlib import Path
from typing import ClassVar

import lark
from lark import Lark
from lark.indenter import Indenter


class _Indentation(Indenter):
    NL_type = "_NL"
    OPEN_PAREN_types: ClassVar = ["LPAR", "LSQB"]
    CLOSE_PAREN_types: ClassVar = ["RPAR", "RSQB"]
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8


@cache
def parser() -> Lark:
    """The parser of scripts, formulas and rules."""
    grammar = resources.files("interpreter.language").joinpath("grammar.lark").read_text("utf-8")
    kept = _cache_file(grammar)
    with contextlib.suppress(OSError, EOFError, pickle.PickleError, ValueError, KeyError):
        return _quicker(Lark.load(io.BytesIO(kept.read_bytes())))
    made = Lark(
        grammar,
        parser="lalr",
        start=["script", "formula", "rule"],
        postlex=_Indentation(),
        propagate_positions=True,
        maybe_placeholders=True,
    )
    _keep(made, kept)
    return _quicker(made)


def _quicker(made: Lark) -> Lark:
    """Steps that hand on their only part need no work: three of four steps are of this kind.

    An expression is a sum is a product is a name: Lark looks for the place of each of them anew.
    """
    callbacks = getattr(made, "_callbacks", {})
    for rule in callbacks:
        (first, *more), options = rule.expansion or (None,), rule.options
        if options.expand1 and not rule.alias and not more and first and not first.is_term:
            callbacks[rule] = itemgetter(0)
    return made


def _cache_file(grammar: str) -> Path:
    """A file of this user's own; its name says which grammar and which versions made it."""
    key = f"{grammar}\0{lark.__version__}\0{sys.version}\0{__file__}"
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")  # noqa: PTH111
    return Path(home, "barrage", hashlib.sha256(key.encode()).hexdigest()[:16] + ".grammar")


def _keep(made: Lark, file: Path) -> None:
    """Write the parser down; where that is not possible it is made anew every time."""
    data = io.BytesIO()
    with contextlib.suppress(OSError, pickle.PickleError, AttributeError, TypeError):
        made.save(data)
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as stream:
            stream.write(data.getvalue())
        Path(stream.name).replace(file)
