"""The traced code, written function by function when it is called for the first time.

A few examples reach less than half of the rules, and that half is compiled sooner than the whole.
What is written is kept apart from where it is loaded: several copies of the code share it.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType
from typing import Any

from interpreter.compiler.analysis import Analysis
from interpreter.compiler.code import Code, Journal, Listing, Position, outlook_of, surroundings
from interpreter.compiler.expressions import Expressions
from interpreter.compiler.flow import COMMIT, Block, Flow
from interpreter.compiler.foresight.guards import Guards
from interpreter.compiler.memory import Memory
from interpreter.compiler.quantities import quantity_of, write_changes, write_formula
from interpreter.compiler.statements import Statements
from interpreter.compiler.write import given, needing_entry, write_plain
from interpreter.language.program import Program


@lru_cache(maxsize=2000)
def _compiled(source: str) -> CodeType:
    """The same function is often written again: after a change elsewhere in the packs."""
    return compile(source, "<rules>", "exec")


@dataclass(frozen=True, slots=True)
class Part:
    """What was written for one formula or routine."""

    code: CodeType
    blocks: list[Block]


class Writer:
    """Writes the functions of a program one by one."""

    def __init__(self, program: Program, paths: Mapping[str, dict[int, tuple[int, ...]]]) -> None:
        self.program = program
        self.analysis = Analysis(program)
        expressions = Expressions(program, self.analysis.folder, self.analysis.effects)
        self.out = Statements(expressions, self.analysis, trace=True)
        self.out.comments = False
        self.names = expressions.names
        self.flow = Flow(self.out, Guards(self.out))
        self.end = self.flow._block(COMMIT, "")
        self.end.safe = True
        self.entered = needing_entry(program, self.analysis)
        for routine in program.routines:
            if routine in self.entered or routine in self.analysis.suspending:
                self.flow.entry(routine)
        units = [*program.formulas, *program.routines]
        #: Python name of a function to its formula or routine
        self.units = {self.names.function(unit): unit for unit in units}
        self.constants = given(program, paths)
        self._memory = Memory(program, self.out)
        self._parts: dict[str, Part] = {}
        #: small functions that many others use
        self.shared: dict[str, CodeType] = {}

    def part(self, unit: str) -> Part:
        """The functions of a formula or routine."""
        found = self._parts.get(unit)
        if found is None:
            found = self._parts[unit] = self._write(unit)
        return found

    def _write(self, unit: str) -> Part:
        out, first = self.out, len(self.flow.blocks)
        out.start()
        if unit in self.program.formulas:
            self._formula(unit)
        else:
            self._routine(unit)
        for line in self.names.late:
            self.shared[line.partition(" = ")[0]] = _compiled(line)
        self.names.late.clear()
        self.constants |= self.names.constants
        entry = self.flow.entries.get(unit)
        blocks = [*([entry] if entry is not None else []), *self.flow.blocks[first:]]
        return Part(_compiled("\n".join([*out.lines, *out.tables, ""])), blocks)

    def _formula(self, unit: str) -> None:
        write_formula(self.program, self.out, self._memory, self.program.formulas[unit])
        name = quantity_of(self.program, unit)
        if name is not None:
            self.out.tables[:0] = write_changes(self.program, name)

    def _routine(self, unit: str) -> None:
        routine = self.program.routines[unit]
        if unit in self.analysis.suspending:
            self.flow.routine(routine)
            return
        write_plain(self.out, routine)
        if unit in self.entered:
            self.flow.wrapper(routine)

    def code(self, shuffle: Callable[[Position, Journal, int], None]) -> Code:
        """A copy of the code with hooks of its own."""
        return _Copy(self, shuffle).code()


class _Copy(dict[str, Any]):
    """The global names of generated code; what is missing is written, or looked up in tables."""

    def __init__(self, writer: Writer, shuffle: Callable[[Position, Journal, int], None]) -> None:
        super().__init__(surroundings(shuffle))
        self.writer = writer
        self.tables = {writer.names.scripts(name): name for name in writer.program.tables}
        self.rows: dict[str, _Row] = {letter: _Row(self) for letter in "berkl"}

    def __missing__(self, name: str) -> Any:
        writer = self.writer
        if name in writer.units:
            self.load(writer.units[name])
        elif name in writer.constants:
            self[name] = writer.constants[name]
        elif name in writer.shared:
            exec(writer.shared[name], self)
        elif name in self.tables:
            self[name] = self._table(self.tables[name])
        elif hasattr(builtins, name):
            self[name] = getattr(builtins, name)
        else:
            raise KeyError(name)
        return self[name]

    def load(self, unit: str) -> None:
        """Have the functions of a formula or routine."""
        part = self.writer.part(unit)
        exec(part.code, self)
        rows = self.rows
        for block in part.blocks:
            for letter in "ber":
                rows[letter][block.number] = self.get(f"{letter}{block.number}")
            rows["k"][block.number] = block.kind
            rows["l"][block.number] = outlook_of(block)

    def _table(self, name: str) -> dict[int, Any]:
        units = self.writer.program.tables[name]
        if any(unit in self.writer.analysis.suspending for unit in units.values()):
            entries = self.writer.flow.entries
            return {ordinal: entries[unit].number for ordinal, unit in units.items()}
        function = self.writer.names.function
        return {ordinal: self._later(function(unit)) for ordinal, unit in units.items()}

    def _later(self, name: str) -> Callable[..., Any]:
        return lambda *values: self[name](*values)

    def code(self) -> Code:
        """As the engine runs it. Nothing is foreseen."""
        writer, rows = self.writer, self.rows
        end = writer.end.number
        rows["b"][end] = rows["e"][end] = rows["r"][end] = None
        rows["k"][end], rows["l"][end] = COMMIT, outlook_of(writer.end)
        nothing = Always(None)
        return Code(
            "",
            writer.flow.blocks,
            rows["b"],
            rows["k"],
            rows["l"],
            rows["e"],
            rows["r"],
            nothing,
            nothing,
            nothing,
            _Formulas(self),
            {routine: block.number for routine, block in writer.flow.entries.items()},
            end,
            self,
            Listing("", [], {}, {}, [], {}, end),
        )


class _Row(dict[int, Any]):
    def __init__(self, copy: _Copy) -> None:
        super().__init__()
        self.copy_of = copy

    def __missing__(self, number: int) -> Any:
        self.copy_of.load(self.copy_of.writer.flow.blocks[number].routine)
        return self[number]


class _Formulas(dict[str, Callable[..., Any]]):
    def __init__(self, copy: _Copy) -> None:
        super().__init__()
        self.copy_of = copy

    def __missing__(self, unit: str) -> Callable[..., Any]:
        made: Callable[..., Any] = self.copy_of[self.copy_of.writer.names.function(unit)]
        self[unit] = made
        return made


class Always(dict[int, Any]):
    """The same for every block."""

    def __init__(self, value: Any) -> None:
        super().__init__()
        self.value = value

    def __missing__(self, number: int) -> Any:
        return self.value
