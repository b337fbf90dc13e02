"""What things are called: variables, elements, fields of something, resources of a player."""

from __future__ import annotations

from dataclasses import replace

from interpreter.language import ir
from interpreter.language import syntax as t
from interpreter.model.declarations import Field
from interpreter.model.kinds import YES_NO
from interpreter.prose import values
from interpreter.prose.talk import Talk
from interpreter.prose.words import Said


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


def field(talk: Talk, node: t.Of) -> Said:
    """`F of X`."""
    made = talk.ir(node)
    subject = values.value(talk, node.subject)
    player = values.value(talk, node.player) if node.player is not None else None
    match made:
        case ir.State() | ir.Printed():
            return field_of(talk, made.field, subject, player)
        case ir.Formula():
            takes = made.field.takes
            args = node.field.args if isinstance(node.field, t.Function) else ()
            given = {p: values.value(talk, a) for p, a in zip(takes, args, strict=False)}
            return field_of(talk, made.field, subject, player, given)
        case ir.Held(resource=resource):
            return _held(talk, resource, subject)
        case ir.Ask(quantity=quantity):
            takes = talk.model.quantities[quantity].takes
            return values.asked(talk, quantity, dict.fromkeys(takes, subject))
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
