"""From what a person names - packs, folders, single files - to the packs that are checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from pathlib import Path

from interpreter.packs import Manifest, find_pack, known_packs, read_yaml
from interpreter.packs.find import MANIFEST, is_pack
from interpreter.packs.folder import DISK
from interpreter.packs.manifest import read_manifest


def targets(given: Sequence[str | Path]) -> list[Path]:
    """The folders of packs: a pack by name or folder, a file in a pack, or a folder of packs.

    Raises `PackError` if there is nothing of the kind. Everything that is known if none is given.
    """
    if not given:
        return list(known_packs().values())
    found = [folder for one in given for folder in _folders(one)]
    return list({folder.resolve(): folder for folder in found}.values())


def _folders(given: str | Path) -> list[Path]:
    path = Path(given)
    if path.is_file() and path.name != MANIFEST:
        owner = next((folder for folder in path.absolute().parents if is_pack(folder)), None)
        if owner is not None:
            return [owner]
    if path.is_dir() and not is_pack(path):
        inside = sorted(folder.parent for folder in path.rglob(MANIFEST))
        if inside:
            return inside
    return [find_pack(given)]


def groups(folders: Sequence[Path], every: bool = False) -> list[list[Path]]:
    """Each pack with what it requires, then all that go together; or every combination."""
    alone = [[folder] for folder in folders]
    if len(folders) < 2:
        return alone
    manifests = {folder: manifest for folder in folders if (manifest := _manifest(folder))}
    if every:
        sets = [list(some) for n in range(2, len(folders) + 1) for some in combinations(folders, n)]
        return alone + [some for some in sets if _fit(some, manifests)]
    together: list[Path] = []
    for folder in folders:
        if _fit([*together, folder], manifests):
            together.append(folder)
    return [*alone, together] if len(together) > 1 else alone


def dependants(
    touched: Iterable[Path], folders: Sequence[Path], gone: Iterable[str] = ()
) -> list[Path]:
    """The packs among `folders` that were touched, or build on such ones or on packs now gone."""
    manifests = {folder: manifest for folder in folders if (manifest := _manifest(folder))}
    names = {folder.name for folder in touched} | set(gone)
    found = {folder.resolve() for folder in touched}
    while True:
        more = [
            folder
            for folder, manifest in manifests.items()
            if folder.resolve() not in found and names & {*manifest.requires, *manifest.after}
        ]
        if not more:
            return [folder for folder in folders if folder.resolve() in found]
        found |= {folder.resolve() for folder in more}
        names |= {manifests[folder].pack for folder in more}


def _manifest(folder: Path) -> Manifest | None:
    file = folder / MANIFEST
    try:
        node, _ = read_yaml(DISK.data(file), str(file))
    except OSError:
        return None
    return read_manifest(node, str(file))[0]


def _fit(folders: Sequence[Path], manifests: dict[Path, Manifest]) -> bool:
    """Whether no two of the packs exclude each other, and all can be played in some mode."""
    known = [manifests[folder] for folder in folders if folder in manifests]
    names = [manifest.pack for manifest in known]
    if len(known) < len(folders) or len(set(names)) < len(names):
        return False
    if any(name in manifest.conflicts for manifest in known for name in names):
        return False
    modes = [set(manifest.modes) for manifest in known if manifest.modes]
    return not modes or bool(set.intersection(*modes))
