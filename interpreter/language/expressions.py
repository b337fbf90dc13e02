"""Elaborate expressions: find what each word means and what type it has."""

from __future__ import annotations

from interpreter.findings import Span
from interpreter.language import ir
from interpreter.language import syntax as t
from interpreter.language.builtins import ANY, ANY_LIST, FUNCTIONS, ITEM, SAME
from interpreter.language.scope import Misfit, Scope, unknown
from interpreter.language.syntax import Where
from interpreter.model.declarations import Field, Parameter
from interpreter.model.kinds import (
    BUNDLE,
    EMPTY_LIST,
    MODE,
    NOTHING,
    NUMBER,
    PLAYER,
    RESOURCE,
    TEXT,
    UNKNOWN,
    YES_NO,
    Kind,
    element,
    list_of,
)

NONE = ir.Const(NOTHING, 0)


def fits(scope: Scope, given: Kind, wanted: Kind) -> bool:
    """Whether a value of one type may stand where the other is wanted."""
    if UNKNOWN in (given, wanted):
        return True
    if given == wanted or wanted == ANY or (wanted == ANY_LIST and given.word == "list"):
        return True
    if given == NOTHING:
        return wanted.word == "element"
    if given.word == wanted.word == "list":
        if given.item is None or wanted.item is None:
            return True
        return fits(scope, given.item, wanted.item)
    if given.word == wanted.word == "element":
        is_a = scope.model.is_a
        return is_a(given.element, wanted.element) or is_a(wanted.element, given.element)
    return False


def expect(scope: Scope, node: t.Syntax, wanted: Kind) -> ir.Expr:
    """Elaborate, and insist on a type."""
    made = expression(scope, node)
    if not fits(scope, made.kind, wanted):
        raise Misfit("BR0303", f"a {wanted} is needed here, this is a {made.kind}", node.at)
    return made


def expression(scope: Scope, node: t.Syntax) -> ir.Expr:
    """Elaborate one expression."""
    match node:
        case t.Number(value=value):
            return ir.Const(NUMBER, value)
        case t.Text(value=text):
            return ir.Const(TEXT, text)
        case t.Name():
            return _name(scope, node)
        case t.Function():
            return _function(scope, node)
        case t.ListOf(items=items):
            return _list(scope, items)
        case t.Of():
            return _of(scope, node)
        case t.Aggregate():
            return _aggregate(scope, node)
        case t.Filter(source=source, condition=condition):
            return _filter(scope, source, condition)
        case t.Over(item=item, source=source):
            return _over(scope, item, source)
        case t.SortedBy(source=source, key=key):
            return _sorted(scope, source, key)
        case t.Operation():
            return _operation(scope, node)
        case t.IfElse(condition=condition, then=then, otherwise=otherwise):
            test = expect(scope, condition, YES_NO)
            first, second = expression(scope, then), expression(scope, otherwise)
            kind = _common(scope, first.kind, second.kind, node.at)
            return ir.Pick(kind, test, first, second)
        case t.BundleOf(amounts=amounts):
            return bundle(scope, amounts)
        case _:
            raise Misfit("BR0301", "an expression is needed here", node.at)


def _common(scope: Scope, first: Kind, second: Kind, at: Where) -> Kind:
    if fits(scope, first, second):
        return second if first in (NOTHING, EMPTY_LIST) else first
    if fits(scope, second, first):
        return first
    raise Misfit("BR0303", f"{first} and {second} do not go together", at)


# ---- names -------------------------------------------------------------------


def _name(scope: Scope, node: t.Name) -> ir.Expr:
    found = lookup(scope, node.word)
    if found is None:
        raise unknown("thing called", node.word, node.at, known_names(scope))
    return found


def lookup(scope: Scope, word: str) -> ir.Expr | None:
    """The meaning of a bare word: candidate's field, variable, special, global, element, type."""
    for candidate in reversed(scope.candidates):
        if word == "it":
            return candidate
        found = _field(scope, word, candidate, None, ())
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


def _of(scope: Scope, node: t.Of) -> ir.Expr:
    subject = expression(scope, node.subject)
    player = expect(scope, node.player, PLAYER) if node.player is not None else None
    if subject.kind == UNKNOWN:
        return ir.Const(UNKNOWN, 0)
    match node.field:
        case t.Name(word=word):
            args: tuple[t.Syntax, ...] = ()
        case t.Function(word=word, args=args):
            pass
        case _:
            raise Misfit("BR0301", "a field name must stand before `of`", node.field.at)
    found = _field(scope, word, subject, player, args)
    if found is None:
        raise _no_field(scope, word, subject.kind, node.field.at)
    return found


def _no_field(scope: Scope, word: str, kind: Kind, at: Where) -> Misfit:
    model = scope.model
    known: list[str] = []
    if kind.word == "element":
        known = list(model.fields_of(kind.element))
        if kind == PLAYER:
            known += [e.id for e in model.elements.values() if e.type == "resource"]
        known += list(model.quantities)
    made = unknown("field", word, at, known)
    return Misfit(made.code, f"a {kind} has no `{word}`", at, suggestion=made.suggestion, word=word)


def _field(
    scope: Scope, word: str, subject: ir.Expr, player: ir.Expr | None, args: tuple[t.Syntax, ...]
) -> ir.Expr | None:
    model = scope.model
    if subject.kind.word != "element":
        return None
    found = find_fields(scope, subject.kind.element, word)
    if found:
        return _read_fields(scope, found, subject, player, args)
    if model.is_a(subject.kind.element, "player"):
        resource = _resource(scope, word)
        if resource is not None:
            return ir.Held(NUMBER, resource, subject)
    if not args and word in model.quantities and not _is_candidate(scope, subject):
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
    args: tuple[t.Syntax, ...],
) -> ir.Expr | None:
    """Subtypes that each have state of that name are told apart when it is read."""
    first = _read_field(scope, found[0], subject, player, args)
    same = [made for made in found[1:] if made.kind == found[0].kind]
    if not isinstance(first, ir.State) or not same:
        return first
    rest = _read_fields(scope, same, subject, player, args)
    members = scope.model.types[found[0].owner].members
    known = ir.Const(list_of(element(found[0].owner)), members)
    test = ir.Op(YES_NO, "in", (subject, known))
    return first if rest is None else ir.Pick(first.kind, test, first, rest)


def _resource(scope: Scope, word: str) -> ir.Expr | None:
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
    args: tuple[t.Syntax, ...],
) -> ir.Expr | None:
    if made.formula:
        values = arguments(scope, made.takes, args, (), made.name, _at(args))
        return ir.Formula(made.kind, made, subject, scope.you, values)
    if made.script:
        return None
    if not made.state:
        return ir.Printed(made.kind, made, subject)
    if made.per_player and player is None:
        player = scope.you
    return ir.State(made.kind, made, subject, player if made.per_player else None)


def _at(args: tuple[t.Syntax, ...]) -> Where:
    return args[0].at if args else Where(0, 0)


def arguments(
    scope: Scope,
    takes: dict[str, Parameter],
    args: tuple[t.Syntax, ...],
    named: tuple[tuple[str, t.Syntax], ...],
    what: str,
    at: Where,
    declared: Span | None = None,
) -> tuple[ir.Expr, ...]:
    """Match given arguments with declared parameters; left-out optional ones become zero."""
    if len(args) > len(takes):
        message = f"`{what}` takes {_several(len(takes))}, not {len(args)}"
        raise Misfit("BR0304", message, at, _signature(what, takes), blame=declared)
    given: dict[str, ir.Expr] = {}
    for parameter, node in zip(takes.values(), args, strict=False):
        given[parameter.name] = _argument(scope, parameter, node)
    for name, node in named:
        if name not in takes:
            problem = unknown(f"value of `{what}` called", name, at, takes, "BR0304")
            problem.help, problem.blame = _signature(what, takes), declared
            raise problem
        given[name] = _argument(scope, takes[name], node)
    for parameter in takes.values():
        if parameter.name not in given:
            if not parameter.optional:
                message = f"`{what}` needs `{parameter.name}`"
                raise Misfit("BR0304", message, at, _signature(what, takes), blame=parameter.span)
            given[parameter.name] = ir.Const(parameter.kind, scope.model.zero(parameter.kind))
    return tuple(given[name] for name in takes)


def _argument(scope: Scope, parameter: Parameter, node: t.Syntax) -> ir.Expr:
    try:
        return expect(scope, node, parameter.kind)
    except Misfit as problem:
        if problem.code == "BR0303" and problem.at == node.at:
            problem.blame = parameter.span
        raise


def _several(count: int) -> str:
    return {0: "no values", 1: "one value"}.get(count, f"{count} values")


def _signature(what: str, takes: dict[str, Parameter]) -> str:
    kinds = ", ".join(
        f"{p.name} ({'maybe ' if p.optional else ''}{p.kind})" for p in takes.values()
    )
    return f"it takes {kinds}" if kinds else f"write just `{what}`"


# ---- functions, lists --------------------------------------------------------


def _function(scope: Scope, node: t.Function) -> ir.Expr:
    quantity = scope.model.quantities.get(node.word)
    if quantity is not None:
        values = arguments(scope, quantity.takes, node.args, (), node.word, node.at, quantity.span)
        return ir.Ask(quantity.gives, node.word, scope.you, values)
    if node.word == "along":
        return _along(scope, node)
    signature = FUNCTIONS.get(node.word)
    if signature is None:
        known = [*scope.model.quantities, *FUNCTIONS, "along"]
        raise unknown("function", node.word, node.at, known)
    if len(node.args) != len(signature.args):
        wanted = len(signature.args)
        raise Misfit("BR0304", f"`{node.word}` takes {wanted} values", node.at, signature.doc)
    given = tuple(expect(scope, a, k) for a, k in zip(node.args, signature.args, strict=True))
    gives = signature.gives
    if gives == ITEM:
        gives = given[0].kind.item or NOTHING
    elif gives == SAME:
        gives = given[0].kind
    return ir.Builtin(gives, node.word, given)


def _along(scope: Scope, node: t.Function) -> ir.Expr:
    """`along(river, x)`: the nodes that follow x in a graph, in order."""
    graph = node.args[0] if len(node.args) == 2 else None
    if not isinstance(graph, t.Name) or graph.word not in scope.model.graphs:
        word = graph.word if isinstance(graph, t.Name) else ""
        raise unknown("graph", word, node.at, scope.model.graphs)
    start = expression(scope, node.args[1])
    if start.kind.word != "element":
        raise Misfit("BR0303", "a place of the graph is needed", node.args[1].at)
    root = scope.model.ancestry(start.kind.element)[-1]
    return ir.Builtin(list_of(element(root)), "along", (ir.Const(TEXT, graph.word), start))


def _list(scope: Scope, items: tuple[t.Syntax, ...]) -> ir.Expr:
    if not items:
        return ir.Const(EMPTY_LIST, ())
    made = tuple(expression(scope, item) for item in items)
    kind = made[0].kind
    for expr, item in zip(made[1:], items[1:], strict=True):
        kind = _common(scope, kind, expr.kind, item.at)
    if all(isinstance(expr, ir.Const) for expr in made):
        values = tuple(expr.value for expr in made if isinstance(expr, ir.Const))
        return ir.Const(list_of(kind), values)
    return ir.ListExpr(list_of(kind), made)


def list_source(scope: Scope, node: t.Syntax) -> tuple[ir.Expr, Kind]:
    """A list and the type of its items."""
    made = expression(scope, node)
    if made.kind == UNKNOWN:
        return made, UNKNOWN
    if made.kind.word != "list":
        raise Misfit("BR0303", f"a list is needed here, this is a {made.kind}", node.at)
    return made, made.kind.item or NOTHING


def _filter(scope: Scope, source: t.Syntax, condition: t.Syntax) -> ir.Expr:
    made, item = list_source(scope, source)
    inner, candidate = scope.with_candidate(item)
    test = expect(inner, condition, YES_NO)
    return ir.Each(made.kind, candidate.name, made, test, None)


def _over(scope: Scope, item: t.Syntax, source: t.Syntax) -> ir.Expr:
    made, kind = list_source(scope, source)
    inner, candidate = scope.with_candidate(kind)
    value = expression(inner, item)
    return ir.Each(list_of(value.kind), candidate.name, made, None, value)


def _sorted(scope: Scope, source: t.Syntax, key: t.Syntax) -> ir.Expr:
    made, kind = list_source(scope, source)
    inner, candidate = scope.with_candidate(kind)
    return ir.Sorted(made.kind, candidate.name, made, expect(inner, key, NUMBER))


def _aggregate(scope: Scope, node: t.Aggregate) -> ir.Expr:
    made, item = list_source(scope, node.source)
    match node.kind:
        case "count":
            kind = NUMBER
        case "any":
            kind = YES_NO
        case "first" | "last":
            kind = item
        case "distinct" | "reverse":
            kind = made.kind
        case _:
            if item not in (NUMBER, UNKNOWN) and made.kind.item is not None:
                raise Misfit("BR0303", f"`{node.kind}` needs numbers, these are {item}", node.at)
            kind = NUMBER
    return ir.Aggregate(kind, node.kind, made)


# ---- operators ---------------------------------------------------------------


def _operation(scope: Scope, node: t.Operation) -> ir.Expr:
    match node.op:
        case "and" | "or" | "not":
            return ir.Op(YES_NO, node.op, tuple(expect(scope, p, YES_NO) for p in node.parts))
        case "<" | "<=" | ">" | ">=":
            return ir.Op(YES_NO, node.op, tuple(expect(scope, p, NUMBER) for p in node.parts))
        case "=" | "!=" | "is" | "is not":
            return _equality(scope, node)
        case "in" | "not in":
            item = expression(scope, node.parts[0])
            made, kind = list_source(scope, node.parts[1])
            _common(scope, item.kind, kind, node.at)
            return ir.Op(YES_NO, node.op, (item, made))
        case _:
            return _arithmetic(scope, node)


def _equality(scope: Scope, node: t.Operation) -> ir.Expr:
    first, second = (expression(scope, part) for part in node.parts)
    if not (fits(scope, first.kind, second.kind) or fits(scope, second.kind, first.kind)):
        message = f"a {first.kind} is never a {second.kind}"
        raise Misfit("BR0303", message, node.at)
    op = "is" if node.op in ("=", "is") else "is not"
    return ir.Op(YES_NO, op, (first, second))


def _arithmetic(scope: Scope, node: t.Operation) -> ir.Expr:
    parts = tuple(expression(scope, part) for part in node.parts)
    if node.op == "+" and parts[0].kind.word == "list":
        kind = _common(scope, parts[0].kind, parts[1].kind, node.at)
        return ir.Op(kind, "join", parts)
    if node.op in "+-" and len(parts) == 2 and parts[0].kind == parts[1].kind == BUNDLE:
        return ir.Op(BUNDLE, "bundle " + node.op, parts)
    for part, written in zip(parts, node.parts, strict=True):
        if part.kind not in (NUMBER, UNKNOWN):
            message = f"`{node.op}` needs numbers, this is a {part.kind}"
            raise Misfit("BR0303", message, written.at)
    if len(parts) == 1:
        if isinstance(parts[0], ir.Const):
            return ir.Const(NUMBER, -parts[0].value)
        return ir.Op(NUMBER, "negate", parts)
    return ir.Op(NUMBER, node.op, parts)


def bundle(scope: Scope, amounts: tuple[t.Amount, ...]) -> ir.Expr:
    """`bundle(3 excavator, 1 mixer)`."""
    pairs = []
    for amount in amounts:
        if amount.resource is None:
            raise Misfit("BR0301", "name the resource", amount.at)
        pairs.append(amount_of(scope, amount))
    return ir.MakeBundle(BUNDLE, tuple(pairs))


def amount_of(scope: Scope, amount: t.Amount) -> tuple[ir.Expr, ir.Expr]:
    """(resource, how many) of `3 credit per …`."""
    assert amount.resource is not None
    resource = _resource(scope, amount.resource.word)
    if resource is None:
        known = [e.id for e in scope.model.elements.values() if e.type == "resource"]
        raise unknown("resource", amount.resource.word, amount.resource.at, known)
    count = expect(scope, amount.count, NUMBER)
    if amount.per is not None:
        per = expression(scope, amount.per)
        if per.kind.word == "list":
            per = ir.Aggregate(NUMBER, "count", per)
        elif per.kind not in (NUMBER, UNKNOWN):
            raise Misfit("BR0303", f"`per` needs a number or a list, not a {per.kind}", amount.at)
        count = ir.Op(NUMBER, "*", (count, per))
    return resource, count
