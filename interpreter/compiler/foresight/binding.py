"""Loops over what can be chosen."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.compiler.alike import Likeness
from interpreter.compiler.fold import FALSE, TRUE
from interpreter.compiler.foresight.ahead import Ahead, Sketch, Step, answer_of, no_leaf
from interpreter.compiler.foresight.part import Part
from interpreter.compiler.statements import INDENT
from interpreter.compiler.tree import variables
from interpreter.language import ir

if TYPE_CHECKING:
    from interpreter.compiler.foresight.guards import Guards


class Binding(Part):
    """Writes a loop for every value of an alternative."""

    def __init__(self, guards: Guards) -> None:
        super().__init__(guards)
        self._likeness = Likeness(self.program, self.folder)

    def candidates(
        self, sketch: Sketch, depth: int, alternative: ir.Alternative, at: Ahead
    ) -> None:
        """Loops over the values of an alternative, then the look into its body."""
        leaf = sketch.reach
        test = alternative.condition
        bound = {b.name for b in alternative.binders if b.name}
        if test is not None and not variables(test) & bound:
            made = self.folder.fold(test, at.env)
            if made == FALSE:
                return
            if not self.usable(made, at):
                leaf(depth, at.doubtful())
                return
            if made != TRUE:
                sketch.put(depth, f"if {self.py(made)}:")
                depth += 1
            test = None

        def body(inner: int, there: Ahead) -> None:
            if test is not None:
                made = self.folder.fold(test, there.env)
                if not self.usable(made, there):
                    leaf(inner, there.doubtful())
                    return
                sketch.put(inner, f"if {self.py(made)}:")
                inner += 1
            self.guards.walk.walk(sketch, inner, alternative.body, there, leaf, leaf)

        self.bind(sketch, depth, alternative.binders, at, body)

    def bind(
        self, sketch: Sketch, depth: int, binders: tuple[ir.Binder, ...], at: Ahead, body: Step
    ) -> None:
        if not binders:
            body(depth, at)
            return
        binder, rest = binders[0], binders[1:]
        exprs = [self.folder.fold(expr, at.env) for expr in binder.exprs]
        if not all(self.usable(expr, at) for expr in exprs):
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
                self.guards.lists.asked.append(source)
                if isinstance(source, ir.Each) and source.item is None:
                    text, test = out.expressions.each_source(self.guards.lists.split(source))
                    if test is not None:
                        test = self.folder.fold(test, {source.var: bound})
                elif isinstance(source, ir.Formula) and self.guards.carried.is_plain(source):
                    if self._class_by_class(sketch, depth, source, bound, rest, inner, body):
                        return
                    text = self.guards.carried.listed(source)
                else:
                    text = self.py(source)
                if rest and depth == 1:
                    text = self._last_time_first(sketch, bound, text)
                sketch.put(depth, f"for {name} in {text}:")
                if test is not None and test != TRUE:
                    depth += 1
                    sketch.put(depth, f"if {self.py(test)}:")
                if sketch.one_is_enough and binder.type.word == "element":
                    self._one_of_each(sketch, depth + 1, bound, rest, inner, body, header)
                    return
                if self._once_for_alike(sketch, depth + 1, bound, rest, inner, body, header):
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
        self.bind(sketch, depth + 1, rest, inner, body)

    def _last_time_first(self, sketch: Sketch, bound: ir.Var, text: str) -> str:
        """Where one option is looked for, begin with what led to one last time."""
        if not sketch.one_is_enough or bound.kind.word != "element" or sketch.you != "you":
            return text
        last = self.guards.name("H")
        sketch.on_yes.append(f"{last}[you] = {bound.name}")
        self.tables.append(f"{last} = {{}}")
        return f"lib.first_try({last}.get(you), {text})"

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
        asked, start = len(self.guards.lists.asked), len(sketch.lines)
        self.bind(sketch, depth, rest, inner, body)
        alike = self._likeness.classes(bound.kind, bound.name, self.guards.lists.asked[asked:])
        if alike is None or start == len(sketch.lines):
            return
        table, seen = self._classes(alike), self.guards.name("_seen")
        lead = INDENT * depth
        sketch.lines[start:start] = [
            f"{lead}like = {table}.get({bound.name}, -{bound.name})",
            f"{lead}if like in {seen}: continue",
            f"{lead}{seen}.add(like)",
        ]
        self._before(sketch, header, f"{seen} = set()")

    def _class_by_class(
        self,
        sketch: Sketch,
        depth: int,
        source: ir.Formula,
        bound: ir.Var,
        rest: tuple[ir.Binder, ...],
        inner: Ahead,
        body: Step,
    ) -> bool:
        """What follows is tested for one of each class; only then is one of them looked for."""
        if not sketch.one_is_enough or bound.kind.word != "element":
            return False
        group, entry = self.guards.name("_group"), self.guards.name("_entry")
        groups = self.guards.carried.groups_name(source)
        subject = self.py(source.subject)
        sketch.on_yes.append(f"lib.to_front({groups}, {subject}, {entry})")
        lines, leaf, asked = sketch.lines, sketch.leaf, len(self.guards.lists.asked)

        def there_is_one(inside: int, there: Ahead) -> None:
            sketch.put(inside, f"if {self.guards.carried.holds_one_of(source, group)}:")
            leaf(inside + 1, there)

        sketch.lines, sketch.leaf = [], there_is_one
        self.bind(sketch, depth + 1, rest, inner, body)
        tested, sketch.lines, sketch.leaf = sketch.lines, lines, leaf
        alike = self._likeness.classes(bound.kind, bound.name, self.guards.lists.asked[asked:])
        sketch.on_yes.pop()
        if alike is None or not tested:
            return False
        self.guards.carried.write_groups(groups, source, alike)
        sketch.put(depth, f"for {entry} in {groups}.get({subject}, ()):")
        sketch.put(depth + 1, f"{bound.name}, {group} = {entry}")
        sketch.lines += tested
        return True

    def _once_for_alike(
        self,
        sketch: Sketch,
        depth: int,
        bound: ir.Var,
        rest: tuple[ir.Binder, ...],
        inner: Ahead,
        body: Step,
        header: int,
    ) -> bool:
        """What follows is worked out once for elements that are alike in it, if there are such."""
        values = [binder.name for binder in rest if binder.name]
        if not values or inner.calls or bound.kind.word != "element" or sketch.leaf is no_leaf:
            return False
        if any(word in inner.env for word in values):
            return False
        known, each = self.guards.name("_known"), self.guards.name("_each")
        lines, leaf, asked = sketch.lines, sketch.leaf, len(self.guards.lists.asked)

        def keep(inside: int, there: Ahead) -> None:
            sketch.put(inside, f"{each}.append(({', '.join(values)}, {answer_of(there)}))")

        sketch.lines, sketch.leaf = [], keep
        self.bind(sketch, depth + 1, rest, inner, body)
        worked_out, sketch.lines, sketch.leaf = sketch.lines, lines, leaf
        alike = self._likeness.classes(bound.kind, bound.name, self.guards.lists.asked[asked:])
        if alike is None or not worked_out:
            return False
        table = self._classes(alike)
        sketch.put(depth, f"like = {table}.get({bound.name}, -{bound.name})")
        sketch.put(depth, f"{each} = {known}.get(like)")
        sketch.put(depth, f"if {each} is None:")
        sketch.put(depth + 1, f"{each} = {known}[like] = []")
        sketch.lines += worked_out
        answer = self.guards.name("_a")
        sketch.put(depth, f"for {', '.join(values)}, {answer} in {each}:")
        sketch.leaf(depth + 1, replace(inner, answers=(*inner.answers, answer)))
        self._before(sketch, header, f"{known} = {{}}")
        return True

    def _classes(self, alike: dict[int, int]) -> str:
        """A table of which elements are alike."""
        table = self.out.expressions.names.constant(tuple(sorted(alike.items())))
        self.tables.append(f"L{table} = dict({table})")
        return f"L{table}"

    @staticmethod
    def _before(sketch: Sketch, header: int, text: str) -> None:
        """Put a line before the loop that begins there."""
        loop = sketch.lines[header]
        sketch.lines.insert(header, loop[: len(loop) - len(loop.lstrip())] + text)
