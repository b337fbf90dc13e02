"""A ruleset: packs merged, checked and compiled, ready to make games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from interpreter.compiler.code import Code, assemble
from interpreter.compiler.write import write_program
from interpreter.engine import cache, saves
from interpreter.engine.chance import shuffle
from interpreter.engine.game import Game
from interpreter.engine.names import Names
from interpreter.engine.start import Wishes, start_game, start_position
from interpreter.findings import PackError, Span, errors_in
from interpreter.language.elaborate import elaborate
from interpreter.language.program import Program
from interpreter.model.build import build_model
from interpreter.model.model import Model
from interpreter.packs import Merged, Pack, load_packs, merge, plain
from interpreter.topology import Ways, build_graphs, routes_along

if TYPE_CHECKING:
    import networkx as nx


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

    packs: list[Pack]
    merged: Merged
    ways: dict[str, Ways]
    program: Program
    model: Model
    names: Names
    paths: dict[str, dict[int, tuple[int, ...]]]
    #: names, versions and content hashes of the packs
    identity: list[dict[str, str]]
    #: folders and digests, if compiled code may be kept on disk
    _kept_as: cache.Kept | None = None
    #: the folders that were asked for
    _given: list[Path] | None = None
    #: from a cache: reads everything else from the packs
    _origin: Callable[[], Ruleset] | None = None

    def __init__(self, packs: list[Pack], merged: Merged, program: Program) -> None:
        self.packs = packs
        self.merged = merged
        self.program = program
        self.model = program.model
        self.ways = build_graphs(self.model)
        self.paths = routes_along(self.model, self.ways)
        self.names = Names(program)
        self.identity = [
            {"pack": p.manifest.pack, "version": str(p.manifest.version), "digest": p.digest}
            for p in self.packs
        ]

    @classmethod
    def from_cache(
        cls,
        kept_as: cache.Kept,
        parts: dict[str, Any],
        origin: Callable[[], Ruleset],
    ) -> Ruleset:
        """A ruleset that can be played at once; the rest is read when it is asked for."""
        made = cls.__new__(cls)
        made._kept_as, made._origin = kept_as, origin
        made.identity, made.paths = parts["identity"], parts["paths"]
        made.program = cache.light(parts, made._whole)
        made.model = made.program.model
        made.names = Names(made.program)
        return made

    def _whole(self) -> Ruleset:
        """Read everything from the packs, and use it from now on."""
        if self._origin is not None:
            whole = self._origin()
            if whole.identity != self.identity:
                raise PackError("the packs were changed while they were in use")
            for part in ("packs", "merged", "ways", "program", "model", "names"):
                setattr(self, part, getattr(whole, part))
            self._origin = None
        return self

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name in ("packs", "merged", "ways") and self._origin is not None:
                return getattr(self._whole(), name)
            raise AttributeError(f"a ruleset has no `{name}`")

    # ---- compiled code -------------------------------------------------------

    @cached_property
    def fast(self) -> Code:
        """Code without events: for searching and for play nobody watches."""
        return self._compiled("fast")

    @cached_property
    def traced(self) -> Code:
        """The same code with events and reasons of refusal."""
        return self._compiled("traced")

    def _compiled(self, variant: str) -> Code:
        if self._kept_as is not None:
            kept = cache.code_of(self._kept_as, variant)
            if kept is not None:
                return assemble(kept[0], shuffle, kept[1])
        listing = write_program(self._whole().program, self.paths, trace=variant == "traced")
        if self._kept_as is not None:
            cache.keep_code(self._kept_as, variant, listing)
            if self._given is not None:
                parts = cache.parts_of(self.program)
                parts |= {"identity": self.identity, "paths": self.paths}
                cache.keep_rules(self._kept_as, self._given, parts)
                self._given = None
        return assemble(listing, shuffle)

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

    @cached_property
    def graphs(self) -> dict[str, nx.MultiDiGraph[str]]:
        """The maps of the packs, over element ids."""
        return {name: ways.networkx() for name, ways in self.ways.items()}

    def graph(self, name: str) -> nx.MultiDiGraph[str]:
        return self.graphs[name]


def load(name: str | Path, *more: str | Path) -> Ruleset:
    """Load packs by name (under `rules/`) or path; raise `PackError` with all findings."""
    names = (name, *more)
    given = cache.folders(names)
    if given is not None:
        kept = cache.rules_of(given)
        if kept is not None:
            return Ruleset.from_cache(*kept, lambda: _load(names))
    ruleset = _load(names)
    if given is not None:
        ruleset._kept_as = [(pack.folder, pack.digest) for pack in ruleset.packs]
        ruleset._given = given
    return ruleset


def _load(names: tuple[str | Path, ...]) -> Ruleset:
    packs = load_packs(names)
    merged = merge(packs)
    model = build_model(packs, merged)
    program = elaborate(model)
    ruleset = Ruleset(packs, merged, program)
    findings = [*merged.findings, *model.findings]
    if errors_in(findings):
        raise PackError("the packs cannot be used", findings)
    return ruleset
