"""Work out beforehand what does not depend on the position: names for values, printed data, sums.

`Folder.fold(expr, env)` puts expressions in the place of variables and computes what is known then.
The guards of a choice are folded once per element it may be about, so that a space knows its price.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from interpreter.compiler.tree import children
from interpreter.language import ir, library
from interpreter.language.program import Program
from interpreter.model.kinds import YES_NO

Env = Mapping[str, ir.Expr]

#: lists longer than this are not walked at compile time
LONGEST = 400
#: quantities larger than this (in nodes) are called, not written out; before and after folding
LARGEST, LARGEST_INLINE = 60, 40

_OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "is": operator.eq,
    "is not": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": library.round_down,
    "mod": library.remainder,
    "in": lambda a, b: a in b,
    "not in": lambda a, b: a not in b,
    "join": lambda a, b: (*a, *b),
    "bundle +": library.bundle_plus,
    "bundle -": library.bundle_minus,
}

_BUILTINS: dict[str, Callable[..., Any]] = {
    "at_least": max,
    "at_most": min,
    "round_up": library.round_up,
    "round_down": library.round_down,
    "item": library.item,
    "place_in": library.place_in,
    "part": library.part,
    "bundle_size": sum,
    "times": library.times,
}

_AGGREGATES: dict[str, Callable[[tuple[Any, ...]], Any]] = {
    "count": len,
    "any": bool,
    "total": sum,
    "most": lambda items: max(items, default=0),
    "least": lambda items: min(items, default=0),
    "first": lambda items: items[0] if items else 0,
    "last": lambda items: items[-1] if items else 0,
    "distinct": library.distinct,
    "reverse": lambda items: items[::-1],
}

#: effort of a quantity: it may be anything, even itself again, so nothing is moved past it
UNTOLD = 1_000_000

TRUE, FALSE = ir.Const(YES_NO, True), ir.Const(YES_NO, False)


class Folder:
    """Folds expressions of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.model = program.model
        self._fresh = 0
        #: quantities being written out
        self._asking: list[str] = []

    def fresh(self, name: str) -> str:
        """A variable name used nowhere else."""
        self._fresh += 1
        return f"{name.rstrip('0123456789').rstrip('_')}_g{self._fresh}"

    def fold(self, expr: ir.Expr, env: Env) -> ir.Expr:
        match expr:
            case ir.Const():
                return expr
            case ir.Var(name=name):
                return env.get(name, expr)
            case ir.Printed(field=field, subject=subject):
                subject = self.fold(subject, env)
                if isinstance(subject, ir.Const):
                    known = self.model.table[subject.value]
                    zero = self.model.zero(field.kind)
                    value = zero if known is None else known.values.get(field.name, zero)
                    return ir.Const(expr.kind, value)
                return ir.Printed(expr.kind, field, subject)
            case ir.State(field=field, subject=subject_, player=player):
                at = self.fold(subject_, env) if subject_ is not None else None
                who = self.fold(player, env) if player is not None else None
                return ir.State(expr.kind, field, at, who)
            case ir.Held(resource=resource, player=player_):
                return ir.Held(expr.kind, self.fold(resource, env), self.fold(player_, env))
            case ir.Op():
                return self._op(expr, env)
            case ir.Pick(condition=condition, then=then, otherwise=otherwise):
                test = self.fold(condition, env)
                if isinstance(test, ir.Const):
                    return self.fold(then if test.value else otherwise, env)
                return ir.Pick(expr.kind, test, self.fold(then, env), self.fold(otherwise, env))
            case ir.ListExpr(items=items):
                made = self._all(items, env)
                if _constant(made):
                    return ir.Const(expr.kind, _values(made))
                return ir.ListExpr(expr.kind, made)
            case ir.Each() | ir.Sorted():
                return self._walk(expr, env)
            case ir.Aggregate(how=how, source=source):
                source = self.fold(source, env)
                if isinstance(source, ir.Const):
                    return ir.Const(expr.kind, _AGGREGATES[how](tuple(source.value)))
                return ir.Aggregate(expr.kind, how, source)
            case ir.Ask():
                return self._ask(expr, env)
            case ir.Formula(field=field, subject=subject, you=you, args=args):
                inner = self.fold(subject, env)
                return ir.Formula(
                    expr.kind, field, inner, self.fold(you, env), self._all(args, env)
                )
            case ir.Builtin(function=function, args=args):
                made = self._all(args, env)
                if function in _BUILTINS and _constant(made):
                    return ir.Const(expr.kind, _BUILTINS[function](*_values(made)))
                return ir.Builtin(expr.kind, function, made)
            case ir.MakeBundle(amounts=amounts):
                return self._bundle(expr, amounts, env)
        raise AssertionError(expr)

    def _all(self, exprs: Iterable[ir.Expr], env: Env) -> tuple[ir.Expr, ...]:
        return tuple(self.fold(expr, env) for expr in exprs)

    def _op(self, expr: ir.Op, env: Env) -> ir.Expr:
        parts = self._all(expr.parts, env)
        if expr.op in ("and", "or"):
            return _connect(expr.op, parts)
        if not _constant(parts):
            if expr.op == "is" and parts[0] == parts[1]:
                return TRUE
            if expr.op == "is not" and parts[0] == parts[1]:
                return FALSE
            if expr.op in ("is", "is not") and any(map(_none, parts)) and any(map(_some, parts)):
                return FALSE if expr.op == "is" else TRUE
            return ir.Op(expr.kind, expr.op, parts)
        values = _values(parts)
        if expr.op == "not":
            return FALSE if values[0] else TRUE
        if expr.op == "negate":
            return ir.Const(expr.kind, -values[0])
        return ir.Const(expr.kind, _OPERATORS[expr.op](*values))

    def _walk(self, expr: ir.Each | ir.Sorted, env: Env) -> ir.Expr:
        source = self.fold(expr.source, env)
        name = expr.var if not env else self.fresh(expr.var)
        item_kind = expr.source.kind.item or expr.kind
        inner = {**env, expr.var: ir.Var(item_kind, name, solid=True)}
        if isinstance(expr, ir.Sorted):
            return ir.Sorted(expr.kind, name, source, self.fold(expr.key, inner))
        test = self.fold(expr.condition, inner) if expr.condition is not None else None
        item = self.fold(expr.item, inner) if expr.item is not None else None
        if isinstance(source, ir.Each) and source.item is None:
            # a filter of a filter is one filter
            if source.condition is not None:
                first = self.fold(source.condition, {source.var: inner[expr.var]})
                test = first if test is None else _connect("and", (first, test))
            source = source.source
        made = ir.Each(expr.kind, name, source, None if test == TRUE else test, item)
        return self._listed(made, item_kind)

    def _listed(self, expr: ir.Each, item_kind: Any) -> ir.Expr:
        """The list itself, if its condition and items are all known."""
        source = expr.source
        if not isinstance(source, ir.Const) or len(source.value) > LONGEST:
            return expr
        parts = [part for part in (expr.condition, expr.item) if part is not None]
        if not all(_only_printed(part) for part in parts):
            return expr
        found = []
        for value in source.value:
            env = {expr.var: ir.Const(item_kind, value)}
            if expr.condition is not None:
                test = self.fold(expr.condition, env)
                if not isinstance(test, ir.Const):
                    return expr
                if not test.value:
                    continue
            made = ir.Const(item_kind, value) if expr.item is None else self.fold(expr.item, env)
            if not isinstance(made, ir.Const):
                return expr
            found.append(made.value)
        return ir.Const(expr.kind, tuple(found))

    def _bundle(
        self, expr: ir.MakeBundle, amounts: tuple[tuple[ir.Expr, ir.Expr], ...], env: Env
    ) -> ir.Expr:
        made = tuple((self.fold(r, env), self.fold(n, env)) for r, n in amounts)
        if all(isinstance(part, ir.Const) for pair in made for part in pair):
            resources = self.model.types["resource"].members
            pairs = [_values(pair) for pair in made]
            value = library.make_bundle(len(resources), resources[0], pairs)
            return ir.Const(expr.kind, value)
        return ir.MakeBundle(expr.kind, made)

    # ---- quantities ----------------------------------------------------------

    def _ask(self, expr: ir.Ask, env: Env) -> ir.Expr:
        you, args = self.fold(expr.you, env), self._all(expr.args, env)
        plain = ir.Ask(expr.kind, expr.quantity, you, args)
        unit = self.program.formulas["quantity " + expr.quantity]
        changes = self.program.modifiers.get(expr.quantity, [])
        if not changes and isinstance(unit.value, ir.Const):
            return unit.value
        if any(change.owner for change in changes) or expr.quantity in self._asking:
            return plain
        if _size(unit.value) > LARGEST or not all(map(_handy, (you, *args))):
            return plain
        self._asking.append(expr.quantity)
        made = self._written_out(unit, changes, (you, *args))
        self._asking.pop()
        return made if _size(made) <= LARGEST_INLINE else plain

    def _written_out(
        self, unit: ir.FormulaUnit, changes: list[ir.Modifier], args: tuple[ir.Expr, ...]
    ) -> ir.Expr:
        """A quantity where it is asked for; only rules that always hold change it."""
        names = [name for name, _ in unit.params]
        inner = dict(zip(names, args, strict=True))
        asked_of = self.program.asked_of.get(unit.id.removeprefix("quantity "))
        if asked_of is not None:
            inner[names[0]] = self.fold(asked_of, inner)
        value = self.fold(unit.value, inner)
        for change in sorted(changes, key=lambda c: c.stage):
            words = [name for name, _ in change.params]
            there = dict(zip(words, (*inner.values(), value), strict=True))
            new = self.fold(change.value, there)
            test = TRUE if change.condition is None else self.fold(change.condition, there)
            if test == TRUE:
                value = new
            elif test != FALSE:
                value = ir.Pick(value.kind, test, new, value)
        return value


def _connect(op: str, parts: tuple[ir.Expr, ...]) -> ir.Expr:
    """`and`/`or` without the parts that are known."""
    neutral, final = (TRUE, FALSE) if op == "and" else (FALSE, TRUE)
    kept: list[ir.Expr] = []
    for part in parts:
        if isinstance(part, ir.Const):
            if bool(part.value) == final.value:
                return final
        elif isinstance(part, ir.Op) and part.op == op:
            kept += part.parts
        else:
            kept.append(part)
    if not kept:
        return neutral
    if len(kept) == 1:
        return kept[0]
    # expressions have no effects: what is quick to find out is asked first
    return ir.Op(YES_NO, op, tuple(sorted(kept, key=_effort)))


def _effort(expr: ir.Expr) -> int:
    """Roughly how long an expression takes to work out."""
    inner = 1 + sum(_effort(part) for part in children(expr))
    match expr:
        case ir.Ask() | ir.Formula():
            return UNTOLD
        case ir.Each(source=ir.Const(value=value)):
            inner *= 5 + len(value)
        case ir.Each() | ir.Sorted():
            inner *= 10
    return min(inner, UNTOLD)


def _none(expr: ir.Expr) -> bool:
    return isinstance(expr, ir.Const) and expr.value == 0 and expr.value is not False


def _some(expr: ir.Expr) -> bool:
    """Surely an element."""
    return isinstance(expr, ir.Var) and expr.solid and expr.kind.word == "element"


def _constant(parts: Iterable[ir.Expr]) -> bool:
    return all(isinstance(part, ir.Const) for part in parts)


def _values(parts: Iterable[ir.Expr]) -> tuple[Any, ...]:
    return tuple(part.value for part in parts if isinstance(part, ir.Const))


def _handy(expr: ir.Expr) -> bool:
    """Cheap enough to be repeated wherever a parameter is used."""
    match expr:
        case ir.Const() | ir.Var():
            return True
        case ir.Printed(subject=subject):
            return _handy(subject)
        case ir.State(subject=subject, player=player):
            return all(part is None or _handy(part) for part in (subject, player))
    return False


def _size(expr: ir.Expr) -> int:
    return 1 + sum(_size(part) for part in children(expr))


def _only_printed(expr: ir.Expr) -> bool:
    """Made of printed data and variables only."""
    if isinstance(expr, ir.State | ir.Held | ir.Ask | ir.Formula):
        return False
    if isinstance(expr, ir.Builtin) and expr.function not in _BUILTINS:
        return False
    return all(_only_printed(part) for part in children(expr))
