"""From a `Program` to Python: one module of generated source per ruleset and variant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.compiler.analysis import Analysis
from interpreter.compiler.code import Listing
from interpreter.compiler.expressions import Expressions
from interpreter.compiler.flow import COMMIT, Flow
from interpreter.compiler.foresight.guards import Guards
from interpreter.compiler.quantities import write_changes, write_formulas
from interpreter.compiler.statements import INDENT, Statements
from interpreter.language import ir
from interpreter.language.program import Program


def write_program(
    program: Program, paths: Mapping[str, dict[int, tuple[int, ...]]], trace: bool
) -> Listing:
    """Generate the code of all scripts."""
    analysis = Analysis(program)
    expressions = Expressions(program, analysis.folder, analysis.effects)
    out = Statements(expressions, analysis, trace)
    guards = Guards(out)
    flow = Flow(out, guards)
    end = flow._block(COMMIT, "")
    end.safe = True
    write_formulas(program, out)
    _write_routines(program, out, flow)
    tables = _write_tables(program, out, flow)
    late = [*tables, *out.tables, *guards.tables, *expressions.names.late]
    constants = {**given(program, paths), **expressions.names.constants}
    return Listing(
        "\n".join([*out.lines, *late, ""]),
        flow.blocks,
        constants,
        dict(expressions.names.functions),
        list(program.formulas),
        {routine: block.number for routine, block in flow.entries.items()},
        end.number,
    )


def given(program: Program, paths: Mapping[str, dict[int, tuple[int, ...]]]) -> dict[str, Any]:
    """What generated code speaks of without being told."""
    seats = range(program.model.seats + 1)
    return {
        "PLAYERS": tuple(tuple(range(1, n + 1)) for n in seats),
        **{"G_" + name: path for name, path in paths.items()},
    }


def _write_routines(program: Program, out: Statements, flow: Flow) -> None:
    wrapped = needing_entry(program, out.analysis)
    for routine in program.routines.values():
        if routine.id in out.analysis.suspending:
            flow.routine(routine)
            continue
        write_plain(out, routine)
        if routine.id in wrapped:
            flow.wrapper(routine)


def write_plain(out: Statements, routine: ir.Routine) -> None:
    """A routine without decisions is one function."""
    expressions = out.expressions
    out.failure = "False"
    names = ", ".join(name for name, _ in routine.params)
    out.put(0, f"def {expressions.names.function(routine.id)}(s, j, {names}):")
    start = len(out.lines)
    expressions.written = set(out.analysis.effects.writes(routine.body))
    expressions.keeps = False
    for stmt in routine.body:
        out.native(1, stmt)
    if expressions.keeps:
        out.lines.insert(start, f"{INDENT}q = {{}}")
    expressions.written = None
    out.put(1, "return True")


def needing_entry(program: Program, analysis: Analysis) -> set[str]:
    """Routines without decisions that are still entered by frame: mixed tables, or outside."""
    mixed = {
        routine
        for table in program.tables.values()
        if any(r in analysis.suspending for r in table.values())
        for routine in table.values()
        if routine in program.routines
    }
    return mixed | set(program.model.procedures)


def _write_tables(program: Program, out: Statements, flow: Flow) -> list[str]:
    lines = []
    for table, units in program.tables.items():
        by_frame = any(unit in out.analysis.suspending for unit in units.values())
        entries = []
        for ordinal, unit in units.items():
            if by_frame:
                entries.append(f"{ordinal}: {flow.entry(unit).number}")
            else:
                entries.append(f"{ordinal}: {out.expressions.names.function(unit)}")
        lines.append(f"{out.expressions.names.scripts(table)} = {{{', '.join(entries)}}}")
    for name in program.modifiers:
        lines += write_changes(program, name)
    return lines
