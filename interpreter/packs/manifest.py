"""`pack.yaml`: what a pack is called, what it needs and where it begins."""

from __future__ import annotations

import re
from collections.abc import Mapping as AbstractMapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import InvalidVersion, Version

from interpreter.findings import Finding, Span
from interpreter.packs.nodes import Mapping, Node
from interpreter.packs.reading import Reader

#: What a pack may be called; also keeps names given by users from being paths.
PACK_NAME: Final = re.compile(r"[a-z][a-z0-9_]*")

_KEYS: Final = (
    "pack",
    "version",
    "title",
    "requires",
    "conflicts",
    "after",
    "modes",
    "players",
    "start",
    "ignore",
)


class Players(NamedTuple):
    """How many can play."""

    min: int
    max: int


@dataclass(frozen=True, slots=True, eq=False)
class Manifest:
    """What `pack.yaml` says."""

    pack: str
    version: Version
    #: Language to title.
    title: AbstractMapping[str, str]
    #: Packs that must be there, and in which versions.
    requires: AbstractMapping[str, SpecifierSet]
    #: Packs it cannot be used with.
    conflicts: tuple[str, ...]
    #: Packs it comes after if they are there too.
    after: tuple[str, ...]
    modes: tuple[str, ...]
    players: Players | None
    #: The procedures `setup` and `play`.
    start: AbstractMapping[str, str]
    #: Code of a finding that the whole pack switches off, and why.
    ignore: AbstractMapping[str, str]
    #: The file as it is written.
    node: Mapping
    #: Places by `key` or `key.entry`, for example `requires.base`.
    places: AbstractMapping[str, Span]

    def place(self, key: str) -> Span:
        """Where `key` is written, or the beginning of the file if it is not."""
        return self.places.get(key, self.node.span)


def read_manifest(node: Node | None, file: str) -> tuple[Manifest | None, list[Finding]]:
    """The manifest, and what is wrong with it. None if it has no usable name or version."""
    findings: list[Finding] = []
    if not isinstance(node, Mapping):
        place = node.span if node else Span.of_file(file)
        return None, [Finding("BR0201", "pack.yaml must be a mapping (key: value)", place)]
    return _ManifestReader(findings, node).read(), findings


class _ManifestReader(Reader):
    def __init__(self, findings: list[Finding], node: Mapping) -> None:
        super().__init__(findings)
        self.node = node
        self.places: dict[str, Span] = dict(node.keys)

    def read(self) -> Manifest | None:
        self.only(self.node, _KEYS, "pack.yaml")
        name, version = self._name(), self._version()
        requires = self._requires()
        conflicts, after, modes = map(self._names, ("conflicts", "after", "modes"))
        title, players, start = self._texts("title"), self._players(), self._start()
        ignore = self._texts("ignore")
        if name is None or version is None:
            return None
        return Manifest(
            name, version, title, requires, conflicts, after, modes, players, start,
            ignore, self.node, self.places,
        )  # fmt: skip

    def _required(self, key: str) -> Node | None:
        if key not in self.node.entries:
            self.report("BR0205", f"pack.yaml needs `{key}`", self.node.span)
        return self.node.entries.get(key)

    def _name(self) -> str | None:
        found = self.text(self._required("pack"), "`pack`")
        if found is None:
            return None
        if not PACK_NAME.fullmatch(found.text):
            help_line = "small letters, digits and _, beginning with a letter"
            self.report("BR0207", f"`{found.text}` is no name for a pack", found.span, help_line)
            return None
        return found.text

    def _version(self) -> Version | None:
        found = self.text(self._required("version"), "`version`")
        if found is None:
            return None
        try:
            return Version(found.text)
        except InvalidVersion:
            message = f"`{found.text}` is not a version"
            self.report("BR0807", message, found.span, "write for example 1.0.0")
            return None

    def _requires(self) -> dict[str, SpecifierSet]:
        node = self.mapping(self.node.entries.get("requires"), "`requires`")
        if node is None:
            return {}
        self.places.update({f"requires.{name}": span for name, span in node.keys.items()})
        return {name: self._range(name, value) for name, value in node.entries.items()}

    def _range(self, name: str, node: Node) -> SpecifierSet:
        found = self.text(node, f"the version of `{name}`")
        try:
            return SpecifierSet(found.text if found else "")
        except InvalidSpecifier:
            help_line = 'write for example ">=1.0,<2"'
            self.report("BR0807", "this is not a range of versions", node.span, help_line)
            # The pack is needed all the same, in whatever version.
            return SpecifierSet()

    def _names(self, key: str) -> tuple[str, ...]:
        names: list[str] = []
        for item in self.items(self.node.entries.get(key), f"`{key}`"):
            found = self.text(item, f"each of `{key}`")
            if found is not None:
                names.append(found.text)
                self.places[f"{key}.{found.text}"] = found.span
        return tuple(names)

    def _texts(self, key: str) -> dict[str, str]:
        texts: dict[str, str] = {}
        node = self.mapping(self.node.entries.get(key), f"`{key}`")
        for name, value in node.entries.items() if node else ():
            found = self.text(value, f"`{name}`")
            if found is not None:
                texts[name] = found.text
                self.places[f"{key}.{name}"] = found.span
        return texts

    def _start(self) -> dict[str, str]:
        node = self.node.entries.get("start")
        if isinstance(node, Mapping):
            self.only(node, ("setup", "play", "score", "tie_break"), "`start`")
        return self._texts("start")

    def _players(self) -> Players | None:
        node = self.mapping(self.node.entries.get("players"), "`players`")
        if node is None:
            return None
        self.only(node, ("min", "max"), "`players`")
        least = self.number(node.entries.get("min"), "`min`")
        most = self.number(node.entries.get("max"), "`max`")
        if least is None or most is None or not 1 <= least <= most:
            self.report("BR0206", "`players` needs `min` and `max`, min not above max", node.span)
            return None
        return Players(least, most)
