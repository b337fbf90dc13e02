"""From declarations to a `Program`: read every script, formula and hook of the model."""

from __future__ import annotations

from interpreter.language import ir
from interpreter.language.hooks import (
    add_grants,
    add_modifiers,
    add_triggers,
    event_routine,
    read_bearings,
    read_hooks,
    report_idle,
)
from interpreter.language.parse import ScriptError, parse_script
from interpreter.language.program import Program
from interpreter.language.scope import Source, new_scope
from interpreter.language.statements import Script
from interpreter.language.units import (
    as_written,
    bind_parameters,
    read_formula,
    syntax_finding,
)
from interpreter.model.declarations import Element, Field, Parameter
from interpreter.model.kinds import PLAYER, YES_NO, Kind
from interpreter.model.layout import lay_out
from interpreter.model.model import Model
from interpreter.packs.source import Scalar


def elaborate(model: Model) -> Program:
    """Read all scripts; mistakes become findings of the model."""
    program = Program(model, lay_out(model))
    read_bearings(program)
    hooks = read_hooks(program)
    add_grants(program, hooks)
    add_modifiers(program, hooks)
    for quantity in model.quantities.values():
        _quantity(program, quantity.id)
    for procedure in model.procedures.values():
        _routine(program, procedure.id, procedure.takes, procedure.script, None, procedure.id)
    for known in model.elements.values():
        _element(program, known)
    add_triggers(program, hooks)
    for event in model.events:
        program.routines["event " + event] = event_routine(program, event)
    for invariant in model.invariants.values():
        _formula(program, "invariant " + invariant.id, {}, YES_NO, invariant.holds, None)
    report_idle(program, hooks)
    return program


# ---- units -------------------------------------------------------------------


def _routine(
    program: Program,
    routine_id: str,
    takes: dict[str, Parameter],
    scalar: Scalar,
    this: Element | None,
    prompt: str,
) -> None:
    scope = new_scope(program.model, this)
    params = bind_parameters(scope, takes)
    body: tuple[ir.Stmt, ...] = ()
    try:
        nodes = parse_script(scalar.text)
        body = Script(program, Source(scalar), prompt).statements(scope, nodes)
    except ScriptError as problem:
        syntax_finding(program, scalar, problem)
    program.routines[routine_id] = ir.Routine(routine_id, params, body)


def _formula(
    program: Program,
    unit_id: str,
    takes: dict[str, Parameter],
    gives: Kind,
    scalar: Scalar,
    this: Element | None,
) -> None:
    scope = new_scope(program.model, this)
    params = bind_parameters(scope, takes)
    value = read_formula(program, scope, scalar, gives)
    if value is None:
        value = ir.Const(gives, program.model.zero(gives))
    program.formulas[unit_id] = ir.FormulaUnit(unit_id, params, value, as_written(scalar))


def _quantity(program: Program, name: str) -> None:
    quantity = program.model.quantities[name]
    _formula(program, "quantity " + name, quantity.takes, quantity.gives, quantity.value, None)
    if quantity.asked_of is not None:
        scope = new_scope(program.model)
        bind_parameters(scope, quantity.takes)
        owner = read_formula(program, scope, quantity.asked_of, PLAYER)
        if owner is not None:
            program.asked_of[name] = owner


def _element(program: Program, known: Element) -> None:
    for name, made in program.model.fields_of(known.type).items():
        scalar = known.scripts.get(name)
        if scalar is None:
            continue
        unit_id = f"{known.id}.{name}"
        if made.script:
            _routine(program, unit_id, made.takes, scalar, known, known.id)
            table = program.tables.setdefault(f"{made.owner}.{made.name}", {})
            table[known.ordinal] = unit_id
        elif made.formula:
            _formula(program, unit_id, made.takes, made.kind, scalar, known)
            _formula_table(program, made)[known.ordinal] = unit_id


def _formula_table(program: Program, made: Field) -> dict[int, str]:
    return program.tables.setdefault(f"{made.owner}.{made.name}", {})
