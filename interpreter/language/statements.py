"""Elaborate statements and choices."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.language import ir
from interpreter.language import syntax as t
from interpreter.language.expressions import (
    amount_of,
    arguments,
    expect,
    expression,
    list_source,
)
from interpreter.language.hints import VERBS
from interpreter.language.meanings import find_field
from interpreter.language.program import Program
from interpreter.language.scope import Consequence, Misfit, Scope, Source, unknown
from interpreter.model.kinds import BUNDLE, NUMBER, PLAYER, UNKNOWN, YES_NO, list_of

_HOLE = re.compile(r"\{([a-z][a-z0-9_]*)\}")


@dataclass(slots=True)
class Script:
    """One script being read: where it stands and what its decisions are called."""

    program: Program
    source: Source
    prompt: str

    def line(self, node: t.Syntax) -> int:
        """The number of the rule line a node stands in."""
        text, start = self.source.scalar.text, node.at.start
        end = text.find("\n", start)
        written = text[text.rfind("\n", 0, start) + 1 : end if end >= 0 else len(text)]
        return self.program.line(self.source.span(node.at), written.strip())

    # ---- sequences ---------------------------------------------------------

    def statements(self, scope: Scope, nodes: Sequence[t.Syntax]) -> tuple[ir.Stmt, ...]:
        """Elaborate a block. One bad statement does not hide the next."""
        made: list[ir.Stmt] = []
        for index, node in enumerate(nodes):
            try:
                if isinstance(node, t.Choose) and not node.alternatives[0].body:
                    made.append(self._choose_then(scope, node, nodes[index + 1 :]))
                    break
                made.extend(self.statement(scope, node))
            except Misfit as problem:
                self.report(problem)
                self._poison(scope, node)
        return tuple(made)

    def report(self, problem: Misfit) -> None:
        problem.report(self.program.model, self.source.scalar)

    def _poison(self, scope: Scope, node: t.Syntax) -> None:
        """Keep later lines quiet about a variable whose own line was wrong."""
        if isinstance(node, t.Let | t.Draw):
            scope.bind(node.name, UNKNOWN)

    def body(self, scope: Scope, nodes: Sequence[t.Syntax]) -> tuple[ir.Stmt, ...]:
        return self.statements(scope.inner(), nodes)

    # ---- statements --------------------------------------------------------

    def statement(self, scope: Scope, node: t.Syntax) -> list[ir.Stmt]:
        line = self.line(node)
        match node:
            case t.Let(name=name, value=value):
                made = expression(scope, value)
                return [ir.Let(line, scope.bind(name, made.kind).name, made)]
            case t.Set(place=place, value=value):
                made = expression(scope, place)
                held = made if isinstance(made, ir.Held) else self._target(scope, place)
                return [ir.Write(line, held, expect(scope, value, held.kind))]
            case t.Change(verb=verb, place=place, by=by):
                return [self._change(scope, line, verb, place, by)]
            case t.Transfer():
                return self._transfer(scope, line, node)
            case t.Require(condition=condition):
                return [ir.Require(line, expect(scope, condition, YES_NO))]
            case t.Move(verb=verb, item=item, place=place):
                return [self._move(scope, line, verb, item, place)]
            case t.Shuffle(place=place):
                return [ir.Shuffle(line, self._list_target(scope, place))]
            case t.Draw(name=name, place=place):
                target = self._list_target(scope, place)
                assert target.kind.item is not None
                return [ir.Draw(line, scope.bind(name, target.kind.item).name, target)]
            case t.Raise() | t.Do() | t.Call():
                return [self._run(scope, line, node)]
            case t.Stop():
                return [ir.Stop(line)]
            case t.Commit():
                return [ir.Commit(line)]
            case t.If() | t.ForEach() | t.Repeat() | t.AsPlayer():
                return self._block(scope, line, node)
            case t.May():
                return [self._may(scope, line, node)]
            case t.Choose():
                return [self._either(scope, line, node)]
            case _:
                raise Misfit("BR0301", "a statement is needed here", node.at)

    def _target(self, scope: Scope, place: t.Syntax) -> ir.State:
        made = expression(scope, place)
        if isinstance(made, ir.Pick) and isinstance(place, t.Of):
            made = made.then  # state of that name in several subtypes: the first one is meant
        if made.kind == UNKNOWN and isinstance(made, ir.Const):
            raise Consequence(place.at)
        if not isinstance(made, ir.State):
            raise Misfit("BR0305", "only state can be changed", place.at, "printed values cannot")
        return made

    def _list_target(self, scope: Scope, place: t.Syntax) -> ir.State:
        target = self._target(scope, place)
        if target.kind.word != "list":
            raise Misfit("BR0303", f"a list is needed here, this is a {target.kind}", place.at)
        return target

    def _change(self, scope: Scope, line: int, verb: str, place: t.Syntax, by: t.Syntax) -> ir.Stmt:
        target = self._target(scope, place)
        if target.kind == BUNDLE:
            sign = "bundle +" if verb == "increase" else "bundle -"
            amount = expect(scope, by, BUNDLE)
            return ir.Write(line, target, ir.Op(BUNDLE, sign, (target, amount)))
        if target.kind != NUMBER:
            raise Misfit("BR0303", f"`{verb}` needs a number, this is a {target.kind}", place.at)
        sign = "+" if verb == "increase" else "-"
        return ir.Write(line, target, ir.Op(NUMBER, sign, (target, expect(scope, by, NUMBER))))

    def _transfer(self, scope: Scope, line: int, node: t.Transfer) -> list[ir.Stmt]:
        other = expect(scope, node.other, PLAYER) if node.other is not None else None
        player = scope.you
        if node.verb != "pay" and other is not None:
            player, other = other, None
        made: list[ir.Stmt] = []
        for amount in node.amounts:
            if amount.resource is None:
                whole = expect(scope, amount.count, BUNDLE)
                made.append(ir.TransferBundle(line, node.verb, whole, player, other))
            else:
                resource, count = amount_of(scope, amount)
                made.append(ir.Transfer(line, node.verb, resource, count, player, other))
        return made

    def _move(self, scope: Scope, line: int, verb: str, item: t.Syntax, place: t.Syntax) -> ir.Stmt:
        target = self._list_target(scope, place)
        assert target.kind.item is not None
        value = expect(scope, item, target.kind.item)
        return ir.Add(line, target, value) if verb == "add" else ir.Remove(line, target, value)

    def _run(self, scope: Scope, line: int, node: t.Raise | t.Do | t.Call) -> ir.Stmt:
        model = scope.model
        match node:
            case t.Raise(event=event, args=args):
                if event not in model.events:
                    raise unknown("event", event, node.at, model.events)
                self.program.raised.add(event)
                known = model.events[event]
                values = arguments(scope, known.takes, args, (), event, node.at, known.span)
                return ir.CallProc(line, "event " + event, scope.you, values)
            case t.Call(procedure=name, args=args, named=named):
                if name not in model.procedures:
                    raise unknown("procedure or verb", name, node.at, [*model.procedures, *VERBS])
                run = model.procedures[name]
                values = arguments(scope, run.takes, args, named, name, node.at, run.span)
                return ir.CallProc(line, name, scope.you, values)
        return self._do(scope, line, node)

    def _do(self, scope: Scope, line: int, node: t.Do) -> ir.Stmt:
        subject = expression(scope, node.subject)
        made = None
        if subject.kind.word == "element":
            made = find_field(scope, subject.kind.element, node.field)
        if subject.kind == UNKNOWN:
            raise Consequence(node.at)
        if made is None or not made.script:
            raise Misfit("BR0302", f"a {subject.kind} has no script `{node.field}`", node.at)
        values = arguments(scope, made.takes, node.args, (), node.field, node.at, made.span)
        return ir.Do(line, f"{made.owner}.{made.name}", subject, scope.you, values)

    # ---- blocks ------------------------------------------------------------

    def _block(
        self, scope: Scope, line: int, node: t.If | t.ForEach | t.Repeat | t.AsPlayer
    ) -> list[ir.Stmt]:
        match node:
            case t.If(branches=branches, otherwise=otherwise):
                return [self._if(scope, line, list(branches), otherwise)]
            case t.ForEach(name=name, source=source, body=body):
                made, item = list_source(scope, source)
                inner = scope.inner()
                variable = inner.bind(name, item, True)
                return [ir.ForEach(line, variable.name, made, self.statements(inner, body))]
            case t.Repeat(count=count, loop=True, body=body):
                test = expect(scope, count, YES_NO)
                return [ir.While(line, test, self.body(scope, body))]
            case t.Repeat(count=count, body=body):
                return [ir.Repeat(line, expect(scope, count, NUMBER), self.body(scope, body))]
            case t.AsPlayer(player=player, body=body):
                who = expect(scope, player, PLAYER)
                variable = scope.inner().bind("you", PLAYER)
                inner = scope.as_player(variable)
                return [ir.Let(line, variable.name, who), *self.statements(inner, body)]

    def _if(
        self,
        scope: Scope,
        line: int,
        branches: list[tuple[t.Syntax, tuple[t.Syntax, ...]]],
        otherwise: tuple[t.Syntax, ...],
    ) -> ir.Stmt:
        condition, body = branches[0]
        test = expect(scope, condition, YES_NO)
        then = self.body(scope, body)
        if len(branches) > 1:
            rest: tuple[ir.Stmt, ...] = (self._if(scope, line, branches[1:], otherwise),)
        else:
            rest = self.body(scope, otherwise)
        return ir.If(line, test, then, rest)

    # ---- choices -----------------------------------------------------------

    def _choose_then(self, scope: Scope, node: t.Choose, rest: Sequence[t.Syntax]) -> ir.Stmt:
        """`choose x …`: what follows in the block happens with the x chosen."""
        head = node.alternatives[0]
        made = self.alternative(scope, head, rest)
        return ir.Choice(self.line(node), self.prompt, scope.you, (made,), False)

    def _either(self, scope: Scope, line: int, node: t.Choose) -> ir.Stmt:
        made = [self.alternative(scope, a, a.body) for a in node.alternatives]
        for name in node.granted:
            self.program.offered.add(name)
            made += [grant.elaborate(scope) for grant in self.program.grants.get(name, [])]
        return ir.Choice(line, self.prompt, scope.you, tuple(made), False)

    def _may(self, scope: Scope, line: int, node: t.May) -> ir.Stmt:
        body = self.body(scope, node.body)
        if len(body) == 1 and isinstance(body[0], ir.Choice) and not body[0].declinable:
            inner = body[0]
            return ir.Choice(inner.line, inner.prompt, inner.you, inner.alternatives, True)
        label = node.label or f"use {self.prompt}"
        yes = ir.Alternative((), None, self._label(scope, label, node), body, line)
        return ir.Choice(line, self.prompt, scope.you, (yes,), True)

    def alternative(
        self, scope: Scope, node: t.Alternative, body: Sequence[t.Syntax]
    ) -> ir.Alternative:
        inner = scope.inner()
        binders = tuple(self._binder(inner, binder) for binder in node.binders)
        test = expect(inner, node.condition, YES_NO) if node.condition is not None else None
        picked = [b.name for b in node.binders if b.kind not in ("let", "such_that")]
        text = node.label or " ".join([self.prompt, *("{" + name + "}" for name in picked)])
        label = self._label(inner, text, node)
        return ir.Alternative(binders, test, label, self.statements(inner, body), self.line(node))

    def _binder(self, scope: Scope, node: t.Binder) -> ir.Binder:
        match node.kind:
            case "pick":
                source, item = list_source(scope, node.exprs[0])
                name = scope.bind(node.name, item, True).name
                return ir.Binder("pick", name, (source,), item)
            case "range":
                ends = tuple(expect(scope, e, NUMBER) for e in node.exprs)
                return ir.Binder("range", scope.bind(node.name, NUMBER).name, ends, NUMBER)
            case "many" | "up_to":
                count = expect(scope, node.exprs[0], NUMBER)
                source, item = list_source(scope, node.exprs[1])
                kind = list_of(item)
                name = scope.bind(node.name, kind).name
                return ir.Binder(node.kind, name, (count, source), kind)
            case "let":
                value = expression(scope, node.exprs[0])
                name = scope.bind(node.name, value.kind).name
                return ir.Binder("let", name, (value,), value.kind)
            case _:
                return ir.Binder("such_that", "", (expect(scope, node.exprs[0], YES_NO),), YES_NO)

    def _label(self, scope: Scope, text: str, node: t.Syntax) -> tuple[str | ir.Var, ...]:
        parts: list[str | ir.Var] = []
        for index, piece in enumerate(_HOLE.split(text)):
            if index % 2 == 0:
                parts.append(piece)
            elif piece in scope.variables:
                parts.append(scope.variables[piece])
            else:
                raise unknown("variable", piece, node.at, scope.variables)
        return tuple(parts)
