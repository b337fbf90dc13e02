"""What a check looks at: the packs of one combination, as far as they could be understood."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from interpreter.check.plain import PlainRuleset
from interpreter.check.uses import Uses, find_uses, units
from interpreter.check.vocabulary import Vocabulary
from interpreter.check.walk import parts
from interpreter.engine.ruleset import Ruleset
from interpreter.findings import Finding, errors_in
from interpreter.language.program import Program
from interpreter.model.declarations import Element
from interpreter.model.model import Model
from interpreter.packs import Merged, Pack
from interpreter.packs.source import Node
from interpreter.topology import Ways


class Check(Protocol):
    """One check is one module: it looks for one kind of mistake and has a page of its own."""

    #: Whether it makes sense only where there is no error; it would report consequences.
    NEEDS_CLEAN: bool

    def check(self, context: Context) -> Iterator[Finding]:
        """Everything of this kind that is wrong."""
        ...


@dataclass
class Context:
    """Packs, what they say together, and what was found so far."""

    packs: list[Pack]
    merged: Merged
    model: Model
    program: Program
    graphs: dict[str, Ways]
    #: digests of packs whose texts and examples have been looked through before
    seen: frozenset[str] = frozenset()
    findings: list[Finding] = field(default_factory=list)
    #: What checks may remember from one run of a session to the next.
    memory: dict[str, Any] = field(default_factory=dict)

    @property
    def clean(self) -> bool:
        """Whether the packs can be used so far; texts and examples may still be wrong."""
        errors = errors_in(self.findings)
        return all(finding.code.startswith(("BR06", "BR07")) for finding in errors)

    @property
    def new_packs(self) -> list[Pack]:
        """Packs that have not been checked in another combination before."""
        return [pack for pack in self.packs if pack.digest not in self.seen]

    @cached_property
    def ruleset(self) -> Ruleset:
        """The packs compiled; only of use if they are clean."""
        return PlainRuleset(self.packs, self.merged, self.program)

    @cached_property
    def scripts(self) -> dict[str, list[Any]]:
        """Every script and formula by its name, and everything in it: looked through once."""
        return {name: list(parts(body)) for name, body in units(self.program)}

    @cached_property
    def uses(self) -> Uses:
        """What the scripts mention."""
        return find_uses(self.scripts)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The words of the packs."""
        return Vocabulary(self.packs)

    def section(self, name: str) -> dict[str, Node]:
        """The merged entries of a section."""
        return self.merged.sections.get(name, {})

    def elements(self) -> Iterator[Element]:
        """Elements that are written in some file."""
        return (known for known in self.model.elements.values() if known.node is not None)
