"""A ruleset: packs merged, checked and compiled, ready to make games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from interpreter.engine import saves
from interpreter.engine.chance import shuffle
from interpreter.engine.game import Game
from interpreter.engine.names import Names
from interpreter.engine.start import Wishes, start_game, start_position
from interpreter.findings import PackError, Span, errors_in
from interpreter.language.compile import Code, compile_program
from interpreter.language.elaborate import elaborate
from interpreter.language.program import Program
from interpreter.model.build import build_model
from interpreter.model.model import Model
from interpreter.packs import Merged, Pack, load_packs, merge, plain
from interpreter.topology import build_graphs, routes_along
from interpreter.topology.graphs import Graph


@dataclass(frozen=True, slots=True)
class ElementView:
    """An element as tools see it: printed data with ids instead of ordinals."""

    id: str
    type: str
    types: tuple[str, ...]
    fields: dict[str, Any]
    span: Span
    names: dict[str, str]

    def name(self, lang: str = "en") -> str:
        return self.names.get(lang) or self.names.get("en") or self.id


class Ruleset:
    """Everything a set of packs says, compiled. Make one with `load`."""

    def __init__(self, packs: list[Pack], merged: Merged, program: Program) -> None:
        self.packs = packs
        self.merged = merged
        self.program = program
        self.model: Model = program.model
        self.graphs = build_graphs(self.model)
        self.paths = routes_along(self.model, self.graphs)
        self.names = Names(program)

    # ---- compiled code -------------------------------------------------------

    @cached_property
    def fast(self) -> Code:
        """Code without events: for searching and for play nobody watches."""
        return compile_program(self.program, self.paths, shuffle, trace=False)

    @cached_property
    def traced(self) -> Code:
        """The same code with events and reasons of refusal."""
        return compile_program(self.program, self.paths, shuffle, trace=True)

    # ---- games ---------------------------------------------------------------

    def new_game(
        self,
        players: int | None = None,
        seed: int = 0,
        mode: str | None = None,
        position: dict[str, Any] | None = None,
        order: dict[str, list[str]] | None = None,
        events: bool = True,
        watch: dict[str, Callable[[Game], None]] | None = None,
        ask_single: bool = False,
        undo: bool = True,
    ) -> Game:
        """A game from its setup, or from a described position (the shape of `snapshot()`).

        `order` fixes which elements come first when a list is shuffled; `watch` calls back when a
        field of the game is set; `ask_single` stops at decisions with one option, too. Without
        `undo` nothing is kept to go back, so that a game of any length needs no more memory.
        """
        given = position or {}
        wishes = Wishes(
            given.get("players") if players is None else players,
            seed,
            given.get("mode") if mode is None else mode,
            order or {},
            events,
            watch or {},
            ask_single,
            undo,
        )
        if position is not None:
            return start_position(self, wishes, position)
        return start_game(self, wishes)

    def from_json(self, text: str, force: bool = False) -> Game:
        """A game saved with `to_json`."""
        return saves.from_json(self, text, force)

    @property
    def score(self) -> str:
        """The quantity that decides who wins."""
        return self.model.score

    @property
    def tie_breaks(self) -> list[str]:
        return [self.model.tie_break] if self.model.tie_break else []

    # ---- looking things up ---------------------------------------------------

    @cached_property
    def elements(self) -> dict[str, ElementView]:
        views = {}
        for known in self.model.elements.values():
            fields = {
                name: self.names.show(made.kind, known.values[name])
                for name, made in self.model.fields_of(known.type).items()
                if name in known.values
            }
            fields |= {name: scalar.text for name, scalar in known.scripts.items()}
            types = tuple(self.model.ancestry(known.type))
            views[known.id] = ElementView(
                known.id, known.type, types, fields, known.span, known.names
            )
        return views

    @property
    def types(self) -> dict[str, Any]:
        return dict(self.model.types)

    @cached_property
    def view(self) -> dict[str, Any]:
        """The packs' advice on how to show a game."""
        return {key: plain(node) for key, node in self.model.view.items()}

    def graph(self, name: str) -> Graph:
        return self.graphs[name]

    @property
    def identity(self) -> list[dict[str, str]]:
        """Names, versions and content hashes of the packs."""
        return [
            {"pack": p.manifest.pack, "version": str(p.manifest.version), "digest": p.digest}
            for p in self.packs
        ]


def load(name: str | Path, *more: str | Path) -> Ruleset:
    """Load packs by name (under `rules/`) or path; raise `PackError` with all findings."""
    packs = load_packs((name, *more))
    merged = merge(packs)
    model = build_model(packs, merged)
    program = elaborate(model)
    ruleset = Ruleset(packs, merged, program)
    findings = [*merged.findings, *model.findings]
    if errors_in(findings):
        raise PackError("the packs cannot be used", findings)
    return ruleset
