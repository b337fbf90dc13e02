"""Lark's parse tree to our syntax tree: one entry per grammar rule."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lark import Token, Transformer
from lark.tree import Meta

from interpreter.language import syntax as t
from interpreter.language.syntax import Where

Parts = list[Any]


@dataclass(frozen=True, slots=True)
class _Else:
    body: tuple[t.Syntax, ...]


def _where(meta: Meta) -> Where:
    return Where(0, 0) if meta.empty else Where(meta.start_pos, meta.end_pos)


def _word(token: Any) -> str | None:
    return None if token is None else str(token)


def _with_body(head: t.Alternative, body: tuple[t.Syntax, ...]) -> t.Alternative:
    return t.Alternative(head.at, head.binders, head.condition, head.label, body)


def _operation(op: str) -> Callable[[Where, Parts], t.Syntax]:
    return lambda at, p: t.Operation(at, op, tuple(p))


def _binder(kind: str, name: int | None, *exprs: int) -> Callable[[Where, Parts], t.Syntax]:
    def make(at: Where, p: Parts) -> t.Syntax:
        word = "" if name is None else str(p[name])
        return t.Binder(at, kind, word, tuple(p[i] for i in exprs))

    return make


def _transfer(verb: str) -> Callable[[Where, Parts], t.Syntax]:
    return lambda at, p: t.Transfer(at, verb, p[0], p[1])


def _amount(at: Where, p: Parts) -> t.Syntax:
    token = p[1]
    resource = t.Name(Where(token.start_pos or 0, token.end_pos or 0), str(token))
    return t.Amount(at, p[0], resource, p[2])


def _call(at: Where, p: Parts) -> t.Syntax:
    named = tuple(part for part in p[2:] if part is not None)
    return t.Call(at, str(p[0]), p[1] or (), named)


#: rules that make exactly one node
_NODES: dict[str, Callable[[Where, Parts], t.Syntax]] = {
    # hooks
    "modify": lambda at, p: t.Modify(at, str(p[0]), _word(p[1]), p[2], p[3]),
    "trigger": lambda at, p: t.Trigger(at, str(p[0]), p[1], tuple(p[2])),
    "grant": lambda at, p: t.Grant(at, str(p[0]), _with_body(p[1], p[2])),
    # statements
    "let": lambda at, p: t.Let(at, str(p[0]), p[1]),
    "set": lambda at, p: t.Set(at, p[0], p[1]),
    "increase": lambda at, p: t.Change(at, "increase", p[0], p[1]),
    "decrease": lambda at, p: t.Change(at, "decrease", p[0], p[1]),
    "gain": _transfer("gain"),
    "lose": _transfer("lose"),
    "pay": _transfer("pay"),
    "require": lambda at, p: t.Require(at, p[0]),
    "add": lambda at, p: t.Move(at, "add", p[0], p[1]),
    "remove": lambda at, p: t.Move(at, "remove", p[0], p[1]),
    "shuffle": lambda at, p: t.Shuffle(at, p[0]),
    "draw": lambda at, p: t.Draw(at, str(p[0]), p[1]),
    "raise_event": lambda at, p: t.Raise(at, str(p[0]), p[1] or ()),
    "do": lambda at, p: t.Do(at, str(p[0]), p[1], p[2] or ()),
    "stop": lambda at, p: t.Stop(at),
    "commit": lambda at, p: t.Commit(at),
    "call": _call,
    "may_simple": lambda at, p: t.May(at, None, (p[0],)),
    "choose": lambda at, p: t.Choose(at, (t.Alternative(at, p[0][0], None, p[0][1], ()),)),
    "alternative": lambda at, p: t.Alternative(at, p[0] or (), p[1], p[2], ()),
    "pick": _binder("pick", 0, 1),
    "pick_range": _binder("range", 0, 1, 2),
    "pick_many": _binder("many", 1, 0, 2),
    "pick_up_to": _binder("up_to", 1, 0, 2),
    "bind": _binder("let", 0, 1),
    "such_that": _binder("such_that", None, 0),
    "amount": _amount,
    "bundle_amount": lambda at, p: t.Amount(at, p[0], None, None),
    # expressions
    "number": lambda at, p: t.Number(at, int(p[0])),
    "text": lambda at, p: t.Text(at, str(p[0])[1:-1]),
    "name": lambda at, p: t.Name(at, str(p[0])),
    "function": lambda at, p: t.Function(at, str(p[0]), p[1] or ()),
    "list": lambda at, p: t.ListOf(at, p[0] or ()),
    "bundle": lambda at, p: t.BundleOf(at, p[0]),
    "of": lambda at, p: t.Of(at, p[0], p[1], p[2]),
    "aggregate": lambda at, p: t.Aggregate(at, str(p[0]), p[1]),
    "where": lambda at, p: t.Filter(at, p[0], p[1]),
    "sorted_by": lambda at, p: t.SortedBy(at, p[0], p[1]),
    "over": lambda at, p: t.Over(at, p[0], p[1]),
    "if_expr": lambda at, p: t.IfElse(at, p[0], p[1], p[2]),
    "compare": lambda at, p: t.Operation(at, str(p[1]), (p[0], p[2])),
    "arith": lambda at, p: t.Operation(at, str(p[1]), (p[0], p[2])),
    "any_of": _operation("or"),
    "all_of": _operation("and"),
    "not_": _operation("not"),
    "negate": _operation("-"),
    "is_": _operation("is"),
    "is_not": _operation("is not"),
    "in_": _operation("in"),
    "not_in": _operation("not in"),
}

#: blocks: the same, but a line of their own
_BLOCKS: dict[str, Callable[[Where, Parts], t.Syntax]] = {
    "may_block": lambda at, p: t.May(at, p[0], p[1]),
    "for_each": lambda at, p: t.ForEach(at, str(p[0]), p[1], p[2]),
    "as_player": lambda at, p: t.AsPlayer(at, p[0], p[1]),
    "repeat": lambda at, p: t.Repeat(at, p[0], False, p[1]),
    "repeat_while": lambda at, p: t.Repeat(at, p[0], True, p[1]),
    "if_block": lambda at, p: _if(at, list(p)),
    "either": lambda at, p: _either(at, list(p)),
    "choose_block": lambda at, p: _choose_block(at, p),
}


def _if(at: Where, p: Parts) -> t.Syntax:
    last = p.pop() if p[-1] is None or isinstance(p[-1], _Else) else None
    otherwise = last.body if isinstance(last, _Else) else ()
    branches = tuple((p[i], p[i + 1]) for i in range(0, len(p), 2))
    return t.If(at, branches, otherwise)


def _either(at: Where, p: Parts) -> t.Syntax:
    alternatives: list[t.Alternative] = []
    granted: list[str] = []
    while p:
        head = p.pop(0)
        if isinstance(head, Token):
            granted.append(str(head))
        else:
            alternatives.append(_with_body(head, p.pop(0)))
    return t.Choose(at, tuple(alternatives), tuple(granted))


def _choose_block(at: Where, p: Parts) -> t.Syntax:
    binders = tuple(part for part in p if isinstance(part, t.Binder))
    return t.Choose(at, (t.Alternative(at, binders, None, p[-1], ()),))


class Build(Transformer[Token, Any]):
    """Applies the tables above; what is left are lists and labels."""

    def __default__(self, data: Any, children: Parts, meta: Meta) -> Any:
        if data in _NODES:
            return _NODES[data](_where(meta), children)
        if data in _BLOCKS:
            return [_BLOCKS[data](_where(meta), children)]
        return tuple(children)

    def script(self, lines: Parts) -> list[t.Syntax]:
        return [statement for line in lines for statement in line]

    def line(self, parts: Parts) -> Parts:
        return parts

    def formula(self, parts: Parts) -> t.Syntax:
        return parts[0]  # type: ignore[no-any-return]

    def group(self, parts: Parts) -> Any:
        return parts[0]

    def body(self, lines: Parts) -> tuple[t.Syntax, ...]:
        return tuple(statement for line in lines for statement in line)

    def else_body(self, parts: Parts) -> _Else:
        return _Else(parts[0])

    def named(self, parts: Parts) -> tuple[str, t.Syntax]:
        return (str(parts[0]), parts[1])

    def label(self, parts: Parts) -> str:
        return str(parts[0])[1:-1]
