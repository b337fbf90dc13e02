"""Small readers that turn nodes into what a field expects, and note what does not fit."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from interpreter.findings import Finding, Span, did_you_mean
from interpreter.packs.nodes import Mapping, Node, Scalar, Sequence


class Reader:
    """Reads values leniently: what is wrong becomes a finding and counts as left out."""

    def __init__(self, findings: list[Finding]) -> None:
        self.findings = findings

    def report(
        self,
        code: str,
        message: str,
        span: Span,
        help_line: str | None = None,
        related: Iterable[tuple[str, Span]] = (),
        suggestion: str | None = None,
    ) -> None:
        """Note an error."""
        found = Finding(code, message, span, "error", help_line, tuple(related), suggestion)
        self.findings.append(found)

    def mapping(self, node: Node | None, what: str) -> Mapping | None:
        """The node if it is a mapping; nothing at all counts as left out."""
        if node is None or _is_empty(node) or isinstance(node, Mapping):
            return node if isinstance(node, Mapping) else None
        self.report("BR0201", f"{what} must be a mapping (key: value)", node.span)
        return None

    def items(self, node: Node | None, what: str) -> tuple[Node, ...]:
        """The items of a list; nothing at all is an empty list."""
        if isinstance(node, Sequence):
            return node.items
        if node is not None and not _is_empty(node):
            self.report("BR0201", f"{what} must be a list", node.span)
        return ()

    def text(self, node: Node | None, what: str) -> Scalar | None:
        """The scalar if it says anything; numbers count as the text they are written as."""
        if isinstance(node, Scalar) and node.value is not None and node.text.strip():
            return node
        if node is not None:
            self.report("BR0206", f"{what} must be a text", node.span)
        return None

    def number(self, node: Node | None, what: str) -> int | None:
        """A whole number that is not negative."""
        if node is None:
            return None
        value = node.value if isinstance(node, Scalar) else None
        if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            return value
        self.report("BR0206", f"{what} must be a whole number", node.span)
        return None

    def only(self, node: Mapping, allowed: Collection[str], what: str) -> None:
        """Report keys that mean nothing here."""
        for key, span in node.keys.items():
            if key not in allowed:
                help_line = f"known keys: {', '.join(allowed)}"
                meant = did_you_mean(key, allowed)
                message = f"{what} has no `{key}`"
                self.report("BR0202", message, span, help_line, suggestion=meant)


def _is_empty(node: Node) -> bool:
    return isinstance(node, Scalar) and node.value is None
