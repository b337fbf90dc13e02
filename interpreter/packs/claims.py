"""Who changes what: two packs may change the same thing only if they declare an order."""

from __future__ import annotations

from collections.abc import Mapping as AbstractMapping
from dataclasses import dataclass

from interpreter.findings import Finding, Span
from interpreter.packs.addresses import Path, overlap


@dataclass(frozen=True, slots=True)
class Claim:
    """A pack does something to what is at a path."""

    pack: str
    #: An operation of `changes`, or `add`, or `extend` for entries added to a type.
    operation: str
    path: Path
    span: Span

    def __str__(self) -> str:
        return f"{self.pack} does `{self.operation}` here"


class Claims:
    """What packs have done so far."""

    def __init__(
        self,
        ancestors: AbstractMapping[str, frozenset[str]],
        additions: AbstractMapping[str, Claim],
    ) -> None:
        #: For each pack, those that come before it by declaration.
        self._ancestors = ancestors
        #: For each `section.id`, the first pack to bring it, be it one that is merged later: the
        #: answer must not depend on the order in which the packs happen to be given.
        self._additions = additions
        #: Claims by section and id, so that only a few are compared with each other.
        self._made: dict[Path, list[Claim]] = {}
        #: Claims to everything in a section, by section.
        self._whole: dict[str, list[Claim]] = {}

    def make(self, claim: Claim) -> Finding | None:
        """Note a claim, or say which other one it clashes with."""
        clash = self._clash_of_section(claim) if len(claim.path) == 1 else self._clash(claim)
        if clash is not None:
            return clash
        if len(claim.path) == 1:
            self._whole.setdefault(claim.path[0], []).append(claim)
            return None
        thing = claim.path[:2]
        # Plain additions are known; one behind a removal is not.
        if claim.operation != "add" or thing in self._made:
            self._made.setdefault(thing, []).append(claim)
        return None

    def _clash_of_section(self, claim: Claim) -> Finding | None:
        """A section is emptied: whatever else happens in it must come before or after."""
        section = claim.path[0]
        others = [
            *self._whole.get(section, ()),
            *(one for made in self._made.values() for one in made if one.path[0] == section),
            *(one for one in self._additions.values() if one.path[0] == section),
        ]
        for other in others:
            if other.path == claim.path and other.pack == claim.pack:
                return _twice(claim, other)
            if not self._are_ordered(claim, other):
                return _unordered(claim, other)
        return None

    def _clash(self, claim: Claim) -> Finding | None:
        for other in self._whole.get(claim.path[0], ()):
            if not self._are_ordered(claim, other):
                return _unordered(claim, other)
        for other in self._made.get(claim.path[:2], ()):
            if not overlap(claim.path, other.path):
                continue
            if other.pack == claim.pack and not _both(claim, other, "append"):
                return _twice(claim, other)
            if not self._comes_after(claim, other) and not _both(claim, other, "extend"):
                return _unordered(claim, other)
        origin = self._additions.get(".".join(claim.path[:2]))
        if origin is None or claim.operation == "add" or self._comes_after(claim, origin):
            return None
        # If the other pack declares that it comes later, there is an order, if a wrong one.
        return None if self._comes_after(origin, claim) else _unordered(claim, origin)

    def _are_ordered(self, claim: Claim, other: Claim) -> bool:
        return self._comes_after(claim, other) or self._comes_after(other, claim)

    def _comes_after(self, claim: Claim, other: Claim) -> bool:
        return other.pack == claim.pack or other.pack in self._ancestors[claim.pack]


def _both(claim: Claim, other: Claim, operation: str) -> bool:
    return claim.operation == other.operation == operation


def _twice(claim: Claim, other: Claim) -> Finding:
    message = f"{claim.pack} changes `{'.'.join(claim.path)}` twice"
    help_line = "make one change of the two"
    related = ((str(other), other.span),)
    return Finding("BR0817", message, claim.span, help=help_line, related=related)


def _unordered(claim: Claim, other: Claim) -> Finding:
    one, two = claim.pack, other.pack
    what = f"`{'.'.join(claim.path)}`"
    message = f"{two} and {one} both change {what}, and neither says that it comes after the other"
    if other.operation == "add":
        message = f"{one} changes {what} of {two}, but does not say that it comes after {two}"
    help_line = f"put `after: [{two}]` into the pack.yaml of {one}, if {one} has the last word"
    related = ((str(other), other.span),)
    return Finding("BR0815", message, claim.span, help=help_line, related=related)
