"""Whether a choice offers anything."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.compiler.effects import clash
from interpreter.compiler.fold import FALSE
from interpreter.compiler.foresight.ahead import (
    Ahead,
    Existence,
    Sketch,
    answer_of,
    is_known,
    no_leaf,
)
from interpreter.compiler.foresight.part import Part
from interpreter.compiler.foresight.scripts import free_in
from interpreter.compiler.statements import INDENT
from interpreter.compiler.tree import asks, variables
from interpreter.language import ir
from interpreter.model.kinds import YES_NO

if TYPE_CHECKING:
    from interpreter.compiler.foresight.guards import Guards


class Existences(Part):
    """Writes functions that look for one option and stop there."""

    def __init__(self, guards: Guards) -> None:
        super().__init__(guards)
        self._known: dict[object, Existence] = {}
        self._open: set[int] = set()

    def exists(self, choice: ir.Choice, at: Ahead) -> tuple[Existence, dict[str, ir.Expr]] | None:
        """A function that answers for a choice met on the way, and what it is about."""
        if id(choice) in self._open:
            return None
        free = {n: at.env.get(n, ir.Var(YES_NO, n)) for n in sorted(free_in(choice))}
        if not all(is_known(value) for value in free.values()):
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
        name = self.guards.name("x")
        you = self.py(self.folder.fold(choice.you, at.env))
        sketch = Sketch(you, no_leaf, one_is_enough=True)

        def leaf(depth: int, there: Ahead) -> None:
            answer = answer_of(there)
            if answer not in ("1", "3"):
                sketch.put(depth, f"if {answer} == 1:")
                yes(depth + 1)
            if answer == "1":
                yes(depth)
            else:
                sketch.put(depth, "answer = 3")

        def yes(depth: int) -> None:
            for line in sketch.on_yes:
                sketch.put(depth, line)
            sketch.put(depth, "return 1")

        sketch.leaf = leaf
        gates = []
        for alternative in choice.alternatives:
            if self._ruled_out(alternative, at):
                continue
            tests = self.guards.rows.tests.get(id(alternative))
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
            gates.append(self._seek(sketch, alternative, at))
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

    def _seek(self, sketch: Sketch, alternative: ir.Alternative, at: Ahead) -> str:
        """Look for one option of an alternative; the list it begins with, if that can be kept."""
        sketch.on_yes.clear()
        count = self._joint(alternative.binders, at) if alternative.condition is None else 0
        if count < 2:
            self.guards.binding.candidates(sketch, 1, alternative, at)
            return self._gate(alternative, at)
        binders = alternative.binders
        name = self._join(alternative, binders[:count], at)
        bound = {b.name: ir.Var(b.type, b.name, solid=True) for b in binders[:count]}
        sketch.put(1, f"for {', '.join(bound)} in {name}:")
        rest = replace(alternative, binders=binders[count:])
        self.guards.binding.candidates(sketch, 2, rest, replace(at, env={**at.env, **bound}))
        return name

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
            if not self.usable(source, at):
                return index
            names.add(binder.name)
        return 0

    def _join(self, alternative: ir.Alternative, binders: tuple[ir.Binder, ...], at: Ahead) -> str:
        """`join<i>(s, m, you)`: source of the values of the first binders, made once."""
        name = self.guards.name("join")
        sketch = Sketch("you", no_leaf)
        values = "".join(f"{binder.name}, " for binder in binders)
        self.guards.binding.bind(
            sketch, 2, binders, at, lambda d, _: sketch.put(d, f"found.append(({values}))")
        )
        self.out.note(self.out, 0, alternative.line)
        self.out.put(0, f"def {name}(s, m, you):")
        self.out.put(1, f"found = m.get(({name!r}, you))")
        self.out.put(1, "if found is None:")
        self.out.put(2, f"found = m[({name!r}, you)] = []")
        self.out.lines += sketch.lines
        self.out.put(1, "return found")
        exprs = (self.folder.fold(binder.exprs[0], at.env) for binder in binders)
        whose = "you" if any("you" in variables(expr) for expr in exprs) else "0"
        return f"{name}(s, m, {whose})"

    def _ruled_out(self, alternative: ir.Alternative, at: Ahead) -> bool:
        test = alternative.condition
        return test is not None and self.folder.fold(test, at.env) == FALSE

    def _gate(self, alternative: ir.Alternative, at: Ahead) -> str:
        """The remembered list an alternative begins with, if it does."""
        binders = alternative.binders
        if not binders or binders[0].kind != "pick":
            return ""
        source = self.folder.fold(binders[0].exprs[0], at.env)
        if not isinstance(source, ir.Each) or not self.usable(source, at):
            return ""
        split = self.guards.lists.split(source)
        return split.source.name if isinstance(split.source, ir.Var) and split != source else ""

    def entry(self, number: int, choice: ir.Choice, names: tuple[str, ...]) -> None:
        """`y<n>(s, k)`: whether a decision offers anything, asked of a frame."""
        found = self.exists(choice, Ahead())
        assert found is not None
        existence, given = found
        args = [self.py(given[p]) for p in existence.params]
        you = self.py(choice.you)
        args += [f"s[{self.amount_slot(o, you)}]" for o in existence.purse]
        self.out.put(0, f"def y{number}(s, k):")
        self.out.put(1, f"_, up, {', '.join(names)} = k")
        self.out.put(1, f"return {existence.name}({', '.join(['s', '{}', *args])})")
