"""Text to syntax tree, with Lark (LALR) and an indentation filter."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, ClassVar

from lark import Lark
from lark.exceptions import LarkError, UnexpectedCharacters, UnexpectedEOF, UnexpectedToken
from lark.indenter import DedentError, Indenter

from interpreter.language import syntax as t
from interpreter.language.syntax import Where
from interpreter.language.syntax_builder import Build


@dataclass(frozen=True, slots=True)
class ScriptError(Exception):
    """The text does not parse; `at` is where in the text."""

    message: str
    at: Where
    help: str | None = None


class _Indentation(Indenter):
    NL_type = "_NL"
    OPEN_PAREN_types: ClassVar = ["LPAR", "LSQB"]
    CLOSE_PAREN_types: ClassVar = ["RPAR", "RSQB"]
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8


@cache
def _parser() -> Lark:
    grammar = resources.files("interpreter.language").joinpath("grammar.lark").read_text("utf-8")
    return Lark(
        grammar,
        parser="lalr",
        start=["script", "formula", "rule"],
        postlex=_Indentation(),
        propagate_positions=True,
        maybe_placeholders=True,
    )


def parse_script(text: str) -> tuple[t.Syntax, ...]:
    """The statements of a script: one line with `;` or an indented block."""
    return tuple(_parse(text, "script"))


def parse_formula(text: str) -> t.Syntax:
    """One expression."""
    return _parse(text, "formula")  # type: ignore[no-any-return]


def parse_rule(text: str) -> t.Syntax:
    """A hook: `modify …`, `on …` or `grant …`."""
    return _parse(text, "rule")  # type: ignore[no-any-return]


def _parse(text: str, start: str) -> Any:
    source = text if text.endswith("\n") else text + "\n"
    if start == "formula":
        source = source.strip("\n")
    try:
        return Build().transform(_parser().parse(source, start=start))
    except UnexpectedToken as problem:
        raise _unexpected(problem, text) from None
    except UnexpectedCharacters as problem:
        at = problem.pos_in_stream or 0
        word = text[at : at + 1]
        message = f"the character {word!r} means nothing here"
        raise ScriptError(message, Where(at, at + 1)) from None
    except (UnexpectedEOF, DedentError) as problem:
        message = (
            "the indentation does not fit" if isinstance(problem, DedentError) else "unfinished"
        )
        raise ScriptError(message, Where(len(text), len(text))) from None
    except LarkError as problem:
        raise ScriptError(str(problem).splitlines()[0], Where(0, len(text))) from None


def _unexpected(problem: UnexpectedToken, text: str) -> ScriptError:
    token = problem.token
    start = min(token.start_pos or 0, len(text)) if token.type != "$END" else len(text)
    if token.type in ("_NL", "$END", "_DEDENT"):
        return ScriptError("the line ends too early", Where(start, start), _expected(problem))
    if token.type == "_INDENT":
        return ScriptError("this line is indented without a reason", Where(start, start + 1))
    end = start + len(str(token))
    return ScriptError(f"`{token}` does not fit here", Where(start, end), _expected(problem))


_PLAIN = {"NAME": "a name", "NUMBER": "a number", "STRING": "text in quotes", "_NL": "end of line"}


def _expected(problem: UnexpectedToken) -> str | None:
    words = sorted(_PLAIN.get(word, f"`{word.lower()}`") for word in problem.expected)
    if not words or len(words) > 8:
        return None
    return "expected " + ", ".join(words)
