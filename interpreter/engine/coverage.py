"""What of the packs has been used in games that were played with events on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from interpreter.compiler.effects import inside
from interpreter.findings import Span
from interpreter.language import ir

if TYPE_CHECKING:
    from interpreter.engine.game import Game
    from interpreter.engine.ruleset import Ruleset


class Coverage:
    """Collects rule lines that had an effect, and elements that took part."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.lines: set[int] = set()
        self.elements: set[str] = set()

    def add(self, game: Game) -> None:
        """Take a game into account."""
        for raw in game._raw:
            self.lines.add(raw[1])
            if raw[0] == "choice":
                self.elements.update(str(raw[3]).split())
            elif raw[0] == "event":
                self._event(raw[2], raw[4])
            elif raw[0] == "do":
                self.elements.add(self.ruleset.names.id(raw[2]))
        snapshot = game.snapshot()
        for player in game.player_ids:
            self.elements.update(_words(snapshot[player]))

    def _event(self, name: str, args: tuple[Any, ...]) -> None:
        takes = self.ruleset.model.events[name].takes.values()
        for parameter, value in zip(takes, args, strict=True):
            if parameter.kind.word == "element":
                self.elements.add(self.ruleset.names.id(value))

    def unused_elements(self) -> list[str]:
        """Elements with effects of their own that took no part in any game."""
        active = (e for e in self.ruleset.model.elements.values() if e.scripts or e.rules)
        own = {
            element_id: {line for stmt in leaves(routine.body) for line in _lines(stmt)}
            for element_id, routine in self._routines()
        }
        return [
            e.id
            for e in active
            if e.id not in self.elements and not own.get(e.id, set()) & self.lines
        ]

    def _routines(self) -> Iterator[tuple[str, ir.Routine]]:
        for routine in self.ruleset.program.routines.values():
            yield routine.id.rpartition(" ")[2].partition(".")[0], routine

    def unused_lines(self) -> list[Span]:
        """Rule lines that could have had an effect and never had."""
        program = self.ruleset.program
        known = {
            line
            for routine in program.routines.values()
            for stmt in leaves(routine.body)
            for line in _lines(stmt)
        }
        return sorted(program.lines[line] for line in known - self.lines)


def leaves(body: tuple[ir.Stmt, ...]) -> Iterator[ir.Stmt]:
    """Statements that change something or ask somebody."""
    for stmt in body:
        if isinstance(stmt, _LEAVES):
            yield stmt
        yield from leaves(tuple(inside(stmt)))


_LEAVES = (
    ir.Write,
    ir.Transfer,
    ir.Add,
    ir.Remove,
    ir.Shuffle,
    ir.Draw,
    ir.Choice,
)


def _lines(stmt: ir.Stmt) -> Iterator[int]:
    if isinstance(stmt, ir.Choice):
        yield from (alternative.line for alternative in stmt.alternatives)
    else:
        yield stmt.line


def _words(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for value in data.values():
            yield from _words(value)
    elif isinstance(data, list):
        for value in data:
            yield from _words(value)
