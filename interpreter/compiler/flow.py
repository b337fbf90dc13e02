"""Routines that ask players: cut at every decision into blocks.

A suspended routine is a frame, a plain tuple `(block, up, you, variables…)`; `up` is the frame to
go on with when the routine is done. A block is a function from a frame to the next frame; it
returns None when what it was asked to do is impossible.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from interpreter.compiler.candidates import write_candidates
from interpreter.compiler.foresight.guards import Guards
from interpreter.compiler.statements import Statements
from interpreter.language import ir

NORMAL, COMMIT, CHOICE = 0, 1, 2


@dataclass(slots=True)
class Block:
    """One place where a routine can be taken up again."""

    number: int
    kind: int
    routine: str
    #: nothing from here to the end of the routine (or a commit) can prove impossible
    safe: bool = False
    #: safe, and a commit comes before the end of the routine
    commits: bool = False
    #: place in the frame of a counter of rounds; with none left it goes on safely
    rounds: int | None = None
    choice: ir.Choice | None = None
    variables: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Then:
    """Where to go on: a block of the same routine, or (None) back to the caller."""

    block: Block | None = None

    @property
    def safe(self) -> bool:
        return self.block is None or self.block.safe


@dataclass(slots=True)
class Flow:
    """Writes the blocks of all routines."""

    out: Statements
    guards: Guards
    blocks: list[Block] = field(default_factory=list)
    entries: dict[str, Block] = field(default_factory=dict)
    _pending: list[Callable[[], None]] = field(default_factory=list)
    _routine: str = ""

    # ---- routines ------------------------------------------------------------

    def entry(self, routine_id: str) -> Block:
        """The first block of a routine."""
        found = self.entries.get(routine_id)
        if found is None:
            found = self.entries[routine_id] = self._block(NORMAL, routine_id)
        return found

    def _block(self, kind: int, routine: str) -> Block:
        made = Block(len(self.blocks), kind, routine)
        self.blocks.append(made)
        return made

    def routine(self, routine: ir.Routine) -> None:
        """All blocks of one routine."""
        self._routine = routine.id
        self.out.failure = "None"
        names = tuple(name for name, _ in routine.params)
        first = self.entry(routine.id)
        if routine.body and isinstance(routine.body[0], ir.Choice):
            # it begins with a decision: that is where it is entered
            after = self._rest(routine.body[1:], names, Then())
            self._decide(first, routine.body[0], after, names)
        else:
            self._look_on(first, routine.body, Then())
            self._function(first, names, lambda: self._sequence(1, routine.body, names, Then()))
        while self._pending:
            self._pending.pop(0)()

    def wrapper(self, routine: ir.Routine) -> None:
        """An entry block for a routine without decisions, so that tables can mix both."""
        names = tuple(name for name, _ in routine.params)
        first = self.entry(routine.id)
        function = self.out.expressions.names.function(routine.id)
        fails = routine.id in self.out.analysis.failing
        first.safe = not fails

        def write() -> None:
            call = f"{function}(s, j, {', '.join(names)})"
            self.out.put(1, f"return up if {call} else None" if fails else f"{call}; return up")

        self._function(first, names, write)

    def _function(self, block: Block, names: tuple[str, ...], write: Callable[[], None]) -> None:
        block.variables = names
        self.out.put(0, f"def b{block.number}(s, j, k):")
        self.out.put(1, f"_, up, {', '.join(names)} = k")
        write()

    def _look_on(self, block: Block, stmts: tuple[ir.Stmt, ...], then: Then) -> None:
        safe, commits = self.out.analysis.safe(stmts)
        block.commits = commits or (safe and then.block is not None and then.block.commits)
        block.safe = safe and (commits or then.safe)

    # ---- sequences -----------------------------------------------------------

    def _sequence(
        self, depth: int, stmts: tuple[ir.Stmt, ...], names: tuple[str, ...], then: Then
    ) -> None:
        for index, stmt in enumerate(stmts):
            if isinstance(stmt, ir.Stop):
                self.out.put(depth, "return up")
                return
            if self.out.analysis.suspends(stmt) or self._stops(stmt):
                self._suspending(depth, stmt, stmts[index + 1 :], names, then)
                return
            self.out.native(depth, stmt)
            if isinstance(stmt, ir.Let | ir.Draw):
                names = (*names, stmt.name)
        self.out.put(depth, f"return {self._frame(then)}")

    def _stops(self, stmt: ir.Stmt) -> bool:
        """A `stop` inside a block must leave the routine, so the block is cut as well."""
        match stmt:
            case ir.If(then=a, otherwise=b):
                return any(isinstance(s, ir.Stop) or self._stops(s) for s in (*a, *b))
            case ir.ForEach(body=body) | ir.Repeat(body=body) | ir.While(body=body):
                return any(isinstance(s, ir.Stop) or self._stops(s) for s in body)
        return False

    def _frame(self, then: Then) -> str:
        """Source of the frame to go on with."""
        if then.block is None:
            return "up"
        return self._new_frame(then.block, then.block.variables)

    def _new_frame(self, block: Block, values: tuple[str, ...]) -> str:
        return f"({block.number}, up, {', '.join(values)})"

    def _rest(self, rest: tuple[ir.Stmt, ...], names: tuple[str, ...], then: Then) -> Then:
        """A block for the statements that follow."""
        if not rest:
            return then
        made = self._block(NORMAL, self._routine)
        made.variables = names
        self._look_on(made, rest, then)
        self._pending.append(
            lambda: self._function(made, names, lambda: self._sequence(1, rest, names, then))
        )
        return Then(made)

    def _suspending(
        self,
        depth: int,
        stmt: ir.Stmt,
        rest: tuple[ir.Stmt, ...],
        names: tuple[str, ...],
        then: Then,
    ) -> None:
        self.out.note(self.out, depth, stmt.line)
        match stmt:
            case ir.CallProc():
                self._call(depth, stmt, self._rest(rest, names, then))
            case ir.Do():
                self._do(depth, stmt, self._rest(rest, names, then))
            case ir.If(condition=condition, then=yes, otherwise=no):
                after = self._rest(rest, names, then)
                self.out.put(depth, f"if {self.out.py(condition)}:")
                self._sequence(depth + 1, yes, names, after)
                self._sequence(depth, no, names, after)
            case ir.ForEach() | ir.Repeat() | ir.While():
                self._loop(depth, stmt, self._rest(rest, names, then), names)
            case ir.Commit():
                self._commit(depth, rest, names, then)
            case ir.Choice():
                self._choice(depth, stmt, self._rest(rest, names, then), names)
            case _:
                raise AssertionError(stmt)

    # ---- calls ---------------------------------------------------------------

    def _call(self, depth: int, stmt: ir.CallProc, after: Then) -> None:
        self.out._note_event(depth, stmt)
        block = self.entry(stmt.procedure)
        args = ", ".join(self.out.py(arg) for arg in (stmt.you, *stmt.args))
        self.out.put(depth, f"return ({block.number}, {self._frame(after)}, {args})")

    def _do(self, depth: int, stmt: ir.Do, after: Then) -> None:
        self.out.note_use(depth, stmt)
        args = ", ".join(self.out.py(arg) for arg in (stmt.you, *stmt.args))
        found = self.out.temp("b")
        table = self.out.expressions.names.scripts(stmt.table)
        self.out.put(depth, f"{found} = {table}.get({self.out.py(stmt.subject)})")
        self.out.put(depth, f"if {found} is None: return {self._frame(after)}")
        self.out.put(depth, f"return ({found}, {self._frame(after)}, {args})")

    # ---- loops ---------------------------------------------------------------

    def _loop(
        self,
        depth: int,
        stmt: ir.ForEach | ir.Repeat | ir.While,
        after: Then,
        names: tuple[str, ...],
    ) -> None:
        head = self._block(NORMAL, self._routine)
        state: tuple[str, ...] = ()
        match stmt:
            case ir.ForEach(source=source):
                items, at = self.out.temp("l"), self.out.temp("n")
                state = (items, at)
                self.out.put(depth, f"{items} = {self.out.py(source)}; {at} = 0")
            case ir.Repeat(count=count):
                state = (self.out.temp("n"),)
                self.out.put(depth, f"{state[0]} = {self.out.py(count)}")
        inner = (*names, *state)
        head.variables = inner
        head.safe = not self.out.analysis.fails(stmt) and after.safe
        if isinstance(stmt, ir.Repeat) and after.safe:
            head.rounds = 2 + len(names)
        self._pending.append(
            lambda: self._function(head, inner, lambda: self._head(stmt, head, inner, state, after))
        )
        self.out.put(depth, f"return {self._new_frame(head, inner)}")

    def _head(
        self,
        stmt: ir.ForEach | ir.Repeat | ir.While,
        head: Block,
        names: tuple[str, ...],
        state: tuple[str, ...],
        after: Then,
    ) -> None:
        out = self.out
        match stmt:
            case ir.ForEach(name=name, body=body):
                items, at = state
                out.put(1, f"if {at} >= len({items}): return {self._frame(after)}")
                out.put(1, f"{name} = {items}[{at}]; {at} += 1")
                names = (*names, name)
            case ir.Repeat(body=body):
                out.put(1, f"if {state[0]} <= 0: return {self._frame(after)}")
                out.put(1, f"{state[0]} -= 1")
            case ir.While(condition=condition, body=body):
                out.put(1, f"if not {out.py(condition)}: return {self._frame(after)}")
        self._sequence(1, body, names, Then(head))

    # ---- commits and decisions -----------------------------------------------

    def _commit(
        self, depth: int, rest: tuple[ir.Stmt, ...], names: tuple[str, ...], then: Then
    ) -> None:
        made = self._block(COMMIT, self._routine)
        made.variables = names
        made.safe = True
        self._pending.append(
            lambda: self._function(made, names, lambda: self._sequence(1, rest, names, then))
        )
        self.out.put(depth, f"return {self._new_frame(made, names)}")

    def _choice(self, depth: int, stmt: ir.Choice, after: Then, names: tuple[str, ...]) -> None:
        made = self._block(CHOICE, self._routine)
        self._decide(made, stmt, after, names)
        self.out.put(depth, f"return {self._new_frame(made, names)}")

    def _decide(self, made: Block, stmt: ir.Choice, after: Then, names: tuple[str, ...]) -> None:
        """Make a block wait for a decision."""
        made.kind = CHOICE
        made.choice = stmt
        made.variables = names
        made.safe = not self.out.analysis.fails(stmt) and after.safe
        self._pending.append(lambda: write_candidates(self.out, made.number, stmt, names))
        if not self.out.trace:
            self._pending.append(lambda: self._foresee(made, stmt, names, after))
        self._pending.append(lambda: self._resume(made, stmt, names, after))

    def _foresee(self, block: Block, stmt: ir.Choice, names: tuple[str, ...], after: Then) -> None:
        """The legal options, whether there are any, and the frame that follows the choice."""
        self.guards.options.write(block.number, stmt, names)
        self.guards.existence.entry(block.number, stmt, names)
        if after.block is not None:
            self.out.put(0, f"def a{block.number}(k):")
            self.out.put(1, f"_, up, {', '.join(names)} = k")
            self.out.put(1, f"return {self._frame(after)}")

    def _resume(self, block: Block, stmt: ir.Choice, names: tuple[str, ...], after: Then) -> None:
        """`r<n>(s, j, k, v)`: go on with the candidate chosen."""
        out = self.out
        out.put(0, f"def r{block.number}(s, j, k, v):")
        out.put(1, f"_, up, {', '.join(names)} = k")
        single = len(stmt.alternatives) == 1 and not stmt.declinable
        for number, alternative in enumerate(stmt.alternatives):
            depth = 1
            if not single:
                out.put(1, f"if v[0] == {number}:")
                depth = 2
            inner = names
            picked = tuple(b.name for b in alternative.binders if b.name)
            if picked:
                out.put(depth, f"_, {', '.join(picked)} = v")
            inner = (*inner, *picked)
            self._sequence(depth, alternative.body, inner, after)
        if not single:
            out.put(1, f"return {self._frame(after)}")
