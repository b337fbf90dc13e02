"""From names to packs in the order in which they are merged."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from interpreter.findings import Finding, PackError, did_you_mean, errors_in
from interpreter.packs.find import find_named, find_pack, is_pack, known_packs
from interpreter.packs.folder import DISK, Files, Pack, read_pack
from interpreter.packs.manifest import Manifest
from interpreter.packs.order import in_order
from interpreter.packs.settings import unordered_settings


def load_packs(names: Iterable[str | Path]) -> list[Pack]:
    """The packs and all they require, parents first.

    Raises one `PackError` with everything that is wrong.
    """
    packs, findings = read_packs(names)
    if errors_in(findings):
        raise PackError(findings=findings)
    return packs


def read_packs(
    names: Iterable[str | Path], files: Files = DISK
) -> tuple[list[Pack], list[Finding]]:
    """Like `load_packs`, but hands back what could be read together with the findings.

    Files that cannot be read are left out. There are no packs at all if one of them is missing
    or if they cannot be put in order: looking further would only find the consequences.
    """
    resolver = _Resolver(files)
    for name in names:
        resolver.add_given(name)
    resolver.add_required()
    manifests = [pack.manifest for pack in resolver.packs.values()]
    for manifest in manifests:
        resolver.findings += _clashes(manifest, resolver.packs)
    resolver.findings += unordered_settings(manifests)
    order, circle = in_order(manifests)
    if circle is not None:
        resolver.findings.append(circle)
    if circle is not None or resolver.incomplete:
        return [], resolver.findings
    return [resolver.packs[name] for name in order], resolver.findings


class _Resolver:
    """Reads packs and, through them, the packs they require."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self.packs: dict[str, Pack] = {}
        self.findings: list[Finding] = []
        #: Who brought in a pack that was not asked for.
        self._wanted_by: dict[str, str] = {}
        #: Packs that are needed and not there, or of no use.
        self._unusable: set[str] = set()
        self.incomplete = False
        self._read: set[Path] = set()

    def add_given(self, name: str | Path) -> None:
        """A pack the caller asked for."""
        try:
            folder = find_pack(name)
        except PackError as error:
            self.incomplete = True
            self.findings += error.findings
            return
        by_name = folder == find_named(str(name))
        self._add(folder, expected=str(name) if by_name else None)

    def add_required(self) -> None:
        """Whatever the packs need, and what those need, until nothing is missing."""
        waiting = list(self.packs)
        for name in waiting:  # grows on the way
            manifest = self.packs[name].manifest
            for needed in manifest.requires:
                if needed in self.packs or needed in self._unusable:
                    continue
                self._wanted_by[needed] = name
                if self._add_parent(needed, self.packs[name]):
                    waiting.append(needed)

    def _add_parent(self, needed: str, child: Pack) -> bool:
        beside = child.folder.absolute().parent / needed
        folder = find_named(needed) or (beside if is_pack(beside) else None)
        if folder is None:
            self._give_up(needed)
            self.findings.append(self._missing(needed, child.manifest))
            return False
        self._add(folder, expected=needed)
        if needed not in self.packs and needed not in self._unusable:
            self._give_up(needed)  # the folder has been read already, under another name
            self.findings.append(self._missing(needed, child.manifest))
        return needed in self.packs

    def _give_up(self, name: str) -> None:
        self._unusable.add(name)
        self.incomplete = True

    def _add(self, folder: Path, expected: str | None) -> None:
        place = folder.resolve()
        if place in self._read:
            return
        self._read.add(place)
        pack, findings = read_pack(folder, self._files)
        self.findings += findings
        if pack is None:
            self._give_up(expected or folder.name)
            return
        if expected is not None and expected != pack.name:
            self._give_up(expected)
            message = f"the pack in the folder `{expected}` calls itself `{pack.name}`"
            self.findings.append(Finding("BR0803", message, pack.manifest.place("pack")))
            return
        other = self.packs.setdefault(pack.name, pack)
        if other is not pack:
            self.findings.append(_twice(pack, other))

    def _missing(self, needed: str, manifest: Manifest) -> Finding:
        chain = [needed, manifest.pack]
        while chain[-1] in self._wanted_by:
            chain.append(self._wanted_by[chain[-1]])
        message = f"there is no pack `{needed}`: {' is required by '.join(chain)}"
        place = manifest.place(f"requires.{needed}")
        help_line = f"put it beside `{manifest.pack}`, or give its path too"
        meant = did_you_mean(needed, [*known_packs(), *self.packs])
        return Finding("BR0801", message, place, help=help_line, suggestion=meant)


def _twice(pack: Pack, other: Pack) -> Finding:
    message = f"two packs are called `{pack.name}`"
    related = (("the other one", other.manifest.place("pack")),)
    return Finding("BR0808", message, pack.manifest.place("pack"), related=related)


def _clashes(manifest: Manifest, packs: dict[str, Pack]) -> Iterable[Finding]:
    """Wrong versions, and packs that cannot be used together."""
    for name, versions in manifest.requires.items():
        parent = packs.get(name)
        if parent and not versions.contains(parent.manifest.version, prereleases=True):
            found = parent.manifest
            message = f"{manifest.pack} requires {name} {versions}, but this is {found.version}"
            related = ((f"{name} is version {found.version}", found.place("version")),)
            place = manifest.place(f"requires.{name}")
            yield Finding("BR0805", message, place, related=related)
    for name in manifest.conflicts:
        if name in packs:
            message = f"{manifest.pack} cannot be used together with {name}"
            related = ((f"{name} is loaded too", packs[name].manifest.place("pack")),)
            place = manifest.place(f"conflicts.{name}")
            yield Finding("BR0806", message, place, related=related)
