"""Types that go together, and arguments that fit their parameters."""

from __future__ import annotations

from interpreter.language import ir
from interpreter.language.builtins import ANY, ANY_LIST
from interpreter.language.scope import Misfit, Scope
from interpreter.language.syntax import Where
from interpreter.model.declarations import Parameter
from interpreter.model.kinds import EMPTY_LIST, NOTHING, UNKNOWN, Kind


def fits(scope: Scope, given: Kind, wanted: Kind) -> bool:
    """Whether a value of one type may stand where the other is wanted."""
    if UNKNOWN in (given, wanted):
        return True
    if given == wanted or wanted == ANY or (wanted == ANY_LIST and given.word == "list"):
        return True
    if given == NOTHING:
        return wanted.word == "element"
    if given.word == wanted.word == "list":
        if given.item is None or wanted.item is None:
            return True
        return fits(scope, given.item, wanted.item)
    if given.word == wanted.word == "element":
        is_a = scope.model.is_a
        return is_a(given.element, wanted.element) or is_a(wanted.element, given.element)
    return False


def common(scope: Scope, first: Kind, second: Kind, at: Where) -> Kind:
    """The type two expressions have in common."""
    if fits(scope, first, second):
        return second if first in (NOTHING, EMPTY_LIST) else first
    if fits(scope, second, first):
        return first
    raise Misfit("BR0303", f"{first} and {second} do not go together", at)


def fill(
    scope: Scope, takes: dict[str, Parameter], given: dict[str, ir.Expr], what: str, at: Where
) -> tuple[ir.Expr, ...]:
    """Arguments in the order of the parameters; left-out optional ones become zero."""
    for parameter in takes.values():
        if parameter.name not in given:
            if not parameter.optional:
                message = f"`{what}` needs `{parameter.name}`"
                raise Misfit("BR0304", message, at, signature(what, takes), blame=parameter.span)
            given[parameter.name] = ir.Const(parameter.kind, scope.model.zero(parameter.kind))
    return tuple(given[name] for name in takes)


def several(count: int) -> str:
    """How many values, in words."""
    return {0: "no values", 1: "one value"}.get(count, f"{count} values")


def signature(what: str, takes: dict[str, Parameter]) -> str:
    """What a procedure or quantity takes, for help lines."""
    kinds = ", ".join(
        f"{p.name} ({'maybe ' if p.optional else ''}{p.kind})" for p in takes.values()
    )
    return f"it takes {kinds}" if kinds else f"write just `{what}`"
