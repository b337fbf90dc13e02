"""Words before they are written down: nouns, and what stands for a value."""

from __future__ import annotations

from dataclasses import dataclass, replace

#: what a hole of a template may ask for, beside the articles of the language
PLURAL, BARE, OR, OR_BARE, SIGNED = "plural", "bare", "or", "or_bare", "signed"

#: what stands between a line and what belongs to it
JOINT = ": "


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun in its two numbers; `gender` is a word of the language's own tables."""

    one: str
    other: str
    gender: str = ""


@dataclass(frozen=True, slots=True)
class Said:
    """A value in words: a fixed text, or a noun that can take any article."""

    text: str = ""
    noun: Noun | None = None
    #: what follows the noun: "of yours", "without water"
    tail: str = ""
    article: str = "the"
    #: several things
    plural: bool = False
    #: a plain number
    number: int | None = None
    #: the name of a number that is not known yet
    letter: bool = False
    #: the entries of a list that is written out
    items: tuple[Said, ...] = ()
    #: the player who is spoken to
    you: bool = False

    def but(self, tail: str) -> Said:
        """The same with something more behind it."""
        if not tail:
            return self
        if self.noun is None:
            return replace(self, text=f"{self.text} {tail}", items=())
        return replace(self, tail=f"{self.tail} {tail}".strip())

    def with_article(self, article: str, plural: bool = False) -> Said:
        return replace(self, article=article, plural=plural)


@dataclass(slots=True)
class Line:
    """One sentence of an explanation, perhaps with others below it."""

    text: str
    body: list[Line]
    #: what stands between the text and a body of one line
    joint: str = JOINT
    #: the body is a list, even if it would fit into a sentence
    listed: bool = False

    @classmethod
    def of(cls, text: str) -> Line:
        return cls(text, [])
