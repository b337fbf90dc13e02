"""Generated code: as plain data that a cache can keep, and loaded, for the engine to run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import CodeType
from typing import Any, Protocol, TypeVar

from interpreter.compiler.flow import CHOICE, COMMIT, NORMAL, Block
from interpreter.language import library

Frame = tuple[Any, ...]
Position = list[Any]
Journal = list[tuple[int, Any]]


T_co = TypeVar("T_co", covariant=True)


class Row(Protocol[T_co]):
    """Something for every block, by its number: a list, or made when it is asked for."""

    def __getitem__(self, number: int, /) -> T_co: ...


@dataclass(frozen=True, slots=True)
class Listing:
    """Generated code as plain data: what a cache can keep."""

    source: str
    blocks: list[Block]
    #: tables and long lists the source speaks of
    constants: dict[str, Any]
    #: quantities, formulas, routines by id -> name of the Python function
    functions: dict[str, str]
    #: formulas among them
    formulas: list[str]
    entries: dict[str, int]
    end: int


@dataclass(slots=True)
class Code:
    """What the engine runs. Rows are indexed by block number."""

    source: str
    blocks: list[Block]
    run: Row[Callable[[Position, Journal, Frame], Frame | None] | None]
    kinds: Row[int]
    #: what the block says about the rest of its routine, see `settled` in the engine's search
    outlook: Row[int]
    candidates: Row[Callable[[Position, Frame], list[Any]] | None]
    resume: Row[Callable[[Position, Journal, Frame, Any], Frame | None] | None]
    #: legal options of a decision, as far as can be known without trying
    options: Row[Callable[..., list[Any]] | None]
    #: whether a decision offers anything: 0 no, 1 yes, 3 to be tried
    exists: Row[Callable[[Position, Frame], int] | None]
    #: the frame that follows a decision, where that is not the caller's
    after: Row[Callable[[Frame], Frame] | None]
    #: quantities, formulas and invariants by unit id
    formulas: dict[str, Callable[..., Any]]
    #: routine id -> number of its first block
    entries: dict[str, int]
    #: number of the final block: nothing follows
    end: int
    #: generated functions, so that hooks (`note`, `watch`, `refuse`) can be set
    namespace: dict[str, Any]
    listing: Listing


def surroundings(shuffle: Callable[[Position, Journal, int], None]) -> dict[str, Any]:
    """What generated code calls: the library, and hooks that do nothing so far."""
    return {
        "lib": library,
        "shuffle": shuffle,
        "note": _ignore,
        "refuse": _ignore,
        "watch": _ignore,
    }


def assemble(
    listing: Listing,
    shuffle: Callable[[Position, Journal, int], None],
    compiled: CodeType | None = None,
) -> Code:
    """Load generated code; `compiled` saves Python the reading of the source."""
    namespace = {**surroundings(shuffle), **listing.constants}
    exec(compiled or compile(listing.source, "<rules>", "exec"), namespace)
    blocks = listing.blocks

    def named(prefix: str, *kinds: int) -> list[Any]:
        return [namespace.get(f"{prefix}{b.number}") if b.kind in kinds else None for b in blocks]

    return Code(
        listing.source,
        blocks,
        named("b", NORMAL, COMMIT),
        [b.kind for b in blocks],
        [outlook_of(b) for b in blocks],
        named("e", CHOICE),
        named("r", CHOICE),
        named("o", CHOICE),
        named("y", CHOICE),
        named("a", CHOICE),
        {unit: namespace[listing.functions[unit]] for unit in listing.formulas},
        listing.entries,
        listing.end,
        namespace,
        listing,
    )


#: outlook of a block; larger numbers: place in the frame of a counter of rounds still to come
UNSURE, SETTLED, COMMITS = 0, 1, -1


def outlook_of(block: Block) -> int:
    """What a block says about the rest of its routine."""
    if block.kind == COMMIT or block.commits:
        return COMMITS
    if block.safe:
        return SETTLED
    return UNSURE if block.rounds is None else block.rounds


def _ignore(_: object) -> None:
    pass
