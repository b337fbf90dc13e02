"""One test per element: a choice about elements that run scripts of their own."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.compiler.fold import FALSE, TRUE
from interpreter.compiler.foresight.ahead import Ahead, Sketch, answer_of, appending, no_leaf
from interpreter.compiler.foresight.part import Part
from interpreter.compiler.names import plain_name
from interpreter.compiler.tree import conjuncts, variables
from interpreter.language import ir
from interpreter.model.kinds import YES_NO

if TYPE_CHECKING:
    from interpreter.compiler.foresight.guards import Guards

#: elements a choice may be about for each to get a test of its own
MANY = 400


class Rows(Part):
    """Writes a table of tests, by element."""

    def __init__(self, guards: Guards) -> None:
        super().__init__(guards)
        #: alternatives with one test per element: loops over the tests, the quick ones first
        self.tests: dict[int, tuple[list[str], tuple[str, ...], str]] = {}

    def per_element(self, alternative: ir.Alternative) -> bool:
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

    def rows(
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
            name = f"{table}_{ordinal}_{plain_name(known.id)}"
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
        self.tests[key] = (parts, names, lead)
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
                split = self.guards.lists.split(source) if isinstance(source, ir.Each) else source
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
        sketch = Sketch(you, no_leaf)
        sketch.amount = lambda resource: f"s[{self.amount_slot(resource, you)}]"

        def leaf(depth: int, at: Ahead) -> None:
            sketch.put(depth, f"return {answer_of(at)}")

        sketch.leaf = leaf
        depth = 1
        if test != TRUE:
            sketch.put(1, f"if {self.py(test)}:")
            depth = 2
        self.guards.walk.walk(sketch, depth, alternative.body, Ahead(env), leaf, leaf)
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
        sketch = Sketch(you, no_leaf)
        element = env[alternative.binders[0].name]
        assert isinstance(element, ir.Const)
        value = value.replace(alternative.binders[0].name, str(element.value), 1)
        sketch.leaf = appending(sketch, value)
        depth = 1
        if test != TRUE:
            sketch.put(1, f"if {self.py(test)}:")
            depth = 2
        rest = replace(alternative, binders=alternative.binders[1:])
        self.guards.binding.candidates(sketch, depth, rest, Ahead(env))
        self.out.put(0, f"def {name}(s, m, j, k, sure, attempt, code, found, {', '.join(names)}):")
        for ordinal in sketch.purse:
            self.out.put(1, f"h{ordinal} = s[{self.amount_slot(ordinal, you)}]")
        self.out.lines += sketch.lines
        self.out.put(1, "return")
        return sketch.calls
