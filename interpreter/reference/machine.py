"""A game by definition: statements are walked one by one, options are tried on copies.

What is still to be done is a chain of `Task`s. An option is legal if some way leads from it to the
next commit (or the end): that is looked for by trying everything, on a copy of the position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from interpreter.language import ir
from interpreter.reference.values import Names, Position, Values

Shuffler = Callable[[Position, list[Any], int], None]


class Impossible(Exception):  # noqa: N818 - what it is, not an error of ours
    """A price or a condition is not met."""


@dataclass(frozen=True, slots=True)
class Task:
    """Statements still to be carried out, the values of their variables, and what comes after."""

    todo: tuple[ir.Stmt, ...]
    names: Names
    after: Task | None
    #: the first task of a routine: `stop` leaves it
    routine: bool = False


@dataclass(frozen=True, slots=True)
class Loop(ir.Stmt):
    """The rest of a loop: items (for each) or rounds (repeat) still to come."""

    name: str | None
    items: tuple[Any, ...]
    body: tuple[ir.Stmt, ...]


class Machine:
    """One game, played by the definition of the language."""

    def __init__(self, values: Values, shuffle: Shuffler, position: Position) -> None:
        self.values = values
        self.shuffle = shuffle
        self.position = position
        self.task: Task | None = None

    def start(self, *procedures: str) -> None:
        """Be about to run these procedures, one after the other."""
        for name in reversed(procedures):
            self.task = self._called(name, 0, (), self.task)

    # ---- playing -------------------------------------------------------------

    def options(self) -> list[tuple[Any, ...]] | None:
        """Run to the next decision and list its legal options; None when the game is over."""
        self.task = self._until_pause(self.position, self.task, through_commits=True)
        if self.task is None:
            return None
        return [v for v in self._candidates(self.position, self.task) if self._legal(v)]

    def play(self, value: tuple[Any, ...]) -> None:
        """Carry out an option of the present decision."""
        assert self.task is not None
        self.task = self._chosen(self.task, value)

    def _legal(self, value: tuple[Any, ...]) -> bool:
        assert self.task is not None
        copy = self.position[:]
        return self._completes(copy, self._chosen(self.task, value))

    def _completes(self, position: Position, task: Task | None) -> bool:
        """Whether some way leads from here to the next commit. The position is spoilt."""
        try:
            task = self._until_pause(position, task, through_commits=False)
        except Impossible:
            return False
        if task is None or isinstance(task.todo[0], ir.Commit):
            return True
        for value in self._candidates(position, task):
            copy = position[:]
            if self._completes(copy, self._chosen(task, value)):
                return True
        return False

    def _until_pause(
        self, position: Position, task: Task | None, through_commits: bool
    ) -> Task | None:
        while task is not None:
            if task.todo:
                stmt = task.todo[0]
                if isinstance(stmt, ir.Choice):
                    return task
                if isinstance(stmt, ir.Commit) and not through_commits:
                    return task
            task = self._step(position, task)
        return None

    # ---- decisions -----------------------------------------------------------

    def _candidates(self, position: Position, task: Task) -> list[tuple[Any, ...]]:
        choice = task.todo[0]
        assert isinstance(choice, ir.Choice)
        found: list[tuple[Any, ...]] = []
        for number, alternative in enumerate(choice.alternatives):
            for names in self._bindings(position, alternative.binders, task.names):
                test = alternative.condition
                if test is None or self.values.value(position, test, names):
                    found.append((number, *(names[word] for word in _picked(alternative))))
        if choice.declinable:
            found.append((-1,))
        return found

    def _bindings(
        self, position: Position, binders: tuple[ir.Binder, ...], names: Names
    ) -> Iterator[Names]:
        if not binders:
            yield names
            return
        first, rest = binders[0], binders[1:]
        parts = [self.values.value(position, expr, names) for expr in first.exprs]
        if first.kind == "such_that":
            if parts[0]:
                yield from self._bindings(position, rest, names)
            return
        for item in _items(first.kind, parts):
            yield from self._bindings(position, rest, {**names, first.name: item})

    def _chosen(self, task: Task, value: tuple[Any, ...]) -> Task:
        choice = task.todo[0]
        assert isinstance(choice, ir.Choice)
        after = replace(task, todo=task.todo[1:])
        if value[0] < 0:
            return after
        alternative = choice.alternatives[value[0]]
        names = {**task.names, **dict(zip(_picked(alternative), value[1:], strict=True))}
        return Task(alternative.body, names, after)

    # ---- statements ----------------------------------------------------------

    def _step(self, position: Position, task: Task) -> Task | None:
        """Carry out one statement; what is to be done next."""
        if not task.todo:
            return task.after
        stmt, rest = task.todo[0], replace(task, todo=task.todo[1:])

        def value(expr: ir.Expr) -> Any:
            return self.values.value(position, expr, task.names)

        match stmt:
            case ir.Let(name=name, value=expr):
                return replace(rest, names={**task.names, name: value(expr)})
            case ir.Write(target=target, value=expr):
                position[self.values.slot(position, target, task.names)] = value(expr)
            case ir.Transfer() | ir.TransferBundle():
                self._transfer(position, stmt, task.names)
            case ir.Require(condition=condition):
                if not value(condition):
                    raise Impossible
            case ir.Add(target=target, item=item):
                slot = self.values.slot(position, target, task.names)
                position[slot] = (*position[slot], value(item))
            case ir.Remove(target=target, item=item):
                slot = self.values.slot(position, target, task.names)
                kept = list(position[slot])
                if (gone := value(item)) in kept:
                    kept.remove(gone)
                position[slot] = tuple(kept)
            case ir.Shuffle(target=target):
                self.shuffle(position, [], self.values.slot(position, target, task.names))
            case ir.Draw(name=name, target=target):
                slot = self.values.slot(position, target, task.names)
                if not position[slot]:
                    raise Impossible
                drawn, position[slot] = position[slot][0], position[slot][1:]
                return replace(rest, names={**task.names, name: drawn})
            case ir.CallProc(procedure=procedure, you=you, args=args):
                return self._called(procedure, value(you), tuple(map(value, args)), rest)
            case ir.Do(table=table, subject=subject, you=you, args=args):
                routine = self.values.program.tables.get(table, {}).get(value(subject))
                if routine is not None:
                    return self._called(routine, value(you), tuple(map(value, args)), rest)
            case ir.Stop():
                return _leave(task)
            case ir.Commit():
                pass
            case ir.If(condition=condition, then=then, otherwise=otherwise):
                return Task(then if value(condition) else otherwise, task.names, rest)
            case ir.ForEach(name=name, source=source, body=body):
                loop: ir.Stmt = Loop(stmt.line, name, tuple(value(source)), body)
                return Task((loop,), task.names, rest)
            case ir.Repeat(count=count, body=body):
                loop = Loop(stmt.line, None, (0,) * max(value(count), 0), body)
                return Task((loop,), task.names, rest)
            case Loop(name=name, items=items, body=body):
                if items:
                    names = task.names if name is None else {**task.names, name: items[0]}
                    again = replace(task, todo=(replace(stmt, items=items[1:]), *task.todo[1:]))
                    return Task(body, names, again)
            case ir.While(condition=condition, body=body):
                if value(condition):
                    return Task(body, task.names, task)
            case _:
                raise AssertionError(stmt)
        return rest

    def _called(self, routine_id: str, you: int, args: tuple[Any, ...], after: Task | None) -> Task:
        routine = self.values.program.routines[routine_id]
        words = (name for name, _ in routine.params)
        names = dict(zip(words, (you, *args), strict=True))
        return Task(routine.body, names, after, routine=True)

    def _transfer(
        self, position: Position, stmt: ir.Transfer | ir.TransferBundle, names: Names
    ) -> None:
        values = self.values
        player = values.value(position, stmt.player, names)
        to = None if stmt.to is None else values.value(position, stmt.to, names)
        if isinstance(stmt, ir.Transfer):
            resource = values.value(position, stmt.resource, names)
            amounts = {resource: values.value(position, stmt.amount, names)}
        else:
            whole = values.value(position, stmt.bundle, names)
            amounts = dict(zip(values.resources, whole, strict=True))
        slots = {resource: values.amount_slot(resource, player) for resource in amounts}
        if stmt.verb == "pay" and any(
            amounts[resource] > max(position[slot], 0) for resource, slot in slots.items()
        ):
            raise Impossible
        for resource, amount in amounts.items():
            position[slots[resource]] += amount if stmt.verb == "gain" else -amount
            if to is not None:
                position[values.amount_slot(resource, to)] += amount


def _picked(alternative: ir.Alternative) -> list[str]:
    return [b.name for b in alternative.binders if b.name]


def _items(kind: str, parts: list[Any]) -> list[Any]:
    """What a binder offers, given the values of its expressions."""
    match kind:
        case "pick":
            return list(parts[0])
        case "range":
            return list(range(parts[0], parts[1] + 1))
        case "let":
            return [parts[0]]
    count, among = parts
    sizes = [count] if kind == "many" else range(1, min(count, len(among)) + 1)
    return [made for size in sizes for made in dict.fromkeys(combinations(among, size))]


def _leave(task: Task) -> Task | None:
    """Leave the routine a task belongs to."""
    at: Task | None = task
    while at is not None and not at.routine:
        at = at.after
    return None if at is None else at.after
