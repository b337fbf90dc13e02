"""The words of examples: which part of the position is meant, and which player.

`given` and `then` are written in the vocabulary of `Game.snapshot`, with three liberties: `you` is
the player to move, `others` lists the players seated after you, and a player may be called by an
element without state of its own that only this player holds (a company, say). Under a player,
`{field: {element: value}}` stands for state that the element keeps per player.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from interpreter.engine import positions
from interpreter.engine.game import Game
from interpreter.findings import Span, did_you_mean
from interpreter.model.declarations import Field
from interpreter.model.kinds import NUMBER, PLAYER, Kind
from interpreter.packs import Mapping, Node, Scalar, Sequence, plain


class Wrong(Exception):  # noqa: N818 - what it is, not an error of ours
    """The example itself is wrong: what, and where."""

    def __init__(
        self, message: str, place: Span, help: str | None = None, code: str = "BR0703"
    ) -> None:
        super().__init__(message)
        self.message, self.place, self.help, self.code = message, place, help, code


@dataclass(frozen=True, slots=True)
class Fact:
    """One statement about the position: what `node` says is to be found at `path`."""

    #: field of the game; or element and field; or element, field and player
    path: tuple[str, ...]
    kind: Kind
    node: Node

    @property
    def is_difference(self) -> bool:
        """Whether it says how much a number changes: `+6`, `-3`."""
        return isinstance(self.node, Scalar) and not self.node.style and self.node.text[:1] in "+-"


def entries(node: Node, what: str) -> Mapping:
    """The node, which must be a mapping."""
    if not isinstance(node, Mapping):
        raise Wrong(f"{what} must be a mapping", node.span)
    return node


class Scene:
    """Reads descriptions of one game's position."""

    def __init__(self, game: Game, you: str) -> None:
        self.names, self.model = game.ruleset.names, game.ruleset.model
        self.s = game.s
        self.players, self.you = game.player_ids, you
        seat = self.players.index(you)
        self.others = self.players[seat + 1 :] + self.players[:seat]
        #: player and field to the element held there
        self._held = dict(self._holdings())

    def _holdings(self) -> Iterator[tuple[tuple[str, str], Any]]:
        for made in self.names.layout.fields:
            if made.owner == "player" and not made.per_player:
                for seat, who in enumerate(self.players, start=1):
                    value = self.s[self.names.layout.slot(made, seat, 0)]
                    if value:
                        yield (who, made.name), self.names.show(made.kind, value)

    # ---- players -------------------------------------------------------------

    def player(self, word: str) -> str | None:
        """The id of the player meant, if a player is meant."""
        if word == "you":
            return self.you
        known = self.model.elements.get(word)
        if known is None or known.type == "player":
            return word if known is not None else None
        holders = self._holders(word)
        return holders.pop() if len(holders) == 1 else None

    def _holders(self, word: str) -> set[str]:
        """Who holds an element that has no state of its own to be described."""
        known = self.model.elements.get(word)
        if known is None or any(f.state for f in self.model.fields_of(known.type).values()):
            return set()
        return {who for (who, _), held in self._held.items() if held == word}

    def one_player(self, word: str, place: Span) -> str:
        """The id of the player meant; it must be one."""
        who = self.player(word)
        if who is None:
            holders = ", ".join(sorted(self._holders(word)))
            help = f"{holders} hold it: give it to one of them only" if holders else None
            raise Wrong(f"`{word}` is not one player here", place, help)
        return who

    # ---- facts ---------------------------------------------------------------

    def set_out(self, given: Mapping, ignore: Iterable[str]) -> list[Fact]:
        """The facts of a `given`; what it says of `you` and `others` decides who is who."""
        told = {key: node for key, node in given.entries.items() if key not in ignore}
        named = ("you", "others", *self.players)
        facts = [f for key in told if key in named for f in self._part(given, key)]
        for fact in facts:
            if len(fact.path) == len(("player", "field")) and isinstance(fact.node, Scalar):
                self._held[fact.path[0], fact.path[1]] = fact.node.text
        return facts + [f for key in told if key not in named for f in self._part(given, key)]

    def facts(self, node: Mapping, ignore: Iterable[str]) -> Iterator[Fact]:
        """The facts of a `then`."""
        for key in node.entries:
            if key not in ignore:
                yield from self._part(node, key)

    def _part(self, node: Mapping, key: str) -> Iterator[Fact]:
        child, place = node.entries[key], node.keys[key]
        shared = self.model.types["game"].fields.get(key)
        if key == "elements":
            parts = entries(child, f"`{key}`")
            for element, fields in parts.entries.items():
                yield from self._element(element, fields, parts.keys[element])
        elif key == "others":
            yield from self._others(child)
        elif shared is not None and shared.state:
            yield Fact((key,), shared.kind, child)
        elif self.player(key) is not None or self._holders(key):
            yield from self._player(self.one_player(key, place), entries(child, f"`{key}`"))
        else:
            yield from self._element(key, child, place)

    def _others(self, node: Node) -> Iterator[Fact]:
        if not isinstance(node, Sequence) or len(node.items) > len(self.others):
            message = f"`others` must be a list of at most {len(self.others)} players here"
            raise Wrong(message, node.span)
        for who, fields in zip(self.others, node.items, strict=False):
            yield from self._player(who, entries(fields, "a player"))

    def _player(self, who: str, fields: Mapping) -> Iterator[Fact]:
        kept = self._kept_per_player()
        for name, node in fields.entries.items():
            made = self.model.field_of("player", name)
            if made is not None and made.state:
                yield Fact((who, name), made.kind, node)
            elif name in self.names.resources:
                yield Fact((who, name), NUMBER, node)
            elif name in kept:
                parts = entries(node, f"`{name}`")
                for element, value in parts.entries.items():
                    made = self._field(element, name, parts.keys[element])
                    yield Fact((element, name, who), made.kind, value)
            else:
                known = [n for n, m in self.model.fields_of("player").items() if m.state]
                raise _unknown("player", name, fields.keys[name], known + self.names.resources)

    def _kept_per_player(self) -> set[str]:
        return {made.name for made in self.names.layout.fields if made.per_player}

    def _element(self, element: str, node: Node, place: Span) -> Iterator[Fact]:
        if element not in self.model.elements:
            guess = did_you_mean(element, [*self.model.elements, *self.model.types["game"].fields])
            help = f"did you mean `{guess}`?" if guess else None
            message = f"`{element}` is neither state of the game nor an element nor one player"
            raise Wrong(message, place, help)
        fields = entries(node, f"`{element}`")
        for name, child in fields.entries.items():
            made = self._field(element, name, fields.keys[name])
            if not made.per_player:
                yield Fact((element, name), made.kind, child)
                continue
            parts = entries(child, f"`{name}`")
            for word, value in parts.entries.items():
                who = self.one_player(word, parts.keys[word])
                yield Fact((element, name, who), made.kind, value)

    def _field(self, element: str, name: str, place: Span) -> Field:
        known = self.model.elements.get(element)
        if known is None:
            raise _unknown("element", element, place, self.model.elements)
        made = self.model.field_of(known.type, name)
        if made is None or not made.state:
            states = [n for n, m in self.model.fields_of(known.type).items() if m.state]
            raise _unknown(f"{known.type} with the state", name, place, states)
        return made

    # ---- values --------------------------------------------------------------

    def data(self, kind: Kind, node: Node) -> Any:
        """A node as data, with players called by their ids."""
        if kind == PLAYER and isinstance(node, Scalar):
            return node.text if node.text == "none" else self.one_player(node.text, node.span)
        if kind.word == "list" and isinstance(node, Sequence):
            return [self.data(kind.item or kind, item) for item in node.items]
        return plain(node)

    def slot(self, fact: Fact) -> tuple[int, Any]:
        """Where in the position a fact belongs, and its value there."""
        told: Any = self.data(fact.kind, fact.node)
        for word in reversed(fact.path):
            told = {word: told}
        return positions.overwrite(self.names, self.s, told)[0]


def _unknown(what: str, word: str, place: Span, known: Iterable[str]) -> Wrong:
    guess = did_you_mean(word, known)
    return Wrong(f"there is no {what} `{word}`", place, guess and f"did you mean `{guess}`?")
