"""Checking again and again: texts that have not changed are not read again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from interpreter.check.kept import key_of, recall, remember
from interpreter.check.ordering import tidy
from interpreter.check.sharing import Job, carry_out
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


@dataclass(frozen=True, slots=True, eq=False)
class _Combination:
    """Packs that are checked together."""

    packs: list[Pack]
    #: what was wrong with them when they were read
    found: list[Finding]
    #: packs whose texts and examples are looked at in another combination
    seen: frozenset[str]


class Session:
    """For editors: `edit` a text that is not saved, `check` as often as you like."""

    def __init__(
        self, play: int = 0, keep: bool = False, thorough: bool = False, processes: int = 1
    ) -> None:
        #: how many random games are played with packs that are clean
        self.play = play
        #: whether findings of packs that have not changed are taken from the last run
        self.keep = keep
        #: whether texts and examples of a pack are looked at in every combination anew
        self.thorough = thorough
        #: how many processes may work at the same time
        self.processes = processes
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
        packs: dict[Path, Pack] = {}
        seen: set[str] = set()
        wanted = []
        for names in combinations:
            read, found = read_packs(names, self._files)
            wanted.append(_Combination(read, found, frozenset(seen)))
            if not self.thorough:
                seen.update(pack.digest for pack in read)
            packs.update((pack.folder.resolve(), pack) for pack in read)
        findings = [one for found in self._found(wanted) for one in found]
        return tidy(Suppressions(packs.values()).apply(findings))

    def _found(self, wanted: list[_Combination]) -> list[list[Finding]]:
        """What is wrong with each combination: known from the last run, or found now."""
        keep = self.keep and not self._files.unsaved
        keys = [
            key_of(one.packs, one.seen, self.play) if keep and one.packs else "" for one in wanted
        ]
        known = [recall(key) if key else None for key in keys]
        new = [n for n, found in enumerate(known) if found is None]
        for n, found in zip(new, self._examined([wanted[n] for n in new]), strict=True):
            known[n] = found
            if keys[n]:
                remember(keys[n], found)
        return [found or [] for found in known]

    def _examined(self, wanted: list[_Combination]) -> list[list[Finding]]:
        if not wanted:
            return []
        from interpreter.check.pipeline import begin, check_packs  # slow, and not always needed

        # Most scripts are read here, once for all who help.
        begun = begin(wanted[0].packs)

        def job(one: _Combination) -> Job:
            first = begun if one is wanted[0] else None
            return lambda: check_packs(
                one.packs, one.found, self.play, one.seen, self._memory, first
            )

        return carry_out([job(one) for one in wanted], self.processes)
