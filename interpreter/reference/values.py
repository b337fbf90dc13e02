"""What an expression is worth in a position. Nothing is compiled, nothing is remembered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.language import ir, library
from interpreter.language.program import Bearing, Program
from interpreter.model.layout import MODE, PLAYERS

Names = dict[str, Any]
Position = list[Any]


class Values:
    """Evaluates expressions of one ruleset."""

    def __init__(self, program: Program, paths: Mapping[str, dict[int, tuple[int, ...]]]) -> None:
        self.program = program
        self.model = program.model
        self.layout = program.layout
        self.paths = paths
        self.resources = self.model.types["resource"].members

    def slot(self, position: Position, place: ir.State | ir.Held, names: Names) -> int:
        """Where in the position a piece of state is."""
        if isinstance(place, ir.Held):
            resource = self.value(position, place.resource, names)
            player = self.value(position, place.player, names)
            return self.amount_slot(resource, player)
        subject = 0 if place.subject is None else self.value(position, place.subject, names)
        player = 0 if place.player is None else self.value(position, place.player, names)
        return self.layout.slot(place.field, subject, player)

    def amount_slot(self, resource: int, player: int) -> int:
        return self.layout.amount_offset + resource * self.layout.width + player

    def value(self, position: Position, expr: ir.Expr, names: Names) -> Any:
        """The value of an expression, given the values of its variables."""
        match expr:
            case ir.Const(value=value):
                return value
            case ir.Var(name=name):
                return names[name]
            case ir.Printed(field=field, subject=subject):
                return self._printed(field, self.value(position, subject, names))
            case ir.State() | ir.Held():
                return position[self.slot(position, expr, names)]
            case ir.Op():
                return self._operation(position, expr, names)
            case ir.Pick(condition=condition, then=then, otherwise=otherwise):
                taken = then if self.value(position, condition, names) else otherwise
                return self.value(position, taken, names)
            case ir.ListExpr(items=items):
                return tuple(self.value(position, item, names) for item in items)
            case ir.Each():
                return self._each(position, expr, names)
            case ir.Sorted(var=var, source=source, key=key):
                walked = self.value(position, source, names)
                return tuple(
                    sorted(walked, key=lambda v: self.value(position, key, {**names, var: v}))
                )
            case ir.Aggregate(how=how, source=source):
                return _aggregate(how, tuple(self.value(position, source, names)))
            case ir.Ask(quantity=quantity, you=you, args=args):
                given = [self.value(position, arg, names) for arg in args]
                return self.ask(position, quantity, self.value(position, you, names), given)
            case ir.Formula():
                return self._formula(position, expr, names)
            case ir.Builtin():
                return self._builtin(position, expr, names)
            case ir.MakeBundle(amounts=amounts):
                counts = [0] * len(self.resources)
                for resource, count in amounts:
                    at = self.resources.index(self.value(position, resource, names))
                    counts[at] += self.value(position, count, names)
                return tuple(counts)
        raise AssertionError(expr)

    def _printed(self, field: Any, ordinal: int) -> Any:
        known = self.model.table[ordinal]
        zero = self.model.zero(field.kind)
        return zero if known is None else known.values.get(field.name, zero)

    def _each(self, position: Position, expr: ir.Each, names: Names) -> tuple[Any, ...]:
        found = []
        for item in self.value(position, expr.source, names):
            inner = {**names, expr.var: item}
            if expr.condition is None or self.value(position, expr.condition, inner):
                found.append(item if expr.item is None else self.value(position, expr.item, inner))
        return tuple(found)

    def _operation(self, position: Position, expr: ir.Op, names: Names) -> Any:
        if expr.op == "and":
            return all(self.value(position, part, names) for part in expr.parts)
        if expr.op == "or":
            return any(self.value(position, part, names) for part in expr.parts)
        parts = [self.value(position, part, names) for part in expr.parts]
        if expr.op == "not":
            return not parts[0]
        if expr.op == "negate":
            return -parts[0]
        a, b = parts
        match expr.op:
            case "is":
                return a == b
            case "is not":
                return a != b
            case "<":
                return a < b
            case "<=":
                return a <= b
            case ">":
                return a > b
            case ">=":
                return a >= b
            case "in":
                return a in b
            case "not in":
                return a not in b
            case "+":
                return a + b
            case "-":
                return a - b
            case "*":
                return a * b
            case "/":
                return a // b if b else 0
            case "mod":
                return a % b if b else 0
            case "join":
                return (*a, *b)
            case "bundle +":
                return tuple(x + y for x, y in zip(a, b, strict=True))
            case "bundle -":
                return tuple(x - y for x, y in zip(a, b, strict=True))
        raise AssertionError(expr.op)

    # ---- quantities and formulas ---------------------------------------------

    def ask(self, position: Position, quantity: str, you: int, args: list[Any]) -> Any:
        """A quantity, with the changes of everything in force."""
        unit = self.program.formulas["quantity " + quantity]
        names = dict(zip((name for name, _ in unit.params), (you, *args), strict=True))
        if quantity in self.program.asked_of:
            names["you"] = self.value(position, self.program.asked_of[quantity], names)
        value = self.value(position, unit.value, names)
        changes = self.program.modifiers.get(quantity, [])
        for stage in sorted({change.stage for change in changes}):
            at_stage = [change for change in changes if change.stage == stage]
            for owner in (*self._in_force(position, quantity, unit, names), 0):
                for change in at_stage:
                    if change.owner == owner:
                        value = self._changed(position, change, names, value)
        return value

    def _changed(self, position: Position, change: ir.Modifier, names: Names, value: Any) -> Any:
        words = [name for name, _ in change.params]
        inner = dict(zip(words, (*names.values(), value), strict=True))
        if change.condition is None or self.value(position, change.condition, inner):
            return self.value(position, change.value, inner)
        return value

    def _in_force(
        self, position: Position, quantity: str, unit: ir.FormulaUnit, names: Names
    ) -> list[int]:
        """Elements whose rules count for this question, in order."""
        sources = list(self.program.bearings.values())
        declared = self.model.quantities[quantity]
        for (variable, kind), word in zip(unit.params[1:], declared.takes, strict=True):
            if word in declared.heeds:
                sources.append(Bearing(kind.element, (ir.Var(kind, variable),), None))
        found = []
        for source in sources:
            members = self.model.types[source.type_id].members
            if source.condition is not None and not self._holds(position, source, names):
                continue
            for bearer in source.bearers:
                borne = self.value(position, bearer, names)
                several = borne if isinstance(borne, tuple) else (borne,)
                found += [ordinal for ordinal in several if ordinal in members]
        return found

    def _holds(self, position: Position, source: Bearing, names: Names) -> bool:
        assert source.condition is not None
        return bool(self.value(position, source.condition, names))

    def _formula(self, position: Position, expr: ir.Formula, names: Names) -> Any:
        table = self.program.tables.get(f"{expr.field.owner}.{expr.field.name}", {})
        unit_id = table.get(self.value(position, expr.subject, names))
        if unit_id is None:
            return self.model.zero(expr.field.kind)
        unit = self.program.formulas[unit_id]
        given = [self.value(position, arg, names) for arg in (expr.you, *expr.args)]
        inner = dict(zip((name for name, _ in unit.params), given, strict=True))
        return self.value(position, unit.value, inner)

    # ---- functions -----------------------------------------------------------

    def _builtin(self, position: Position, expr: ir.Builtin, names: Names) -> Any:
        args = [self.value(position, arg, names) for arg in expr.args]
        match expr.function:
            case "players":
                return tuple(range(1, position[PLAYERS] + 1))
            case "mode":
                return position[MODE]
            case "along":
                return self.paths[args[0]].get(args[1], ())
            case "at_least":
                return max(args)
            case "at_most":
                return min(args)
            case "bundle_size":
                return sum(args[0])
            case "count_in":
                return args[0][self.resources.index(args[1])]
            case "cap":
                return library.cap(args[0], self.resources.index(args[1]), args[2])
            case "mix":
                return library.mix(args[0], self._places(args[1]))
            case "only":
                return library.only(args[0], self._places(args[1]))
            case "exchange":
                into = self.resources.index(args[2])
                return library.exchange(args[0], self._places(args[1]), into, args[3])
        return getattr(library, expr.function)(*args)

    def _places(self, resources: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(self.resources.index(resource) for resource in resources)


def _aggregate(how: str, items: tuple[Any, ...]) -> Any:
    match how:
        case "count":
            return len(items)
        case "any":
            return len(items) > 0
        case "total":
            return sum(items)
        case "most":
            return max(items, default=0)
        case "least":
            return min(items, default=0)
        case "first":
            return items[0] if items else 0
        case "last":
            return items[-1] if items else 0
        case "distinct":
            return tuple(dict.fromkeys(items))
        case "reverse":
            return items[::-1]
    raise AssertionError(how)
