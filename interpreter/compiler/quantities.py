"""Formulas and quantities as Python functions; a quantity asks what is in force for its changes."""

from __future__ import annotations

from interpreter.compiler.memory import Memory
from interpreter.compiler.statements import Statements
from interpreter.language import ir
from interpreter.language.program import Bearing, Program


def write_formulas(program: Program, out: Statements) -> None:
    memory = Memory(program, out)
    for unit in program.formulas.values():
        write_formula(program, out, memory, unit)


def write_formula(program: Program, out: Statements, memory: Memory, unit: ir.FormulaUnit) -> None:
    """The function of one formula or quantity."""
    names = ", ".join(name for name, _ in unit.params)
    out.put(0, f"def {out.expressions.names.function(unit.id)}(s, {names}):")
    out.comment(1, unit.written)
    if quantity_of(program, unit.id) is not None:
        _write_quantity(program, out, memory, unit)
    else:
        out.put(1, f"return {out.py(unit.value)}")


def quantity_of(program: Program, unit_id: str) -> str | None:
    """The name of the quantity that a unit is, if it is one."""
    name = unit_id.removeprefix("quantity ")
    return name if name != unit_id and name in program.model.quantities else None


def _write_quantity(
    program: Program, out: Statements, memory: Memory, unit: ir.FormulaUnit
) -> None:
    name = unit.id.removeprefix("quantity ")
    modifiers = program.modifiers.get(name, [])
    asked_of = program.asked_of.get(name)
    if asked_of is not None:
        out.put(1, f"you = {out.py(asked_of)}")
    if not modifiers:
        out.put(1, f"return {out.py(unit.value)}")
        return
    args = ", ".join(n for n, _ in unit.params)
    steps = _steps(program, name, unit, modifiers)
    planned = len(steps) > 2 and all(b is None or b.condition is None for _, b, _ in steps)
    if planned and not out.trace:
        _write_memory(out, memory, unit, steps, args)
    out.put(1, f"value = {out.py(unit.value)}")
    if planned:
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
                table = table_name(name, stage, bearing.type_id)
                steps += [(table, bearing, bearer) for bearer in bearing.bearers]
        if any(m.owner == 0 for m in at_stage):
            steps.append((modifier_name(name, stage, 0), None, None))
    return steps


def _bearers(out: Statements, steps: list[Step]) -> list[str]:
    """Sources of the elements in force that may have something to say."""
    return list(dict.fromkeys(out.py(bearer) for _, _, bearer in steps if bearer is not None))


def _write_memory(
    out: Statements, memory: Memory, unit: ir.FormulaUnit, steps: list[Step], args: str
) -> None:
    """Answers are kept, where they depend on little; what follows works one out."""
    heeded = {word for word, _ in unit.params}
    key = memory.key(unit, [b for b in _bearers(out, steps) if b not in heeded])
    if key is None:
        return
    function = out.expressions.names.function(unit.id)
    kept = f"A_{unit.id.removeprefix('quantity ')}"
    out.put(1, f"key = {key}")
    out.put(1, f"value = {kept}.get(key)")
    out.put(1, f"if value is None: value = lib.keep({kept}, key, {function}_afresh(s, {args}))")
    out.put(1, "return value")
    out.put(0, f"def {function}_afresh(s, {args}):")
    out.tables.append(f"{kept} = {{}}")


def _write_plan(out: Statements, name: str, steps: list[Step], args: str) -> None:
    """One look-up for all elements in force together."""
    bearers = _bearers(out, steps)
    order = []
    for table, _, bearer in steps:
        if bearer is None:
            order.append(f"(0, lib.Always({table}))")
        else:
            order.append(f"({bearers.index(out.py(bearer))}, {table})")
    out.put(1, f"who = ({', '.join(bearers)},)")
    out.put(1, f"changes = Q_{name}.get(who)")
    out.put(1, f"if changes is None: changes = lib.plan(Q_{name}, who, W_{name})")
    out.put(1, f"for change in changes: value = change(s, {args}, value)")
    out.tables.append(f"Q_{name} = {{}}")
    out.tables.append(f"W_{name} = ({', '.join(order)},)")


def _sources(program: Program, name: str, unit: ir.FormulaUnit) -> list[Bearing]:
    """Where modifiers of a quantity may come from: elements in force, and heeded parameters."""
    quantity = program.model.quantities[name]
    found = list(program.bearings.values())
    for (variable, kind), word in zip(unit.params[1:], quantity.takes, strict=True):
        if word in quantity.heeds:
            found.append(Bearing(kind.element, (ir.Var(kind, variable),), None))
    return found


def table_name(name: str, stage: int, type_id: str) -> str:
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


def modifier_name(name: str, stage: int, owner: int) -> str:
    return f"m_{name}_{stage}_{owner}"


def _write_modifier(out: Statements, name: str, modifiers: list[ir.Modifier]) -> None:
    """All changes one element makes to a quantity at one stage, in the order written."""
    first = modifiers[0]
    params = ", ".join(n for n, _ in first.params)
    out.put(0, f"def {modifier_name(name, first.stage, first.owner)}(s, {params}):")
    for modifier in modifiers:
        out.comment(1, modifier.written)
        value = modifier.params[-1][0]
        depth = 1
        if modifier.condition is not None:
            out.put(1, f"if {out.py(modifier.condition)}:")
            depth = 2
        out.put(depth, f"{value} = {out.py(modifier.value)}")
    out.put(1, f"return {first.params[-1][0]}")


def bearing_types(program: Program, name: str, ordinal: int) -> list[str]:
    known = program.model.table[ordinal]
    if known is None:
        return []
    unit = program.formulas["quantity " + name]
    types = [source.type_id for source in _sources(program, name, unit)]
    return [t for t in dict.fromkeys(types) if program.model.is_a(known.type, t)]


def write_changes(program: Program, name: str) -> list[str]:
    """Tables of everything that changes one quantity, by the element that does."""
    tables: dict[str, dict[int, str]] = {}
    for modifier in program.modifiers.get(name, []):
        function = modifier_name(name, modifier.stage, modifier.owner)
        for type_id in bearing_types(program, name, modifier.owner):
            table = table_name(name, modifier.stage, type_id)
            tables.setdefault(table, {})[modifier.owner] = function
    return [
        f"{table} = {{{', '.join(f'{owner}: {function}' for owner, function in made.items())}}}"
        for table, made in tables.items()
    ]
