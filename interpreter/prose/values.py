"""Expressions in words: what something is called, how a number comes about."""

from __future__ import annotations

from dataclasses import replace

from interpreter.language import ir
from interpreter.language import syntax as t
from interpreter.language.builtins import FUNCTIONS
from interpreter.model.declarations import Field
from interpreter.model.kinds import NUMBER, YES_NO, Kind
from interpreter.prose import conditions
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
            return name(talk, node)
        case t.Of():
            return _of(talk, node)
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


# ---- names and fields --------------------------------------------------------


def name(talk: Talk, node: t.Name) -> Said:
    """A bare word: a variable, a field of the candidate, an element, all of a type."""
    if node.word == "it" and talk.candidates:
        return talk.candidates[-1]
    return _meaning(talk, node.word, talk.ir(node))


def _meaning(talk: Talk, word: str, made: ir.Expr) -> Said:
    book, model = talk.book, talk.model
    match made:
        case _ if made is talk.scope.you:
            return Said(book.phrase("you"), you=True)
        case ir.State() | ir.Printed() | ir.Formula():
            return field_of(talk, made.field, candidate(talk, made.subject), None)
        case ir.Held(resource=resource, player=player):
            return _held(talk, resource, candidate(talk, player))
        case ir.Var() if made in talk.scope.candidates:
            return talk.candidates[talk.scope.candidates.index(made)]
        case ir.Var():
            return talk.said.get(word) or talk.called(word, made.kind)
        case ir.Const(kind=kind) if kind == YES_NO:
            return Said(book.phrase("yes" if made.value else "no"))
        case ir.Const(kind=kind, value=0) if kind.word in ("none", "element"):
            return Said(book.phrase("none"))
        case ir.Const(kind=kind, value=ordinal) if kind.word == "element":
            known = model.table[ordinal]
            assert known is not None
            if known is talk.scope.this and word == "this":
                return Said(noun=talk.world.type_noun(kind), article="this")
            return talk.world.element(known)
        case ir.Builtin(function="mode"):
            return Said(noun=talk.world.type_noun(made.kind))
        case _:
            return Said(noun=talk.world.type_noun(made.kind), plural=True)


def candidate(talk: Talk, subject: ir.Expr | None) -> Said | None:
    """The words for the candidate that a bare field belongs to; none for the game itself."""
    for known, said in zip(talk.scope.candidates, talk.candidates, strict=True):
        if known is subject:
            return said
    return None


def _of(talk: Talk, node: t.Of) -> Said:
    made = talk.ir(node)
    subject = value(talk, node.subject)
    player = value(talk, node.player) if node.player is not None else None
    match made:
        case ir.State() | ir.Printed():
            return field_of(talk, made.field, subject, player)
        case ir.Formula():
            takes = made.field.takes
            args = node.field.args if isinstance(node.field, t.Function) else ()
            given = {p: value(talk, a) for p, a in zip(takes, args, strict=False)}
            return field_of(talk, made.field, subject, player, given)
        case ir.Held(resource=resource):
            return _held(talk, resource, subject)
        case ir.Ask(quantity=quantity):
            takes = talk.model.quantities[quantity].takes
            return asked(talk, quantity, dict.fromkeys(takes, subject))
    raise AssertionError(node)


def _held(talk: Talk, resource: ir.Expr, player: Said | None) -> Said:
    noun = resource_noun(talk, resource)
    if player is not None and player.you:
        return Said(noun=noun.noun, article="your", plural=True)
    tail = talk.book.phrase("of", subject=player) if player is not None else ""
    return Said(noun=noun.noun, plural=True).but(tail)


def resource_noun(talk: Talk, resource: ir.Expr) -> Said:
    """A resource as a noun, or the variable that stands for one."""
    if isinstance(resource, ir.Const):
        known = talk.model.table[resource.value]
        assert known is not None
        key = f"{known.type}.{known.id}"
        return Said(noun=talk.book.noun(key, known.names.get(talk.book.lang, known.id)))
    return Said(noun=talk.world.type_noun(resource.kind))


def field_of(
    talk: Talk,
    made: Field,
    subject: Said | None,
    player: Said | None,
    given: dict[str, Said] | None = None,
) -> Said:
    """A field of something: `the level of the dam`."""
    book, key = talk.book, f"field.{made.owner}.{made.name}"
    you = player is None or player.you
    holes = {"subject": subject or Said(), "player": player or Said(), **(given or {})}
    whole = book.form(key, "value" if you else "value_for") or book.form(key, "value")
    if whole is not None:
        return Said(book.fill(whole, holes), plural=made.kind.word == "list")
    said = Said(noun=book.noun(key, made.name), plural=made.kind.word == "list")
    if subject is None:
        return said
    if subject.you and book.form(key, "yours") is None:
        return replace(said, article="your")
    own = book.form(key, "yours") if subject.you else book.form(key, "of")
    tail = book.fill(own, holes) if own is not None else book.phrase("of", subject=subject)
    return said.but(tail)


# ---- functions ---------------------------------------------------------------


def function(talk: Talk, node: t.Function) -> Said:
    """A quantity of the packs, or a function of the language."""
    quantity = talk.model.quantities.get(node.word)
    if quantity is not None:
        if node.word in talk.world.steady:
            number = talk.world.steady[node.word]
            return Said(str(number), number=number)
        given = {p: value(talk, a) for p, a in zip(quantity.takes, node.args, strict=False)}
        return asked(talk, node.word, given)
    if node.word not in FUNCTIONS:
        return _along(talk, node)
    args = {f"arg{at}": value(talk, arg) for at, arg in enumerate(node.args)}
    kind = talk.kind(node)
    return Said(talk.book.phrase(f"function.{node.word}", **args), plural=kind.word == "list")


def _along(talk: Talk, node: t.Function) -> Said:
    graph = node.args[0]
    word = graph.word if isinstance(graph, t.Name) else ""
    called = Said(noun=talk.book.noun(f"graph.{word}", word))
    tail = talk.book.phrase("along", graph=called, start=value(talk, node.args[1]))
    return Said(noun=talk.world.type_noun(talk.kind(node)), plural=True).but(tail)


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
    inside = talk.with_candidate(kind, Said(noun=talk.world.type_noun(kind)))
    if listed.items:
        listed = Said(talk.book.say(listed, "a"), plural=True)
    return listed.but(conditions.modifiers(inside, condition))


def _over(talk: Talk, item: t.Syntax, source: t.Syntax) -> Said:
    each = Said(talk.book.say(value(talk, source), "each"))
    inside = talk.with_candidate(_item(talk, source), each)
    return Said(talk.book.say(value(inside, item)), plural=True)


def _sorted(talk: Talk, source: t.Syntax, key: t.Syntax) -> Said:
    kind = _item(talk, source)
    inside = talk.with_candidate(kind, Said(noun=talk.world.type_noun(kind)))
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
    parts = [_part(talk, part) for part in node.parts]
    if len(parts) == 1:
        return Said(f"−{book.say(parts[0])}")
    key = "join" if kind.word == "list" else {"+": "plus", "-": "minus", "*": "times"}.get(node.op)
    key = key or ("divided" if node.op == "/" else "remainder")
    plural = kind.word == "list"
    return Said(book.phrase(f"arithmetic.{key}", a=parts[0], b=parts[1]), plural=plural)


def _part(talk: Talk, node: t.Syntax) -> Said:
    """One side of a sum; a calculation inside another stands in parentheses."""
    said = value(talk, node)
    nested = isinstance(node, t.Operation | t.IfElse) and talk.kind(node) == NUMBER
    return Said(f"({talk.book.say(said)})") if nested else said


def amount(talk: Talk, node: t.Amount) -> str:
    """`3 credits for each dam`; a bundle is called by its own words."""
    book, count = talk.book, value(talk, node.count)
    if node.resource is None:
        return book.say(count)
    unit = resource_noun(talk, talk.ir(node.resource)).noun
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
