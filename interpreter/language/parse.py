"""Text to syntax tree, with Lark (LALR) and an indentation filter."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from lark import Lark, Token, Transformer, v_args
from lark.exceptions import LarkError, UnexpectedCharacters, UnexpectedEOF, UnexpectedToken
from lark.indenter import DedentError, Indenter
from lark.tree import Meta

from interpreter.language import syntax as t
from interpreter.language.syntax import Where


@dataclass(frozen=True, slots=True)
class ScriptError(Exception):
    """The text does not parse; `at` is where in the text."""

    message: str
    at: Where
    help: str | None = None


class _Indentation(Indenter):
    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "LSQB"]
    CLOSE_PAREN_types = ["RPAR", "RSQB"]
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
        return _Build().transform(_parser().parse(source, start=start))
    except UnexpectedToken as problem:
        raise _unexpected(problem, text) from None
    except UnexpectedCharacters as problem:
        at = problem.pos_in_stream or 0
        word = text[at : at + 1]
        message = f"the character {word!r} means nothing here"
        raise ScriptError(message, Where(at, at + 1)) from None
    except (UnexpectedEOF, DedentError) as problem:
        message = "the indentation does not fit" if isinstance(problem, DedentError) else "unfinished"
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


_PLAIN = {"NAME": "a name", "NUMBER": "a number", "STRING": "a text in quotes", "_NL": "end of line"}


def _expected(problem: UnexpectedToken) -> str | None:
    words = sorted(_PLAIN.get(word, f"`{word.lower()}`") for word in problem.expected)
    if not words or len(words) > 8:
        return None
    return "expected " + ", ".join(words)


def _where(meta: Meta) -> Where:
    if meta.empty:
        return Where(0, 0)
    return Where(meta.start_pos, meta.end_pos)


_Meta = v_args(meta=True)


class _Build(Transformer[Token, Any]):
    """One method per grammar rule; each makes the node of that name."""

    def script(self, lines: list[Any]) -> list[t.Syntax]:
        return [statement for line in lines for statement in line]

    def line(self, parts: list[t.Syntax]) -> list[t.Syntax]:
        return list(parts)

    def formula(self, parts: list[t.Syntax]) -> t.Syntax:
        return parts[0]

    def body(self, lines: list[Any]) -> tuple[t.Syntax, ...]:
        return tuple(statement for line in lines for statement in line)

    def else_body(self, parts: list[Any]) -> Any:
        return _Else(parts[0])

    def args(self, parts: list[t.Syntax]) -> tuple[t.Syntax, ...]:
        return tuple(parts)

    def named(self, parts: list[Any]) -> tuple[str, t.Syntax]:
        return (str(parts[0]), parts[1])

    # rules ---------------------------------------------------------------
    @_Meta
    def modify(self, meta: Meta, p: list[Any]) -> t.Syntax:
        return t.Modify(_where(meta), str(p[0]), _text(p[1]), p[2], p[3])

    @_Meta
    def trigger(self, meta: Meta, p: list[Any]) -> t.Syntax:
        return t.Trigger(_where(meta), str(p[0]), p[1], tuple(p[2]))

    @_Meta
    def grant(self, meta: Meta, p: list[Any]) -> t.Syntax:
        return t.Grant(_where(meta), str(p[0]), _with_body(p[1], p[2]))

    # statements ----------------------------------------------------------
    @_Meta
    def let(self, meta: Meta, p: list[Any]) -> t.Syntax:
        return t.Let(_where(meta), str(p[0]), p[1])

    @_Meta
    def set(self, meta: Meta, p: list[Any]) -> t.Syntax:
        return t.Set(_where(meta), p[0], p[1])

    @_Meta
    def increase(self, meta: Meta, p: list[Any]) -> t.Syntax:
        return t.Change(_where(meta), "increase", p[0], p[1])

    @_Meta
    def decrease(self, meta: Meta, p: list[Any]) -> t.Syntax:
        return t.Change(_where(meta), "decrease", p[0], p[1])

    @_Meta
    def gain(self, meta: Meta, p: list[Any]) -> t.Syntax:
        return t.Transfer(_where(meta), "gain", p[0], p[1])

    @_Meta
    def lose(self, meta: Meta, p: list[Any]) -> t.Syntax:
        return t.Transfer(_where(meta), "lose", p[0], p[1])

    @_Meta
    def pay(self, meta: Meta, p: list[Any]) -> t.Syntax:
        return t.Transfer(_where(meta), "pay", p[0], p[1])

    @_Meta
    def require(self, meta: Meta, p: list[Any]) -> t.Syntax:
        return t.Require(_where(meta), p[0])

    @_Meta
    def add(self, meta: Meta, p: list[Any]) -> t.Syntax:
        return t.Move(_where(meta), "add", p[0], p[1])

    @_Meta
    def remove(self, meta: Meta, p: list[Any]) -> t.Syntax:
        return t.Move(_where(meta), "remove", p[0], p[1])

    @_Meta
    def shuffle(self, meta: Meta, p: list[Any]) -> t.Syntax:
        return t.Shuffle(_where(meta), p[0])

    @_Meta
    def draw(self, meta: Meta, p: list[Any]) -> t.Syntax:
        return t.Draw(_where(meta), str(p[0]), p[1])

    @_Meta
    def raise_event(self, meta: Meta, p: list[Any]) -> t.Syntax:
        return t.Raise(_where(meta), str(p[0]), p[1] or ())

    @_Meta
    def do(self, meta: Meta, p: list[Any]) -> t.Syntax:
        return t.Do(_where(meta), str(p[0]), p[1], p[2] or ())

    @_Meta
    def stop(self, meta: Meta, p: list[Any]) -> t.Syntax:
        return t.Stop(_where(meta))

    @_Meta
    def commit(self, meta: Meta, p: list[Any]) -> t.Syntax:
        return t.Commit(_where(meta))

    @_Meta
    def call(self, meta: Meta, p: list[Any]) -> t.Syntax:
        named = tuple(part for part in p[2:] if part is not None)
        return t.Call(_where(meta), str(p[0]), p[1] or (), named)

    @_Meta
    def may_simple(self, meta: Meta, p: list[Any]) -> t.Syntax:
        return t.May(_where(meta), None, (p[0],))

    @_Meta
    def may_block(self, meta: Meta, p: list[Any]) -> list[t.Syntax]:
        return [t.May(_where(meta), p[0], p[1])]

    @_Meta
    def if_block(self, meta: Meta, p: list[Any]) -> list[t.Syntax]:
        otherwise: tuple[t.Syntax, ...] = ()
        if isinstance(p[-1], _Else):
            otherwise = p.pop().body
        elif p[-1] is None:
            p.pop()
        branches = tuple((p[i], p[i + 1]) for i in range(0, len(p), 2))
        return [t.If(_where(meta), branches, otherwise)]

    @_Meta
    def for_each(self, meta: Meta, p: list[Any]) -> list[t.Syntax]:
        return [t.ForEach(_where(meta), str(p[0]), p[1], p[2])]

    @_Meta
    def as_player(self, meta: Meta, p: list[Any]) -> list[t.Syntax]:
        return [t.AsPlayer(_where(meta), p[0], p[1])]

    @_Meta
    def repeat(self, meta: Meta, p: list[Any]) -> list[t.Syntax]:
        return [t.Repeat(_where(meta), p[0], False, p[1])]

    @_Meta
    def repeat_while(self, meta: Meta, p: list[Any]) -> list[t.Syntax]:
        return [t.Repeat(_where(meta), p[0], True, p[1])]

    # choices -------------------------------------------------------------
    @_Meta
    def choose(self, meta: Meta, p: list[Any]) -> t.Syntax:
        binders, label = p[0]
        return t.Choose(_where(meta), (t.Alternative(_where(meta), binders, None, label, ()),))

    @_Meta
    def choose_block(self, meta: Meta, p: list[Any]) -> list[t.Syntax]:
        binders = tuple(part for part in p if isinstance(part, t.Binder))
        label = p[-1]
        alternative = t.Alternative(_where(meta), binders, None, label, ())
        return [t.Choose(_where(meta), (alternative,))]

    @_Meta
    def either(self, meta: Meta, p: list[Any]) -> list[t.Syntax]:
        alternatives: list[t.Alternative] = []
        granted: list[str] = []
        parts = list(p)
        while parts:
            head = parts.pop(0)
            if isinstance(head, Token):
                granted.append(str(head))
            else:
                alternatives.append(_with_body(head, parts.pop(0)))
        return [t.Choose(_where(meta), tuple(alternatives), tuple(granted))]

    def choice(self, p: list[Any]) -> tuple[Any, Any]:
        return (p[0], p[1])

    def binders(self, p: list[Any]) -> tuple[t.Binder, ...]:
        return tuple(p)

    @_Meta
    def alternative(self, meta: Meta, p: list[Any]) -> t.Alternative:
        return t.Alternative(_where(meta), p[0] or (), p[1], p[2], ())

    def label(self, p: list[Any]) -> str:
        return str(p[0])[1:-1]

    @_Meta
    def pick(self, meta: Meta, p: list[Any]) -> t.Binder:
        return t.Binder(_where(meta), "pick", str(p[0]), (p[1],))

    @_Meta
    def pick_range(self, meta: Meta, p: list[Any]) -> t.Binder:
        return t.Binder(_where(meta), "range", str(p[0]), (p[1], p[2]))

    @_Meta
    def pick_many(self, meta: Meta, p: list[Any]) -> t.Binder:
        return t.Binder(_where(meta), "many", str(p[1]), (p[0], p[2]))

    @_Meta
    def pick_up_to(self, meta: Meta, p: list[Any]) -> t.Binder:
        return t.Binder(_where(meta), "up_to", str(p[1]), (p[0], p[2]))

    @_Meta
    def bind(self, meta: Meta, p: list[Any]) -> t.Binder:
        return t.Binder(_where(meta), "let", str(p[0]), (p[1],))

    @_Meta
    def such_that(self, meta: Meta, p: list[Any]) -> t.Binder:
        return t.Binder(_where(meta), "such_that", "", (p[0],))

    def amounts(self, p: list[Any]) -> tuple[t.Amount, ...]:
        return tuple(p)

    @_Meta
    def amount(self, meta: Meta, p: list[Any]) -> t.Amount:
        token = p[1]
        resource = t.Name(Where(token.start_pos or 0, token.end_pos or 0), str(token))
        return t.Amount(_where(meta), p[0], resource, p[2])

    @_Meta
    def bundle_amount(self, meta: Meta, p: list[Any]) -> t.Amount:
        return t.Amount(_where(meta), p[0], None, None)

    # expressions ---------------------------------------------------------
    @_Meta
    def number(self, meta: Meta, p: list[Any]) -> t.Syntax:
        return t.Number(_where(meta), int(p[0]))

    @_Meta
    def text(self, meta: Meta, p: list[Any]) -> t.Syntax:
        return t.Text(_where(meta), str(p[0])[1:-1])

    @_Meta
    def name(self, meta: Meta, p: list[Any]) -> t.Syntax:
        return t.Name(_where(meta), str(p[0]))

    @_Meta
    def function(self, meta: Meta, p: list[Any]) -> t.Syntax:
        return t.Function(_where(meta), str(p[0]), p[1] or ())

    @_Meta
    def list(self, meta: Meta, p: list[Any]) -> t.Syntax:
        return t.ListOf(_where(meta), p[0] or ())

    @_Meta
    def bundle(self, meta: Meta, p: list[Any]) -> t.Syntax:
        return t.BundleOf(_where(meta), p[0])

    def group(self, p: list[Any]) -> Any:
        return p[0]

    @_Meta
    def of(self, meta: Meta, p: list[Any]) -> t.Syntax:
        return t.Of(_where(meta), p[0], p[1], p[2])

    @_Meta
    def aggregate(self, meta: Meta, p: list[Any]) -> t.Syntax:
        return t.Aggregate(_where(meta), str(p[0]), p[1])

    @_Meta
    def where(self, meta: Meta, p: list[Any]) -> t.Syntax:
        return t.Filter(_where(meta), p[0], p[1])

    @_Meta
    def sorted_by(self, meta: Meta, p: list[Any]) -> t.Syntax:
        return t.SortedBy(_where(meta), p[0], p[1])

    @_Meta
    def over(self, meta: Meta, p: list[Any]) -> t.Syntax:
        return t.Over(_where(meta), p[0], p[1])

    @_Meta
    def if_expr(self, meta: Meta, p: list[Any]) -> t.Syntax:
        return t.IfElse(_where(meta), p[0], p[1], p[2])

    @_Meta
    def any_of(self, meta: Meta, p: list[Any]) -> t.Syntax:
        return t.Operation(_where(meta), "or", tuple(p))

    @_Meta
    def all_of(self, meta: Meta, p: list[Any]) -> t.Syntax:
        return t.Operation(_where(meta), "and", tuple(p))

    @_Meta
    def not_(self, meta: Meta, p: list[Any]) -> t.Syntax:
        return t.Operation(_where(meta), "not", tuple(p))

    @_Meta
    def compare(self, meta: Meta, p: list[Any]) -> t.Syntax:
        return t.Operation(_where(meta), str(p[1]), (p[0], p[2]))

    @_Meta
    def is_(self, meta: Meta, p: list[Any]) -> t.Syntax:
        return t.Operation(_where(meta), "is", tuple(p))

    @_Meta
    def is_not(self, meta: Meta, p: list[Any]) -> t.Syntax:
        return t.Operation(_where(meta), "is not", tuple(p))

    @_Meta
    def in_(self, meta: Meta, p: list[Any]) -> t.Syntax:
        return t.Operation(_where(meta), "in", tuple(p))

    @_Meta
    def not_in(self, meta: Meta, p: list[Any]) -> t.Syntax:
        return t.Operation(_where(meta), "not in", tuple(p))

    @_Meta
    def arith(self, meta: Meta, p: list[Any]) -> t.Syntax:
        return t.Operation(_where(meta), str(p[1]), (p[0], p[2]))

    @_Meta
    def negate(self, meta: Meta, p: list[Any]) -> t.Syntax:
        return t.Operation(_where(meta), "-", tuple(p))


@dataclass(frozen=True, slots=True)
class _Else:
    body: tuple[t.Syntax, ...]


def _text(token: Any) -> str | None:
    return None if token is None else str(token)


def _with_body(head: t.Alternative, body: tuple[t.Syntax, ...]) -> t.Alternative:
    return t.Alternative(head.at, head.binders, head.condition, head.label, body)
