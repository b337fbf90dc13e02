"""What a grant can speak of: the names that are known where its choice is offered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from interpreter.language import syntax as t
from interpreter.language.expressions import expression
from interpreter.language.parse import parse_script
from interpreter.language.scope import Scope, new_scope
from interpreter.model.kinds import Kind
from interpreter.model.model import Model


def borrowed(model: Model, grant: t.Grant) -> dict[str, Kind]:
    """The names a grant uses that belong to the procedure which offers its choice."""
    used = set(_words(grant.alternative))
    for procedure in model.procedures.values():
        scope = new_scope(model)
        for parameter in procedure.takes.values():
            scope.bind(parameter.name, parameter.kind)
        found = _offer(scope, parse_script(procedure.script.text), grant.choice)
        if found is not None:
            return {word: made.kind for word, made in found.variables.items() if word in used}
    return {}


def _offer(scope: Scope, nodes: Sequence[t.Syntax], choice: str) -> Scope | None:
    """The scope at `or granted choice`, if it is among these statements."""
    for node in nodes:
        match node:
            case t.Choose(granted=granted) if choice in granted:
                return scope
            case t.Let(name=name, value=value):
                scope.bind(name, expression(scope, value).kind)
            case t.Draw(name=name, place=place):
                kind = expression(scope, place).kind
                scope.bind(name, kind.item or kind)
        inner = scope.inner()
        if isinstance(node, t.ForEach):
            kind = expression(scope, node.source).kind
            inner.bind(node.name, kind.item or kind)
        found = _offer(inner, _inside(node), choice)
        if found is not None:
            return found
    return None


def _inside(node: t.Syntax) -> tuple[t.Syntax, ...]:
    match node:
        case t.If(branches=branches, otherwise=otherwise):
            return (*chain.from_iterable(body for _, body in branches), *otherwise)
        case t.ForEach(body=body) | t.Repeat(body=body) | t.AsPlayer(body=body) | t.May(body=body):
            return body
    return ()


def _words(node: object) -> Iterator[str]:
    """Every name in a piece of a script."""
    if isinstance(node, t.Name):
        yield node.word
    elif isinstance(node, t.Syntax):
        for name in type(node).__dataclass_fields__:
            yield from _words(getattr(node, name))
    elif isinstance(node, tuple):
        for part in node:
            yield from _words(part)
