"""Carrying out one change on the merged sections."""

from __future__ import annotations

from collections.abc import Mapping as AbstractMapping
from itertools import zip_longest
from typing import Final

from interpreter.findings import Span, did_you_mean
from interpreter.packs.addresses import Path, children, get, put
from interpreter.packs.edits import Edit
from interpreter.packs.merged import Change, Merged
from interpreter.packs.nodes import Mapping, Node, Scalar, Sequence, same
from interpreter.packs.reading import Reader
from interpreter.packs.sections import MAPPING_SECTIONS

_SHOWN: Final = 60


def apply_edit(merged: Merged, edit: Edit, path: Path, pack: str, reader: Reader) -> None:
    """Do what `edit` says at `path`, or report why that cannot be."""
    section, thing, *below = path
    root = merged.sections.get(section, {}).get(thing)
    before = get(root, tuple(below)) if root else None
    if root is None or (before is None and not _adds_key(root, edit, tuple(below))):
        _report_missing(merged, edit, path, reader)
        return
    if below == ["id"] and section not in MAPPING_SECTIONS:
        help_line = "remove the element and add another one"
        reader.report("BR0816", "an id cannot be changed", edit.address.span, help_line)
        return
    value = None if edit.operation == "remove" else _new_value(edit, path, before, reader)
    if value is None and edit.operation != "remove":
        return
    _store(merged, path, root, value, edit)
    change = Change(pack, edit.operation, edit.address.span, before, edit.remarks)
    merged.history.setdefault(".".join(path), []).append(change)


def empty_section(merged: Merged, edit: Edit, pack: str, reader: Reader) -> None:
    """Remove everything that the packs so far have brought to a section."""
    section = edit.address.text
    things = merged.sections.get(section, {})
    if not things:
        meant = did_you_mean(section, (name for name, known in merged.sections.items() if known))
        message = f"there is nothing in `{section}` to remove"
        reader.report("BR0813", message, edit.address.span, suggestion=meant)
    for thing, node in things.items():
        address = f"{section}.{thing}"
        change = Change(pack, "remove", edit.address.span, node, edit.remarks)
        merged.history.setdefault(address, []).append(change)
        del merged.owners[address], merged.places[address]
    things.clear()


def _store(merged: Merged, path: Path, root: Node, value: Node | None, edit: Edit) -> None:
    section, thing, *below = path
    if value is None and not below:
        del merged.sections[section][thing]
        del merged.owners[f"{section}.{thing}"], merged.places[f"{section}.{thing}"]
    else:
        made = put(root, tuple(below), value, edit.address.span)
        merged.sections[section][thing] = made


def _adds_key(root: Node, edit: Edit, below: Path) -> bool:
    """`was: null` says that a key is not there yet."""
    if not below or edit.operation != "patch":
        return False
    expects_nothing = isinstance(edit.was, Scalar) and edit.was.value is None
    return expects_nothing and isinstance(get(root, below[:-1]), Mapping)


def _new_value(edit: Edit, path: Path, before: Node | None, reader: Reader) -> Node | None:
    """What is to be at the path, or None if the edit does not fit what is there."""
    if edit.operation == "append":
        return _appended(edit, before, reader)
    if edit.operation == "patch" and before and not _as_expected(edit, before, reader):
        return None
    if len(path) == 2 and path[0] not in MAPPING_SECTIONS:
        return _replaced(edit, path[1], before, reader)
    return edit.value


def _first_difference(was: Node, before: Node) -> Span:
    """The first line of a longer text that differs."""
    if not isinstance(was, Scalar) or not isinstance(before, Scalar) or "\n" not in was.text:
        return was.span
    at = 0
    for line, other in zip_longest(was.text.splitlines(True), before.text.splitlines(True)):
        if line is None or line.split() != (other or "").split():
            break
        at += len(line)
    return was.span_at(min(at, len(was.text) - 1), min(at, len(was.text) - 1) + 1)


def _as_expected(edit: Edit, before: Node, reader: Reader) -> bool:
    if edit.was is None or same(before, edit.was):
        return True
    reader.report(
        "BR0814",
        f"`{edit.address.text}` is {_shown(before)}, not {_shown(edit.was)}",
        _first_difference(edit.was, before),
        "look whether the change still makes sense, then correct `was`",
        [("it is here", before.span)],
    )
    return False


def _appended(edit: Edit, before: Node | None, reader: Reader) -> Node | None:
    if isinstance(before, Sequence) and isinstance(edit.value, Sequence):
        return Sequence(before.span, before.items + edit.value.items)
    place = [("it is here", before.span)] if before else []
    message = f"`{edit.address.text}` is not a list"
    reader.report("BR0816", message, edit.address.span, "use `patch` instead", place)
    return None


def _replaced(edit: Edit, thing: str, before: Node | None, reader: Reader) -> Node | None:
    """A new element under the old id, which need not be said again."""
    new = edit.value
    if not isinstance(new, Mapping):
        place = new.span if new else edit.address.span
        reader.report("BR0816", "an element is replaced `with` a mapping", place)
        return None
    given = new.entries.get("id")
    if given is None and isinstance(before, Mapping):
        entries = {"id": before.entries["id"], **new.entries}
        return Mapping(new.span, entries, {"id": before.keys["id"], **new.keys})
    if not isinstance(given, Scalar) or given.text != thing:
        place = given.span if given else new.span
        reader.report("BR0816", f"the id must stay `{thing}`", place)
        return None
    return new


def _report_missing(merged: Merged, edit: Edit, path: Path, reader: Reader) -> None:
    found, known = _follow(merged, path)
    shown = ".".join(path[: found + 1])
    meant = did_you_mean(path[found], known)
    suggestion = ".".join([*path[:found], meant, *path[found + 1 :]]) if meant else None
    gone = [
        (f"{change.pack} removed it", change.span)
        for change in merged.history.get(shown, ())
        if change.operation == "remove"
    ]
    message = f"there is no `{shown}` to {edit.operation}"
    help_line = "to add a key use `patch` with `was: null`" if found > 1 else None
    reader.report("BR0813", message, edit.address.span, help_line, gone, suggestion)


def _follow(merged: Merged, path: Path) -> tuple[int, list[str]]:
    """How many parts of the path exist, and what there is in place of the first that does not."""
    if path[0] not in merged.sections:
        return 0, list(merged.sections)
    below: AbstractMapping[str, Node] = merged.sections[path[0]]
    for depth, key in enumerate(path[1:], 1):
        if key not in below:
            return depth, list(below)
        below = children(below[key])
    return len(path) - 1, []


def _shown(node: Node) -> str:
    if isinstance(node, Scalar):
        text = " ".join(node.text.split()) or "empty"
        return f"`{text if len(text) <= _SHOWN else text[: _SHOWN - 1] + '…'}`"
    if isinstance(node, Sequence):
        return f"a list of {len(node.items)}"
    return f"a mapping of {', '.join(node.entries) or 'nothing'}"
