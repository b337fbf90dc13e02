"""One example of a pack, and how its failure is told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from interpreter.check.scenes import Wrong
from interpreter.findings import Finding, Severity, Span, did_you_mean
from interpreter.model.places import behind
from interpreter.packs import Mapping, Node, Sequence, plain


@dataclass(frozen=True, slots=True)
class Example:
    """One example and what it belongs to."""

    id: str
    #: the element, procedure or quantity that carries it
    bearer: str
    node: Node

    def part(self, name: str) -> Node | None:
        return self.node.entries.get(name) if isinstance(self.node, Mapping) else None

    def end_of(self, name: str) -> Span:
        """Where something belongs that comes behind a part."""
        if isinstance(self.node, Mapping) and name in self.node.entries:
            return behind(self.node, name)
        return self.node.span

    def __str__(self) -> str:
        words = [f"`{self.id}`" if self.id else "", f"of `{self.bearer}`" if self.bearer else ""]
        return " ".join(["example", *filter(None, words)])


def finding(
    code: str, example: Example, message: str, place: Span, help: str | None = None
) -> Finding:
    """A finding with the whole example beside it: what was given, what was decided."""
    parts = [(name, example.part(name)) for name in ("given", "when")]
    related = tuple((f"{name} {flow(plain(n))}", n.span) for name, n in parts if n is not None)
    severity: Severity = "warning" if code == "BR0705" else "error"
    return Finding(code, f"{example}: {message}", place, severity, help, related)


def only(node: Mapping, allowed: tuple[str, ...], what: str) -> None:
    for key, place in node.keys.items():
        if key not in allowed:
            guess = did_you_mean(key, allowed)
            help = f"did you mean `{guess}`?" if guess else listing("it has", allowed)
            raise Wrong(f"{what} has no `{key}`", place, help)


def listing(title: str, words: Iterable[str]) -> str:
    return f"{title}: {', '.join(words) or 'none'}"


def flow(data: Any) -> str:
    """Data as one line of YAML."""
    match data:
        case bool():
            return "yes" if data else "no"
        case None:
            return "none"
        case dict():
            return "{" + ", ".join(f"{key}: {flow(value)}" for key, value in data.items()) + "}"
        case list() | tuple():
            return "[" + ", ".join(map(flow, data)) + "]"
        case _:
            return str(data)


def listed(node: Node | None) -> tuple[Node, ...]:
    """The items of a list; anything else counts as a list of one."""
    if isinstance(node, Sequence):
        return node.items
    return (node,) if node is not None else ()
