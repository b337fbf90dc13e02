"""Checking again and again: texts that have not changed are not read again."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeAlias

from interpreter.check.kept import key_of, recall, remember
from interpreter.check.ordering import tidy
from interpreter.check.suppress import Suppressions
from interpreter.findings import Finding
from interpreter.packs import Node, Pack, read_packs
from interpreter.packs.folder import Files

Names: TypeAlias = Iterable[str | Path]


class _Remembered(Files):
    """Files with unsaved texts in front of them; what they say is kept until they change."""

    def __init__(self) -> None:
        self.unsaved: dict[Path, bytes] = {}
        self._read: dict[str, tuple[bytes, Node | None, list[Finding]]] = {}

    def data(self, path: Path) -> bytes:
        if self.unsaved:
            found = self.unsaved.get(path.resolve())
            if found is not None:
                return found
        return super().data(path)

    def yaml(self, data: bytes, file: str) -> tuple[Node | None, list[Finding]]:
        known = self._read.get(file)
        if known is None or known[0] != data:
            known = self._read[file] = (data, *super().yaml(data, file))
        return known[1], known[2]


class Session:
    """For editors: `edit` a text that is not saved, `check` as often as you like."""

    def __init__(self, play: int = 0, keep: bool = False, thorough: bool = False) -> None:
        #: how many random games are played with packs that are clean
        self.play = play
        #: whether findings of packs that have not changed are taken from the last run
        self.keep = keep
        #: whether texts and examples of a pack are looked at in every combination anew
        self.thorough = thorough
        self._files = _Remembered()
        self._memory: dict[str, Any] = {}

    def edit(self, path: str | Path, text: str | None) -> None:
        """Use `text` instead of what is saved; None takes that back."""
        place = Path(path).resolve()
        if text is None:
            self._files.unsaved.pop(place, None)
        else:
            self._files.unsaved[place] = text.encode("utf-8", errors="surrogatepass")

    def check(self, *combinations: Names) -> list[Finding]:
        """Everything that is wrong with some packs, or with each of several combinations."""
        findings: list[Finding] = []
        packs: dict[Path, Pack] = {}
        seen: set[str] = set()
        for names in combinations:
            read, found = read_packs(names, self._files)
            findings += self._combination(read, found, frozenset(seen))
            if not self.thorough:
                seen.update(pack.digest for pack in read)
            packs.update((pack.folder.resolve(), pack) for pack in read)
        return tidy(Suppressions(packs.values()).apply(findings))

    def _combination(
        self, packs: list[Pack], found: list[Finding], seen: frozenset[str]
    ) -> list[Finding]:
        key = ""
        if self.keep and packs and not self._files.unsaved:
            key = key_of(packs, seen, self.play)
        known = recall(key) if key else None
        if known is not None:
            return known
        from interpreter.check.pipeline import check_packs  # not needed if nothing has changed

        findings = check_packs(packs, found, self.play, seen, self._memory)
        if key:
            remember(key, findings)
        return findings
