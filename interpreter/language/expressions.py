"""Elaborate expressions: find what each word means and what type it has."""

from __future__ import annotations

from interpreter.findings import Span
from interpreter.language import ir
from interpreter.language import syntax as t
from interpreter.language.builtins import FUNCTIONS, ITEM, SAME
from interpreter.language.fitting import common, fill, fits, several, signature
from interpreter.language.meanings import (
    known_names,
    lookup,
    no_field,
    read_field,
    resource_named,
)
from interpreter.language.scope import Misfit, Scope, unknown
from interpreter.language.syntax import Where
from interpreter.model.declarations import Parameter
from interpreter.model.kinds import (
    BUNDLE,
    EMPTY_LIST,
    NOTHING,
    NUMBER,
    PLAYER,
    TEXT,
    UNKNOWN,
    YES_NO,
    Kind,
    element,
    list_of,
)


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
            kind = common(scope, first.kind, second.kind, node.at)
            return ir.Pick(kind, test, first, second)
        case t.BundleOf(amounts=amounts):
            return bundle(scope, amounts)
        case _:
            raise Misfit("BR0301", "an expression is needed here", node.at)


# ---- names -------------------------------------------------------------------


def _name(scope: Scope, node: t.Name) -> ir.Expr:
    found = lookup(scope, node.word)
    if found is None:
        raise unknown("thing called", node.word, node.at, known_names(scope))
    if scope.candidates and node.word in scope.variables and node.word != "it":
        _refuse_hidden(scope, node, found)
    return found


def _refuse_hidden(scope: Scope, node: t.Name, found: ir.Expr) -> None:
    """A field of what is looked at would win over the variable, and nobody would notice."""
    if found is scope.variables[node.word]:
        return
    message = f"`{node.word}` is a variable here, and what is looked at has a field of that name"
    help_line = "give the variable another name, or write `… of it` for the field"
    raise Misfit("BR0310", message, node.at, help_line)


# ---- fields ------------------------------------------------------------------


def _of(scope: Scope, node: t.Of) -> ir.Expr:
    subject = expression(scope, node.subject)
    player = expect(scope, node.player, PLAYER) if node.player is not None else None
    if subject.kind == UNKNOWN:
        return ir.Const(UNKNOWN, 0)
    match node.field:
        case t.Name(word=word):
            found = read_field(scope, word, subject, player)
        case t.Function(word=word, args=args, at=at):

            def match(takes: dict[str, Parameter], name: str) -> tuple[ir.Expr, ...]:
                return arguments(scope, takes, args, (), name, at)

            found = read_field(scope, word, subject, player, match)
        case _:
            raise Misfit("BR0301", "a field name must stand before `of`", node.field.at)
    if found is None:
        raise no_field(scope, word, subject.kind, node.field.at)
    return found


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
        message = f"`{what}` takes {several(len(takes))}, not {len(args)}"
        raise Misfit("BR0304", message, at, signature(what, takes), blame=declared)
    given: dict[str, ir.Expr] = {}
    for parameter, node in zip(takes.values(), args, strict=False):
        given[parameter.name] = _argument(scope, parameter, node)
    for name, node in named:
        if name not in takes:
            problem = unknown(f"value of `{what}` called", name, at, takes, "BR0304")
            problem.help, problem.blame = signature(what, takes), declared
            raise problem
        given[name] = _argument(scope, takes[name], node)
    return fill(scope, takes, given, what, at)


def _argument(scope: Scope, parameter: Parameter, node: t.Syntax) -> ir.Expr:
    try:
        return expect(scope, node, parameter.kind)
    except Misfit as problem:
        if problem.code == "BR0303" and problem.at == node.at:
            problem.blame = parameter.span
        raise


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
        kind = common(scope, kind, expr.kind, item.at)
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
            common(scope, item.kind, kind, node.at)
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
        kind = common(scope, parts[0].kind, parts[1].kind, node.at)
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
    resource = resource_named(scope, amount.resource.word)
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
