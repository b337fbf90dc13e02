"""The `changes` of a pack, read: what is to be done, to which address."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from interpreter.findings import Span
from interpreter.packs.nodes import Mapping, Node, Scalar, Sequence
from interpreter.packs.reading import Reader

Operation = Literal["replace", "patch", "remove", "append"]

#: What each operation must say, beside the address.
_FORMS: Final[dict[Operation, tuple[str, ...]]] = {
    "replace": ("with",),
    "patch": ("was", "to"),
    "remove": (),
    "append": ("items",),
}
#: What any operation may say about itself: a name, the new rule for players, the reason.
_REMARKS: Final = ("id", "text", "because")
#: An address is never longer; looking up its parts takes quadratic time.
_LONGEST_ADDRESS: Final = 500


@dataclass(frozen=True, slots=True)
class Edit:
    """One change as it is written."""

    operation: Operation
    address: Scalar
    #: What is to be there afterwards; None for `remove`.
    value: Node | None
    #: What a patch expects to find.
    was: Node | None = None
    #: What the pack says about the change: `id`, `text`, `because`.
    remarks: Mapping | None = None

    @property
    def is_whole_section(self) -> bool:
        """Whether everything that other packs brought to a section is meant."""
        return "." not in self.address.text


def read_edit(node: Node, reader: Reader) -> Edit | None:
    """A change from its node, or None if it makes no sense."""
    operation = _operation(node, reader)
    if operation is None or not isinstance(node, Mapping):
        return None
    needed = _FORMS[operation]
    reader.only(node, (operation, *needed, *_REMARKS), f"`{operation}`")
    missing = [key for key in needed if key not in node.entries]
    if missing:
        message = f"`{operation}` needs {' and '.join(f'`{key}`' for key in missing)}"
        reader.report("BR0816", message, node.keys[operation])
        return None
    address = _address(node.entries[operation], operation, reader)
    value = node.entries[needed[-1]] if needed else None
    if operation == "append" and not isinstance(value, Sequence):
        reader.report("BR0816", "`items` must be a list", node.keys["items"])
        return None
    if address is None:
        return None
    return Edit(operation, address, value, node.entries.get("was"), _remarks(node))


def _remarks(node: Mapping) -> Mapping | None:
    entries: dict[str, Node] = {k: node.entries[k] for k in _REMARKS if k in node.entries}
    keys: dict[str, Span] = {key: node.keys[key] for key in entries}
    return Mapping(node.span, entries, keys) if entries else None


def _operation(node: Node, reader: Reader) -> Operation | None:
    found = [name for name in _FORMS if isinstance(node, Mapping) and name in node.entries]
    if len(found) == 1:
        return found[0]
    help_line = "write for example {patch: tiles.some_tile.worth, was: 2, to: 3}"
    message = f"a change has one of {', '.join(_FORMS)}"
    reader.report("BR0816", message, node.span, help_line)
    return None


def _address(node: Node, operation: Operation, reader: Reader) -> Scalar | None:
    found = reader.text(node, f"the address of `{operation}`")
    if found is None:
        return None
    words = found.text.split(".")
    fewest = 1 if operation == "remove" else 2
    if len(words) < fewest or not all(words) or len(found.text) > _LONGEST_ADDRESS:
        help_line = "an address is a section, an id and then keys: tiles.some_tile.worth"
        reader.report("BR0816", f"`{found.text[:60]}` is no address", found.span, help_line)
        return None
    return found
