"""Addresses such as `contracts.green_01.energy`: what they mean, and putting things there."""

from __future__ import annotations

from collections.abc import Mapping as AbstractMapping

from interpreter.findings import Span
from interpreter.packs.nodes import Mapping, Node, Scalar, Sequence

#: Section, id, and then keys or, in lists, ids.
Path = tuple[str, ...]


def split(address: str, sections: AbstractMapping[str, AbstractMapping[str, Node]]) -> Path:
    """The parts of an address. Keys may have dots in them: the longest one that is there wins.

    Parts that are not there are still in the path, one word each.
    """
    words = address.split(".")
    path = [words.pop(0)]
    keys: AbstractMapping[str, Node] = sections.get(path[0], {})
    while words:
        length = next((n for n in range(len(words), 0, -1) if ".".join(words[:n]) in keys), 1)
        path.append(".".join(words[:length]))
        del words[:length]
        keys = children(keys[path[-1]]) if path[-1] in keys else {}
    return tuple(path)


def children(node: Node) -> AbstractMapping[str, Node]:
    """What can be addressed below a node: the keys of a mapping, the ids in a list."""
    if isinstance(node, Mapping):
        return node.entries
    if isinstance(node, Sequence):
        found = ((_id(item), item) for item in node.items)
        return {name: item for name, item in found if name is not None}
    return {}


def get(node: Node, path: Path) -> Node | None:
    """The node below `node` at `path`, if there is one."""
    for key in path:
        below = children(node).get(key)
        if below is None:
            return None
        node = below
    return node


def put(node: Node, path: Path, value: Node | None, place: Span) -> Node:
    """A copy of `node` with `value` at `path`, or without what is there if `value` is None.

    Everything but the last part of the path must exist. A new key is said to be at `place`.
    """
    if not path:
        assert value is not None, "a node cannot be removed from itself"
        return value
    key, *rest = path
    if rest:
        value = put(children(node)[key], tuple(rest), value, place)
    if isinstance(node, Sequence):
        changed = (value if _id(item) == key else item for item in node.items)
        return Sequence(node.span, tuple(item for item in changed if item is not None))
    assert isinstance(node, Mapping), "a scalar has nothing below it"
    entries, keys = dict(node.entries), dict(node.keys)
    if value is None:
        del entries[key], keys[key]
    else:
        entries[key] = value
        keys.setdefault(key, place)
    return Mapping(node.span, entries, keys)


def overlap(one: Path, other: Path) -> bool:
    """Whether two paths are the same or one is inside the other."""
    return all(a == b for a, b in zip(one, other, strict=False))


def _id(node: Node) -> str | None:
    found = node.entries.get("id") if isinstance(node, Mapping) else None
    return found.text if isinstance(found, Scalar) else None
