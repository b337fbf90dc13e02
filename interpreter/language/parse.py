"""Text to syntax tree, with Lark (LALR) and an indentation filter."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from lark.exceptions import LarkError, UnexpectedCharacters, UnexpectedEOF, UnexpectedToken
from lark.indenter import DedentError

from interpreter.language import syntax as t
from interpreter.language.grammar import parser
from interpreter.language.hints import bad_dedent, expected, hint, misspelt_verb, odd_one
from interpreter.language.scope import LONGEST
from interpreter.language.syntax import Where
from interpreter.language.syntax_builder import Build

#: far deeper than any rule; Python's own limit must never be met
_DEEPEST = 60
#: as many as in YAML
_MOST_DIGITS = 15
_LONG_NUMBER = re.compile(rf"[0-9]{{{_MOST_DIGITS + 1},}}")
_QUOTED_OR_WORD = re.compile(r'"[^"\n]*"|#[^\n]*|\w+')


@dataclass(frozen=True, slots=True)
class ScriptError(Exception):
    """The text does not parse; `at` is where in the text."""

    message: str
    at: Where
    help: str | None = None
    code: str = "BR0301"


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
    made = _parsed(text, start)
    if isinstance(made, ScriptError):
        raise ScriptError(made.message, made.at, made.help, made.code)
    return made


@lru_cache(maxsize=8192)
def _parsed(text: str, start: str) -> Any:
    """The tree or the error; trees never change, so that the same text is read only once."""
    if len(text) > LONGEST:
        return _too_much(text)
    number = _long_number(text)
    if number is not None:
        message = f"this number has more than {_MOST_DIGITS} digits"
        return ScriptError(message, number, None, "BR0117")
    source = text if text.endswith("\n") else text + "\n"
    if start == "formula":
        source = source.rstrip("\n")
    try:
        made = Build().transform(parser().parse(source, start=start))
        return made if _depth(made) <= _DEEPEST else _too_much(text)
    except RecursionError:
        return _too_much(text)
    except UnexpectedToken as problem:
        return _unexpected(problem, text, start)
    except UnexpectedCharacters as problem:
        return _odd_character(problem.pos_in_stream or 0, text)
    except DedentError:
        message = "this line is indented differently from the lines above it"
        help_line = "lines of one block begin in the same column"
        return ScriptError(message, odd_one(text, bad_dedent(text)), help_line, "BR0309")
    except UnexpectedEOF:
        return ScriptError("the text ends too early", Where(len(text), len(text)))
    except LarkError as problem:
        return ScriptError(str(problem).splitlines()[0], Where(0, len(text)))


def _long_number(text: str) -> Where | None:
    """A number so long that Python may refuse to read it."""
    if _LONG_NUMBER.search(text) is None:
        return None
    words = _QUOTED_OR_WORD.finditer(text)
    found = next((word for word in words if _LONG_NUMBER.fullmatch(word[0])), None)
    return Where(*found.span()) if found else None


def _depth(tree: Any) -> int:
    """How many levels a tree has; counted without recursion."""
    depth, level = 0, [tree]
    while level:
        depth += 1
        level = [part for node in level for part in _parts(node)]
    return depth


def _parts(node: Any) -> tuple[Any, ...]:
    if isinstance(node, tuple | list):
        return tuple(node)
    if isinstance(node, t.Syntax):
        return tuple(getattr(node, name) for name in node.__dataclass_fields__)
    return ()


def _too_much(text: str) -> ScriptError:
    help_line = "make a procedure or a quantity of a part of it"
    return ScriptError("this is too long or nested too deeply", Where(0, len(text)), help_line)


def _odd_character(at: int, text: str) -> ScriptError:
    word = text[at : at + 1]
    message = f"the character {word!r} means nothing here" if word else "the text ends too early"
    return ScriptError(message, Where(at, at + 1), hint(text, at))


def _unexpected(problem: UnexpectedToken, text: str, start: str) -> ScriptError:
    token = problem.token
    at = min(token.start_pos or 0, len(text)) if token.type != "$END" else len(text.rstrip())
    if token.type == "_INDENT":
        at = min(token.end_pos or at, len(text))
        verb = misspelt_verb(text, token.start_pos or 0)
        if verb is not None:
            return _no_verb(*verb)
        message, help_line = "this line is indented without a reason", hint(text, at)
        help_line = help_line or "begin it in the same column as the line above"
        return ScriptError(message, odd_one(text, Where(at, at + 1)), help_line, "BR0309")
    if start == "script":
        verb = misspelt_verb(text, at)
        if verb is not None:
            return _no_verb(*verb)
    wanted = problem.accepts or problem.expected
    if wanted == {"_INDENT"} and token.type not in ("_NL", "$END", "_DEDENT"):
        message = "this line must be indented: the line above begins a block"
        place = odd_one(text, Where(at, at + len(str(token))))
        return ScriptError(message, place, None, "BR0309")
    help_line = hint(text, at) or expected(wanted)
    if token.type in ("_NL", "$END", "_DEDENT"):
        wants_block = wanted == {"_INDENT"}
        message = "the lines below must be indented" if wants_block else "the line ends too early"
        return ScriptError(message, Where(at, at), help_line, "BR0309" if wants_block else "BR0301")
    return ScriptError(f"`{token}` does not fit here", Where(at, at + len(str(token))), help_line)


def _no_verb(place: Where, word: str, meant: str) -> ScriptError:
    return ScriptError(f"`{word}` is no verb of the language", place, f"did you mean `{meant}`?")
