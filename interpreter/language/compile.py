"""From a `Program` to Python: one module of generated source per ruleset and variant."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import CodeType
from typing import Any

from interpreter.language import ir, library
from interpreter.language.analysis import Analysis
from interpreter.language.emit_expressions import Expressions
from interpreter.language.emit_flow import CHOICE, COMMIT, NORMAL, Block, Flow
from interpreter.language.emit_guards import Guards
from interpreter.language.emit_statements import Statements
from interpreter.language.program import Bearing, Program

Frame = tuple[Any, ...]
Position = list[Any]
Journal = list[tuple[int, Any]]


@dataclass(frozen=True, slots=True)
class Listing:
    """Generated code as plain data: what a cache can keep."""

    source: str
    blocks: list[Block]
    #: tables and long lists the source speaks of
    constants: dict[str, Any]
    #: quantities, formulas, routines by id -> name of the Python function
    functions: dict[str, str]
    #: formulas among them
    formulas: list[str]
    entries: dict[str, int]
    end: int


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
    listing: Listing


def compile_program(
    program: Program,
    paths: Mapping[str, dict[int, tuple[int, ...]]],
    shuffle: Callable[[Position, Journal, int], None],
    trace: bool,
) -> Code:
    """Generate and load the code. `trace` adds events and reasons of refusal."""
    return assemble(write_program(program, paths, trace), shuffle)


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
    _write_formulas(program, out)
    _write_routines(program, out, flow)
    tables = _write_tables(program, out, flow)
    late = [*tables, *out.tables, *guards.tables, *expressions.late]
    seats = range(program.model.seats + 1)
    constants: dict[str, Any] = {
        "PLAYERS": tuple(tuple(range(1, n + 1)) for n in seats),
        **{"G_" + name: path for name, path in paths.items()},
        **expressions.constants,
    }
    return Listing(
        "\n".join([*out.lines, *late, ""]),
        flow.blocks,
        constants,
        dict(expressions.functions),
        list(program.formulas),
        {routine: block.number for routine, block in flow.entries.items()},
        end.number,
    )


def assemble(
    listing: Listing,
    shuffle: Callable[[Position, Journal, int], None],
    compiled: CodeType | None = None,
) -> Code:
    """Load generated code; `compiled` saves Python the reading of the source."""
    namespace: dict[str, Any] = {
        "lib": library,
        "shuffle": shuffle,
        "note": _ignore,
        "refuse": _ignore,
        "watch": _ignore,
        **listing.constants,
    }
    exec(compiled or compile(listing.source, "<rules>", "exec"), namespace)
    blocks = listing.blocks

    def named(prefix: str, *kinds: int) -> list[Any]:
        return [namespace.get(f"{prefix}{b.number}") if b.kind in kinds else None for b in blocks]

    return Code(
        listing.source,
        blocks,
        named("b", NORMAL, COMMIT),
        [b.kind for b in blocks],
        [_outlook(b) for b in blocks],
        named("e", CHOICE),
        named("r", CHOICE),
        named("o", CHOICE),
        named("y", CHOICE),
        named("a", CHOICE),
        {unit: namespace[listing.functions[unit]] for unit in listing.formulas},
        listing.entries,
        listing.end,
        namespace,
        listing,
    )


def source_of(ruleset: Any, name: str) -> str:
    """The Python made from a procedure, a quantity, or the scripts and rules of an element."""
    return excerpt(ruleset.fast.listing, name)


def excerpt(listing: Listing, name: str) -> str:
    """Those functions of a listing that come from one unit of the packs."""
    numbers = [b.number for b in listing.blocks if _belongs(b.routine, name)]
    wanted = {f"{letter}{n}" for n in numbers for letter in "beroya"}
    wanted |= {f for unit, f in listing.functions.items() if _belongs(unit, name)}
    parts: list[list[str]] = []
    keep = False
    for line in listing.source.splitlines():
        if not line.startswith((" ", "#")):
            found = line.partition("(")[0].removeprefix("def ") if line.startswith("def ") else ""
            keep = found in wanted or any(found.startswith(f"K{n}_") for n in numbers)
            keep = keep or (found.startswith("m_") and found.removeprefix("m_").startswith(name))
            if keep:
                parts.append([])
        if keep and not line.startswith("#"):
            parts[-1].append(line)
    return "\n\n".join("\n".join(part) for part in parts) + ("\n" if parts else "")


#: outlook of a block; larger numbers: place in the frame of a counter of rounds still to come
UNSURE, SETTLED, COMMITS = 0, 1, -1


def _outlook(block: Block) -> int:
    if block.kind == COMMIT or block.commits:
        return COMMITS
    if block.safe:
        return SETTLED
    return UNSURE if block.rounds is None else block.rounds


def _belongs(unit: str, name: str) -> bool:
    """Whether a unit is the thing of that name, or a part or a rule of it."""
    return (
        unit in (name, "quantity " + name, "event " + name)
        or unit.partition(".")[0] == name
        or (unit.startswith("on ") and unit.endswith(" " + name))
    )


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
    steps = _steps(program, name, unit, modifiers)
    if len(steps) > 2 and all(b is None or b.condition is None for _, b, _ in steps):
        _write_plan(out, name, steps, args)
    else:
        for table, bearing, bearer in steps:
            if bearing is None or bearer is None:
                out.put(1, f"value = {table}(s, {args}, value)")
            else:
                _write_dispatch(out, table, bearing, bearer, args)
    out.put(1, "return value")
    for key in dict.fromkeys((m.stage, m.owner) for m in modifiers):
        _write_modifier(out, name, [m for m in modifiers if (m.stage, m.owner) == key])


#: a table of changes by element and whose element to look up; or a function that always applies
Step = tuple[str, Bearing | None, ir.Expr | None]


def _steps(
    program: Program, name: str, unit: ir.FormulaUnit, modifiers: list[ir.Modifier]
) -> list[Step]:
    """Everything that may change a quantity, in the order in which it does."""
    steps: list[Step] = []
    for stage in sorted({m.stage for m in modifiers}):
        at_stage = [m for m in modifiers if m.stage == stage]
        for bearing in _sources(program, name, unit):
            members = set(program.model.types[bearing.type_id].members)
            if any(m.owner in members for m in at_stage):
                table = _table(name, stage, bearing.type_id)
                steps += [(table, bearing, bearer) for bearer in bearing.bearers]
        if any(m.owner == 0 for m in at_stage):
            steps.append((_modifier_name(name, stage, 0), None, None))
    return steps


def _write_plan(out: Statements, name: str, steps: list[Step], args: str) -> None:
    """One look-up for all elements in force together."""
    bearers = list(dict.fromkeys(out.py(b) for _, _, b in steps if b is not None))
    order = []
    for table, _, bearer in steps:
        if bearer is None:
            order.append(f"(0, lib.Always({table}))")
        else:
            order.append(f"({bearers.index(out.py(bearer))}, {table})")
    out.put(1, f"who = ({', '.join(bearers)},)")
    out.put(1, f"changes = Q_{name}.get(who)")
    out.put(1, f"if changes is None: changes = lib.plan(Q_{name}, who, Q_{name}_steps)")
    out.put(1, f"for change in changes: value = change(s, {args}, value)")
    out.tables.append(f"Q_{name} = {{}}")
    out.tables.append(f"Q_{name}_steps = ({', '.join(order)},)")


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


def _write_dispatch(
    out: Statements, table: str, bearing: Bearing, bearer: ir.Expr, args: str
) -> None:
    """Ask the elements in force, whichever they are: one look-up, however many there might be."""
    test = "change is not None"
    if bearing.condition is not None:
        test += f" and {out.py(bearing.condition)}"
    depth, element = 1, out.py(bearer)
    if bearer.kind.word == "list":
        out.put(1, f"for borne in {element}:")
        depth, element = 2, "borne"
    out.put(depth, f"change = {table}.get({element})")
    out.put(depth, f"if {test}: value = change(s, {args}, value)")


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
