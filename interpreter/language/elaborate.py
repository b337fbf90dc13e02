"""From declarations to a `Program`: read every script, formula and hook of the model."""

from __future__ import annotations

from typing import Any

from interpreter.language import ir
from interpreter.language import syntax as t
from interpreter.language.expressions import expect
from interpreter.language.parse import ScriptError, parse_formula, parse_rule, parse_script
from interpreter.language.program import Bearing, Grant, Program
from interpreter.language.scope import Misfit, Scope, Source, new_scope, unknown
from interpreter.language.statements import Script
from interpreter.model.declarations import Element, Field, Parameter
from interpreter.model.kinds import PLAYER, YES_NO, Kind, element, list_of
from interpreter.model.layout import lay_out
from interpreter.model.model import Model
from interpreter.packs.source import Scalar

_YOU = ("you", PLAYER)


def elaborate(model: Model) -> Program:
    """Read all scripts; mistakes become findings of the model."""
    program = Program(model, lay_out(model))
    _bearings(program)
    rules = _parse_rules(program)
    for owner, scalar, rule in rules:
        if isinstance(rule, t.Grant):
            _grant(program, owner, scalar, rule)
    for owner, scalar, rule in rules:
        if isinstance(rule, t.Modify):
            _modifier(program, owner, scalar, rule)
    for quantity in model.quantities.values():
        _quantity(program, quantity.id)
    for procedure in model.procedures.values():
        _routine(program, procedure.id, procedure.takes, procedure.script, None, procedure.id)
    for known in model.elements.values():
        _element(program, known)
    _triggers(program, rules)
    for event in model.events:
        program.routines["event " + event] = _event(program, event)
    for invariant in model.invariants.values():
        _formula(program, "invariant " + invariant.id, {}, YES_NO, invariant.holds, None)
    _unheard(program, rules)
    return program


# ---- units -------------------------------------------------------------------


def _parameters(scope: Scope, takes: dict[str, Parameter]) -> tuple[tuple[str, Kind], ...]:
    return (_YOU, *((scope.bind(p.name, p.kind).name, p.kind) for p in takes.values()))


def _syntax_finding(program: Program, scalar: Scalar, problem: ScriptError) -> None:
    span = Source(scalar).span(problem.at)
    program.model.report("BR0301", problem.message, span, problem.help)


def _routine(
    program: Program,
    routine_id: str,
    takes: dict[str, Parameter],
    scalar: Scalar,
    this: Element | None,
    prompt: str,
) -> None:
    scope = new_scope(program.model, this)
    params = _parameters(scope, takes)
    body: tuple[ir.Stmt, ...] = ()
    try:
        nodes = parse_script(scalar.text)
        body = Script(program, Source(scalar), prompt).statements(scope, nodes)
    except ScriptError as problem:
        _syntax_finding(program, scalar, problem)
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
    params = _parameters(scope, takes)
    value = _expression(program, scope, scalar, gives)
    if value is None:
        value = ir.Const(gives, program.model.zero(gives))
    program.formulas[unit_id] = ir.FormulaUnit(unit_id, params, value)


def _expression(program: Program, scope: Scope, scalar: Scalar, gives: Kind) -> ir.Expr | None:
    try:
        return expect(scope, parse_formula(scalar.text), gives)
    except ScriptError as problem:
        _syntax_finding(program, scalar, problem)
    except Misfit as problem:
        span = Source(scalar).span(problem.at)
        program.model.report(problem.code, problem.message, span, problem.help)
    return None


def _quantity(program: Program, name: str) -> None:
    quantity = program.model.quantities[name]
    _formula(program, "quantity " + name, quantity.takes, quantity.gives, quantity.value, None)
    if quantity.asked_of is not None:
        scope = new_scope(program.model)
        _parameters(scope, quantity.takes)
        owner = _expression(program, scope, quantity.asked_of, PLAYER)
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


# ---- hooks -------------------------------------------------------------------


def _bearings(program: Program) -> None:
    for decl in program.model.types.values():
        if not decl.bearers:
            continue
        scope = new_scope(program.model)
        wanted = element(decl.id)
        bearers = [_expression(program, scope, b, wanted) for b in decl.bearers]
        condition = None
        if decl.condition is not None:
            condition = _expression(program, scope, decl.condition, YES_NO)
        found = tuple(b for b in bearers if b is not None)
        program.bearings[decl.id] = Bearing(decl.id, found, condition)


def _parse_rules(program: Program) -> list[tuple[Element, Scalar, t.Syntax]]:
    rules = []
    for known in program.model.elements.values():
        for scalar in known.rules:
            try:
                rule = parse_rule(scalar.text)
            except ScriptError as problem:
                _syntax_finding(program, scalar, problem)
                continue
            if _bearing(program, known.type) is None and not _heeded(program, known, rule):
                message = f"a {known.type} is never in force: its type has no `bearers`"
                program.model.report("BR0405", message, scalar.span)
                continue
            rules.append((known, scalar, rule))
    return rules


def _heeded(program: Program, known: Element, rule: t.Syntax) -> bool:
    """Whether the rule changes a quantity that is asked with such an element."""
    if not isinstance(rule, t.Modify):
        return False
    quantity = program.model.quantities.get(rule.quantity)
    if quantity is None:
        return True
    kinds = [quantity.takes[name].kind for name in quantity.heeds if name in quantity.takes]
    return any(program.model.is_a(known.type, kind.element) for kind in kinds)


def _bearing(program: Program, type_id: str) -> Bearing | None:
    for line in program.model.ancestry(type_id):
        if line in program.bearings:
            return program.bearings[line]
    return None


def _grant(program: Program, owner: Element, scalar: Scalar, rule: t.Grant) -> None:
    def make(scope: Scope) -> ir.Alternative:
        script = Script(program, Source(scalar), owner.id)
        inner = scope.inner()
        inner.this = owner
        made = script._alternative(inner, rule.alternative, rule.alternative.body)
        test = _in_force(program, owner, scope.you)
        if made.condition is not None:
            test = ir.Op(YES_NO, "and", (test, made.condition))
        return ir.Alternative(made.binders, test, made.label, made.body, made.line)

    program.grants.setdefault(rule.choice, []).append(Grant(owner.ordinal, make))


def _in_force(program: Program, owner: Element, you: ir.Expr) -> ir.Expr:
    bearing = _bearing(program, owner.type)
    assert bearing is not None
    this = ir.Const(element(owner.type), owner.ordinal)
    tests = [ir.Op(YES_NO, "is", (for_player(b, you), this)) for b in bearing.bearers]
    test: ir.Expr = tests[0] if len(tests) == 1 else ir.Op(YES_NO, "or", tuple(tests))
    if bearing.condition is not None:
        test = ir.Op(YES_NO, "and", (test, for_player(bearing.condition, you)))
    return test


def for_player(expr: ir.Expr, you: ir.Expr) -> ir.Expr:
    """The same expression asked for another player."""
    if isinstance(expr, ir.Var):
        return you if expr.name == "you" else expr
    changes: dict[str, Any] = {}
    for name in expr.__dataclass_fields__:
        old = getattr(expr, name)
        if isinstance(old, ir.Expr):
            changes[name] = for_player(old, you)
        elif isinstance(old, tuple) and old and all(isinstance(o, ir.Expr) for o in old):
            changes[name] = tuple(for_player(o, you) for o in old)
    if not changes:
        return expr
    values = {n: changes.get(n, getattr(expr, n)) for n in expr.__dataclass_fields__}
    return type(expr)(**values)


def _modifier(program: Program, owner: Element, scalar: Scalar, rule: t.Modify) -> None:
    model = program.model
    quantity = model.quantities.get(rule.quantity)
    source = Source(scalar)
    try:
        if quantity is None:
            raise unknown("quantity", rule.quantity, rule.at, model.quantities)
        stages = quantity.stages or ("",)
        if rule.stage is not None and rule.stage not in stages:
            raise unknown(f"stage of `{quantity.id}`", rule.stage, rule.at, stages)
        scope = new_scope(model, owner)
        params = _parameters(scope, quantity.takes)
        value = scope.bind("value", quantity.gives)
        test = expect(scope, rule.condition, YES_NO) if rule.condition is not None else None
        result = expect(scope, rule.value, quantity.gives)
    except Misfit as problem:
        model.report(problem.code, problem.message, source.span(problem.at), problem.help)
        return
    stage = stages.index(rule.stage) if rule.stage is not None else len(stages) - 1
    params = (*params, (value.name, quantity.gives))
    made = ir.Modifier(quantity.id, stage, owner.ordinal, params, test, result)
    program.modifiers.setdefault(quantity.id, []).append(made)


def _triggers(program: Program, rules: list[tuple[Element, Scalar, t.Syntax]]) -> None:
    bodies: dict[tuple[str, int], list[tuple[Element, Scalar, t.Trigger]]] = {}
    for owner, scalar, rule in rules:
        if not isinstance(rule, t.Trigger):
            continue
        if rule.event not in program.model.events:
            problem = unknown("event", rule.event, rule.at, program.model.events)
            span = Source(scalar).span(problem.at)
            program.model.report(problem.code, problem.message, span, problem.help)
            continue
        bodies.setdefault((rule.event, owner.ordinal), []).append((owner, scalar, rule))
    for (event, ordinal), parts in bodies.items():
        owner = parts[0][0]
        routine_id = f"on {event} {owner.id}"
        scope = new_scope(program.model, owner)
        params = _parameters(scope, program.model.events[event].takes)
        body: list[ir.Stmt] = []
        for _, scalar, rule in parts:
            script = Script(program, Source(scalar), owner.id)
            try:
                body += _trigger_body(script, scope, rule)
            except Misfit as problem:
                script.report(problem)
        program.routines[routine_id] = ir.Routine(routine_id, params, tuple(body))
        bearing = _bearing(program, owner.type)
        assert bearing is not None
        by_type = program.triggers.setdefault(event, {})
        by_type.setdefault(bearing.type_id, {})[ordinal] = routine_id


def _trigger_body(script: Script, scope: Scope, rule: t.Trigger) -> list[ir.Stmt]:
    if rule.condition is None:
        return list(script.body(scope, rule.body))
    test = expect(scope, rule.condition, YES_NO)
    return [ir.If(script.line(rule), test, script.body(scope, rule.body), ())]


def _event(program: Program, name: str) -> ir.Routine:
    """Run the hooks of an event: for the acting player, or for everyone in seat order."""
    event = program.model.events[name]
    scope = new_scope(program.model)
    params = _parameters(scope, event.takes)
    args = tuple(ir.Var(kind, word) for word, kind in params[1:])
    line = program.line(event.span)
    who = ir.Var(PLAYER, "listener") if event.everyone else ir.Var(PLAYER, "you")
    body: list[ir.Stmt] = []
    for type_id, routines in program.triggers.get(name, {}).items():
        table = f"on {name} {type_id}"
        program.tables[table] = routines
        bearing = program.bearings[type_id]
        calls: tuple[ir.Stmt, ...] = tuple(
            ir.Do(line, table, for_player(b, who), who, args) for b in bearing.bearers
        )
        if bearing.condition is not None:
            calls = (ir.If(line, for_player(bearing.condition, who), calls, ()),)
        body += calls
    if event.everyone and body:
        players = ir.Builtin(list_of(PLAYER), "players", ())
        body = [ir.ForEach(line, "listener", players, tuple(body))]
    return ir.Routine("event " + name, params, tuple(body))


def _unheard(program: Program, rules: list[tuple[Element, Scalar, t.Syntax]]) -> None:
    """Hooks that can never take effect."""
    for _, scalar, rule in rules:
        span = Source(scalar).span(rule.at)
        silent = set(program.model.events) - program.raised
        if isinstance(rule, t.Trigger) and rule.event in silent:
            program.model.report("BR0406", f"nobody raises the event `{rule.event}`", span)
        if isinstance(rule, t.Grant) and rule.choice not in program.offered:
            program.model.report(
                "BR0407", f"no choice offers what is granted to `{rule.choice}`", span
            )
