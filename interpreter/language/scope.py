"""What a name can mean at one point of a script."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from interpreter.findings import Span, did_you_mean, in_digits
from interpreter.language import ir
from interpreter.language.syntax import Where
from interpreter.model.declarations import Element
from interpreter.model.kinds import PLAYER, Kind
from interpreter.model.model import Model
from interpreter.packs.source import Scalar

#: longer scripts are no rules but accidents
LONGEST = 20_000


class Misfit(Exception):  # noqa: N818 - what it is, not an error of ours
    """A statement cannot be understood; the finding it stands for is reported by the caller."""

    def __init__(
        self,
        code: str,
        message: str,
        at: Where,
        help: str | None = None,
        suggestion: str | None = None,
        blame: Span | None = None,
        word: str | None = None,
    ) -> None:
        super().__init__(message)
        self.code, self.message, self.at, self.help = code, message, at, help
        self.suggestion, self.blame, self.word = suggestion, blame, word

    def report(self, model: Model, scalar: Scalar) -> None:
        """Note the finding, at its true place in the file: the very word, if there is one."""
        at = self.at
        if self.word:
            sought = re.compile(rf"\b{re.escape(self.word)}\b")
            found = sought.search(scalar.text, at.start, max(at.end, at.start))
            at = Where(found.start(), found.end()) if found else at
        span = Source(scalar).span(at)
        model.report(self.code, self.message, span, self.help, (), self.suggestion, self.blame)


class Consequence(Misfit):
    """Nothing new: what cannot be understood here follows from a mistake that has been told."""

    def __init__(self, at: Where) -> None:
        super().__init__("", "", at)

    def report(self, model: Model, scalar: Scalar) -> None:
        """One mistake, one finding."""


def unknown(what: str, word: str, at: Where, known: Iterable[str], code: str = "BR0302") -> Misfit:
    """There is no such thing; say what was probably meant."""
    number = in_digits(word)
    meant = did_you_mean(word, known) if number is None else None
    return Misfit(code, f"there is no {what} `{word}`", at, number, suggestion=meant, word=word)


@dataclass(slots=True)
class Source:
    """A script in its file: turns places in the text into places in the file."""

    scalar: Scalar

    def span(self, at: Where) -> Span:
        if len(self.scalar.text) > LONGEST:
            return self.scalar.span  # to look up places in it would take long
        line, column = self.scalar.place(at.start)
        end_line, end_column = self.scalar.place(max(at.start, at.end))
        return Span(self.scalar.span.file, line, column, end_line, end_column)


@dataclass(slots=True)
class Names:
    """Fresh variable names for one routine."""

    used: int = 0

    def fresh(self, word: str) -> str:
        self.used += 1
        return f"{word}_{self.used}"


@dataclass(slots=True)
class Scope:
    """Visible variables, the acting player, and the candidates of enclosing `where`s."""

    model: Model
    names: Names
    you: ir.Expr
    this: Element | None = None
    variables: dict[str, ir.Var] = field(default_factory=dict)
    candidates: tuple[ir.Var, ...] = ()
    #: variables never read, for the unused-binding warning
    unread: dict[str, Where] = field(default_factory=dict)

    def bind(self, word: str, kind: Kind, solid: bool = False) -> ir.Var:
        """A new variable, visible from here on."""
        made = ir.Var(kind, self.names.fresh(word), solid)
        self.variables[word] = made
        return made

    def inner(self) -> Scope:
        """A copy whose new variables are not seen outside."""
        return Scope(
            self.model,
            self.names,
            self.you,
            self.this,
            dict(self.variables),
            self.candidates,
            self.unread,
        )

    def with_candidate(self, kind: Kind) -> tuple[Scope, ir.Var]:
        made = ir.Var(kind, self.names.fresh("it"), True)
        scope = self.inner()
        scope.candidates = (*self.candidates, made)
        return scope, made

    def as_player(self, player: ir.Expr) -> Scope:
        scope = self.inner()
        scope.you = player
        return scope


def new_scope(model: Model, this: Element | None = None) -> Scope:
    """An empty scope in which `you` is the first parameter."""
    return Scope(model, Names(), ir.Var(PLAYER, "you"), this)
