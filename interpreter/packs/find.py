"""Where packs are: folders, `rules/`, and what other distributions bring along."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from interpreter.findings import Finding, PackError, Span, did_you_mean
from interpreter.packs.manifest import PACK_NAME

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

MANIFEST: Final = "pack.yaml"
ENTRY_POINTS: Final = "barrage.packs"
#: The place of findings about what the caller asked for.
ARGUMENTS: Final = Span.of_file("<arguments>")

_PACKAGE: Final = Path(__file__).resolve().parents[1]


def find_pack(name_or_path: str | Path) -> Path:
    """The folder of a pack, given as a path or as a name.

    Raises `PackError` if there is no such pack.
    """
    given = str(name_or_path)
    as_path = Path(name_or_path)
    if as_path.name == MANIFEST and _is_file(as_path):
        return as_path.parent
    if is_pack(as_path):
        return as_path
    folder = find_named(given)
    if folder is None:
        raise PackError(findings=[_not_found(given, as_path)])
    return folder


def known_packs() -> dict[str, Path]:
    """All packs that can be loaded by name."""
    packs: dict[str, Path] = {}
    for rules in _rules_folders():
        for folder in sorted(rules.iterdir()):
            if PACK_NAME.fullmatch(folder.name) and is_pack(folder):
                packs.setdefault(folder.name, folder)
    for point in entry_points(group=ENTRY_POINTS):
        found = _entry_folder(point)
        if found is not None:
            packs.setdefault(point.name, found)
    return packs


def find_named(name: str) -> Path | None:
    """The folder of a pack that is known by this name; folders of the caller do not count."""
    if not PACK_NAME.fullmatch(name):
        return None
    for rules in _rules_folders():
        if is_pack(rules / name):
            return rules / name
    for point in entry_points(group=ENTRY_POINTS, name=name):
        folder = _entry_folder(point)
        if folder is not None:
            return folder
    return None


def _rules_folders() -> list[Path]:
    """Beside the package in a checkout, inside of it in a wheel."""
    folders = (_PACKAGE.parent / "rules", _PACKAGE / "_data" / "rules")
    return [folder for folder in folders if folder.is_dir()]


def entry_points(group: str, name: str | None = None) -> Iterable[EntryPoint]:
    """What distributions offer."""
    from importlib import metadata  # slow, and seldom needed

    found = metadata.entry_points(group=group)
    return found if name is None else found.select(name=name)


def _entry_folder(point: EntryPoint) -> Path | None:
    """The folder that an entry point such as `my_package:packs.desert` stands for.

    Packs are data, so nothing of the distribution is imported: the first word is looked up, the
    others are folders below it.
    """
    first, *below = point.value.replace(":", ".").strip().split(".")
    try:
        spec = find_spec(first)
    except (ImportError, ValueError):
        return None
    for location in (spec.submodule_search_locations or ()) if spec else ():
        folder = Path(location, *below)
        if is_pack(folder):
            return folder
    return None


def is_pack(folder: Path) -> bool:
    """Whether this is a folder with a manifest in it."""
    return _is_file(folder / MANIFEST)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        # A name too long for the system, or with a NUL in it, is no file.
        return False


def _not_found(given: str, path: Path) -> Finding:
    if _is_folder(path):
        message = f"the folder {given} is not a pack: it has no {MANIFEST}"
        return Finding("BR0802", message, ARGUMENTS, help="`barrage new-pack` makes one")
    names = sorted(known_packs())
    known = f"known packs: {', '.join(names) or 'none'}; or give the path of a pack's folder"
    meant = did_you_mean(given, names)
    return Finding("BR0801", f"there is no pack `{given}`", ARGUMENTS, help=known, suggestion=meant)


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False
