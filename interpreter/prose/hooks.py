"""Rules of elements in words: what they change, what they answer, what they add."""

from __future__ import annotations

from dataclasses import replace

from interpreter.language import ir
from interpreter.language import syntax as t
from interpreter.language.parse import parse_formula
from interpreter.model.declarations import Element, Parameter, Quantity
from interpreter.model.kinds import BUNDLE, YES_NO
from interpreter.prose import choices, statements
from interpreter.prose.conditions import clause, comparison, conjuncts, field_modifier
from interpreter.prose.offers import borrowed
from interpreter.prose.talk import Talk, World, new_talk
from interpreter.prose.values import quantity_text, value, wrapped
from interpreter.prose.words import Line, Said


def rule(world: World, node: t.Syntax, this: Element | None) -> list[Line]:
    """A hook as an explanation."""
    match node:
        case t.Modify():
            return [Line.of(_modify(world, node, this))]
        case t.Trigger():
            return [_trigger(world, node, this)]
        case t.Grant(choice=name, alternative=made):
            talk = new_talk(world, {}, this)
            for word, kind in borrowed(world.model, node).items():
                talk.bind(word, kind)
            words = world.book.form(f"granted.{name}", "text") or name.replace("_", " ")
            line = choices.alternative(talk, made)
            return [Line(world.book.phrase("rule.grant", choice=words), [line])]
    raise AssertionError(node)


def _trigger(world: World, node: t.Trigger, this: Element | None) -> Line:
    takes = world.model.events[node.event].takes
    talk = new_talk(world, takes, this)
    first = {parameter.name: first_mention(talk, parameter) for parameter in takes.values()}
    event = statements.named_event(talk, node.event, first)
    if node.condition is None:
        head = world.book.phrase("rule.on", event=event)
    else:
        words = clause(talk, node.condition)
        head = world.book.phrase("rule.on_when", event=event, condition=words)
    return Line(head, statements.script(talk, node.body))


# ---- modifiers ---------------------------------------------------------------


def _modify(world: World, node: t.Modify, this: Element | None) -> str:
    quantity = world.model.quantities[node.quantity]
    talk = new_talk(world, quantity.takes, this)
    for parameter in quantity.takes.values():
        talk.said[parameter.name] = first_mention(talk, parameter)
    _settle_this(talk, quantity, this)
    left_over = [] if node.condition is None else _settle(talk, quantity, node.condition)
    _settle_asked_of(talk, quantity)
    given = {name: _wrapped(talk, quantity, name) for name in quantity.takes}
    for name, parameter in quantity.takes.items():
        if talk.said[name].article == "a" and talk.said[name].noun is not None:
            talk.said[name] = first_mention(talk, parameter).with_article("the")
    talk.bind("value", quantity.gives, Said(world.book.phrase("rule.value")))
    words = _changed(talk, quantity, given, node.value)
    if not left_over:
        return words
    condition = world.book.joined([_said_condition(talk, quantity, one) for one in left_over])
    return world.book.phrase("rule.when", condition=condition, change=words)


def first_mention(talk: Talk, parameter: Parameter) -> Said:
    """A parameter nothing is known of yet: `a dam`."""
    if parameter.kind.word != "element":
        return talk.said[parameter.name]
    return Said(noun=talk.world.type_noun(parameter.kind), article="a")


def _settle_this(talk: Talk, quantity: Quantity, this: Element | None) -> None:
    """A rule of an element that is heeded is about what is asked with it: `this tile`."""
    for name in quantity.heeds:
        kind = quantity.takes[name].kind
        if this is not None and talk.model.is_a(this.type, kind.element):
            talk.said[name] = Said(noun=talk.world.type_noun(kind), article="this")


def _wrapped(talk: Talk, quantity: Quantity, name: str) -> Said:
    """A value in the words that `param.quantity.name` has for it; unknown optional ones vanish."""
    said = talk.said[name]
    unknown = quantity.takes[name].optional and said.article == "a"
    return Said() if unknown else wrapped(talk, quantity.id, name, said)


def _settle(talk: Talk, quantity: Quantity, condition: t.Syntax) -> list[t.Syntax]:
    """Let conditions on a parameter become part of its name; return the others."""
    return [part for part in conjuncts(condition) if not _absorb(talk, quantity, part)]


def _said_condition(talk: Talk, quantity: Quantity, node: t.Syntax) -> str:
    """A yes-or-no parameter has words of its own."""
    inner, form = node, "yes"
    if isinstance(node, t.Operation) and node.op == "not":
        inner, form = node.parts[0], "no"
    if isinstance(inner, t.Name) and inner.word in quantity.takes:
        own = talk.book.form(f"param.{quantity.id}.{inner.word}", form)
        if own is not None:
            return own
    return clause(talk, node)


def _absorb(talk: Talk, quantity: Quantity, node: t.Syntax) -> bool:
    """`kind is base` names the parameter; `level of dam = 3` goes behind it."""
    if not isinstance(node, t.Operation) or len(node.parts) != 2:
        return False
    left = node.parts[0]
    if isinstance(left, t.Name) and left.word in quantity.takes and node.op in ("is", "="):
        made = talk.ir(node.parts[1])
        if isinstance(made, ir.Const) and made.kind.word == "element" and made.value:
            talk.said[left.word] = value(talk, node.parts[1])
            return True
    if isinstance(left, t.Of) and isinstance(left.subject, t.Name):
        return _qualify(talk, quantity, left.subject.word, node)
    return False


def _qualify(talk: Talk, quantity: Quantity, name: str, node: t.Operation) -> bool:
    known = talk.said.get(name)
    if name not in quantity.takes or known is None or known.noun is None:
        return False
    made, form, said = comparison(talk, node)
    if not isinstance(made, ir.State | ir.Printed):
        return False
    tail = field_modifier(talk, made, form, said)
    if tail is not None:
        talk.said[name] = known.but(tail)
    return tail is not None


def _settle_asked_of(talk: Talk, quantity: Quantity) -> None:
    """The quantity is asked of you: `the capacity of a dam of yours`."""
    if quantity.asked_of is None:
        return
    node = parse_formula(quantity.asked_of.text)
    you = Said(talk.book.phrase("you"), you=True)
    if isinstance(node, t.Name) and node.word in quantity.takes:
        talk.said[node.word] = you
    elif isinstance(node, t.Of) and isinstance(node.subject, t.Name):
        made, known = talk.ir(node), talk.said.get(node.subject.word)
        if known is not None and known.noun is not None and isinstance(made, ir.State | ir.Printed):
            tail = field_modifier(talk, made, "is_you", you)
            talk.said[node.subject.word] = known.but(tail or "")


def _changed(talk: Talk, quantity: Quantity, given: dict[str, Said], node: t.Syntax) -> str:
    if quantity.gives == YES_NO:
        return decided(talk, quantity, given, node)
    subject = quantity_text(talk, quantity.id, given)
    return talk.book.phrase("rule.modify", quantity=subject, change=change(talk, node))


def decided(talk: Talk, quantity: Quantity, given: dict[str, Said], node: t.Syntax) -> str:
    """What a yes-or-no quantity says: that it is so, that it is not so, or when it is so."""
    made = talk.ir(node)
    yes = quantity_text(talk, quantity.id, given)
    if not isinstance(made, ir.Const):
        return talk.book.phrase("rule.only_if", clause=yes, condition=clause(talk, node))
    if made.value:
        return yes
    if talk.book.form(f"quantity.{quantity.id}", "not") is not None:
        return quantity_text(talk, quantity.id, given, "not")
    return talk.book.phrase("clause.not", condition=yes)


def change(talk: Talk, node: t.Syntax) -> str:
    """What becomes of a value, as a predicate: `is at least 4`, `increases by 2`."""
    book = talk.book
    if not _mentions_value(node):
        return book.phrase("change.set", value=value(talk, node))
    match node:
        case t.Function(word=word, args=(first, *rest)) if book.has_phrase("change", word):
            if any(_mentions_value(arg) for arg in rest) or not _mentions_value(first):
                return book.phrase("change.set", value=value(talk, node))
            holes = {f"arg{at}": value(talk, arg) for at, arg in enumerate(rest, 1)}
            key = f"{word}_none" if holes.get("arg2", Said()).number == 0 else word
            key = key if book.has_phrase("change", key) else word
            words = book.phrase(f"change.{key}", **holes)
            if isinstance(first, t.Name):
                return words
            if book.has_phrase("change", f"then_{word}"):
                words = book.phrase(f"change.then_{word}", **holes)
            return f"{change(talk, first)}, {words}"
        case t.Operation(op="+" | "-" as op, parts=(t.Name(word="value"), second)):
            kind = talk.kind(second)
            key = {"+": "plus", "-": "minus"}[op]
            if kind.word == "list":
                key = "or_else" if kind.item == BUNDLE else "also"
            return book.phrase(f"change.{key}", value=replace(value(talk, second)))
    return book.phrase("change.set", value=value(talk, node))


def _mentions_value(node: object) -> bool:
    if isinstance(node, t.Name):
        return node.word == "value"
    if isinstance(node, t.Of):  # a field may be called so as well
        args = node.field.args if isinstance(node.field, t.Function) else ()
        return any(map(_mentions_value, (node.subject, node.player, args)))
    if isinstance(node, t.Syntax):
        names = node.__dataclass_fields__
        return any(_mentions_value(getattr(node, name)) for name in names)
    return isinstance(node, tuple) and any(map(_mentions_value, node))
