"""Statements that never ask a player, as plain Python with an inline undo journal."""

from __future__ import annotations

from typing import Protocol

from interpreter.compiler.analysis import Analysis
from interpreter.compiler.expressions import Expressions
from interpreter.language import ir
from interpreter.model.kinds import NUMBER

INDENT = "    "


#: an amount that is none
NOTHING = ir.Const(NUMBER, 0)


def one_line(text: str) -> str:
    """Text of a pack inside a comment: whatever it is, it must not end the comment."""
    return text if text.isprintable() else "".join(c if c.isprintable() else " " for c in text)


class Writer(Protocol):
    """Whatever lines of source can be put into."""

    def put(self, depth: int, text: str) -> None: ...


class Statements:
    """Writes statements. `trace` adds events and the reasons of refusals to the code."""

    def __init__(self, expressions: Expressions, analysis: Analysis, trace: bool) -> None:
        self.expressions = expressions
        self.py = expressions.py
        self.analysis = analysis
        self.trace = trace
        self.lines: list[str] = []
        #: tables that need the functions in `lines`
        self.tables: list[str] = []
        #: whether rule lines stand beside the code, for people who read it
        self.comments = True
        #: what a statement that cannot be carried out returns
        self.failure = "False"
        self._temps = 0

    def start(self) -> None:
        """Forget what was written."""
        self.lines, self.tables, self._temps = [], [], 0

    def put(self, depth: int, text: str) -> None:
        self.lines.append(INDENT * depth + text)

    def note(self, where: Writer, depth: int, line: int) -> None:
        """The rule line as a comment."""
        if not self.comments:
            return
        program = self.expressions.program
        span, words = program.lines[line], program.words[line]
        text = f"{words}  ({span.file}:{span.line})" if words else str(span)
        where.put(depth, "# " + one_line(text))

    def comment(self, depth: int, text: str) -> None:
        """What is written in a pack, as a comment."""
        if text and self.comments:
            self.put(depth, "# " + one_line(text))

    def temp(self, word: str) -> str:
        self._temps += 1
        return f"_{word}{self._temps}"

    def fail(self, depth: int, line: int, need: str = "None", have: str = "None") -> None:
        if self.trace:
            self.put(depth, f"refuse(({line}, {need}, {have}))")
        self.put(depth, f"return {self.failure}")

    def block(self, depth: int, stmts: tuple[ir.Stmt, ...]) -> None:
        if not stmts:
            self.put(depth, "pass")
        for stmt in stmts:
            self.native(depth, stmt)

    def native(self, depth: int, stmt: ir.Stmt) -> None:
        """One statement without decisions inside."""
        self.note(self, depth, stmt.line)
        match stmt:
            case ir.Let(name=name, value=value):
                self.put(depth, f"{name} = {self.py(value)}")
            case ir.Write():
                self._write(depth, stmt)
            case ir.Transfer():
                self._transfer(depth, stmt)
            case ir.TransferBundle():
                self._transfer_bundle(depth, stmt)
            case ir.Require(condition=condition):
                self.put(depth, f"if not {self.py(condition)}:")
                self.fail(depth + 1, stmt.line)
            case ir.Add() | ir.Remove() | ir.Shuffle() | ir.Draw():
                self._list(depth, stmt)
            case ir.CallProc() | ir.Do():
                self._run(depth, stmt)
            case ir.Stop():
                self.put(depth, "return True")
            case ir.If() | ir.ForEach() | ir.Repeat() | ir.While():
                self._compound(depth, stmt)
            case _:
                raise AssertionError(stmt)

    # ---- writes --------------------------------------------------------------

    def store(self, depth: int, slot: str, value: str, line: int, old: str | None = None) -> None:
        """Journal the old value, then write the new one."""
        if not slot.isdigit() and not slot.startswith("_i"):
            name = self.temp("i")
            self.put(depth, f"{name} = {slot}")
            slot = name
        if self.trace:
            before, after = self.temp("o"), self.temp("n")
            self.put(depth, f"{before}, {after} = s[{slot}], {value}")
            self.put(depth, f"j.append(({slot}, {before})); s[{slot}] = {after}")
            told = f"note(('set', {line}, {slot}, {before}, {after}))"
            self.put(depth, f"if {before} != {after}: {told}")
            return
        write = f"j.append(({slot}, s[{slot}])); s[{slot}] = {value}"
        if value in ("0", "False", "True"):
            # often it is so already: nothing to write, nothing to take back
            write = f"if {'not ' if value == 'True' else ''}s[{slot}]: {write}"
        self.put(depth, write)

    def guard(self, depth: int, target: ir.State, line: int) -> None:
        """Refuse to write state of none, loudly: it is a mistake in the rules."""
        subject = target.subject
        if subject is None or self.expressions.surely(target.field, subject):
            return
        first, last = self.expressions.bounds(target.field)
        test = f"if not {first} <= {self.py(subject)} <= {last}:"
        self.put(depth, f"{test} raise lib.NothingThere({line})")

    def _write(self, depth: int, stmt: ir.Write) -> None:
        target = stmt.target
        if isinstance(target, ir.Held):
            slot = self.expressions.held_slot(target.resource, target.player)
            self.store(depth, slot, self.py(stmt.value), stmt.line)
            return
        self.guard(depth, target, stmt.line)
        self.store(depth, self.expressions.slot(target), self.py(stmt.value), stmt.line)
        if self.trace and target.subject is None:
            self.put(depth, f"watch({target.field.offset})")

    def _transfer(self, depth: int, stmt: ir.Transfer) -> None:
        slot = self.temp("i")
        self.put(depth, f"{slot} = {self.expressions.held_slot(stmt.resource, stmt.player)}")
        amount = self.py(stmt.amount)
        if not isinstance(stmt.amount, ir.Const):
            name = self.temp("a")
            self.put(depth, f"{name} = {amount}")
            amount = name
        if stmt.verb == "pay" and stmt.amount != NOTHING:
            # who owes can still pay nothing
            owes = "" if isinstance(stmt.amount, ir.Const) else f" and {amount} > 0"
            self.put(depth, f"if s[{slot}] < {amount}{owes}:")
            self.fail(depth + 1, stmt.line, f"({slot}, {amount})", f"s[{slot}]")
        sign = "+" if stmt.verb == "gain" else "-"
        change = f"j.append(({slot}, s[{slot}])); s[{slot}] {sign}= {amount}"
        if not self.trace and not isinstance(stmt.amount, ir.Const):
            change = f"if {amount}: {change}"
        self.put(depth, change)
        self._note_transfer(depth, stmt, self.py(stmt.resource), amount)
        if stmt.to is not None:
            other = self.temp("i")
            self.put(depth, f"{other} = {self.expressions.held_slot(stmt.resource, stmt.to)}")
            self.put(depth, f"j.append(({other}, s[{other}])); s[{other}] += {amount}")

    def _note_transfer(
        self, depth: int, stmt: ir.Transfer | ir.TransferBundle, what: str, amount: str
    ) -> None:
        if self.trace:
            to = self.py(stmt.to) if stmt.to is not None else "0"
            who = self.py(stmt.player)
            told = f"note(('{stmt.verb}', {stmt.line}, {who}, {what}, {amount}, {to}))"
            self.put(depth, f"if {amount}: {told}")

    def _transfer_bundle(self, depth: int, stmt: ir.TransferBundle) -> None:
        whole, at, count = self.temp("b"), self.temp("r"), self.temp("a")
        self.put(depth, f"{whole} = {self.py(stmt.bundle)}")
        width = self.expressions.layout.width
        first = self.expressions.first_resource
        base = self.expressions.layout.amount_offset + first * width
        slot = f"{at} * {width} + {self.py(stmt.player)} + {base}"
        # most prices are nothing at all
        self.put(depth, f"if any({whole}):")
        depth += 1
        if stmt.verb == "pay":
            self.put(depth, f"for {at}, {count} in enumerate({whole}):")
            self.put(depth + 1, f"if {count} > 0 and s[{slot}] < {count}:")
            self.fail(depth + 2, stmt.line, f"({slot}, {count})", f"s[{slot}]")
        self.put(depth, f"for {at}, {count} in enumerate({whole}):")
        self.put(depth + 1, f"if {count}:")
        index = self.temp("i")
        sign = "+" if stmt.verb == "gain" else "-"
        self.put(depth + 2, f"{index} = {slot}")
        self.put(depth + 2, f"j.append(({index}, s[{index}])); s[{index}] {sign}= {count}")
        self._note_transfer(depth + 2, stmt, f"{at} + {first}", count)
        if stmt.to is not None:
            other = f"{at} * {width} + {self.py(stmt.to)} + {base}"
            self.put(depth + 2, f"{index} = {other}")
            self.put(depth + 2, f"j.append(({index}, s[{index}])); s[{index}] += {count}")

    # ---- lists ---------------------------------------------------------------

    def _list(self, depth: int, stmt: ir.Add | ir.Remove | ir.Shuffle | ir.Draw) -> None:
        self.guard(depth, stmt.target, stmt.line)
        slot = self.expressions.slot(stmt.target)
        if not slot.isdigit():
            name = self.temp("i")
            self.put(depth, f"{name} = {slot}")
            slot = name
        match stmt:
            case ir.Add(item=item):
                self.store(depth, slot, f"s[{slot}] + ({self.py(item)},)", stmt.line)
            case ir.Remove(item=item):
                self.store(depth, slot, f"lib.without(s[{slot}], {self.py(item)})", stmt.line)
            case ir.Shuffle():
                self.put(depth, f"shuffle(s, j, {slot})")
                if self.trace:
                    self.put(depth, f"note(('shuffle', {stmt.line}, {slot}))")
            case ir.Draw(name=name):
                self.put(depth, f"if not s[{slot}]:")
                self.fail(depth + 1, stmt.line, f"({slot}, 1)", "0")
                self.put(depth, f"{name} = s[{slot}][0]")
                self.store(depth, slot, f"s[{slot}][1:]", stmt.line)

    # ---- calls ---------------------------------------------------------------

    def note_use(self, depth: int, stmt: ir.Do) -> None:
        """That an element's own script is run, for coverage."""
        if self.trace:
            self.put(depth, f"note(('do', {stmt.line}, {self.py(stmt.subject)}))")

    def _run(self, depth: int, stmt: ir.CallProc | ir.Do) -> None:
        if isinstance(stmt, ir.Do):
            self.note_use(depth, stmt)
        args = ", ".join(self.py(arg) for arg in (stmt.you, *stmt.args))
        may_fail = any(t in self.analysis.failing for t in self.analysis.targets(stmt))
        if isinstance(stmt, ir.CallProc):
            self._note_event(depth, stmt)
            if self.analysis.idle(stmt):
                self.put(depth, "pass")
                return
            call = f"{self.expressions.names.function(stmt.procedure)}(s, j, {args})"
        elif isinstance(stmt.subject, ir.Const):
            found = list(self.analysis.targets(stmt))
            if not found:
                self.put(depth, "pass")
                return
            call = f"{self.expressions.names.function(found[0])}(s, j, {args})"
        else:
            found_name = self.temp("f")
            table = self.expressions.names.scripts(stmt.table)
            self.put(depth, f"{found_name} = {table}.get({self.py(stmt.subject)})")
            call = f"{found_name}(s, j, {args})"
            if not may_fail:
                self.put(depth, f"if {found_name} is not None: {call}")
                return
            self.put(depth, f"if {found_name} is not None and not {call}:")
            self.put(depth + 1, f"return {self.failure}")
            return
        if may_fail:
            self.put(depth, f"if not {call}:")
            self.put(depth + 1, f"return {self.failure}")
        else:
            self.put(depth, call)

    def _note_event(self, depth: int, stmt: ir.CallProc) -> None:
        if self.trace and stmt.procedure.startswith("event "):
            values = self.expressions.tuple_of(stmt.args)
            name = stmt.procedure.removeprefix("event ")
            self.put(
                depth, f"note(('event', {stmt.line}, {name!r}, {self.py(stmt.you)}, {values}))"
            )

    def _compound(self, depth: int, stmt: ir.If | ir.ForEach | ir.Repeat | ir.While) -> None:
        match stmt:
            case ir.If(condition=condition, then=then, otherwise=otherwise):
                self.put(depth, f"if {self.py(condition)}:")
                self.block(depth + 1, then)
                if otherwise:
                    self.put(depth, "else:")
                    self.block(depth + 1, otherwise)
            case ir.ForEach(name=name, source=source, body=body):
                self.put(depth, f"for {name} in {self.py(source)}:")
                self.expressions.loops += 1
                self.block(depth + 1, body)
                self.expressions.loops -= 1
            case ir.Repeat(count=count, body=body):
                self.put(depth, f"for {self.temp('n')} in lib.span(1, {self.py(count)}):")
                self.block(depth + 1, body)
            case ir.While(condition=condition, body=body):
                fuel = self.temp("n")
                self.put(depth, f"{fuel} = 0")
                self.put(depth, f"while {self.py(condition)}:")
                self.put(depth + 1, f"{fuel} += 1")
                self.put(depth + 1, f"lib.span({fuel} - 1, {fuel})")
                self.put(depth + 1, f"if {fuel} > lib.LOOP_LIMIT: raise lib.EndlessLoop")
                self.block(depth + 1, body)
