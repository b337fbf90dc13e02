"""What differs between two merged sets of packs, thing by thing and value by value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from interpreter.compare.sides import Side
from interpreter.findings import Span
from interpreter.packs import Mapping, Node, Scalar, Sequence
from interpreter.packs.merged import Change
from interpreter.packs.nodes import same

Kind = Literal["added", "removed", "changed"]


@dataclass(frozen=True, slots=True)
class Detail:
    """One value that differs inside of a thing; None where there is none."""

    path: tuple[str, ...]
    before: Node | None
    after: Node | None


@dataclass(frozen=True, slots=True)
class Difference:
    """A thing that only one side has, or that both have in different form."""

    kind: Kind
    section: str
    id: str
    before: Node | None
    after: Node | None
    #: Where they differ; empty unless changed.
    details: tuple[Detail, ...]
    #: The pack that brought or changed it, and where.
    pack: str
    span: Span
    #: What packs of one side did to it and those of the other did not.
    changes: tuple[Change, ...] = ()

    @property
    def address(self) -> str:
        """How changes call it."""
        return f"{self.section}.{self.id}"


def compare(old: Side, new: Side) -> list[Difference]:
    """Everything that differs, in the order of the sections; a pure function."""
    sections = dict.fromkeys([*new.merged.sections, *old.merged.sections])
    return [difference for name in sections for difference in _section(name, old, new)]


def _section(name: str, old: Side, new: Side) -> Iterator[Difference]:
    before, after = old.merged.sections.get(name, {}), new.merged.sections.get(name, {})
    for key in dict.fromkeys([*before, *after]):
        one, other = before.get(key), after.get(key)
        if one is None and other is not None:
            yield _lone("added", name, key, new, other)
        elif other is None and one is not None:
            yield _removed(name, key, old, new, one)
        elif one is not None and other is not None and not same_rule(one, other):
            yield _changed(name, key, (one, other), old, new)


def _lone(kind: Kind, section: str, key: str, side: Side, node: Node) -> Difference:
    pack = side.merged.owners[f"{section}.{key}"]
    before, after = (node, None) if kind == "removed" else (None, node)
    return Difference(kind, section, key, before, after, (), pack, node.span)


def _removed(section: str, key: str, old: Side, new: Side, node: Node) -> Difference:
    removals = tuple(new.merged.history.get(f"{section}.{key}", ())[-1:])
    if not removals:
        return _lone("removed", section, key, old, node)
    (change,) = removals
    return Difference("removed", section, key, node, None, (), change.pack, change.span, removals)


def _changed(section: str, key: str, nodes: tuple[Node, Node], old: Side, new: Side) -> Difference:
    address = f"{section}.{key}"
    details = tuple(_details((), *nodes))
    changes = tuple(_news(address, old, new))
    span = changes[0].span if changes else (details[0].after or nodes[1]).span
    pack = changes[0].pack if changes else new.merged.owners[address]
    return Difference("changed", section, key, *nodes, details, pack, span, changes)


def _news(address: str, old: Side, new: Side) -> Iterator[Change]:
    """What was done to a thing and its parts on one side only."""
    known = {(change.pack, change.span.line) for change in _history(address, old)}
    for change in _history(address, new):
        if (change.pack, change.span.line) not in known:
            yield change


def _history(address: str, side: Side) -> Iterator[Change]:
    for where, changes in side.merged.history.items():
        if where == address or where.startswith(address + "."):
            yield from changes


def _details(path: tuple[str, ...], one: Node | None, other: Node | None) -> Iterator[Detail]:
    if one is not None and other is not None:
        if same_rule(one, other):
            return
        if isinstance(one, Mapping) and isinstance(other, Mapping):
            for key in dict.fromkeys([*one.entries, *other.entries]):
                yield from _details((*path, key), one.entries.get(key), other.entries.get(key))
            return
    yield Detail(path, one, other)


def same_rule(one: Node, other: Node) -> bool:
    """Whether two nodes say the same; comments and white space in scripts do not count."""
    if isinstance(one, Scalar) and isinstance(other, Scalar):
        if isinstance(one.value, str) and isinstance(other.value, str):
            return bare(one.value) == bare(other.value)
        return same(one, other)
    if isinstance(one, Sequence) and isinstance(other, Sequence):
        return len(one.items) == len(other.items) and all(map(same_rule, one.items, other.items))
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.entries.keys() == other.entries.keys() and all(
            same_rule(value, other.entries[key]) for key, value in one.entries.items()
        )
    return False


def bare(text: str) -> str:
    """A script without comments, empty lines and white space at the ends of lines."""
    lines = text.strip().splitlines()
    if len(lines) > 1:  # a text of one line may well have a # in it
        lines = [_without_comment(line) for line in lines]
    return "\n".join(line.rstrip() for line in lines if line.strip())


def _without_comment(line: str) -> str:
    quoted = False
    for index, sign in enumerate(line):
        if sign == '"':
            quoted = not quoted
        elif sign == "#" and not quoted:
            return line[:index]
    return line
