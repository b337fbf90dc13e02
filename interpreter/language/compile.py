"""From a `Program` to Python: one module of generated source per ruleset and variant."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from interpreter.language import ir, library
from interpreter.language.analysis import Analysis
from interpreter.language.emit_expressions import Expressions
from interpreter.language.emit_flow import CHOICE, COMMIT, Block, Flow
from interpreter.language.emit_guards import Guards
from interpreter.language.emit_statements import Statements
from interpreter.language.program import Bearing, Program

Frame = tuple[Any, ...]
Position = list[Any]
Journal = list[tuple[int, Any]]


@dataclass(slots=True)
class Code:
    """What the engine runs. Lists are indexed by block number."""

    source: str
    blocks: list[Block]
    run: list[Callable[[Position, Journal, Frame], Frame | None] | None]
    kinds: list[int]
    #: what the block says about the rest of its routine, see `settled` in the engine's search
    outlook: list[int]
    candidates: list[Callable[[Position, Frame], list[Any]] | None]
    resume: list[Callable[[Position, Journal, Frame, Any], Frame | None] | None]
    #: legal options of a decision, as far as can be known without trying
    options: list[Callable[..., list[Any]] | None]
    #: whether a decision offers anything: 0 no, 1 yes, 3 to be tried
    exists: list[Callable[[Position, Frame], int] | None]
    #: the frame that follows a decision, where that is not the caller's
    after: list[Callable[[Frame], Frame] | None]
    #: quantities, formulas and invariants by unit id
    formulas: dict[str, Callable[..., Any]]
    #: routine id -> number of its first block
    entries: dict[str, int]
    #: number of the final block: nothing follows
    end: int
    #: generated functions, so that hooks (`note`, `watch`, `refuse`) can be set
    namespace: dict[str, Any]


def compile_program(
    program: Program,
    paths: Mapping[str, dict[int, tuple[int, ...]]],
    shuffle: Callable[[Position, Journal, int], None],
    trace: bool,
) -> Code:
    """Generate and load the code. `trace` adds events and reasons of refusal."""
    analysis = Analysis(program)
    expressions = Expressions(program, analysis.folder)
    out = Statements(expressions, analysis, trace)
    guards = Guards(out)
    flow = Flow(out, guards)
    end = flow._block(COMMIT, "")
    end.safe = True
    _write_formulas(program, out)
    _write_routines(program, out, flow)
    tables = _write_tables(program, out, flow)
    source = "\n".join([*out.lines, *tables, *guards.tables, ""])
    seats = range(program.model.seats + 1)
    namespace: dict[str, Any] = {
        "lib": library,
        "shuffle": shuffle,
        "note": _ignore,
        "refuse": _ignore,
        "watch": _ignore,
        "PLAYERS": tuple(tuple(range(1, n + 1)) for n in seats),
        **{"G_" + name: path for name, path in paths.items()},
        **expressions.constants,
    }
    exec(compile(source, "<rules>", "exec"), namespace)
    return _collect(program, expressions, flow, source, namespace, end.number)


#: outlook of a block; larger numbers: place in the frame of a counter of rounds still to come
UNSURE, SETTLED, COMMITS = 0, 1, -1


def _outlook(block: Block) -> int:
    if block.kind == COMMIT or block.commits:
        return COMMITS
    if block.safe:
        return SETTLED
    return UNSURE if block.rounds is None else block.rounds


def _ignore(_: object) -> None:
    pass


# ---- formulas and quantities -------------------------------------------------


def _write_formulas(program: Program, out: Statements) -> None:
    quantities = {"quantity " + name for name in program.model.quantities}
    for unit in program.formulas.values():
        names = ", ".join(name for name, _ in unit.params)
        out.put(0, f"def {out.expressions.function(unit.id)}(s, {names}):")
        if unit.id in quantities:
            _write_quantity(program, out, unit)
        else:
            out.put(1, f"return {out.py(unit.value)}")


def _write_quantity(program: Program, out: Statements, unit: ir.FormulaUnit) -> None:
    name = unit.id.removeprefix("quantity ")
    modifiers = program.modifiers.get(name, [])
    asked_of = program.asked_of.get(name)
    if asked_of is not None:
        out.put(1, f"you = {out.py(asked_of)}")
    if not modifiers:
        out.put(1, f"return {out.py(unit.value)}")
        return
    out.put(1, f"value = {out.py(unit.value)}")
    args = ", ".join(n for n, _ in unit.params)
    for stage in sorted({m.stage for m in modifiers}):
        at_stage = [m for m in modifiers if m.stage == stage]
        for bearing in _sources(program, name, unit):
            members = set(program.model.types[bearing.type_id].members)
            if any(m.owner in members for m in at_stage):
                _write_dispatch(out, _table(name, stage, bearing.type_id), bearing, args)
        if any(m.owner == 0 for m in at_stage):
            out.put(1, f"value = {_modifier_name(name, stage, 0)}(s, {args}, value)")
    out.put(1, "return value")
    for key in dict.fromkeys((m.stage, m.owner) for m in modifiers):
        _write_modifier(out, name, [m for m in modifiers if (m.stage, m.owner) == key])


def _sources(program: Program, name: str, unit: ir.FormulaUnit) -> list[Bearing]:
    """Where modifiers of a quantity may come from: elements in force, and heeded parameters."""
    quantity = program.model.quantities[name]
    found = list(program.bearings.values())
    for (variable, kind), word in zip(unit.params[1:], quantity.takes, strict=True):
        if word in quantity.heeds:
            found.append(Bearing(kind.element, (ir.Var(kind, variable),), None))
    return found


def _table(name: str, stage: int, type_id: str) -> str:
    return f"M_{name}_{stage}_{type_id}"


def _write_dispatch(out: Statements, table: str, bearing: Bearing, args: str) -> None:
    """Ask the elements in force, whichever they are: one look-up, however many there might be."""
    test = "m is not None"
    if bearing.condition is not None:
        test += f" and {out.py(bearing.condition)}"
    for bearer in bearing.bearers:
        out.put(1, f"m = {table}.get({out.py(bearer)})")
        out.put(1, f"if {test}: value = m(s, {args}, value)")


def _modifier_name(name: str, stage: int, owner: int) -> str:
    return f"m_{name}_{stage}_{owner}"


def _write_modifier(out: Statements, name: str, modifiers: list[ir.Modifier]) -> None:
    """All changes one element makes to a quantity at one stage, in the order written."""
    first = modifiers[0]
    params = ", ".join(n for n, _ in first.params)
    out.put(0, f"def {_modifier_name(name, first.stage, first.owner)}(s, {params}):")
    for modifier in modifiers:
        value = modifier.params[-1][0]
        depth = 1
        if modifier.condition is not None:
            out.put(1, f"if {out.py(modifier.condition)}:")
            depth = 2
        out.put(depth, f"{value} = {out.py(modifier.value)}")
    out.put(1, f"return {first.params[-1][0]}")


# ---- routines ----------------------------------------------------------------


def _write_routines(program: Program, out: Statements, flow: Flow) -> None:
    wrapped = _needing_entry(program, out.analysis)
    for routine in program.routines.values():
        if routine.id in out.analysis.suspending:
            flow.routine(routine)
            continue
        out.failure = "False"
        names = ", ".join(name for name, _ in routine.params)
        out.put(0, f"def {out.expressions.function(routine.id)}(s, j, {names}):")
        for stmt in routine.body:
            out.native(1, stmt)
        out.put(1, "return True")
        if routine.id in wrapped:
            flow.wrapper(routine)


def _needing_entry(program: Program, analysis: Analysis) -> set[str]:
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
                entries.append(f"{ordinal}: {out.expressions.function(unit)}")
        lines.append(f"{out.table_name(table)} = {{{', '.join(entries)}}}")
    for name, modifiers in program.modifiers.items():
        tables: dict[str, dict[int, str]] = {}
        for modifier in modifiers:
            function = _modifier_name(name, modifier.stage, modifier.owner)
            for type_id in _bearing_types(program, name, modifier.owner):
                table_name = _table(name, modifier.stage, type_id)
                tables.setdefault(table_name, {})[modifier.owner] = function
        for table_name, functions in tables.items():
            pairs = ", ".join(f"{owner}: {function}" for owner, function in functions.items())
            lines.append(f"{table_name} = {{{pairs}}}")
    return lines


def _bearing_types(program: Program, name: str, ordinal: int) -> list[str]:
    known = program.model.table[ordinal]
    if known is None:
        return []
    unit = program.formulas["quantity " + name]
    types = [source.type_id for source in _sources(program, name, unit)]
    return [t for t in dict.fromkeys(types) if program.model.is_a(known.type, t)]


def _collect(
    program: Program,
    expressions: Expressions,
    flow: Flow,
    source: str,
    namespace: dict[str, Any],
    end: int,
) -> Code:
    def named(prefix: str, block: Block) -> Any:
        return namespace.get(f"{prefix}{block.number}")

    formulas = {uid: namespace[expressions.function(uid)] for uid in program.formulas}
    choices = [b if b.kind == CHOICE else None for b in flow.blocks]
    return Code(
        source,
        flow.blocks,
        [named("b", b) for b in flow.blocks],
        [b.kind for b in flow.blocks],
        [_outlook(b) for b in flow.blocks],
        [named("e", b) if b else None for b in choices],
        [named("r", b) if b else None for b in choices],
        [named("o", b) if b else None for b in choices],
        [named("y", b) if b else None for b in choices],
        [named("a", b) if b else None for b in choices],
        formulas,
        {routine: block.number for routine, block in flow.entries.items()},
        end,
        namespace,
    )
