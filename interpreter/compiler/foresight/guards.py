"""Foresight: what can be known about an option before anything is tried.

Authors write `pay 3 credit`; here the prices and conditions at the front of what an option starts
become tests beside the loops that list the options. A test answers 0 (impossible), 1 (can be
completed) or 3 (must be tried: the engine then runs ahead and rolls back).

Nothing is written while testing. So a test may only look at what the option has not changed by
then: the fields written so far are known (`Ahead.written`), and what has been paid is kept as sums
(`Ahead.left`). Where that is not enough the answer is 3, never a guess.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from interpreter.compiler.alike import Likeness
from interpreter.compiler.analysis import DEEPEST, Analysis, Context
from interpreter.compiler.effects import ANY_AMOUNT, Key, clash, expressions_of, inside
from interpreter.compiler.fold import FALSE, TRUE
from interpreter.compiler.names import plain_name
from interpreter.compiler.statements import INDENT, Statements
from interpreter.compiler.tree import all_of, asks, canonical, conjuncts, rebuild, variables
from interpreter.language import ir
from interpreter.model.kinds import YES_NO

#: name of a value that cannot be known beforehand
UNKNOWN = "?"
#: rounds of a `repeat` that are looked at one by one
ROUNDS = 3
#: lists this short are not worth remembering
FEW = 3
#: elements a choice may be about for each to get a test of its own
MANY = 400


@dataclass(frozen=True, slots=True)
class Ahead:
    """Where the look ahead has come to."""

    env: dict[str, ir.Expr] = field(default_factory=dict)
    written: frozenset[Key] = frozenset()
    #: source of what is left of a resource after payments; absent: what there was
    left: dict[int, str] = field(default_factory=dict)
    #: resources of which it is not known what is left
    lost: frozenset[int] = frozenset()
    filled: frozenset[ir.Expr] = frozenset()
    calls: tuple[str, ...] = ()
    #: variables that hold answers on which the answer depends; "3" for doubt
    answers: tuple[str, ...] = ()

    @property
    def context(self) -> Context:
        return Context(self.env, self.filled, self.calls)

    def doubtful(self) -> Ahead:
        return replace(self, answers=("3",))


Step = Callable[[int, Ahead], None]


@dataclass(slots=True)
class Sketch:
    """A function being written."""

    you: str
    #: writes the source of the answer "yes" at the end of a path
    leaf: Step
    lines: list[str] = field(default_factory=list)
    #: resources whose amounts are used
    purse: dict[int, None] = field(default_factory=dict)
    #: calls of other tests
    calls: int = 0
    #: whether it looks for one option, not for all of them
    one_is_enough: bool = False
    #: source of the amount of a resource before any payment
    amount: Callable[[int], str] = lambda ordinal: f"h{ordinal}"

    def put(self, depth: int, text: str) -> None:
        self.lines.append(INDENT * depth + text)

    def has(self, ordinal: int) -> str:
        self.purse[ordinal] = None
        return self.amount(ordinal)


@dataclass(frozen=True, slots=True)
class Existence:
    """A written function that tells whether a choice offers anything."""

    name: str
    params: tuple[str, ...]
    purse: tuple[int, ...]
    #: lists one of which must hold something, if the choice is to offer anything
    gates: tuple[str, ...] = ()
    #: it never says no, so that asking it is in vain
    vague: bool = False


class Guards:
    """Writes the look-ahead functions of all choices."""

    def __init__(self, out: Statements) -> None:
        self.out = out
        self.analysis: Analysis = out.analysis
        self.folder = out.analysis.folder
        self.effects = out.analysis.effects
        self.program = out.expressions.program
        self.resources = self.program.model.types["resource"].members
        self.tables: list[str] = []
        self._known: dict[object, Existence] = {}
        self._open: set[int] = set()
        self._counts: dict[object, str] = {}
        self._lists: dict[ir.Expr, str] = {}
        self._formulas: dict[str, int] = {}
        self._likeness = Likeness(self.program, self.folder)
        #: expressions written so far
        self._asked: list[ir.Expr] = []
        self._lazy: set[str] = set()
        #: alternatives with one test per element: loops over the tests, the quick ones first
        self._tests: dict[int, tuple[list[str], tuple[str, ...], str]] = {}
        self._names = 0

    def py(self, expr: ir.Expr) -> str:
        """Source of an expression; lists that depend on the player only are made once."""
        made = self.folder.fold(expr, {})
        self._asked.append(made)
        return self.out.py(self._remembered(made))

    # ---- lists made once per decision ----------------------------------------

    def _remembered(self, expr: ir.Expr) -> ir.Expr:
        """The same expression, its lists over all elements of a type split in two.

        Tests are asked of one and the same position. So the part of a filter that depends on the
        player alone (`owner is you`) can be worked out once for all of them: `m` remembers it.
        """
        if isinstance(expr, ir.Each):
            expr = self._split(expr)
        made: ir.Expr = rebuild(expr, self._remembered)
        return made

    def _split(self, expr: ir.Each) -> ir.Each:
        source, condition = expr.source, expr.condition
        if not isinstance(source, ir.Const) or len(source.value) <= FEW or condition is None:
            return expr
        parts = conjuncts(condition)
        mine = [p for p in parts if variables(p) <= {expr.var, "you"} and self.effects.reads(p)]
        if not mine or any(self.out.expressions.key(p, expr.var) for p in parts):
            return expr
        # `owner is you` is asked in many places: keep that list, not one for each place
        mine = [p for p in mine if _owned(p, expr.var)] or mine
        test = all_of(tuple(mine))
        assert test is not None
        made = ir.Each(expr.kind, expr.var, source, test, None)
        name = self._list(canonical(made), made)
        rest = all_of(tuple(p for p in parts if p not in mine))
        whole = ir.Var(source.kind, f"{name}(s, m, you)")
        return ir.Each(expr.kind, expr.var, whole, rest, expr.item)

    def _list(self, key: ir.Expr, made: ir.Each) -> str:
        known = self._lists.get(key)
        if known is None:
            width = self.out.expressions.layout.width
            known = self._lists[key] = f"list{len(self._lists)}"
            self.tables.append(f"def {known}(s, m, you):")
            self.tables.append(f"    known = m.get({len(self._lists) * width} + you)")
            self.tables.append("    if known is None:")
            text = f"m[{len(self._lists) * width} + you] = {self.out.py(made)}"
            self.tables.append(f"        known = {text}")
            self.tables.append("    return known")
        return known

    def _name(self, word: str) -> str:
        self._names += 1
        return f"{word}{self._names}"

    def _usable(self, expr: ir.Expr, at: Ahead) -> bool:
        """Whether the value is the same before the option as at this point of it."""
        if UNKNOWN in variables(expr):
            return False
        return not clash(self.effects.reads(expr), set(at.written))

    # ---- all options of a choice ---------------------------------------------

    def options(self, number: int, choice: ir.Choice, names: tuple[str, ...]) -> None:
        """`o<n>(s, j, k, sure, attempt, code)`: every legal option of a decision."""
        you = self.py(choice.you)
        sketch = Sketch(you, _no_leaf)
        for index, alternative in enumerate(choice.alternatives):
            self._alternative(sketch, number, index, alternative, names)
        out = self.out
        out.put(0, f"def o{number}(s, j, k, sure, attempt, code):")
        out.put(1, f"_, up, {', '.join(names)} = k")
        for ordinal in sketch.purse:
            out.put(1, f"h{ordinal} = s[{self._amount_slot(ordinal, you)}]")
        out.put(1, "found = []; m = {}")
        out.lines += sketch.lines
        if choice.declinable:
            out.put(1, "if sure == 1 or attempt(code, s, j, k, (-1,)): found.append((-1,))")
        out.put(1, "return found")

    def _amount_slot(self, ordinal: int, you: str) -> str:
        layout = self.out.expressions.layout
        fixed = layout.amount_offset + ordinal * layout.width
        return f"{you} + {fixed}"

    def _alternative(
        self,
        sketch: Sketch,
        number: int,
        index: int,
        alternative: ir.Alternative,
        names: tuple[str, ...],
    ) -> None:
        picked = [b.name for b in alternative.binders if b.name]
        value = f"({', '.join([str(index), *picked])},)"
        self.out.note(sketch, 1, alternative.line)
        if self._per_element(alternative):
            self._rows(sketch, number, index, alternative, names, value)
            return

        leaf = self._appending(sketch, value)
        sketch.leaf = leaf
        self._candidates(sketch, 1, alternative, Ahead(), leaf)

    @staticmethod
    def _appending(sketch: Sketch, value: str) -> Step:
        """At the end of a path: list the option, after trying it if need be."""

        def leaf(depth: int, at: Ahead) -> None:
            answer = _answer(at)
            known = {"1": "sure == 1 or ", "3": ""}.get(answer, f"{answer} == sure or ")
            sketch.put(depth, f"if {known}attempt(code, s, j, k, {value}):")
            sketch.put(depth + 1, f"found.append({value})")

        return leaf

    def _candidates(
        self, sketch: Sketch, depth: int, alternative: ir.Alternative, at: Ahead, leaf: Step
    ) -> None:
        """Loops over the values of an alternative, then the look into its body."""
        test = alternative.condition
        bound = {b.name for b in alternative.binders if b.name}
        if test is not None and not variables(test) & bound:
            made = self.folder.fold(test, at.env)
            if made == FALSE:
                return
            if not self._usable(made, at):
                leaf(depth, at.doubtful())
                return
            if made != TRUE:
                sketch.put(depth, f"if {self.py(made)}:")
                depth += 1
            test = None

        def body(inner: int, there: Ahead) -> None:
            if test is not None:
                made = self.folder.fold(test, there.env)
                if not self._usable(made, there):
                    leaf(inner, there.doubtful())
                    return
                sketch.put(inner, f"if {self.py(made)}:")
                inner += 1
            self._walk(sketch, inner, alternative.body, there, leaf, leaf)

        self._bind(sketch, depth, alternative.binders, at, body)

    def _bind(
        self, sketch: Sketch, depth: int, binders: tuple[ir.Binder, ...], at: Ahead, body: Step
    ) -> None:
        if not binders:
            body(depth, at)
            return
        binder, rest = binders[0], binders[1:]
        exprs = [self.folder.fold(expr, at.env) for expr in binder.exprs]
        if not all(self._usable(expr, at) for expr in exprs):
            sketch.leaf(depth, at.doubtful())
            return
        out = self.out
        name = binder.name
        if name in at.env or at.calls:
            name = self.folder.fresh(name)
        bound = ir.Var(binder.type, name, solid=binder.kind == "pick")
        inner = replace(at, env={**at.env, binder.name: bound})
        match binder.kind:
            case "pick":
                source = exprs[0]
                test, header = None, len(sketch.lines)
                self._asked.append(source)
                if isinstance(source, ir.Each) and source.item is None:
                    text, test = out.expressions.each_source(self._split(source))
                    if test is not None:
                        test = self.folder.fold(test, {source.var: bound})
                elif isinstance(source, ir.Formula) and not isinstance(source.subject, ir.Const):
                    text = self._carried(sketch, source)
                else:
                    text = self.py(source)
                sketch.put(depth, f"for {name} in {text}:")
                if test is not None and test != TRUE:
                    depth += 1
                    sketch.put(depth, f"if {self.py(test)}:")
                if sketch.one_is_enough and binder.type.word == "element":
                    self._one_of_each(sketch, depth + 1, bound, rest, inner, body, header)
                    return
            case "range":
                low, high = exprs
                sketch.put(depth, f"for {name} in lib.span({self.py(low)}, {self.py(high)}):")
            case "many" | "up_to":
                count, among = (self.py(e) for e in exprs)
                up_to = binder.kind == "up_to"
                sketch.put(depth, f"for {name} in lib.choices({among}, {count}, {up_to}):")
            case "let":
                sketch.put(depth, f"{name} = {self.py(exprs[0])}")
                depth -= 1
            case _:
                sketch.put(depth, f"if {self.py(exprs[0])}:")
        self._bind(sketch, depth + 1, rest, inner, body)

    def _one_of_each(
        self,
        sketch: Sketch,
        depth: int,
        bound: ir.Var,
        rest: tuple[ir.Binder, ...],
        inner: Ahead,
        body: Step,
        header: int,
    ) -> None:
        """Go on with the other binders; elements that are alike in all that follows are skipped."""
        asked, start = len(self._asked), len(sketch.lines)
        self._bind(sketch, depth, rest, inner, body)
        alike = self._likeness.classes(bound.kind, bound.name, self._asked[asked:])
        if alike is None or start == len(sketch.lines):
            return
        table = self.out.expressions.names.constant(tuple(sorted(alike.items())))
        self.tables.append(f"L{table} = dict({table})")
        seen = self._name("_seen")
        lead = INDENT * depth
        sketch.lines[start:start] = [
            f"{lead}like = L{table}.get({bound.name}, -{bound.name})",
            f"{lead}if like in {seen}: continue",
            f"{lead}{seen}.add(like)",
        ]
        before = sketch.lines[header]
        if "_lazy.get(" in before:
            # what has been seen need not even be looked for
            sketch.lines[header] = before.replace("(s, you):", f"(s, you, L{table}, {seen}):")
        sketch.lines.insert(
            header, before[: len(before) - len(before.lstrip())] + f"{seen} = set()"
        )

    def _carried(self, sketch: Sketch, source: ir.Formula) -> str:
        """A list that an element carries as a formula: item by item if one is enough, else once."""
        you, subject = self.py(source.you), self.py(source.subject)
        if source.args or you != "you":
            return self.py(source)
        table = f"D_{source.field.owner}_{source.field.name}"
        if not sketch.one_is_enough:
            number = self._formulas.setdefault(table, len(self._formulas))
            return f"lib.once(m, ({number}, you, {subject}), {table}, {subject}, s, you)"
        if table not in self._lazy:
            self._lazy.add(table)
            units = self.program.tables.get(f"{source.field.owner}.{source.field.name}", {})
            rows = [f"{ordinal}: {self._item_by_item(unit)}" for ordinal, unit in units.items()]
            self.tables.append(f"{table}_lazy = {{{', '.join(rows)}}}")
        return f"{table}_lazy.get({subject}, lib.nothing)(s, you)"

    def _item_by_item(self, unit_id: str) -> str:
        """A function that finds the items of a list one by one."""
        unit = self.program.formulas[unit_id]
        value = self.folder.fold(unit.value, {})
        function = self.out.expressions.names.function(unit_id)
        self.out.put(0, f"def {function}_lazy(s, you, like=None, seen=()):")
        if isinstance(value, ir.Each) and value.item is None and value.condition is not None:
            walked = self.out.expressions.comprehension(value)
            self.out.put(1, f"if like is None: return ({walked})")
            new = f" if like.get({value.var}) not in seen and "
            self.out.put(1, f"return ({walked.replace(' if ', new, 1)})")
        else:
            self.out.put(1, f"return {function}(s, you)")
        return f"{function}_lazy"

    # ---- one test per element ------------------------------------------------

    def _per_element(self, alternative: ir.Alternative) -> bool:
        """One element is chosen, and a script of its own is run: each gets its own test."""
        if not alternative.binders or alternative.binders[0].kind != "pick":
            return False
        binder = alternative.binders[0]
        if binder.type.word != "element":
            return False
        members = self.program.model.types[binder.type.element].members
        return len(members) <= MANY and any(
            isinstance(stmt, ir.Do)
            and isinstance(stmt.subject, ir.Var)
            and stmt.subject.name == binder.name
            for stmt in alternative.body
        )

    def _rows(
        self,
        sketch: Sketch,
        number: int,
        index: int,
        alternative: ir.Alternative,
        names: tuple[str, ...],
        value: str,
    ) -> None:
        binder, key = alternative.binders[0], id(alternative)
        source = self.folder.fold(binder.exprs[0], {})
        test: ir.Expr = TRUE if alternative.condition is None else alternative.condition
        depth, lead = 1, ""
        if test != TRUE and not variables(test) & {b.name for b in alternative.binders}:
            lead = f"if {self.py(test)}:"
            sketch.put(1, lead)
            depth, test = 2, TRUE
            alternative = replace(alternative, condition=None)
        several = len(alternative.binders) > 1
        if several:
            test = TRUE  # asked for later, when everything is chosen
        while isinstance(source, ir.Each) and source.item is None:
            if source.condition is not None:
                same = {source.var: ir.Var(binder.type, binder.name, True)}
                test = ir.Op(YES_NO, "and", (self.folder.fold(source.condition, same), test))
            source = source.source
        table = f"K{number}_{index}"
        quick: list[str] = []
        slow: list[str] = []
        gates: list[str] = []
        for ordinal in self.program.model.types[binder.type.element].members:
            known = self.program.model.table[ordinal]
            assert known is not None
            env: dict[str, ir.Expr] = {binder.name: ir.Const(binder.type, ordinal)}
            made = self.folder.fold(test, env)
            if made == FALSE:
                continue
            name = f"{table}_{plain_name(known.id)}"
            write = self._list_of if several else self._test_of
            calls = write(name, alternative, env, made, names, sketch.you, value)
            (slow if calls else quick).append(f"{ordinal}: {name}")
            gate = self._needed_list(made)
            if gate:
                gates.append(f"{ordinal}: {gate}")
        walked = self._table(table, [*quick, *slow], source)
        if several:
            sketch.put(depth, f"for _, each in {walked}:")
            sketch.put(
                depth + 1, f"each(s, m, j, k, sure, attempt, code, found, {', '.join(names)})"
            )
            return
        parts = [
            f"for _, test in {self._table(table + word, rows, source)}:"
            for word, rows in (("_quick", quick), ("_slow", slow))
        ]
        self._tests[key] = (parts, names, lead)
        if gates:
            # elements that need something you do not have are passed over together
            self.tables.append(f"{table}_gates = {{{', '.join(gates)}}}")
            walked = walked.replace("lib.rows(", f"lib.runs({table}_gates, ", 1)
            sketch.put(depth, f"for gate, group in {walked}:")
            sketch.put(depth + 1, "if gate is not None and not gate(s, m, you): continue")
            depth, walked = depth + 1, "group"
        sketch.put(depth, f"for {binder.name}, test in {walked}:")
        sketch.put(depth + 1, f"answer = test(s, m, {', '.join(names)})")
        sketch.put(depth + 1, f"if answer == sure: found.append({value})")
        sketch.put(depth + 1, f"elif answer and attempt(code, s, j, k, {value}):")
        sketch.put(depth + 2, f"found.append({value})")

    def _needed_list(self, test: ir.Expr) -> str:
        """The list made once per decision without which a test fails at once."""
        for part in conjuncts(test):
            if isinstance(part, ir.Aggregate) and part.how == "any":
                source = part.source
                split = self._split(source) if isinstance(source, ir.Each) else source
                if split is not source and isinstance(split, ir.Each):
                    assert isinstance(split.source, ir.Var)
                    return split.source.name.partition("(")[0]
        return ""

    def _table(self, name: str, rows: list[str], source: ir.Expr) -> str:
        """Write a table of functions; source of the rows of it that a list asks for."""
        self.tables.append(f"{name} = {{{', '.join(rows)}}}")
        self.tables.append(f"{name}_rows = {{}}")
        return f"lib.rows({name}_rows, {name}, {self.py(source)})"

    def _test_of(
        self,
        name: str,
        alternative: ir.Alternative,
        env: dict[str, ir.Expr],
        test: ir.Expr,
        names: tuple[str, ...],
        you: str,
        _: str,
    ) -> int:
        """`K…(s, m, …)`: the answer for one element."""
        sketch = Sketch(you, _no_leaf)
        sketch.amount = lambda resource: f"s[{self._amount_slot(resource, you)}]"

        def leaf(depth: int, at: Ahead) -> None:
            sketch.put(depth, f"return {_answer(at)}")

        sketch.leaf = leaf
        depth = 1
        if test != TRUE:
            sketch.put(1, f"if {self.py(test)}:")
            depth = 2
        self._walk(sketch, depth, alternative.body, Ahead(env), leaf, leaf)
        sketch.put(1, "return 0")
        self.out.put(0, f"def {name}(s, m, {', '.join(names)}):")
        self.out.lines += sketch.lines
        return sketch.calls

    def _list_of(
        self,
        name: str,
        alternative: ir.Alternative,
        env: dict[str, ir.Expr],
        test: ir.Expr,
        names: tuple[str, ...],
        you: str,
        value: str,
    ) -> int:
        """`K…(s, m, …, found, …)`: all options about one element, where more is to be chosen."""
        sketch = Sketch(you, _no_leaf)
        element = env[alternative.binders[0].name]
        assert isinstance(element, ir.Const)
        leaf = self._appending(
            sketch, value.replace(alternative.binders[0].name, str(element.value), 1)
        )
        sketch.leaf = leaf
        depth = 1
        if test != TRUE:
            sketch.put(1, f"if {self.py(test)}:")
            depth = 2
        rest = replace(alternative, binders=alternative.binders[1:])
        self._candidates(sketch, depth, rest, Ahead(env), leaf)
        self.out.put(0, f"def {name}(s, m, j, k, sure, attempt, code, found, {', '.join(names)}):")
        for ordinal in sketch.purse:
            self.out.put(1, f"h{ordinal} = s[{self._amount_slot(ordinal, you)}]")
        self.out.lines += sketch.lines
        self.out.put(1, "return")
        return sketch.calls

    # ---- whether a choice offers anything ------------------------------------

    def exists(self, choice: ir.Choice, at: Ahead) -> tuple[Existence, dict[str, ir.Expr]] | None:
        """A function that answers for a choice met on the way, and what it is about."""
        if id(choice) in self._open:
            return None
        free = {n: at.env.get(n, ir.Var(YES_NO, n)) for n in sorted(_free(choice))}
        if any(UNKNOWN in variables(value) for value in free.values()):
            return None
        fixed = {n: value for n, value in free.items() if isinstance(value, ir.Const)}
        given = {n: value for n, value in free.items() if n not in fixed}
        reads = self.effects.read_by([choice])
        written = frozenset(k for k in at.written if clash(reads, {k}))
        key = (id(choice), tuple(fixed.items()), tuple(given), written, at.lost)
        found = self._known.get(key)
        if found is None:
            self._open.add(id(choice))
            start = Ahead(dict(fixed), written, {}, at.lost)
            found = self._known[key] = self._existence(choice, start, tuple(given))
            self._open.discard(id(choice))
        return found, given

    def _existence(self, choice: ir.Choice, at: Ahead, params: tuple[str, ...]) -> Existence:
        name = self._name("x")
        you = self.py(self.folder.fold(choice.you, at.env))
        sketch = Sketch(you, _no_leaf, one_is_enough=True)

        def leaf(depth: int, there: Ahead) -> None:
            answer = _answer(there)
            if answer == "1":
                sketch.put(depth, "return 1")
            elif answer == "3":
                sketch.put(depth, "answer = 3")
            else:
                sketch.put(depth, f"if {answer} == 1: return 1")
                sketch.put(depth, "answer = 3")

        sketch.leaf = leaf
        gates = []
        for alternative in choice.alternatives:
            if self._ruled_out(alternative, at):
                continue
            tests = self._tests.get(id(alternative))
            if tests is not None and tests[1] == params and not at.written and not at.env:
                depth = 1
                if tests[2]:
                    sketch.put(1, tests[2])
                    depth = 2
                for loop in tests[0]:
                    sketch.put(depth, loop)
                    sketch.put(depth + 1, f"told = test(s, m, {', '.join(params)})")
                    sketch.put(depth + 1, "if told == 1: return 1")
                    sketch.put(depth + 1, "answer = answer or told")
                gates.append("")
                continue
            gates.append(self._seek(sketch, alternative, at, leaf))
        purse = tuple(sketch.purse)
        given = ", ".join(["s", "m", *params, *(f"h{ordinal}" for ordinal in purse)])
        self.out.note(self.out, 0, choice.line)
        self.out.put(0, f"def {name}({given}):")
        if choice.declinable:
            self.out.put(1, "return 1")
        else:
            self.out.put(1, "answer = 0")
            self.out.lines += sketch.lines
            self.out.put(1, "return answer")
        vague = f"{INDENT}answer = 3" in sketch.lines
        return Existence(name, params, purse, tuple(gates) if all(gates) else (), vague)

    def _seek(self, sketch: Sketch, alternative: ir.Alternative, at: Ahead, leaf: Step) -> str:
        """Look for one option of an alternative; the list it begins with, if that can be kept."""
        count = self._joint(alternative.binders, at) if alternative.condition is None else 0
        if count < 2:
            self._candidates(sketch, 1, alternative, at, leaf)
            return self._gate(alternative, at)
        binders = alternative.binders
        name = self._join(alternative, binders[:count], at)
        bound = {b.name: ir.Var(b.type, b.name, solid=True) for b in binders[:count]}
        sketch.put(1, f"for {', '.join(bound)} in {name}(s, m, you):")
        rest = replace(alternative, binders=binders[count:])
        self._candidates(sketch, 2, rest, replace(at, env={**at.env, **bound}), leaf)
        return f"{name}(s, m, you)"

    def _joint(self, binders: tuple[ir.Binder, ...], at: Ahead) -> int:
        """How many binders from the first on depend on the player alone and are quickly found."""
        names = {"you"}
        for index, binder in enumerate(binders):
            if binder.kind != "pick" or index == len(binders) - 1:
                return index
            source = self.folder.fold(binder.exprs[0], at.env)
            plain = isinstance(source, ir.Each) and isinstance(source.source, ir.Const)
            if not plain or not variables(source) <= names or asks(source):
                return index
            if not self._usable(source, at):
                return index
            names.add(binder.name)
        return 0

    def _join(self, alternative: ir.Alternative, binders: tuple[ir.Binder, ...], at: Ahead) -> str:
        """`join<i>(s, m, you)`: the values of the first binders of a choice, made once."""
        name = self._name("join")
        sketch = Sketch("you", _no_leaf)
        values = "".join(f"{binder.name}, " for binder in binders)
        self._bind(sketch, 2, binders, at, lambda d, _: sketch.put(d, f"found.append(({values}))"))
        self.out.note(self.out, 0, alternative.line)
        self.out.put(0, f"def {name}(s, m, you):")
        self.out.put(1, f"found = m.get(({name!r}, you))")
        self.out.put(1, "if found is None:")
        self.out.put(2, f"found = m[({name!r}, you)] = []")
        self.out.lines += sketch.lines
        self.out.put(1, "return found")
        return name

    def _ruled_out(self, alternative: ir.Alternative, at: Ahead) -> bool:
        test = alternative.condition
        return test is not None and self.folder.fold(test, at.env) == FALSE

    def _gate(self, alternative: ir.Alternative, at: Ahead) -> str:
        """The remembered list an alternative begins with, if it does."""
        binders = alternative.binders
        if not binders or binders[0].kind != "pick":
            return ""
        source = self.folder.fold(binders[0].exprs[0], at.env)
        if not isinstance(source, ir.Each) or not self._usable(source, at):
            return ""
        split = self._split(source)
        return split.source.name if isinstance(split.source, ir.Var) and split != source else ""

    def entry(self, number: int, choice: ir.Choice, names: tuple[str, ...]) -> None:
        """`y<n>(s, k)`: whether a decision offers anything, asked of a frame."""
        found = self.exists(choice, Ahead())
        assert found is not None
        existence, given = found
        args = [self.py(given[p]) for p in existence.params]
        you = self.py(choice.you)
        args += [f"s[{self._amount_slot(o, you)}]" for o in existence.purse]
        self.out.put(0, f"def y{number}(s, k):")
        self.out.put(1, f"_, up, {', '.join(names)} = k")
        self.out.put(1, f"return {existence.name}({', '.join(['s', '{}', *args])})")

    # ---- the look ahead ------------------------------------------------------

    def _walk(
        self,
        sketch: Sketch,
        depth: int,
        stmts: tuple[ir.Stmt, ...],
        at: Ahead,
        done: Step,
        leave: Step,
    ) -> None:
        """Tests for statements one after the other; `done` goes on after the last of them."""
        for index, stmt in enumerate(stmts):
            rest = stmts[index + 1 :]
            if isinstance(stmt, ir.Commit):
                sketch.leaf(depth, at)
                return
            if isinstance(stmt, ir.Stop):
                leave(depth, at)
                return
            ends_alike = done is leave or not _stops(stmts)
            if ends_alike and not self.analysis.sequence_fails((stmt, *rest), at.context):
                done(depth, self._past((stmt, *rest), at))
                return
            if isinstance(stmt, ir.Let):
                at = self._let(sketch, depth, stmt.name, stmt.value, at)
            elif not self.analysis.fails(stmt, at.context) and not _stops((stmt,)):
                at = self._past((stmt,), at)
            elif (
                isinstance(stmt, ir.Choice)
                and _stops((stmt,))
                and self.analysis.sequence_fails(rest, at.context)
            ):
                sketch.leaf(depth, at.doubtful())
                return
            else:

                def onward(d: int, a: Ahead, rest: tuple[ir.Stmt, ...] = rest) -> None:
                    self._walk(sketch, d, rest, a, done, leave)

                self._doubt(sketch, depth, stmt, at, onward, leave)
                return
        done(depth, at)

    def _past(self, stmts: tuple[ir.Stmt, ...], at: Ahead) -> Ahead:
        """After statements that cannot fail: only what they write is of interest."""
        known = at.context
        for stmt in stmts:
            known = self.analysis.after(stmt, known)
        at = replace(at, filled=known.filled)
        written = self.effects.writes(stmts)
        lost = set(at.lost)
        for key in written:
            if key == ANY_AMOUNT:
                lost |= set(self.resources)
            elif key[0] == "resource":
                assert isinstance(key[1], int)
                lost.add(key[1])
        env = dict(at.env)
        for stmt in stmts:
            if isinstance(stmt, ir.Draw):
                env[stmt.name] = ir.Var(stmt.target.kind, UNKNOWN)
        return replace(at, env=env, written=at.written | written, lost=frozenset(lost))

    def _let(self, sketch: Sketch, depth: int, name: str, value: ir.Expr, at: Ahead) -> Ahead:
        """Remember a value under a name, if it can be known now."""
        made = self.folder.fold(value, at.env)
        if not self._usable(made, at):
            made = ir.Var(value.kind, UNKNOWN)
        elif not isinstance(made, ir.Const | ir.Var):
            local = self.folder.fresh(name)
            sketch.put(depth, f"{local} = {self.py(made)}")
            made = ir.Var(value.kind, local)
        return replace(at, env={**at.env, name: made})

    def _doubt(
        self, sketch: Sketch, depth: int, stmt: ir.Stmt, at: Ahead, onward: Step, leave: Step
    ) -> None:
        """A statement that may prove impossible."""
        match stmt:
            case ir.Require(condition=condition):
                self._test(sketch, depth, condition, at, onward)
            case ir.Transfer():
                self._pay(sketch, depth, stmt, at, onward)
            case ir.TransferBundle():
                self._pay_bundle(sketch, depth, stmt, at, onward)
            case ir.Choice():
                self._choice(sketch, depth, stmt, at, onward)
            case ir.CallProc(procedure=procedure):
                self._call(sketch, depth, stmt, procedure, at, onward)
            case ir.Do():
                self._do(sketch, depth, stmt, at, onward)
            case ir.If(condition=condition, then=then, otherwise=otherwise):
                test = self.folder.fold(condition, at.env)
                if isinstance(test, ir.Const):
                    taken = then if test.value else otherwise
                    self._walk(sketch, depth, taken, at, onward, leave)
                elif not self._usable(test, at):
                    sketch.leaf(depth, at.doubtful())
                else:
                    sketch.put(depth, f"if {self.py(test)}:")
                    sure = replace(at, filled=at.filled | self.analysis.implied(test))
                    self._branch(sketch, depth + 1, then, sure, onward, leave)
                    sketch.put(depth, "else:")
                    self._branch(sketch, depth + 1, otherwise, at, onward, leave)
            case ir.Repeat(count=count, body=body):
                times = self.folder.fold(count, at.env)
                if self._taking(sketch, depth, times, body, at, onward):
                    return
                if not isinstance(times, ir.Const) or times.value > ROUNDS or _stops(body):
                    sketch.leaf(depth, at.doubtful())
                else:
                    self._walk(sketch, depth, body * max(times.value, 0), at, onward, leave)
            case _:
                sketch.leaf(depth, at.doubtful())

    def _taking(
        self,
        sketch: Sketch,
        depth: int,
        times: ir.Expr,
        body: tuple[ir.Stmt, ...],
        at: Ahead,
        onward: Step,
    ) -> bool:
        """`repeat n` of taking one thing out of lists: can be done if there are n things in them.

        True if the body is of that shape: a single choice whose last value is removed from the
        very list it was picked from, and that changes nothing else the choice looks at.
        """
        env = at.env
        while len(body) == 1 and isinstance(body[0], ir.CallProc):
            call = body[0]
            routine = self.program.routines[call.procedure]
            args = [self.folder.fold(arg, env) for arg in (call.you, *call.args)]
            if not all(isinstance(arg, ir.Const | ir.Var) for arg in args):
                return False
            env = dict(zip((name for name, _ in routine.params), args, strict=True))
            body = routine.body
        if len(body) != 1 or not isinstance(body[0], ir.Choice):
            return False
        choice = body[0]
        if choice.declinable or len(choice.alternatives) != 1 or _stops(body):
            return False
        alternative = choice.alternatives[0]
        binders = alternative.binders
        if alternative.condition is not None or not all(b.kind == "pick" for b in binders):
            return False
        exprs = tuple(self.folder.fold(b.exprs[0], env) for b in binders)
        there = replace(at, env=env)
        taken = [
            stmt
            for stmt in alternative.body
            if isinstance(stmt, ir.Remove)
            and stmt.target == binders[-1].exprs[0]
            and isinstance(stmt.item, ir.Var)
            and stmt.item.name == binders[-1].name
        ]
        others = tuple(stmt for stmt in alternative.body if stmt not in taken)
        reads = frozenset(key for expr in exprs for key in self.effects.reads(expr))
        if (
            len(taken) != 1
            or not all(isinstance(expr, ir.Const) and _distinct(expr) for expr in exprs[:-1])
            or clash(reads, set(self.effects.writes(others)))
            or self.analysis.sequence_fails(alternative.body, there.context)
            or not all(self._usable(expr, there) for expr in (times, *exprs))
        ):
            return False
        need, answer = self._name("_n"), self._name("_a")
        count = self._counting(choice, there)
        given = ", ".join(f"{self.py(v)}" for v in count[1])
        sketch.put(depth, f"{need} = {self.py(times)}")
        sketch.put(depth, f"{answer} = {need} <= 0 or {count[0]}(s, m, {given}, {need})")
        sketch.put(depth, f"if {answer}:")
        sketch.calls += 1
        onward(depth + 1, self._past((ir.Repeat(choice.line, times, (choice,)),), at))
        return True

    def _counting(self, choice: ir.Choice, at: Ahead) -> tuple[str, list[ir.Expr]]:
        """`n<i>(s, …, need)`: whether a choice offers at least that many things."""
        free = {n: at.env.get(n, ir.Var(YES_NO, n)) for n in sorted(_free(choice))}
        fixed = {n: value for n, value in free.items() if isinstance(value, ir.Const)}
        given = {n: value for n, value in free.items() if n not in fixed}
        key = ("count", id(choice), tuple(fixed.items()), tuple(given))
        known = self._counts.get(key)
        if known is None:
            known = self._counts[key] = self._name("n")
            sketch = Sketch("", _no_leaf)

            def body(depth: int, _: Ahead) -> None:
                sketch.put(depth, "need -= 1")
                sketch.put(depth, "if need <= 0: return True")

            self._bind(sketch, 1, choice.alternatives[0].binders, Ahead(dict(fixed)), body)
            self.out.note(self.out, 0, choice.line)
            self.out.put(0, f"def {known}({', '.join(['s', 'm', *given, 'need'])}):")
            self.out.lines += sketch.lines
            self.out.put(1, "return False")
        return known, list(given.values())

    def _branch(
        self,
        sketch: Sketch,
        depth: int,
        stmts: tuple[ir.Stmt, ...],
        at: Ahead,
        onward: Step,
        leave: Step,
    ) -> None:
        before = len(sketch.lines)
        self._walk(sketch, depth, stmts, at, onward, leave)
        if len(sketch.lines) == before:
            sketch.put(depth, "pass")

    def _test(
        self, sketch: Sketch, depth: int, condition: ir.Expr, at: Ahead, onward: Step
    ) -> None:
        made = self.folder.fold(condition, at.env)
        if made == FALSE:
            sketch.put(depth, "pass")
        elif not self._usable(made, at):
            sketch.leaf(depth, at.doubtful())
        elif made == TRUE:
            onward(depth, at)
        else:
            sketch.put(depth, f"if {self.py(made)}:")
            onward(depth + 1, at)

    # ---- prices --------------------------------------------------------------

    def _own(self, sketch: Sketch, player: ir.Expr, at: Ahead) -> bool:
        made = self.folder.fold(player, at.env)
        return UNKNOWN not in variables(made) and self.py(made) == sketch.you

    def _left(self, sketch: Sketch, ordinal: int, at: Ahead) -> str:
        """Source of how much of a resource is left."""
        return at.left[ordinal] if ordinal in at.left else sketch.has(ordinal)

    def _pay(self, sketch: Sketch, depth: int, stmt: ir.Transfer, at: Ahead, onward: Step) -> None:
        resource = self.folder.fold(stmt.resource, at.env)
        amount = self.folder.fold(stmt.amount, at.env)
        if (
            not isinstance(resource, ir.Const)
            or resource.value in at.lost
            or not self._own(sketch, stmt.player, at)
            or not self._usable(amount, at)
        ):
            sketch.leaf(depth, at.doubtful())
            return
        ordinal = resource.value
        written = at.written | {("resource", ordinal)}
        lost = at.lost | ({ordinal} if stmt.to is not None else frozenset())
        if isinstance(amount, ir.Const) and amount.value == 0 and stmt.to is None:
            onward(depth, replace(at, written=written))
            return
        left = self._left(sketch, ordinal, at)
        price = self.py(amount)
        if not isinstance(amount, ir.Const | ir.Var | ir.Printed):
            local = self.folder.fresh("price")
            sketch.put(depth, f"{local} = {price}")
            price = local
        owes = "" if isinstance(amount, ir.Const) else f" or {price} <= 0"
        sketch.put(depth, f"if {left} >= {price}{owes}:")
        after = {**at.left, ordinal: f"({left} - {price})"}
        onward(depth + 1, replace(at, left=after, written=written, lost=lost))

    def _pay_bundle(
        self, sketch: Sketch, depth: int, stmt: ir.TransferBundle, at: Ahead, onward: Step
    ) -> None:
        bundle = self.folder.fold(stmt.bundle, at.env)
        if not self._own(sketch, stmt.player, at) or not self._usable(bundle, at):
            sketch.leaf(depth, at.doubtful())
            return
        if isinstance(bundle, ir.Const):
            parts: list[ir.Stmt] = [
                ir.Transfer(
                    stmt.line,
                    "pay",
                    ir.Const(bundle.kind, ordinal),
                    ir.Const(bundle.kind, count),
                    stmt.player,
                    stmt.to,
                )
                for ordinal, count in zip(self.resources, bundle.value, strict=True)
                if count
            ]
            self._pay_each(sketch, depth, parts, at, onward)
            return
        counts = {ordinal: self.folder.fresh("c") for ordinal in self.resources}
        sketch.put(depth, f"{', '.join(counts.values())}, = {self.py(bundle)}")
        left = {o: self._left(sketch, o, at) for o in self.resources if o not in at.lost}
        tests = [f"({has} >= {counts[o]} or {counts[o]} <= 0)" for o, has in left.items()]
        if tests:
            sketch.put(depth, f"if {' and '.join(tests)}:")
            depth += 1
        if at.lost:
            # it is not known how much of these is left: hope that none is asked for
            sketch.put(depth, f"if {' or '.join(counts[o] for o in sorted(at.lost))}:")
            sketch.leaf(depth + 1, at.doubtful())
            sketch.put(depth, "else:")
            depth += 1
        after = {o: f"({has} - {counts[o]})" for o, has in left.items()}
        lost = frozenset(self.resources) if stmt.to is not None else at.lost
        written = at.written | {ANY_AMOUNT}
        onward(depth, replace(at, left={**at.left, **after}, written=written, lost=lost))

    def _pay_each(
        self, sketch: Sketch, depth: int, parts: list[ir.Stmt], at: Ahead, onward: Step
    ) -> None:
        if not parts:
            onward(depth, at)
            return
        first = parts[0]
        assert isinstance(first, ir.Transfer)
        self._pay(
            sketch,
            depth,
            first,
            at,
            lambda d, a: self._pay_each(sketch, d, parts[1:], a, onward),
        )

    # ---- calls and choices ---------------------------------------------------

    def _call(
        self,
        sketch: Sketch,
        depth: int,
        stmt: ir.CallProc | ir.Do,
        routine_id: str,
        at: Ahead,
        onward: Step,
    ) -> None:
        if routine_id in at.calls or len(at.calls) >= DEEPEST:
            sketch.leaf(depth, at.doubtful())
            return
        routine = self.program.routines[routine_id]
        # what is only handed on to a test of its own need not have a name
        handed_on = len(routine.body) == 1 and isinstance(routine.body[0], ir.Choice | ir.CallProc)
        env: dict[str, ir.Expr] = {}
        for (name, kind), arg in zip(routine.params, (stmt.you, *stmt.args), strict=True):
            made = self.folder.fold(arg, at.env)
            if not self._usable(made, at):
                made = ir.Var(kind, UNKNOWN)
            elif not isinstance(made, ir.Const | ir.Var) and not handed_on:
                local = self.folder.fresh(name)
                sketch.put(depth, f"{local} = {self.py(made)}")
                made = ir.Var(kind, local)
            env[name] = made
        inner = replace(at, env=env, calls=(*at.calls, routine_id), filled=frozenset())

        def back(d: int, a: Ahead) -> None:
            onward(d, replace(a, env=at.env, calls=at.calls, filled=frozenset()))

        self._walk(sketch, depth, routine.body, inner, back, back)

    def _do(self, sketch: Sketch, depth: int, stmt: ir.Do, at: Ahead, onward: Step) -> None:
        subject = self.folder.fold(stmt.subject, at.env)
        if isinstance(subject, ir.Const):
            routine = self.program.tables.get(stmt.table, {}).get(subject.value)
            if routine is None:
                onward(depth, at)
            else:
                self._call(sketch, depth, stmt, routine, at, onward)
            return
        if not self._usable(subject, at):
            sketch.leaf(depth, at.doubtful())
            return
        # most elements have scripts that cannot fail; the others must be tried
        risky = [
            ordinal
            for ordinal in self.program.tables.get(stmt.table, {})
            if self.analysis.fails(
                replace(stmt, subject=ir.Const(stmt.subject.kind, ordinal)), at.context
            )
        ]
        table = (
            self.out.expressions.names.constant(tuple(risky)) if len(risky) > 3 else tuple(risky)
        )
        sketch.put(depth, f"if {self.py(subject)} in {table}:")
        sketch.leaf(depth + 1, at.doubtful())
        sketch.put(depth, "else:")
        onward(depth + 1, self._past((stmt,), at))

    def _choice(self, sketch: Sketch, depth: int, stmt: ir.Choice, at: Ahead, onward: Step) -> None:
        found = self.exists(stmt, at)
        you = self.folder.fold(stmt.you, at.env)
        if found is None or UNKNOWN in variables(you):
            sketch.leaf(depth, at.doubtful())
            return
        existence, given = found
        if existence.vague:
            sketch.leaf(depth, at.doubtful())
            return
        if existence.purse and (
            self.py(you) != sketch.you or any(o in at.lost for o in existence.purse)
        ):
            sketch.leaf(depth, at.doubtful())
            return
        args = [self.py(given[p]) for p in existence.params]
        args += [self._left(sketch, ordinal, at) for ordinal in existence.purse]
        answer = self._name("_a")
        if existence.gates and self.py(you) == "you":
            sketch.put(depth, f"if {' or '.join(existence.gates)}:")
            depth += 1
        sketch.put(depth, f"{answer} = {existence.name}({', '.join(['s', 'm', *args])})")
        sketch.calls += 1
        sketch.put(depth, f"if {answer}:")
        after = self._past((stmt,), at)
        onward(depth + 1, replace(after, answers=(*at.answers, answer)))


def _owned(test: ir.Expr, var: str) -> bool:
    """`field is value`, for a piece of state of the candidate."""
    if not isinstance(test, ir.Op) or test.op != "is":
        return False
    return any(
        isinstance(mine, ir.State)
        and isinstance(mine.subject, ir.Var)
        and mine.subject.name == var
        and isinstance(other, ir.Var | ir.Const)
        for mine, other in (test.parts, test.parts[::-1])
    )


def _no_leaf(depth: int, at: Ahead) -> None:
    raise AssertionError("a leaf is needed")


def _answer(at: Ahead) -> str:
    """Source of the answer at the end of a path: 1 unless something on it was in doubt."""
    if "3" in at.answers:
        return "3"
    return " | ".join(at.answers) or "1"


def _distinct(expr: ir.Const) -> bool:
    return len(set(expr.value)) == len(expr.value)


def _stops(stmts: tuple[ir.Stmt, ...]) -> bool:
    """Whether a `stop` stands in one of the statements, or in a block of them."""
    for stmt in stmts:
        if isinstance(stmt, ir.Stop):
            return True
        if not isinstance(stmt, ir.Choice) and _stops(tuple(inside(stmt))):
            return True
        if isinstance(stmt, ir.Choice) and any(_stops(a.body) for a in stmt.alternatives):
            return True
    return False


def _free(choice: ir.Choice) -> set[str]:
    """Variables a choice is about that are bound outside of it."""
    used, bound = _used((choice,))
    return used - bound


def _used(stmts: tuple[ir.Stmt, ...]) -> tuple[set[str], set[str]]:
    used: set[str] = set()
    bound: set[str] = set()
    todo: list[Any] = list(stmts)
    while todo:
        stmt = todo.pop()
        for expr in expressions_of(stmt):
            used |= variables(expr)
        if isinstance(stmt, ir.Let | ir.Draw | ir.ForEach):
            bound.add(stmt.name)
        if isinstance(stmt, ir.Choice):
            for alternative in stmt.alternatives:
                bound |= {b.name for b in alternative.binders if b.name}
        todo += inside(stmt)
    return used, bound
