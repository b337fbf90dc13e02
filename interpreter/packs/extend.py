"""Adding fields, state and bearers to a type of another pack."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from interpreter.findings import Span
from interpreter.packs.nodes import Mapping, Node, Scalar, Sequence, same
from interpreter.packs.reading import Reader

_PARTS: Final = ("fields", "state", "bearers")


def extend_type(name: str, old: Mapping, new: Mapping, reader: Reader) -> Mapping:
    """`old` with the entries of `new`; what is there already is reported and left as it is."""
    entries, keys = dict(old.entries), dict(old.keys)
    for part, node in new.entries.items():
        if part not in _PARTS:
            reader.report(
                "BR0812",
                f"the type `{name}` exists already; a pack can add {', '.join(_PARTS)} to it",
                new.keys[part],
                f"to change it use `changes: [{{patch: types.{name}.{part}, was: …, to: …}}]`",
                [("the type is here", old.span)],
            )
            continue
        made = _extend_part(f"{name}.{part}", old.entries.get(part), node, reader)
        if made is not None:
            entries[part] = made
            keys.setdefault(part, new.keys[part])
    return Mapping(old.span, entries, keys)


def added_entries(new: Mapping) -> Iterator[tuple[str, str | None, Span]]:
    """What an extension adds: part, name (none for bearers) and place."""
    for part, node in new.entries.items():
        if part not in _PARTS:
            continue
        if isinstance(node, Mapping):
            yield from ((part, name, span) for name, span in node.keys.items())
        else:
            yield part, None, node.span


def _extend_part(what: str, old: Node | None, new: Node, reader: Reader) -> Node | None:
    if old is None or _is_empty(old):
        return new
    if _is_empty(new):
        return old
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        return _more_entries(what, old, new, reader)
    if isinstance(old, Sequence) and isinstance(new, Sequence):
        return _more_items(what, old, new, reader)
    kind = "a mapping" if isinstance(old, Mapping) else "a list"
    reader.report("BR0201", f"`{what}` must be {kind}", new.span, None, [("as here", old.span)])
    return None


def _more_entries(what: str, old: Mapping, new: Mapping, reader: Reader) -> Mapping:
    entries, keys = dict(old.entries), dict(old.keys)
    for name, node in new.entries.items():
        if name in entries:
            message = f"`{what}` has `{name}` already"
            reader.report("BR0811", message, new.keys[name], None, [("here", keys[name])])
        else:
            entries[name], keys[name] = node, new.keys[name]
    return Mapping(old.span, entries, keys)


def _more_items(what: str, old: Sequence, new: Sequence, reader: Reader) -> Sequence:
    items = list(old.items)
    for item in new.items:
        twin = next((other for other in items if same(other, item)), None)
        if twin is None:
            items.append(item)
        else:
            message = f"`{what}` has this already"
            reader.report("BR0811", message, item.span, None, [("here", twin.span)])
    return Sequence(old.span, tuple(items))


def _is_empty(node: Node) -> bool:
    return isinstance(node, Scalar) and node.value is None
