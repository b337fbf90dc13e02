"""Where a look ahead has come to, and the function that is being written for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from interpreter.compiler.analysis import Context
from interpreter.compiler.effects import Key
from interpreter.compiler.statements import INDENT
from interpreter.compiler.tree import variables
from interpreter.language import ir

#: how the name of a value begins that cannot be known beforehand; no two of them are the same
UNKNOWN = "?"


def is_known(expr: ir.Expr) -> bool:
    """Whether everything in an expression can be known beforehand."""
    return not any(name.startswith(UNKNOWN) for name in variables(expr))


@dataclass(frozen=True, slots=True)
class Ahead:
    """Where the look ahead has come to."""

    env: dict[str, ir.Expr] = field(default_factory=dict)
    written: frozenset[Key] = frozenset()
    #: source of what is left of a resource after payments; absent: what there was
    left: dict[int, str] = field(default_factory=dict)
    #: resources of which it is not known what is left
    lost: frozenset[int] = frozenset()
    filled: frozenset[ir.Expr] = frozenset()
    calls: tuple[str, ...] = ()
    #: variables that hold answers on which the answer depends; "3" for doubt
    answers: tuple[str, ...] = ()

    @property
    def context(self) -> Context:
        return Context(self.env, self.filled, self.calls)

    def doubtful(self) -> Ahead:
        return replace(self, answers=("3",))


Step = Callable[[int, Ahead], None]


@dataclass(slots=True)
class Sketch:
    """A function being written."""

    you: str
    #: writes the source of the answer "yes" at the end of a path
    leaf: Step
    lines: list[str] = field(default_factory=list)
    #: resources whose amounts are used
    purse: dict[int, None] = field(default_factory=dict)
    #: calls of other tests
    calls: int = 0
    #: whether it looks for one option, not for all of them
    one_is_enough: bool = False
    #: what to do when an option was found, so that it will be found sooner next time
    on_yes: list[str] = field(default_factory=list)
    #: source of the amount of a resource before any payment
    amount: Callable[[int], str] = lambda ordinal: f"h{ordinal}"

    def put(self, depth: int, text: str) -> None:
        self.lines.append(INDENT * depth + text)

    def reach(self, depth: int, at: Ahead) -> None:
        """The end of a path."""
        self.leaf(depth, at)

    def has(self, ordinal: int) -> str:
        self.purse[ordinal] = None
        return self.amount(ordinal)


@dataclass(frozen=True, slots=True)
class Existence:
    """A written function that tells whether a choice offers anything."""

    name: str
    params: tuple[str, ...]
    purse: tuple[int, ...]
    #: lists one of which must hold something, if the choice is to offer anything
    gates: tuple[str, ...] = ()
    #: it never says no, so that asking it is in vain
    vague: bool = False


def appending(sketch: Sketch, value: str) -> Step:
    """At the end of a path: list the option, after trying it if need be."""

    def leaf(depth: int, at: Ahead) -> None:
        answer = answer_of(at)
        known = {"1": "sure == 1 or ", "3": ""}.get(answer, f"{answer} == sure or ")
        sketch.put(depth, f"if {known}attempt(code, s, j, k, {value}):")
        sketch.put(depth + 1, f"found.append({value})")

    return leaf


def no_leaf(depth: int, at: Ahead) -> None:
    raise AssertionError("a leaf is needed")


def answer_of(at: Ahead) -> str:
    """Source of the answer at the end of a path: 1 unless something on it was in doubt."""
    if "3" in at.answers:
        return "3"
    return " | ".join(at.answers) or "1"
