"""Expressions in words: what something is called, how a number comes about."""

from __future__ import annotations

from dataclasses import replace

from interpreter.language import ir
from interpreter.language import syntax as t
from interpreter.language.builtins import FUNCTIONS
from interpreter.model.kinds import NUMBER, YES_NO, Kind
from interpreter.prose import conditions, naming
from interpreter.prose.talk import Talk
from interpreter.prose.words import BARE, PLURAL, Said


def value(talk: Talk, node: t.Syntax) -> Said:
    """An expression as something that can be talked about."""
    match node:
        case t.Number(value=number):
            return Said(str(number), number=number)
        case t.Text(value=text):
            return Said(f"“{text}”")
        case t.Name():
            return naming.name(talk, node)
        case t.Of():
            return naming.field(talk, node)
        case t.Function():
            return function(talk, node)
        case t.ListOf(items=items):
            if not items:
                return Said(talk.book.phrase("nothing"))
            return Said(items=tuple(value(talk, item) for item in items), plural=True)
        case t.Aggregate():
            return _aggregate(talk, node)
        case t.Filter(source=source, condition=condition):
            return _filter(talk, source, condition)
        case t.Over(item=item, source=source):
            return _over(talk, item, source)
        case t.SortedBy(source=source, key=key):
            return _sorted(talk, source, key)
        case t.Operation():
            return _operation(talk, node)
        case t.IfElse(condition=condition, then=then, otherwise=otherwise):
            words = conditions.clause(talk, condition)
            parts = {"then": value(talk, then), "else": value(talk, otherwise)}
            return Said(talk.book.phrase("if_else", condition=words, **parts))
        case t.BundleOf(amounts=amounts):
            return Said(talk.book.joined([amount(talk, one) for one in amounts]))
    raise AssertionError(node)


# ---- functions ---------------------------------------------------------------


def function(talk: Talk, node: t.Function) -> Said:
    """A quantity of the packs, or a function of the language."""
    quantity = talk.model.quantities.get(node.word)
    if quantity is not None:
        if node.word in talk.world.steady:
            number = talk.world.steady[node.word]
            return Said(str(number), number=number)
        return asked(talk, node.word, handed(talk, node.word, node.args))
    if node.word not in FUNCTIONS:
        return _along(talk, node)
    args = {f"arg{at}": _part(talk, arg) for at, arg in enumerate(node.args)}
    kind = talk.kind(node)
    return Said(talk.book.phrase(f"function.{node.word}", **args), plural=kind.word == "list")


def _along(talk: Talk, node: t.Function) -> Said:
    graph = node.args[0]
    word = graph.word if isinstance(graph, t.Name) else ""
    called = Said(noun=talk.book.noun(f"graph.{word}", word))
    tail = talk.book.phrase("along", graph=called, start=value(talk, node.args[1]))
    return Said(noun=talk.world.type_noun(talk.kind(node)), plural=True).but(tail)


def handed(talk: Talk, quantity: str, args: tuple[t.Syntax, ...]) -> dict[str, Said]:
    """The values a quantity is asked with, each in the words its parameter has for it."""
    given = {}
    takes = talk.model.quantities[quantity].takes
    for parameter, node in zip(takes.values(), args, strict=False):
        made = talk.ir(node)
        left_out = parameter.optional and isinstance(made, ir.Const) and made.value == 0
        if not left_out:
            given[parameter.name] = wrapped(talk, quantity, parameter.name, value(talk, node))
    return given


def wrapped(talk: Talk, owner: str, name: str, said: Said) -> Said:
    """A value in the phrase `param.owner.name`, if there is one."""
    own = talk.book.form(f"param.{owner}.{name}", "text")
    return said if own is None else Said(talk.book.fill(own, {"value": said}))


def asked(talk: Talk, quantity: str, given: dict[str, Said]) -> Said:
    """A quantity with its values."""
    book, key = talk.book, f"quantity.{quantity}"
    kind = talk.model.quantities[quantity].gives
    if book.form(key, "one") is not None and isinstance(book.packs[key], dict):
        tail = book.fill(book.form(key, "of") or "", given)
        return Said(noun=book.noun(key, quantity), plural=kind.word == "list").but(tail)
    return Said(quantity_text(talk, quantity, given), plural=kind.word == "list")


def quantity_text(talk: Talk, quantity: str, given: dict[str, Said], form: str = "text") -> str:
    """What a quantity says of itself."""
    book, key = talk.book, f"quantity.{quantity}"
    template = book.form(key, form)
    if template is None:
        book.gaps[key] = None
        template = quantity.replace("_", " ")
    return book.fill(template, given)


# ---- lists -------------------------------------------------------------------


def _item(talk: Talk, source: t.Syntax) -> Kind:
    kind = talk.kind(source)
    return kind.item or Kind("none")


def _filter(talk: Talk, source: t.Syntax, condition: t.Syntax) -> Said:
    listed, kind = value(talk, source), _item(talk, source)
    inside = talk.with_candidate(kind, talk.candidate(kind))
    if listed.items:
        listed = Said(talk.book.say(listed, "a"), plural=True)
    return listed.but(conditions.modifiers(inside, condition))


def _over(talk: Talk, item: t.Syntax, source: t.Syntax) -> Said:
    each = Said(talk.book.say(value(talk, source), "each"))
    inside = talk.with_candidate(_item(talk, source), each)
    return Said(talk.book.say(value(inside, item)), plural=True)


def _sorted(talk: Talk, source: t.Syntax, key: t.Syntax) -> Said:
    kind = _item(talk, source)
    inside = talk.with_candidate(kind, talk.candidate(kind))
    return value(talk, source).but(talk.book.phrase("sorted_by", key=value(inside, key)))


def _aggregate(talk: Talk, node: t.Aggregate) -> Said:
    book, source = talk.book, value(talk, node.source)
    match node.kind:
        case "first" | "last":
            if source.noun is None:
                return Said(book.phrase(f"aggregate.{node.kind}", list=source))
            return replace(source, article=node.kind, plural=False)
        case "any":
            return Said(conditions.clause(talk, node))
        case "distinct" | "reverse":
            return source.but(book.phrase(f"aggregate.{node.kind}"))
        case "count":
            return Said(book.phrase("aggregate.count", list=book.say(source, PLURAL)))
    return Said(book.phrase(f"aggregate.{node.kind}", list=source))


# ---- arithmetic --------------------------------------------------------------


def _operation(talk: Talk, node: t.Operation) -> Said:
    book, kind = talk.book, talk.kind(node)
    if kind == YES_NO:
        return Said(conditions.clause(talk, node))
    parts = [_part(talk, part, node.op) for part in node.parts]
    if len(parts) == 1:
        number = None if parts[0].number is None else -parts[0].number
        return Said(f"−{book.say(parts[0])}", number=number)
    key = "join" if kind.word == "list" else {"+": "plus", "-": "minus", "*": "times"}.get(node.op)
    key = key or ("divided" if node.op == "/" else "remainder")
    plural = kind.word == "list"
    return Said(book.phrase(f"arithmetic.{key}", a=parts[0], b=parts[1]), plural=plural)


def _part(talk: Talk, node: t.Syntax, outer: str = "") -> Said:
    """One side of a sum; a calculation inside another stands in parentheses."""
    said = value(talk, node)
    nested = isinstance(node, t.IfElse) or (
        isinstance(node, t.Operation)
        and len(node.parts) > 1
        and talk.kind(node) == NUMBER
        and not node.op == outer == "+"
    )
    return Said(f"({talk.book.say(said)})", plural=said.plural) if nested else said


def amount(talk: Talk, node: t.Amount) -> str:
    """`3 credits for each dam`; a bundle is called by its own words."""
    book, count = talk.book, value(talk, node.count)
    if node.resource is None:
        return book.say(count)
    unit = naming.resource_noun(talk, talk.ir(node.resource)).noun
    assert unit is not None
    words = book.counted(count, unit)
    if node.per is None:
        return words
    return book.phrase("per", amount=words, each=per(talk, node.per))


def per(talk: Talk, node: t.Syntax) -> str:
    """What stands behind `for each`."""
    if isinstance(node, t.Aggregate) and node.kind == "count":
        return per(talk, node.source)
    said = value(talk, node)
    if talk.kind(node).word == "list":
        return talk.book.say(said, BARE) if said.noun else talk.book.say(said, "each")
    made = talk.ir(node)
    if isinstance(node, t.Of) and isinstance(made, ir.State | ir.Printed):
        key = f"field.{made.field.owner}.{made.field.name}"
        player = value(talk, node.player) if node.player is not None else None
        form = "each" if player is None or player.you else "each_for"
        template = talk.book.form(key, form)
        if template is not None:
            holes = {"subject": value(talk, node.subject), "player": player or Said()}
            return talk.book.fill(template, holes)
    return talk.book.phrase("per_unit", value=said)
