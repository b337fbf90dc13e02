"""Hooks: how officers, companies, tiles and whole packs change rules.

Three doors: a modifier changes a quantity, a trigger answers an event, a grant adds an alternative
to a choice. The hooks of an element hold while a player bears it; house rules always hold.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from interpreter.language import ir
from interpreter.language import syntax as t
from interpreter.language.builtins import ANY
from interpreter.language.expressions import expect
from interpreter.language.fitting import fits
from interpreter.language.parse import ScriptError, parse_rule
from interpreter.language.program import Bearing, Grant, Program
from interpreter.language.scope import Misfit, Scope, Source, new_scope, unknown
from interpreter.language.statements import Script
from interpreter.language.units import (
    as_written,
    bind_parameters,
    read_formula,
    syntax_finding,
)
from interpreter.model.declarations import Element
from interpreter.model.kinds import PLAYER, YES_NO, element, list_of
from interpreter.packs.source import Scalar


@dataclass(frozen=True, slots=True)
class Hook:
    """One rule as written; `owner` is None for house rules."""

    name: str
    owner: Element | None
    scalar: Scalar
    rule: t.Syntax

    @property
    def ordinal(self) -> int:
        return self.owner.ordinal if self.owner is not None else 0


def read_bearings(program: Program) -> None:
    """When the rules of a type's elements are in force."""
    for decl in program.model.types.values():
        if not decl.bearers:
            continue
        scope = new_scope(program.model)
        bearers = [_read_bearer(program, scope, b, decl.id) for b in decl.bearers]
        condition = None
        if decl.condition is not None:
            condition = read_formula(program, scope, decl.condition, YES_NO)
        found = tuple(b for b in bearers if b is not None)
        program.bearings[decl.id] = Bearing(decl.id, found, condition)


def _read_bearer(program: Program, scope: Scope, scalar: Scalar, type_id: str) -> ir.Expr | None:
    """An element, or a list of elements that are all in force."""
    made = read_formula(program, scope, scalar, ANY)
    wanted = element(type_id)
    if made is None or any(fits(scope, made.kind, kind) for kind in (wanted, list_of(wanted))):
        return made
    message = f"a bearer is a {type_id} or a list of them, this is a {made.kind}"
    program.model.report("BR0303", message, scalar.span)
    return None


def read_hooks(program: Program) -> list[Hook]:
    """Parse every rule of every element, and the house rules."""
    written: list[tuple[str, Element | None, Scalar]] = []
    for known in program.model.elements.values():
        written += [(known.id, known, scalar) for scalar in known.rules]
    written += [(rule.id, None, rule.rule) for rule in program.model.rules.values()]
    hooks = []
    for name, owner, scalar in written:
        try:
            hook = Hook(name, owner, scalar, parse_rule(scalar.text))
        except ScriptError as problem:
            syntax_finding(program, scalar, problem)
            continue
        if owner is not None and not _can_hold(program, owner, hook.rule):
            message = f"a {owner.type} is never in force: its type has no `bearers`"
            program.model.report("BR0405", message, scalar.span)
            continue
        hooks.append(hook)
    return hooks


def _can_hold(program: Program, owner: Element, rule: t.Syntax) -> bool:
    """Whether anybody can bear the element, or the quantity it changes is asked with it."""
    if _bearing(program, owner.type) is not None:
        return True
    if not isinstance(rule, t.Modify):
        return False
    quantity = program.model.quantities.get(rule.quantity)
    if quantity is None:
        return True
    kinds = [quantity.takes[name].kind for name in quantity.heeds if name in quantity.takes]
    return any(program.model.is_a(owner.type, kind.element) for kind in kinds)


def _bearing(program: Program, type_id: str) -> Bearing | None:
    for line in program.model.ancestry(type_id):
        if line in program.bearings:
            return program.bearings[line]
    return None


def _report(program: Program, hook: Hook, problem: Misfit) -> None:
    problem.report(program.model, hook.scalar)


# ---- grants ------------------------------------------------------------------


def add_grants(program: Program, hooks: list[Hook]) -> None:
    """Remember which alternatives are added to which choices."""
    for hook in hooks:
        if isinstance(hook.rule, t.Grant):
            _add_grant(program, hook, hook.rule)


def _add_grant(program: Program, hook: Hook, rule: t.Grant) -> None:
    def make(scope: Scope) -> ir.Alternative:
        script = Script(program, Source(hook.scalar), hook.name)
        inner = scope.inner()
        inner.this = hook.owner
        try:
            made = script.alternative(inner, rule.alternative, rule.alternative.body)
        except Misfit as problem:
            # The mistake is in the grant, not in the choice that offers it.
            _report(program, hook, problem)
            return ir.Alternative((), None, (), (), 0)
        if hook.owner is None:
            return made
        test = _in_force(program, hook.owner, scope.you)
        if made.condition is not None:
            test = ir.Op(YES_NO, "and", (test, made.condition))
        return ir.Alternative(made.binders, test, made.label, made.body, made.line)

    program.grants.setdefault(rule.choice, []).append(Grant(hook.ordinal, make))


def _in_force(program: Program, owner: Element, you: ir.Expr) -> ir.Expr:
    bearing = _bearing(program, owner.type)
    assert bearing is not None
    this = ir.Const(element(owner.type), owner.ordinal)
    tests = [_bears(for_player(b, you), this) for b in bearing.bearers]
    test: ir.Expr = tests[0] if len(tests) == 1 else ir.Op(YES_NO, "or", tuple(tests))
    if bearing.condition is not None:
        test = ir.Op(YES_NO, "and", (test, for_player(bearing.condition, you)))
    return test


def _bears(bearer: ir.Expr, this: ir.Expr) -> ir.Op:
    if bearer.kind.word == "list":
        return ir.Op(YES_NO, "in", (this, bearer))
    return ir.Op(YES_NO, "is", (bearer, this))


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


# ---- modifiers ---------------------------------------------------------------


def add_modifiers(program: Program, hooks: list[Hook]) -> None:
    """Elaborate every `modify`."""
    for hook in hooks:
        if isinstance(hook.rule, t.Modify):
            try:
                _add_modifier(program, hook, hook.rule)
            except Misfit as problem:
                _report(program, hook, problem)


def _add_modifier(program: Program, hook: Hook, rule: t.Modify) -> None:
    model = program.model
    quantity = model.quantities.get(rule.quantity)
    if quantity is None:
        raise unknown("quantity", rule.quantity, rule.at, model.quantities)
    stages = quantity.stages or ("",)
    if rule.stage is not None and rule.stage not in stages:
        raise unknown(f"stage of `{quantity.id}`", rule.stage, rule.at, stages)
    scope = new_scope(model, hook.owner)
    params = bind_parameters(scope, quantity.takes)
    value = scope.bind("value", quantity.gives)
    test = expect(scope, rule.condition, YES_NO) if rule.condition is not None else None
    result = expect(scope, rule.value, quantity.gives)
    stage = stages.index(rule.stage) if rule.stage is not None else len(stages) - 1
    params = (*params, (value.name, quantity.gives))
    made = ir.Modifier(
        quantity.id, stage, hook.ordinal, params, test, result, as_written(hook.scalar)
    )
    program.modifiers.setdefault(quantity.id, []).append(made)


# ---- triggers ----------------------------------------------------------------


def add_triggers(program: Program, hooks: list[Hook]) -> None:
    """Elaborate every `on`; several of one element on one event run one after the other."""
    bodies: dict[tuple[str, str], list[Hook]] = {}
    for hook in hooks:
        if not isinstance(hook.rule, t.Trigger):
            continue
        event = hook.rule.event
        if event not in program.model.events:
            _report(program, hook, unknown("event", event, hook.rule.at, program.model.events))
            continue
        bodies.setdefault((event, hook.name), []).append(hook)
    for (event, name), parts in bodies.items():
        routine_id = f"on {event} {name}"
        program.routines[routine_id] = _trigger(program, routine_id, event, parts)
        owner = parts[0].owner
        bearing = _bearing(program, owner.type) if owner is not None else None
        type_id = bearing.type_id if bearing is not None else ""
        by_type = program.triggers.setdefault(event, {})
        key = owner.ordinal if owner is not None else -len(by_type.get("", {})) - 1
        by_type.setdefault(type_id, {})[key] = routine_id


def _trigger(program: Program, routine_id: str, event: str, hooks: list[Hook]) -> ir.Routine:
    scope = new_scope(program.model, hooks[0].owner)
    params = bind_parameters(scope, program.model.events[event].takes)
    body: list[ir.Stmt] = []
    for hook in hooks:
        assert isinstance(hook.rule, t.Trigger)
        script = Script(program, Source(hook.scalar), hook.name)
        try:
            body += _trigger_body(script, scope, hook.rule)
        except Misfit as problem:
            script.report(problem)
    return ir.Routine(routine_id, params, tuple(body))


def _trigger_body(script: Script, scope: Scope, rule: t.Trigger) -> list[ir.Stmt]:
    if rule.condition is None:
        return list(script.body(scope, rule.body))
    test = expect(scope, rule.condition, YES_NO)
    return [ir.If(script.line(rule), test, script.body(scope, rule.body), ())]


def event_routine(program: Program, name: str) -> ir.Routine:
    """Run the hooks of an event: for the acting player, or for everyone in seat order."""
    event = program.model.events[name]
    params = bind_parameters(new_scope(program.model), event.takes)
    args = tuple(ir.Var(kind, word) for word, kind in params[1:])
    line = program.line(event.span)
    who = ir.Var(PLAYER, "listener") if event.everyone else ir.Var(PLAYER, "you")
    body: list[ir.Stmt] = []
    for type_id, routines in program.triggers.get(name, {}).items():
        if not type_id:
            body += [ir.CallProc(line, routine, who, args) for routine in routines.values()]
            continue
        table = f"on {name} {type_id}"
        program.tables[table] = routines
        bearing = program.bearings[type_id]
        calls: tuple[ir.Stmt, ...] = tuple(
            _hear(line, table, for_player(b, who), who, args) for b in bearing.bearers
        )
        if bearing.condition is not None:
            calls = (ir.If(line, for_player(bearing.condition, who), calls, ()),)
        body += calls
    if event.everyone and body:
        players = ir.Builtin(list_of(PLAYER), "players", ())
        body = [ir.ForEach(line, "listener", players, tuple(body))]
    return ir.Routine("event " + name, params, tuple(body))


def _hear(
    line: int, table: str, bearer: ir.Expr, who: ir.Var, args: tuple[ir.Expr, ...]
) -> ir.Stmt:
    """Run the hook of an element, or of each in a list."""
    if bearer.kind.word != "list":
        return ir.Do(line, table, bearer, who, args)
    item = bearer.kind.item or bearer.kind
    each = ir.Var(item, "borne", True)
    return ir.ForEach(line, each.name, bearer, (ir.Do(line, table, each, who, args),))


def report_idle(program: Program, hooks: list[Hook]) -> None:
    """Hooks that can never take effect."""
    silent = set(program.model.events) - program.raised
    for hook in hooks:
        span = Source(hook.scalar).span(hook.rule.at)
        match hook.rule:
            case t.Trigger(event=event) if event in silent:
                program.model.report("BR0406", f"nobody raises the event `{event}`", span)
            case t.Grant(choice=choice) if choice not in program.offered:
                message = f"no choice offers what is granted to `{choice}`"
                program.model.report("BR0407", message, span)
