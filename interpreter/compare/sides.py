"""One side of a comparison: a set of packs, merged."""

from __future__ import annotations

from collections.abc import Mapping as AbstractMapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from interpreter.findings import PackError, errors_in
from interpreter.packs import Mapping, Merged, Node, Pack, Scalar, load_packs, merge
from interpreter.packs.addresses import get
from interpreter.packs.find import is_pack

#: Joins the names of packs: `one+two`.
JOIN = "+"


@dataclass(frozen=True, eq=False)
class Side:
    """Packs and what they come to together."""

    packs: list[Pack]
    merged: Merged

    @cached_property
    def files(self) -> AbstractMapping[str, str]:
        """File, as findings show it, to the pack it belongs to."""
        return {document.file: pack.name for pack in self.packs for document in pack.documents}

    @cached_property
    def identity(self) -> list[dict[str, str]]:
        """Names, versions and content hashes of the packs."""
        return [
            {"pack": p.name, "version": str(p.manifest.version), "digest": p.digest}
            for p in self.packs
        ]

    @cached_property
    def _named(self) -> AbstractMapping[str, Node]:
        """Id of an element to its `name`."""
        return {
            key: node.entries["name"]
            for nodes in self.merged.sections.values()
            for key, node in nodes.items()
            if isinstance(node, Mapping) and "name" in node.entries
        }

    @cached_property
    def coordinates(self) -> frozenset[str]:
        """Fields that only say where something is drawn, as the graphs declare them."""
        found: set[str] = set()
        for graph in self.merged.sections.get("graphs", {}).values():
            drawn = get(graph, ("checks", "drawn"))
            for key in ("across", "down"):
                node = get(drawn, (key,)) if drawn is not None else None
                if isinstance(node, Scalar):
                    found.add(node.text)
        return frozenset(found)

    def name(self, word: str, lang: str) -> str | None:
        """The printed name of an element."""
        found = self._named.get(word)
        return said(found, lang) if found is not None else None


def said(node: Node | None, lang: str) -> str | None:
    """A text, or the part of `{en: …, it: …}` in one language, or in whichever there is."""
    if isinstance(node, Scalar):
        return " ".join(node.text.split()) or None
    if isinstance(node, Mapping):
        found = node.entries.get(lang) or next(iter(node.entries.values()), None)
        return said(found, lang) if isinstance(found, Scalar) else None
    return None


def read_side(given: str) -> Side:
    """Packs given as names or folders joined with `+`. Raises `PackError` if something is wrong."""
    packs = load_packs(_names(given))
    merged = merge(packs)
    if errors_in(merged.findings):
        raise PackError(f"{given} cannot be merged", merged.findings)
    return Side(packs, merged)


def _names(given: str) -> list[str]:
    if is_pack(Path(given)):
        return [given]  # a folder with a + in its name
    return [name for name in given.split(JOIN) if name]
