"""Scripts in words: one line for each statement, with what belongs to it below."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.language import ir
from interpreter.language import syntax as t
from interpreter.language.meanings import find_field
from interpreter.model.declarations import Field, Parameter
from interpreter.model.kinds import NUMBER, YES_NO
from interpreter.prose import choices
from interpreter.prose.conditions import clause
from interpreter.prose.talk import Talk
from interpreter.prose.values import amount, value, wrapped
from interpreter.prose.words import Line, Said


def script(talk: Talk, nodes: Sequence[t.Syntax]) -> list[Line]:
    """The lines of a block; names it binds are seen by the lines that follow."""
    lines = [line for node in nodes for line in statement(talk, node)]
    if not lines:
        lines = [Line.of(talk.book.phrase("do.nothing"))]
    return lines


def block(talk: Talk, nodes: Sequence[t.Syntax]) -> list[Line]:
    return script(talk.inner(), nodes)


def statement(talk: Talk, node: t.Syntax) -> list[Line]:
    """One statement; some say nothing (`commit`), some take several lines."""
    match node:
        case t.Commit():
            return []
        case t.Stop():
            return [Line.of(talk.book.phrase("do.stop"))]
        case t.If():
            return _if(talk, node)
        case t.ForEach():
            return [_for_each(talk, node)]
        case t.AsPlayer(player=player, body=body):
            head = talk.book.phrase("do.as_player", player=value(talk, player))
            return [Line(head, block(talk.as_player(), body))]
        case t.Repeat(count=count, loop=loop, body=body):
            if loop:
                head = talk.book.phrase("do.while", condition=clause(talk, count))
            else:
                head = talk.book.phrase("do.repeat", count=value(talk, count))
            return [Line(head, block(talk, body))]
        case t.May(body=body):
            joint = talk.book.general["joint"]["may"]
            return [Line(talk.book.phrase("do.may"), block(talk, body), joint)]
        case t.Choose():
            return choices.choice(talk, node)
    return [Line.of(_simple(talk, node))]


# ---- one line ----------------------------------------------------------------


def _simple(talk: Talk, node: t.Syntax) -> str:
    book = talk.book
    match node:
        case t.Let(name=name, value=made):
            said, kind = value(talk, made), talk.kind(made)
            talk.bind(name, kind)
            words = clause(talk, made) if kind == YES_NO else said
            return book.phrase("do.let", name=talk.said[name], value=words)
        case t.Transfer():
            return _transfer(talk, node)
        case t.Require(condition=condition):
            return book.phrase("do.require", condition=clause(talk, condition))
        case t.Set(place=place, value=made):
            return _written(talk, "set", place, made)
        case t.Change(verb=verb, place=place, by=by):
            return _written(talk, verb, place, by)
        case t.Move(verb=verb, item=item, place=place):
            return _written(talk, verb, place, item)
        case t.Shuffle(place=place):
            return book.phrase("do.shuffle", place=value(talk, place))
        case t.Draw(name=name, place=place):
            source, kind = value(talk, place), talk.kind(place)
            talk.bind(name, kind.item or kind)
            return book.phrase("do.draw", name=talk.said[name], place=source)
        case t.Raise(event=event, args=args):
            return book.phrase("do.raise", event=event_text(talk, event, args))
        case t.Do():
            return _do(talk, node)
        case t.Call(procedure=procedure):
            given = arguments(talk, procedure, node)
            return procedure_text(talk, procedure, given)
    raise AssertionError(node)


def _transfer(talk: Talk, node: t.Transfer) -> str:
    words = talk.book.joined([amount(talk, one) for one in node.amounts])
    if node.other is None:
        return talk.book.phrase(f"do.{node.verb}", amount=words)
    player = value(talk, node.other)
    form = "" if player.you and node.verb != "pay" else "_other"
    return talk.book.phrase(f"do.{node.verb}{form}", amount=words, player=player)


def _written(talk: Talk, verb: str, place: t.Syntax, made: t.Syntax) -> str:
    """`set`, `increase`, `add` and so on; a field may have words of its own for it."""
    book, target = talk.book, talk.ir(place)
    new = _new_value(talk, made)
    form = _written_form(talk, verb, made)
    if isinstance(target, ir.State):
        key = f"field.{target.field.owner}.{target.field.name}"
        own = book.form(key, form) or book.form(key, verb)
        if own is not None:
            subject = value(talk, place.subject) if isinstance(place, t.Of) else Said()
            return book.fill(own, {"subject": subject, "value": new})
    general = form if book.has_phrase("do", form) else verb
    return book.phrase(f"do.{general}", place=value(talk, place), value=new)


def _new_value(talk: Talk, made: t.Syntax) -> Said | str:
    calculated = talk.kind(made) == YES_NO and not isinstance(talk.ir(made), ir.Const)
    return clause(talk, made) if calculated else value(talk, made)


def _written_form(talk: Talk, verb: str, made: t.Syntax) -> str:
    found = talk.ir(made)
    if verb != "set" or not isinstance(found, ir.Const):
        return verb
    if found.kind == YES_NO:
        return "set_yes" if found.value else "set_no"
    if found.kind.word == "number":
        return "set_zero" if found.value == 0 else verb
    return "set_none" if found.value in (0, ()) else verb


# ---- calls -------------------------------------------------------------------


def arguments(talk: Talk, procedure: str, node: t.Call) -> dict[str, Said]:
    """The values handed to a procedure, each in the words its parameter has for it."""
    takes = talk.model.procedures[procedure].takes
    given = dict(zip(takes, node.args, strict=False)) | dict(node.named)
    return {name: _argument(talk, procedure, takes[name], made) for name, made in given.items()}


def _argument(talk: Talk, owner: str, parameter: Parameter, node: t.Syntax) -> Said:
    """A value; the phrase `param.procedure.name` may wrap it."""
    if parameter.kind == YES_NO:
        made = talk.ir(node)
        form = "yes" if not isinstance(made, ir.Const) or made.value else "no"
        return Said(talk.book.form(f"param.{owner}.{parameter.name}", form) or "")
    said = value(talk, node)
    if said.number == 0 and parameter.optional:
        return Said()
    return wrapped(talk, owner, parameter.name, said)


def procedure_text(talk: Talk, procedure: str, given: dict[str, Said]) -> str:
    """What a procedure says of itself."""
    key = f"procedure.{procedure}"
    template = talk.book.form(key, "text")
    if template is None:
        talk.book.gaps[key] = None
        words = procedure.replace("_", " ")
        told = [talk.book.say(said) for said in given.values()]
        return " ".join([words, ", ".join(word for word in told if word)]).strip()
    return talk.book.fill(template, given)


def event_text(talk: Talk, event: str, args: Sequence[t.Syntax]) -> str:
    """What an event says of itself."""
    takes = talk.model.events[event].takes
    given = {name: value(talk, arg) for name, arg in zip(takes, args, strict=False)}
    return named_event(talk, event, given)


def named_event(talk: Talk, event: str, given: dict[str, Said]) -> str:
    template = talk.book.form(f"event.{event}", "text")
    if template is None:
        talk.book.gaps[f"event.{event}"] = None
        template = event.replace("_", " ")
    return talk.book.fill(template, given)


def _do(talk: Talk, node: t.Do) -> str:
    made = _script_field(talk, node)
    key = f"field.{made.owner}.{made.name}" if made is not None else ""
    subject = value(talk, node.subject)
    template = talk.book.form(key, "do")
    if template is not None:
        return talk.book.fill(template, {"subject": subject})
    noun = Said(noun=talk.book.noun(key, node.field))
    return talk.book.phrase("do.do", field=noun, subject=subject)


def _script_field(talk: Talk, node: t.Do) -> Field | None:
    kind = talk.kind(node.subject)
    return find_field(talk.scope, kind.element, node.field)


# ---- blocks ------------------------------------------------------------------


def _if(talk: Talk, node: t.If) -> list[Line]:
    lines = []
    for number, (condition, body) in enumerate(node.branches):
        key = "do.if" if number == 0 else "do.else_if"
        head = talk.book.phrase(key, condition=clause(talk, condition))
        lines.append(Line(head, block(talk, body)))
    if node.otherwise:
        lines.append(Line(talk.book.phrase("do.else"), block(talk, node.otherwise)))
    return lines


def _for_each(talk: Talk, node: t.ForEach) -> Line:
    inner, source = talk.inner(), value(talk, node.source)
    kind = talk.kind(node.source)
    inner.bind(node.name, kind.item or NUMBER)
    body: Sequence[t.Syntax] = node.body
    head = "do.for_each"
    match body:
        case (t.AsPlayer(player=t.Name(word=word), body=turn),) if word == node.name:
            inner, body, head = inner.as_player(), turn, "do.for_each_player"
    words = talk.book.phrase(head, each=talk.book.say(source, "each"))
    return Line(words, script(inner, body))
