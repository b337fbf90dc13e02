"""Decisions in words."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.language import syntax as t
from interpreter.model.kinds import NUMBER, list_of
from interpreter.prose import statements
from interpreter.prose.conditions import clause
from interpreter.prose.talk import Talk
from interpreter.prose.values import value
from interpreter.prose.words import Line


def choice(talk: Talk, node: t.Choose) -> list[Line]:
    """`choose`, which the lines that follow depend on, or `either` with its alternatives."""
    first = node.alternatives[0]
    if not first.body and not node.granted and len(node.alternatives) == 1:
        return [Line.of(talk.book.phrase("do.choose", what=_picks(talk, first.binders)))]
    lines = [alternative(talk.inner(), one) for one in node.alternatives]
    for name in node.granted:
        lines.append(Line.of(granted(talk, name)))
    return [Line(talk.book.phrase("do.either"), lines, listed=True)]


def granted(talk: Talk, name: str) -> str:
    """Alternatives that other rules may add."""
    words = talk.book.form(f"granted.{name}", "text") or name.replace("_", " ")
    return talk.book.phrase("do.granted", choice=words)


def alternative(talk: Talk, node: t.Alternative) -> Line:
    """One way to decide, with its condition and what it does."""
    picks = _picks(talk, node.binders)
    parts = []
    if node.condition is not None:
        parts.append(talk.book.phrase("do.when", condition=clause(talk, node.condition)))
    if picks:
        parts.append(talk.book.phrase("do.choose", what=picks))
    body = statements.script(talk, node.body)
    if not parts:
        return body[0] if len(body) == 1 else Line(talk.book.phrase("do.all_of_this"), body)
    return Line(", ".join(parts), body)


def _picks(talk: Talk, binders: Sequence[t.Binder]) -> str:
    words = [_pick(talk, binder) for binder in binders]
    return "; ".join(word for word in words if word)


def _pick(talk: Talk, node: t.Binder) -> str:
    """One line of a choice; its name is known to the lines that follow."""
    book = talk.book
    said = [value(talk, expr) for expr in node.exprs if node.kind != "such_that"]
    kinds = [talk.kind(expr) for expr in node.exprs]
    match node.kind:
        case "pick":
            talk.bind(node.name, kinds[0].item or kinds[0])
            return book.say(said[0], "a")
        case "range":
            talk.bind(node.name, NUMBER)
            called = talk.said[node.name]
            return book.phrase("pick.range", name=called, low=said[0], high=said[1])
        case "many" | "up_to":
            item = kinds[1].item or kinds[1]
            talk.bind(node.name, list_of(item))
            listed = book.say(said[1], "plural")
            return book.phrase(f"pick.{node.kind}", count=said[0], list=listed)
        case "let":
            talk.bind(node.name, kinds[0])
            return book.phrase("pick.let", name=talk.said[node.name], value=said[0])
    return book.phrase("pick.such_that", condition=clause(talk, node.exprs[0]))
