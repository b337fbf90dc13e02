"""Where a value comes from: which pack set it, where, how, and what it was before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.compare.sides import Side
from interpreter.findings import Span, did_you_mean
from interpreter.language.parse import ScriptError, parse_rule
from interpreter.language.syntax import Grant, Modify, Trigger
from interpreter.packs import Mapping, Node, Scalar, Sequence
from interpreter.packs.addresses import Path, children, get, overlap, split
from interpreter.packs.merged import Change


@dataclass(frozen=True, slots=True)
class Step:
    """One thing a pack did."""

    pack: str
    #: `add`, or an operation of `changes`, or `extend` for entries added to a type.
    operation: str
    #: What it was done to: the address asked for, a part of it, or what it is a part of.
    address: str
    span: Span
    #: What was at that address before; None if nothing.
    before: Node | None
    #: What the pack says about it: `id`, `text`, `because`.
    remarks: Mapping | None = None


@dataclass(frozen=True, slots=True)
class Hook:
    """A rule of an element, or a house rule, that acts on what was asked for."""

    #: `modify`, `on` or `grant`.
    kind: str
    address: str
    pack: str
    span: Span


@dataclass(frozen=True, slots=True)
class Origin:
    """All there is to know about one address."""

    address: str
    #: What is there now; None if it was removed.
    value: Node | None
    pack: str
    span: Span
    #: From the first to the last.
    steps: list[Step]
    hooks: list[Hook]


class UnknownAddressError(Exception):
    """There is nothing at the address; says what was probably meant."""

    def __init__(self, address: str, meant: str | None) -> None:
        super().__init__(address)
        self.address, self.meant = address, meant

    def __str__(self) -> str:
        hint = f"; did you mean `{self.meant}`?" if self.meant else ""
        return f"there is nothing at `{self.address}`{hint}"


def origin(side: Side, address: str) -> Origin:
    """The history of what is at an address; an id alone will do if only one thing has it."""
    path = _path(side, address)
    section, thing, *below = path
    root = side.merged.sections.get(section, {}).get(thing)
    value = get(root, tuple(below)) if root is not None else None
    steps = list(_steps(side, path, value))
    if value is None and not steps:
        raise UnknownAddressError(address, _meant(side, path))
    last = steps[-1]
    if value is not None and len(steps) == 1:
        span = value.span if below else side.merged.places.get(f"{section}.{thing}", value.span)
    else:
        span = last.span
    hooks = list(_hooks(side, thing)) if not below else []
    return Origin(".".join(path), value, last.pack, span, steps, hooks)


def _path(side: Side, address: str) -> Path:
    """`section.id.key`, `id.key` or `id`."""
    sections = side.merged.sections
    path = split(address, sections)
    if path[0] in sections and len(path) > 1:
        return path
    homes = [name for name, nodes in sections.items() if path[0] in nodes]
    gone = [where.split(".")[0] for where in side.merged.history if _names(where, path[0])]
    for home in [*homes, *gone]:
        return split(f"{home}.{address}", sections)
    raise UnknownAddressError(address, _meant(side, path))


def _names(where: str, thing: str) -> bool:
    words = where.split(".")
    return len(words) > 1 and words[1] == thing


def _meant(side: Side, path: Path) -> str | None:
    sections = side.merged.sections
    if path[0] not in sections:
        things = {key: name for name, nodes in sections.items() for key in nodes}
        found = did_you_mean(path[0], [*things, *sections])
        return ".".join([found, *path[1:]]) if found else None
    known = list(sections[path[0]])
    for depth, word in enumerate(path[1:], 1):
        if word not in known:
            found = did_you_mean(word, known)
            return ".".join([*path[:depth], found, *path[depth + 1 :]]) if found else None
        node = get(sections[path[0]][path[1]], path[2 : depth + 1])
        known = list(children(node)) if node is not None else []
    return None


def _steps(side: Side, path: Path, value: Node | None) -> Iterator[Step]:
    """The first appearance, then everything done to it, to its parts and to what it is part of."""
    done = [
        (where, change)
        for where, changes in side.merged.history.items()
        for change in changes
        if overlap(split(where, side.merged.sections), path)
    ]
    order = [pack.name for pack in side.packs]
    done.sort(key=lambda pair: (order.index(pair[1].pack), pair[1].span))
    first = _first(side, path, value, done)
    if first is not None:
        thing = ".".join(path[:2])
        brought = side.files.get(first.file, side.merged.owners.get(thing, ""))
        yield Step(brought, "add", thing, first, None)
    for where, change in done:
        before = _inside(change.before, split(where, side.merged.sections), path)
        yield Step(change.pack, change.operation, where, change.span, before, change.remarks)


def _first(
    side: Side, path: Path, value: Node | None, done: list[tuple[str, Change]]
) -> Span | None:
    """Where it was first written; None if a pack brought it by a change."""
    own = [change for where, change in done if split(where, side.merged.sections) == path]
    if any(change.before is None for change in own[:1]):
        return None
    for change in own:
        if change.before is not None and (len(path) > len(("section", "id")) or _gone(change)):
            return change.before.span
    if len(path) > len(("section", "id")):
        return value.span if value is not None else None
    return side.merged.places.get(".".join(path[:2]))


def _gone(change: Change) -> bool:
    return change.operation == "remove"


def _inside(before: Node | None, where: Path, path: Path) -> Node | None:
    """The part of an older value that was at the address asked for."""
    if before is None or len(where) >= len(path):
        return before
    return get(before, path[len(where) :])


def _hooks(side: Side, word: str) -> Iterator[Hook]:
    """Rules that change a quantity, answer an event or add to a choice of this name."""
    for section, nodes in side.merged.sections.items():
        for key, node in nodes.items():
            for rule in _rules(section, node):
                kind = _acts_on(rule, word)
                if kind is not None:
                    pack = side.files.get(rule.span.file, "")
                    yield Hook(kind, f"{section}.{key}", pack, rule.span)


def _rules(section: str, node: Node) -> Iterator[Scalar]:
    if not isinstance(node, Mapping):
        return
    found = node.entries.get("rule" if section == "rules" else "rules")
    for item in found.items if isinstance(found, Sequence) else (found,):
        if isinstance(item, Scalar):
            yield item


def _acts_on(rule: Scalar, word: str) -> str | None:
    try:
        made = parse_rule(rule.text)
    except ScriptError:
        return None
    match made:
        case Modify(quantity=name) if name == word:
            return "modify"
        case Trigger(event=name) if name == word:
            return "on"
        case Grant(choice=name) if name == word:
            return "grant"
    return None
