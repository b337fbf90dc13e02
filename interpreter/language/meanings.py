"""What words mean where they stand: variables, fields, elements, types."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.language import ir
from interpreter.language.fitting import fill, fits
from interpreter.language.scope import Misfit, Scope, unknown
from interpreter.language.syntax import Where
from interpreter.model.declarations import Field, Parameter
from interpreter.model.kinds import (
    MODE,
    NOTHING,
    NUMBER,
    PLAYER,
    RESOURCE,
    YES_NO,
    Kind,
    element,
    list_of,
)

NONE = ir.Const(NOTHING, 0)

#: turns written arguments into values for the parameters of a formula
Matcher = Callable[[dict[str, Parameter], str], tuple[ir.Expr, ...]]


def lookup(scope: Scope, word: str) -> ir.Expr | None:
    """The meaning of a bare word: candidate's field, variable, special, global, element, type."""
    for candidate in reversed(scope.candidates):
        if word == "it":
            return candidate
        found = read_field(scope, word, candidate)
        if found is not None:
            return found
    if word in scope.variables:
        scope.unread.pop(scope.variables[word].name, None)
        return scope.variables[word]
    special = _special(scope, word)
    if special is not None:
        return special
    shared = scope.model.types["game"].fields.get(word)
    if shared is not None and shared.state:
        return ir.State(shared.kind, shared, None, None)
    known = scope.model.elements.get(word)
    if known is not None:
        return ir.Const(element(known.type), known.ordinal)
    type_id = scope.model.plurals.get(word)
    if type_id == "player":
        return ir.Builtin(list_of(PLAYER), "players", ())
    if type_id is not None:
        return ir.Const(list_of(element(type_id)), scope.model.types[type_id].members)
    return None


def _special(scope: Scope, word: str) -> ir.Expr | None:
    match word:
        case "you":
            return scope.you
        case "none":
            return NONE
        case "yes" | "no":
            return ir.Const(YES_NO, word == "yes")
        case "mode":
            return ir.Builtin(MODE, "mode", ())
        case "this" if scope.this is not None:
            return ir.Const(element(scope.this.type), scope.this.ordinal)
        case _:
            return None


def known_names(scope: Scope) -> list[str]:
    """Every word that would mean something here, for suggestions."""
    words = [*scope.variables, "you", "none", "yes", "no", "mode", "it", "this"]
    for candidate in scope.candidates:
        if candidate.kind.word == "element":
            words += scope.model.fields_of(candidate.kind.element)
    model = scope.model
    return [*words, *model.types["game"].fields, *model.elements, *model.plurals]


# ---- fields ------------------------------------------------------------------


def read_field(
    scope: Scope,
    word: str,
    subject: ir.Expr,
    player: ir.Expr | None = None,
    match: Matcher | None = None,
) -> ir.Expr | None:
    """What `word of subject` means: a field, a resource of a player, or a quantity."""
    model = scope.model
    if subject.kind.word != "element":
        return None
    found = find_fields(scope, subject.kind.element, word)
    if found:
        return _read_fields(scope, found, subject, player, match)
    if model.is_a(subject.kind.element, "player"):
        resource = resource_named(scope, word)
        if resource is not None:
            return ir.Held(NUMBER, resource, subject)
    if match is None and word in model.quantities and not _is_candidate(scope, subject):
        takes = list(model.quantities[word].takes.values())
        if not takes and model.is_a(subject.kind.element, "player"):
            return ir.Ask(model.quantities[word].gives, word, subject, ())
        if len(takes) == 1 and fits(scope, subject.kind, takes[0].kind):
            return ir.Ask(model.quantities[word].gives, word, scope.you, (subject,))
    return None


def _is_candidate(scope: Scope, subject: ir.Expr) -> bool:
    return any(subject is candidate for candidate in scope.candidates)


def find_field(scope: Scope, type_id: str, word: str) -> Field | None:
    """Own or inherited; failing that, of the first subtype that has it."""
    return next(iter(find_fields(scope, type_id, word)), None)


def find_fields(scope: Scope, type_id: str, word: str) -> list[Field]:
    """The field, own or inherited; failing that, those of the subtypes that have one."""
    model = scope.model
    found = model.field_of(type_id, word)
    if found is not None:
        return [found]
    below = [t_id for t_id in model.types if t_id != type_id and model.is_a(t_id, type_id)]
    fields = [f for t_id in below if (f := model.field_of(t_id, word)) is not None]
    return list({id(made): made for made in fields}.values())


def _read_fields(
    scope: Scope,
    found: list[Field],
    subject: ir.Expr,
    player: ir.Expr | None,
    match: Matcher | None,
) -> ir.Expr | None:
    """Subtypes that each have state of that name are told apart when it is read."""
    first = _read_field(scope, found[0], subject, player, match)
    same = [made for made in found[1:] if made.kind == found[0].kind]
    if not isinstance(first, ir.State) or not same:
        return first
    rest = _read_fields(scope, same, subject, player, match)
    members = scope.model.types[found[0].owner].members
    known = ir.Const(list_of(element(found[0].owner)), members)
    test = ir.Op(YES_NO, "in", (subject, known))
    return first if rest is None else ir.Pick(first.kind, test, first, rest)


def resource_named(scope: Scope, word: str) -> ir.Expr | None:
    """A resource by its id, or a variable that stands for one."""
    variable = scope.variables.get(word)
    if variable is not None and variable.kind == RESOURCE:
        scope.unread.pop(variable.name, None)
        return variable
    known = scope.model.elements.get(word)
    if known is not None and known.type == "resource":
        return ir.Const(RESOURCE, known.ordinal)
    return None


def _read_field(
    scope: Scope,
    made: Field,
    subject: ir.Expr,
    player: ir.Expr | None,
    match: Matcher | None,
) -> ir.Expr | None:
    if made.formula:
        if match is not None:
            values = match(made.takes, made.name)
        else:
            values = fill(scope, made.takes, {}, made.name, Where(0, 0))
        return ir.Formula(made.kind, made, subject, scope.you, values)
    if made.script:
        return None
    if not made.state:
        return ir.Printed(made.kind, made, subject)
    if made.per_player and player is None:
        player = scope.you
    return ir.State(made.kind, made, subject, player if made.per_player else None)


def no_field(scope: Scope, word: str, kind: Kind, at: Where) -> Misfit:
    """Say what the thing has instead."""
    model = scope.model
    known: list[str] = []
    if kind.word == "element":
        known = list(model.fields_of(kind.element))
        if kind == PLAYER:
            known += [e.id for e in model.elements.values() if e.type == "resource"]
        known += list(model.quantities)
    made = unknown("field", word, at, known)
    return Misfit(made.code, f"a {kind} has no `{word}`", at, suggestion=made.suggestion, word=word)
