"""Conditions in words: as a clause (`the dam is empty`) and behind a noun (`without water`)."""

from __future__ import annotations

from interpreter.language import ir
from interpreter.language import syntax as t
from interpreter.prose import naming, values
from interpreter.prose.talk import Talk
from interpreter.prose.words import Said

_SAME = {"=": "is", "is": "is", "!=": "is_not", "is not": "is_not"}
_SIGNS = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge", "in": "in", "not in": "not_in"}


def conjuncts(node: t.Syntax) -> tuple[t.Syntax, ...]:
    """The parts of an `and`."""
    if isinstance(node, t.Operation) and node.op == "and":
        return tuple(part for one in node.parts for part in conjuncts(one))
    return (node,)


# ---- clauses -----------------------------------------------------------------


def clause(talk: Talk, node: t.Syntax) -> str:
    """A condition as a sentence without its full stop."""
    match node:
        case t.Operation(op="and" | "or" as op, parts=parts):
            return talk.book.joined([_inside(talk, part, op) for part in parts], op)
        case t.Operation(op="not", parts=(part,)):
            return _denied(talk, part)
        case t.Operation(parts=(left, right)):
            return _compared(talk, node, left, right)
        case t.Aggregate(kind="any", source=source):
            return talk.book.phrase("clause.any", list=values.value(talk, source))
        case t.Name() | t.Of():
            return _fact(talk, node, "yes")
        case t.Function(word=word) if word in talk.model.quantities:
            return _quantity(talk, node, "text")
        case t.IfElse():
            return talk.book.say(values.value(talk, node))
    return talk.book.say(values.value(talk, node))


def _inside(talk: Talk, node: t.Syntax, op: str) -> str:
    words = clause(talk, node)
    mixed = isinstance(node, t.Operation) and node.op in ("and", "or") and node.op != op
    return f"({words})" if mixed else words


def _denied(talk: Talk, node: t.Syntax) -> str:
    match node:
        case t.Aggregate(kind="any", source=source):
            return talk.book.phrase("clause.not_any", list=values.value(talk, source))
        case t.Name() | t.Of():
            return _fact(talk, node, "no")
        case t.Function(word=word) if word in talk.model.quantities:
            return _quantity(talk, node, "not")
    return talk.book.phrase("clause.not", condition=clause(talk, node))


def _quantity(talk: Talk, node: t.Function, form: str) -> str:
    key = f"quantity.{node.word}"
    given = values.handed(talk, node.word, node.args)
    if form == "not" and talk.book.form(key, "not") is None:
        words = values.quantity_text(talk, node.word, given)
        return talk.book.phrase("clause.not", condition=words)
    return values.quantity_text(talk, node.word, given, form)


def _fact(talk: Talk, node: t.Name | t.Of, answer: str) -> str:
    """A yes-or-no field or variable."""
    made = talk.ir(node)
    if isinstance(made, ir.State | ir.Printed):
        subject = _subject(talk, node, made)
        template = _clause_form(talk, _key(made), answer)
        if template is not None:
            return talk.book.fill(template, {"subject": subject or Said()})
    if isinstance(made, ir.Const):
        return talk.book.phrase("always" if made.value == (answer == "yes") else "never")
    word = node.word if isinstance(node, t.Name) else ""
    own = talk.book.form(f"word.{word}", answer)
    if own is not None:
        return own
    return talk.book.phrase(f"clause.{answer}", a=values.value(talk, node))


def _key(made: ir.State | ir.Printed | ir.Formula) -> str:
    return f"field.{made.field.owner}.{made.field.name}"


def _subject(talk: Talk, node: t.Syntax, made: ir.State | ir.Printed | ir.Formula) -> Said | None:
    if isinstance(node, t.Of):
        return values.value(talk, node.subject)
    return naming.candidate(talk, made.subject)


def _clause_form(talk: Talk, key: str, form: str) -> str | None:
    """A clause of a field: its own, or made of what stands behind a noun."""
    own = talk.book.form(key, f"if_{form}")
    if own is not None:
        return own
    behind = talk.book.form(key, form)
    if behind is None:
        return None
    return str(talk.book.general["clause"]["be"]).replace("{modifier}", behind)


def _form(talk: Talk, op: str, right: t.Syntax) -> str:
    """Which form of a field a comparison asks for."""
    same = _SAME.get(op)
    made = talk.ir(right)
    empty = isinstance(made, ir.Const) and made.value in (0, ()) and made.value is not False
    if same is None:
        return "positive" if op == ">" and empty else _SIGNS[op]
    if made is talk.scope.you:
        return f"{same}_you"
    if empty:
        return "none" if same == "is" else "some"
    return same


def _compared(talk: Talk, node: t.Operation, left: t.Syntax, right: t.Syntax) -> str:
    book, made = talk.book, talk.ir(left)
    if isinstance(made, ir.Held):
        return _holding(talk, node.op, left, made, right)
    form = _form(talk, node.op, right)
    said = {"value": values.value(talk, right)}
    if isinstance(made, ir.State | ir.Printed) and isinstance(left, t.Name | t.Of):
        player = _other_player(talk, left)
        template = _clause_form(talk, _key(made), form if player is None else f"{form}_for")
        if template is not None:
            subject = _subject(talk, left, made) or Said()
            return book.fill(template, {"subject": subject, "player": player or Said(), **said})
    if made.kind.word == "list" and form in ("none", "some"):
        form = "empty" if form == "none" else "filled"
    general = form if book.has_phrase("clause", form) else form.removesuffix("_you")
    return book.phrase(f"clause.{general}", a=values.value(talk, left), b=said["value"])


def _other_player(talk: Talk, node: t.Name | t.Of) -> Said | None:
    """Whose count it is, if somebody else's than yours."""
    if not isinstance(node, t.Of) or node.player is None:
        return None
    player = values.value(talk, node.player)
    return None if player.you else player


def _holding(talk: Talk, op: str, left: t.Syntax, made: ir.Held, right: t.Syntax) -> str:
    """`you have at least 3 credits`."""
    book = talk.book
    player = values.value(talk, left.subject) if isinstance(left, t.Of) else None
    player = player or naming.candidate(talk, made.player) or Said()
    count = values.value(talk, right)
    words = _amount_held(talk, op, made, count)
    nothing = "none_" if count.number == 0 and op in ("=", "is") else ""
    key = f"have.{nothing}{'you' if player.you else 'other'}"
    return book.phrase(key, player=player, amount=words)


def _amount_held(talk: Talk, op: str, made: ir.Held, count: Said) -> str:
    """`at least 3 credits`."""
    book, unit = talk.book, naming.resource_noun(talk, made.resource)
    assert unit.noun is not None
    sign = _SAME.get(op) or _SIGNS[op]
    if count.number == 0 and sign in ("is", "gt"):
        return book.say(unit, "no" if sign == "is" else "a")
    if count.number is None and not count.letter:
        return book.phrase(f"than.{sign}", unit=unit.noun.other, value=count)
    return book.phrase(f"sign.{sign}", value=book.counted(count, unit.noun))


# ---- behind a noun -----------------------------------------------------------


def modifiers(talk: Talk, node: t.Syntax) -> str:
    """A condition on the candidate, as words that stand behind its noun."""
    short: list[str] = []
    long: list[str] = []
    for part in conjuncts(node):
        words = modifier(talk, part)
        if words is None:
            long.append(clause(talk, part))
        else:
            short.append(words)
    if long:
        short.append(talk.book.phrase("where", condition=talk.book.joined(long)))
    return " ".join(short)


def modifier(talk: Talk, node: t.Syntax) -> str | None:
    """One condition behind a noun, or None if it can only be said as a clause."""
    match node:
        case t.Operation(op="or", parts=parts):
            found = [modifier(talk, part) for part in parts]
            if any(words is None for words in found):
                return None
            return talk.book.joined([words or "" for words in found], "or")
        case t.Operation(op="not", parts=(t.Function() as asked,)):
            return _asked(talk, asked, "where_not")
        case t.Operation(op="not", parts=(t.Name() as named,)):
            return _plain(talk, named, "no")
        case t.Operation(op="and"):
            return None
        case t.Operation(parts=(left, right)):
            return _measured(talk, node.op, left, right)
        case t.Name():
            return _plain(talk, node, "yes")
        case t.Function():
            return _asked(talk, node, "where")
    return None


def _asked(talk: Talk, node: t.Function, form: str) -> str | None:
    template = talk.book.form(f"quantity.{node.word}", form)
    if template is None:
        return None
    return talk.book.fill(template, values.handed(talk, node.word, node.args))


def _plain(talk: Talk, node: t.Name, form: str) -> str | None:
    made = talk.ir(node)
    if isinstance(made, ir.State | ir.Printed) and made.subject is talk.scope.candidates[-1]:
        return talk.book.form(_key(made), form)
    return None


def _measured(talk: Talk, op: str, left: t.Syntax, right: t.Syntax) -> str | None:
    made, here = talk.ir(left), talk.scope.candidates[-1]
    form = _form(talk, op, right)
    said = values.value(talk, right)
    if made is here:
        return talk.book.phrase(f"itself.{_SAME.get(op) or _SIGNS[op]}", value=said)
    if isinstance(made, ir.Held) and made.player is here:
        return talk.book.phrase("with.amount", amount=_amount_held(talk, op, made, said))
    if not isinstance(made, ir.State | ir.Printed) or made.subject is not here:
        return None
    return field_modifier(talk, made, form, said)


def field_modifier(talk: Talk, made: ir.State | ir.Printed, form: str, said: Said) -> str | None:
    """A field of the noun in front compared with something: `with level at least 2`."""
    own = talk.book.form(_key(made), form)
    if own is not None:
        return talk.book.fill(own, {"value": said})
    if talk.book.form(_key(made), "one") is None and talk.book.form(_key(made), "value"):
        return None
    noun = Said(noun=talk.book.noun(_key(made), made.field.name))
    general = form if talk.book.has_phrase("with", form) else form.removesuffix("_you")
    return talk.book.phrase(f"with.{general}", noun=noun, value=said)


def comparison(talk: Talk, node: t.Operation) -> tuple[ir.Expr, str, Said]:
    """What is compared, the form a field needs for it, and with what."""
    left, right = node.parts
    return talk.ir(left), _form(talk, node.op, right), values.value(talk, right)
