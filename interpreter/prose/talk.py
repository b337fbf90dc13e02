"""What is being talked about: the packs, the words known so far, the candidate of a `where`."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from interpreter.language import ir
from interpreter.language import syntax as t
from interpreter.language.expressions import expression
from interpreter.language.scope import Scope, new_scope
from interpreter.model.declarations import Element, Parameter
from interpreter.model.kinds import PLAYER, YES_NO, Kind
from interpreter.model.model import Model
from interpreter.prose.book import Book
from interpreter.prose.words import Noun, Said


@dataclass(frozen=True)
class World:
    """The packs and a language."""

    model: Model
    book: Book
    #: quantities that are a plain number which no rule changes
    steady: dict[str, int]

    def type_noun(self, kind: Kind) -> Noun:
        """What things of a type are called."""
        inner = kind.item or kind
        word = inner.element if inner.word == "element" else inner.word
        return self.book.noun(f"type.{word}", word)

    def element(self, known: Element) -> Said:
        """An element by its name; one with a noun of its own can take articles."""
        book = self.book
        for key in (f"{known.type}.{known.id}", f"element.{known.id}"):
            if book.form(key, "one") is not None:
                return Said(noun=book.noun(key, known.id), article="a")
        name = known.names.get(book.lang)
        if name is None:
            book.gaps[f"element.{known.id}"] = None
        return Said(name or known.id.replace("_", " "))


@dataclass(frozen=True)
class Talk:
    """One point of a script: the scope of the language, and how its names are called."""

    world: World
    scope: Scope
    #: variables with words of their own
    said: dict[str, Said] = field(default_factory=dict)
    #: candidates, as many as the scope has
    candidates: tuple[Said, ...] = ()

    @property
    def book(self) -> Book:
        return self.world.book

    @property
    def model(self) -> Model:
        return self.world.model

    def ir(self, node: t.Syntax) -> ir.Expr:
        """What the language makes of an expression."""
        return expression(self.scope, node)

    def kind(self, node: t.Syntax) -> Kind:
        return self.ir(node).kind

    def inner(self) -> Talk:
        """A copy whose new names are not seen outside."""
        return replace(self, scope=self.scope.inner(), said=dict(self.said))

    def bind(self, word: str, kind: Kind, said: Said | None = None) -> None:
        """A new name, visible from here on."""
        self.scope.bind(word, kind)
        self.said[word] = said or self.called(word, kind)

    def called(self, word: str, kind: Kind) -> Said:
        """What a name of the script is called: its type, or a word of its own."""
        own = self.book.packs.get(f"word.{word}")
        if isinstance(own, str):
            return Said(own, letter=True)
        if own is not None and "one" in own:
            return Said(noun=self.book.noun(f"word.{word}", word), plural=kind.word == "list")
        if kind.word in ("element", "list"):
            return Said(noun=self.world.type_noun(kind), plural=kind.word == "list")
        if len(word) > 1 and kind != YES_NO:
            self.book.gaps[f"word.{word}"] = None
        return Said(word.replace("_", " "), letter=True)

    def candidate(self, kind: Kind) -> Said:
        """What the candidate of a `where` is called: `that dam` if there is another dam around."""
        noun = self.world.type_noun(kind)
        known = any(said.noun == noun for said in (*self.said.values(), *self.candidates))
        return Said(noun=noun, article="that" if known else "the")

    def with_candidate(self, kind: Kind, said: Said) -> Talk:
        """Inside a `where`."""
        scope, _ = self.scope.with_candidate(kind)
        return replace(self, scope=scope, said=dict(self.said), candidates=(*self.candidates, said))

    def as_player(self) -> Talk:
        """Inside `for …`: another player is spoken to."""
        variable = self.scope.inner().bind("you", PLAYER)
        return replace(self, scope=self.scope.as_player(variable), said=dict(self.said))


def new_talk(world: World, takes: dict[str, Parameter], this: Element | None = None) -> Talk:
    """The beginning of a script with parameters."""
    talk = Talk(world, new_scope(world.model, this))
    for parameter in takes.values():
        talk.bind(parameter.name, parameter.kind)
    return talk
