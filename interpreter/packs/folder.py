"""Reading the files of one pack."""

from __future__ import annotations

import hashlib
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from interpreter.findings import Finding, Span
from interpreter.packs.find import MANIFEST
from interpreter.packs.manifest import Manifest, read_manifest
from interpreter.packs.nodes import Mapping, Node, Scalar
from interpreter.packs.source import MAX_BYTES, read_yaml


@dataclass(frozen=True, slots=True, eq=False)
class Document:
    """One file of a pack."""

    #: As it is shown to people.
    file: str
    path: Path
    root: Mapping


@dataclass(frozen=True, slots=True, eq=False)
class Pack:
    """A pack as it is on disk."""

    manifest: Manifest
    folder: Path
    documents: list[Document]
    #: SHA-256 of the names and bytes of its YAML files.
    digest: str
    #: What was found while reading it; only warnings if it came from `load_packs`.
    findings: tuple[Finding, ...] = ()
    #: File, as shown, to its bytes.
    contents: dict[str, bytes] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """What the pack is called."""
        return self.manifest.pack


class Files:
    """Where the texts of packs come from. Editors and caches put something else in its place."""

    def data(self, path: Path) -> bytes:
        """The bytes of a file, or one more than is allowed."""
        if not stat.S_ISREG(path.stat().st_mode):
            # A pipe or a device might never come to an end.
            raise OSError(f"this is {'a folder' if path.is_dir() else 'no file'}")
        with path.open("rb") as stream:
            # One byte more than allowed is enough to see that it is too much.
            return stream.read(MAX_BYTES + 1)

    def yaml(self, data: bytes, file: str) -> tuple[Node | None, list[Finding]]:
        """What the bytes say."""
        return read_yaml(data, file)


DISK: Final = Files()


def read_pack(folder: Path, files: Files = DISK) -> tuple[Pack | None, list[Finding]]:
    """A pack from its folder, and everything that is wrong with its files.

    Without a usable manifest there is no pack; a file that cannot be read is left out of it.
    """
    findings: list[Finding] = []
    documents: list[Document] = []
    manifest: Manifest | None = None
    digest = hashlib.sha256()
    contents: dict[str, bytes] = {}
    for path in _files(folder, findings):
        file, relative = _shown(path), path.relative_to(folder).as_posix()
        data = _bytes(path, file, findings, files)
        if data is None:
            continue
        contents[file] = data
        _account(digest, relative, data)
        root, found = files.yaml(data, file)
        findings += found
        if relative == MANIFEST:
            manifest = _manifest(root, file, findings)
        elif isinstance(root, Mapping):
            documents.append(Document(file, path, root))
        elif root is not None and not (isinstance(root, Scalar) and root.value is None):
            findings.append(_not_sections(root))
    if manifest is None:
        return None, findings
    pack = Pack(manifest, folder, documents, digest.hexdigest(), tuple(findings), contents)
    return pack, findings


def digest_of(folder: Path, files: Files = DISK) -> str:
    """The digest of a pack, without understanding what its files say."""
    digest = hashlib.sha256()
    for path in _files(folder, []):
        relative, data = path.relative_to(folder).as_posix(), files.data(path)
        _account(digest, relative, data)
    return digest.hexdigest()


def _account(digest: hashlib._Hash, relative: str, data: bytes) -> None:
    # The length keeps the end of one file and the name of the next apart.
    digest.update(f"{relative}\0{len(data)}\0".encode("utf-8", "surrogateescape"))
    digest.update(data)


def _manifest(root: Node | None, file: str, findings: list[Finding]) -> Manifest | None:
    if root is None and findings and findings[-1].span.file == file:
        return None  # it is not even YAML, and that has been said
    manifest, found = read_manifest(root, file)
    findings += found
    return manifest


def _files(folder: Path, findings: list[Finding]) -> Iterator[Path]:
    """The YAML files of a pack in an order that is the same everywhere."""
    found = [path for path in folder.rglob("*.y*ml") if not _is_hidden(path, folder)]
    for path in sorted(found, key=lambda path: path.relative_to(folder).as_posix()):
        if path.suffix == ".yaml":
            yield path  # whatever it is: reading it says what is wrong
        elif path.suffix == ".yml" and path.is_file():
            message = "only files that end in .yaml are read"
            place, help_line = Span.of_file(_shown(path)), f"rename it to {path.stem}.yaml"
            findings.append(Finding("BR0208", message, place, "warning", help_line))


def _is_hidden(path: Path, folder: Path) -> bool:
    return any(part.startswith(".") for part in path.relative_to(folder).parts)


def _bytes(path: Path, file: str, findings: list[Finding], files: Files) -> bytes | None:
    try:
        return files.data(path)
    except OSError as error:
        message = f"cannot be read: {error.strerror or error}"
        findings.append(Finding("BR0118", message, Span.of_file(file)))
        return None


def _shown(path: Path) -> str:
    """The path from the current folder if it is below it: short, and what CI expects."""
    absolute, here = path.absolute(), Path.cwd()
    shown = absolute.relative_to(here) if absolute.is_relative_to(here) else absolute
    return shown.as_posix()


def _not_sections(root: Node) -> Finding:
    help_line = "write for example `contracts:` and the list below it"
    return Finding("BR0201", "a file of a pack holds sections", root.span, help=help_line)
