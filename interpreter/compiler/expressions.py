"""Expressions as Python source over the flat position list `s`."""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.compiler.effects import Effects, Key, clash
from interpreter.compiler.fold import Folder
from interpreter.compiler.names import Names
from interpreter.compiler.tree import all_of, children, conjuncts, mentions, replace_in
from interpreter.language import ir
from interpreter.language.program import Program
from interpreter.model.declarations import Field

_SIGNS = {"is": "==", "is not": "!=", "/": "//", "mod": "%"}
_MEMBER = {"in", "not in"}


class Expressions:
    """Writes expressions and remembers which tables they need."""

    def __init__(self, program: Program, folder: Folder, effects: Effects) -> None:
        self.program = program
        self.folder = folder
        self.effects = effects
        self.model = program.model
        self.layout = program.layout
        self.first_resource = self.model.types["resource"].members[0]
        self.resources = self.model.resource_count()
        self.names = Names(program)
        #: what the routine being written changes; None where answers are not kept
        self.written: set[Key] | None = None
        #: how many loops stand around the expression
        self.loops = 0
        #: whether answers are kept in `q` while the routine runs
        self.keeps = False
        self._again = False

    def py(self, expr: ir.Expr) -> str:
        """Source of an expression; what can be known beforehand is worked out."""
        return self._py(self.folder.fold(expr, {}))

    def _py(self, expr: ir.Expr) -> str:
        match expr:
            case ir.Const(value=value):
                return self.names.literal(value)
            case ir.Var(name=name):
                return name
            case ir.Printed(field=field, subject=subject):
                return self._printed(field, subject)
            case ir.State():
                return self._read(expr)
            case ir.Held(resource=resource, player=player):
                return f"s[{self.held_slot(resource, player)}]"
            case ir.Op():
                return self._op(expr)
            case ir.Pick(condition=c, then=a, otherwise=b):
                return f"({self._py(a)} if {self._py(c)} else {self._py(b)})"
            case ir.ListExpr(items=items):
                return self.tuple_of(items)
            case ir.Each():
                return f"tuple([{self.comprehension(expr)}])"
            case ir.Sorted(var=var, source=source, key=key):
                by = f"lambda {var}: {self._py(key)}"
                return f"tuple(sorted({self._py(source)}, key={by}))"
            case ir.Aggregate():
                return self._aggregate(expr)
            case ir.Ask(quantity=quantity, you=you, args=args):
                fixed = self._fixed(quantity)
                if fixed is not None:
                    return self.names.literal(fixed.value)
                return self._call(self.names.function("quantity " + quantity), (you, *args))
            case ir.Formula():
                return self._formula(expr)
            case ir.Builtin():
                return self._builtin(expr)
            case ir.MakeBundle(amounts=amounts):
                return self._bundle(amounts)
        raise AssertionError(expr)

    def tuple_of(self, items: Iterable[ir.Expr]) -> str:
        return "(" + "".join(self._py(item) + ", " for item in items) + ")"

    def _call(self, function: str, args: Iterable[ir.Expr]) -> str:
        return f"{function}(s, {', '.join(self._py(a) for a in args)})"

    def _printed(self, field: Field, subject: ir.Expr) -> str:
        if isinstance(subject, ir.Const):
            known = self.model.table[subject.value]
            zero = self.model.zero(field.kind)
            return self.names.literal(zero if known is None else known.values.get(field.name, zero))
        return f"{self.names.printed_table(field)}[{self._py(subject)}]"

    def _read(self, state: ir.State) -> str:
        """State of none, or of an element that lacks the field, is zero."""
        subject = state.subject
        if subject is None or self.surely(state.field, subject):
            return f"s[{self.slot(state)}]"
        first, last = self.bounds(state.field)
        zero = self.names.literal(self.model.zero(state.kind))
        if isinstance(subject, ir.Var):
            test = f"{first} <= {subject.name} <= {last}"
            return f"(s[{self.slot(state)}] if {test} else {zero})"
        stride = self.layout.width if state.field.per_player else 1
        player = self._py(state.player) if state.player is not None else "0"
        place = f"{state.field.offset} + {player}, {stride}"
        return f"lib.read(s, {self._py(subject)}, {first}, {last}, {place}, {zero})"

    def bounds(self, field: Field) -> tuple[int, int]:
        """First and last ordinal of the elements that have a field."""
        members = self.model.types[field.owner].members
        if field.owner == "player":
            return 0, members[-1]
        return (members[0], members[-1]) if members else (1, 0)

    def surely(self, field: Field, subject: ir.Expr) -> bool:
        """Whether the subject cannot be anything but an element with that field."""
        if subject.kind.word != "element":
            return False
        if subject.kind.element == field.owner == "player":
            return True
        if not self.model.is_a(subject.kind.element, field.owner):
            return False
        if isinstance(subject, ir.Const):
            return bool(subject.value)
        return isinstance(subject, ir.Var) and subject.solid

    def slot(self, state: ir.State) -> str:
        """The index of a piece of state in the position."""
        field = state.field
        if state.subject is None:
            return str(field.offset)
        width = self.layout.width if field.per_player else 1
        terms = [self._scaled(state.subject, width)]
        if state.player is not None:
            terms.append(self._scaled(state.player, 1))
        return self._sum(field.offset, terms)

    def held_slot(self, resource: ir.Expr, player: ir.Expr) -> str:
        """The index of a player's amount of a resource."""
        terms = [self._scaled(resource, self.layout.width), self._scaled(player, 1)]
        return self._sum(self.layout.amount_offset, terms)

    def _scaled(self, expr: ir.Expr, factor: int) -> str | int:
        if isinstance(expr, ir.Const):
            return int(expr.value) * factor
        text = self._py(expr)
        return text if factor == 1 else f"{text} * {factor}"

    def _sum(self, offset: int, terms: list[str | int]) -> str:
        fixed = offset + sum(term for term in terms if isinstance(term, int))
        parts = [term for term in terms if isinstance(term, str)]
        if not parts:
            return str(fixed)
        tail = f" + {fixed}" if fixed > 0 else f" - {-fixed}" if fixed < 0 else ""
        return " + ".join(parts) + tail

    def _op(self, expr: ir.Op) -> str:
        parts = [self._py(part) for part in expr.parts]
        match expr.op:
            case "not":
                return f"(not {parts[0]})"
            case "negate":
                return f"(-{parts[0]})"
            case "join":
                return f"lib.join({parts[0]}, {parts[1]})"
            case "*" if not any(isinstance(p, ir.Const | ir.Printed) for p in expr.parts):
                return f"lib.product({parts[0]}, {parts[1]})"
            case "bundle +":
                return f"lib.bundle_plus({parts[0]}, {parts[1]})"
            case "bundle -":
                return f"lib.bundle_minus({parts[0]}, {parts[1]})"
            case "/" | "mod":
                name = "round_down" if expr.op == "/" else "remainder"
                if isinstance(expr.parts[1], ir.Const) and expr.parts[1].value:
                    return f"({parts[0]} {_SIGNS[expr.op]} {parts[1]})"
                return f"lib.{name}({parts[0]}, {parts[1]})"
        sign = _SIGNS.get(expr.op, expr.op)
        return "(" + f" {sign} ".join(parts) + ")"

    # ---- lists ---------------------------------------------------------------

    def each_source(self, expr: ir.Each) -> tuple[str, ir.Expr | None]:
        """Python source of what to walk, and the condition still to be tested."""
        source, condition = expr.source, expr.condition
        if condition is None or not isinstance(source, ir.Const):
            return self._py(source), condition
        parts = conjuncts(condition)
        for part in parts:
            key = self.key(part, expr.var)
            if key is None:
                continue
            field, wanted = key
            rest = tuple(p for p in parts if p is not part)
            walked = f"{self.names.index(field, source.value)}.get({self._py(wanted)}, ())"
            return walked, all_of(rest)
        return self._py(source), condition

    def key(self, part: ir.Expr, var: str) -> tuple[Field, ir.Expr] | None:
        """(field, value) of a test `printed field of candidate is value`."""
        if not (isinstance(part, ir.Op) and part.op == "is"):
            return None
        for mine, other in (part.parts, part.parts[::-1]):
            if (
                isinstance(mine, ir.Printed)
                and isinstance(mine.subject, ir.Var)
                and mine.subject.name == var
                and mine.kind.word in ("element", "number")
                and not mentions(other, var)
            ):
                return mine.field, other
        return None

    def comprehension(self, expr: ir.Each) -> str:
        """What stands inside the brackets of a list comprehension."""
        again, self._again = self._again, self.loops > 0
        try:
            return self._comprehension(expr)
        finally:
            self._again = again

    def _comprehension(self, expr: ir.Each) -> str:
        first = ""
        if expr.condition is not None and isinstance(expr.source, ir.Const | ir.Builtin):
            # what does not change from item to item is worked out once
            for fixed in self._fixed_parts(expr.condition, expr.var):
                name = self.folder.fresh("same")
                first += f"for {name} in ({self._py(fixed)},) "
                same = ir.Var(fixed.kind, name)
                assert expr.condition is not None
                changed = replace_in(expr.condition, fixed, same)
                expr = ir.Each(expr.kind, expr.var, expr.source, changed, expr.item)
        source, condition = self.each_source(expr)
        item = expr.var if expr.item is None else self._py(expr.item)
        test = f" if {self._py(condition)}" if condition is not None else ""
        return f"{item} {first}for {expr.var} in {source}{test}"

    def _fixed_parts(self, expr: ir.Expr, var: str) -> list[ir.Expr]:
        """Questions inside a condition that have nothing to do with the candidate."""
        if isinstance(expr, ir.Ask | ir.Formula | ir.Aggregate):
            if not mentions(expr, var):
                return [expr] if self.effects.ends(expr) else []
            return []
        if isinstance(expr, ir.Each | ir.Sorted):
            return []
        found: list[ir.Expr] = []
        for part in children(expr):
            found += [f for f in self._fixed_parts(part, var) if f not in found]
        return found

    def _aggregate(self, expr: ir.Aggregate) -> str:
        source = expr.source
        if isinstance(source, ir.Each) and source.condition is None and source.item is None:
            source = source.source
        inner = self.comprehension(source) if isinstance(source, ir.Each) else None
        whole = f"[{inner}]" if inner is not None else self._py(source)
        match expr.how:
            case "count":
                return f"len({whole})"
            case "any":
                if inner is not None and isinstance(source, ir.Each) and source.item is None:
                    walked, condition = self.each_source(source)
                    if condition is not None:
                        test = self._py(condition)
                        return f"any([{test} for {source.var} in {walked}])"
                return f"bool({whole})"
            case "total":
                return f"sum({whole})"
            case "most":
                return f"max({whole}, default=0)"
            case "least":
                return f"min({whole}, default=0)"
            case "first":
                return f"lib.item({whole}, 1)"
            case "last":
                return f"lib.item({whole}[::-1], 1)"
            case "distinct":
                return f"lib.distinct({whole})"
        return f"tuple({whole}[::-1])"

    # ---- calls ---------------------------------------------------------------

    def _fixed(self, quantity: str) -> ir.Const | None:
        """The value of a quantity that no rule changes and that depends on nothing."""
        value = self.program.formulas["quantity " + quantity].value
        if isinstance(value, ir.Const) and quantity not in self.program.modifiers:
            return value
        return None

    def _formula(self, expr: ir.Formula) -> str:
        table = self.program.tables.get(f"{expr.field.owner}.{expr.field.name}", {})
        zero = self.model.zero(expr.field.kind)
        args = (expr.you, *expr.args)
        if isinstance(expr.subject, ir.Const):
            unit = table.get(expr.subject.value)
            return (
                self.names.literal(zero)
                if unit is None
                else self._call(self.names.function(unit), args)
            )
        name = self.names.scripts(f"{expr.field.owner}.{expr.field.name}")
        given = ", ".join(self._py(arg) for arg in args)
        formula = f"{name}.get({self._py(expr.subject)}, {self.names.nothing(zero)})"
        if self._stays(expr):
            self.keeps = True
            return f"lib.remember(q, {formula}, s, {given})"
        return f"{formula}(s, {given})"

    def _stays(self, expr: ir.Expr) -> bool:
        """A loop in a loop asks again and again, and the answers cannot change meanwhile."""
        if not self._again or self.written is None:
            return False
        return not clash(self.effects.reads(expr), self.written)

    def _builtin(self, expr: ir.Builtin) -> str:
        args = expr.args
        match expr.function:
            case "players":
                return "PLAYERS[s[2]]"
            case "mode":
                return "s[1]"
            case "along":
                assert isinstance(args[0], ir.Const)
                return f"G_{args[0].value}.get({self._py(args[1])}, ())"
            case "at_least":
                return f"max({self._py(args[0])}, {self._py(args[1])})"
            case "at_most":
                return f"min({self._py(args[0])}, {self._py(args[1])})"
            case "bundle_size":
                return f"sum({self._py(args[0])})"
            case "count_in":
                return f"{self._py(args[0])}[{self._position(args[1])}]"
            case "cap":
                price, resource, most = args
                return f"lib.cap({self._py(price)}, {self._position(resource)}, {self._py(most)})"
            case "mix" | "only":
                return f"lib.{expr.function}({self._py(args[0])}, {self._positions(args[1])})"
            case "exchange":
                price, among, into, rate = args
                where = f"{self._positions(among)}, {self._position(into)}"
                return f"lib.exchange({self._py(price)}, {where}, {self._py(rate)})"
        return f"lib.{expr.function}({', '.join(self._py(a) for a in args)})"

    def _position(self, resource: ir.Expr) -> str:
        """Index of a resource inside a bundle."""
        if isinstance(resource, ir.Const):
            return str(resource.value - self.first_resource)
        return f"{self._py(resource)} - {self.first_resource}"

    def _positions(self, resources: ir.Expr) -> str:
        if isinstance(resources, ir.Const):
            return repr(tuple(r - self.first_resource for r in resources.value))
        return f"tuple([_r - {self.first_resource} for _r in {self._py(resources)}])"

    def _bundle(self, amounts: tuple[tuple[ir.Expr, ir.Expr], ...]) -> str:
        parts: list[list[str]] = [[] for _ in range(self.resources)]
        for resource, count in amounts:
            if not isinstance(resource, ir.Const):
                pairs = ", ".join(f"({self._py(r)}, {self._py(n)})" for r, n in amounts)
                return f"lib.make_bundle({self.resources}, {self.first_resource}, ({pairs},))"
            parts[resource.value - self.first_resource].append(self._py(count))
        return "(" + "".join((" + ".join(part) or "0") + ", " for part in parts) + ")"
