"""What the view wants to know of a ruleset: a few attributes, and nothing of the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol


class Element(Protocol):
    """A thing of the packs: printed data, a place in the type tree, a name."""

    @property
    def id(self) -> str: ...

    @property
    def types(self) -> tuple[str, ...]: ...

    @property
    def fields(self) -> Mapping[str, Any]: ...

    def name(self, lang: str) -> str: ...


class Rules(Protocol):
    """The merged packs, as far as drawing is concerned."""

    @property
    def elements(self) -> Mapping[str, Any]: ...

    @property
    def view(self) -> Mapping[str, Any]: ...

    def graph(self, name: str) -> Any: ...
