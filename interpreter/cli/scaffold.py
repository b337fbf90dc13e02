"""The files of a new pack, filled in from templates.

`templates/pack/` is for every pack, `templates/over/PARENT/` holds samples for packs over PARENT.
A file ends in `.in`, `dot_` stands for a leading dot, and `@WORD@` for what is filled in.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from interpreter.cli.file_schema import file_schema
from interpreter.compare.settings import modes_of
from interpreter.model.build import build_model
from interpreter.packs import Pack, merge
from interpreter.packs.find import MANIFEST

_PACKAGE: Final = Path(__file__).resolve().parents[1]
#: Where the copies of the schemas are in a new pack; hidden, so that they are no part of it.
SCHEMAS: Final = ".schemas"
#: The schema of every file but the manifest.
ANY_FILE: Final = "file.json"
SUFFIX: Final = ".in"


def data_folder(name: str) -> Path:
    """A folder that is beside the package in a checkout and inside of it in a wheel."""
    places = (_PACKAGE.parent / name, _PACKAGE / "_data" / name)
    return next((place for place in places if place.is_dir()), places[0])


@dataclass(frozen=True)
class Scaffold:
    """A pack to be written."""

    name: str
    #: The packs it builds on, parents first.
    packs: list[Pack]
    #: Those of them that were asked for, as they were given.
    overs: tuple[str, ...]

    def files(self) -> Iterator[tuple[str, str]]:
        """Path and text of every file."""
        samples = dict(self._samples())
        words = self._words(samples)
        for path, text in [*_read(data_folder("templates") / "pack"), *samples.items()]:
            schema = {"SCHEMA": self._schema(path)}
            yield path, _fill(text, words | schema)
        for source in _schemas():
            yield f"{SCHEMAS}/{source.name}", source.read_text(encoding="utf-8")
        yield f"{SCHEMAS}/{ANY_FILE}", self._file_schema()

    def _samples(self) -> Iterator[tuple[str, str]]:
        """Samples for the nearest parent that has some."""
        for pack in reversed(self.packs):
            folder = data_folder("templates") / "over" / pack.name
            if folder.is_dir():
                yield from _read(folder)
                return

    def _words(self, samples: dict[str, str]) -> dict[str, str]:
        given = [pack for pack in self.packs if self._was_asked_for(pack)]
        return {
            "NAME": self.name,
            "DASHED": self.name.replace("_", "-"),
            "TITLE": self.name.replace("_", " ").capitalize(),
            "OVER": ", ".join(pack.name for pack in given),
            "JOINED": "+".join(pack.name for pack in given),
            "REQUIRES": ", ".join(_requirement(pack) for pack in given),
            "MODES": ", ".join(modes_of(self.packs)),
            "FILES": "\n".join(f"| `{p}` | {_purpose(text)} |" for p, text in samples.items()),
            "BINDINGS": self._bindings([MANIFEST, *samples]),
        }

    def _was_asked_for(self, pack: Pack) -> bool:
        folders = [Path(given).resolve() for given in self.overs]
        return pack.name in self.overs or pack.folder.resolve() in folders

    # ---- schemas -------------------------------------------------------------

    def _file_schema(self) -> str:
        model = build_model(self.packs, merge(self.packs))
        return json.dumps(file_schema(model, _schemas()), indent=1, ensure_ascii=False) + "\n"

    def _schema(self, path: str) -> str:
        """The schema of a file: the one of manifests, or the one for any other file."""
        return f"{SCHEMAS}/{f'{Path(path).stem}.json' if path == MANIFEST else ANY_FILE}"

    def _bindings(self, paths: list[str]) -> str:
        bound: dict[str, list[str]] = {}
        for path in paths:
            bound.setdefault(f"./{self._schema(path)}", []).append(f"/{path}")
        lines = [f"    {json.dumps(name)}: {json.dumps(files)}" for name, files in bound.items()]
        return ",\n".join(lines)


def _schemas() -> list[Path]:
    folder = data_folder("schemas")
    found = folder.glob("*.json") if folder.is_dir() else ()
    # The schema of a file depends on the packs, and is made anew.
    return sorted(path for path in found if path.name != ANY_FILE)


def write_pack(scaffold: Scaffold, folder: Path) -> list[str]:
    """Write all files, or none; the paths written."""
    files = dict(scaffold.files())
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".new_pack_") as work:
        made = Path(work) / scaffold.name
        for path, text in files.items():
            target = made / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8", newline="\n")
        shutil.move(made, folder)
    return sorted(files)


def _read(folder: Path) -> Iterator[tuple[str, str]]:
    for source in sorted(folder.rglob(f"*{SUFFIX}")):
        parts = source.relative_to(folder).as_posix().removesuffix(SUFFIX).split("/")
        path = "/".join(
            f".{part.removeprefix('dot_')}" if part.startswith("dot_") else part for part in parts
        )
        yield path, source.read_text(encoding="utf-8")


def _fill(text: str, words: dict[str, str]) -> str:
    for word, value in words.items():
        text = text.replace(f"@{word}@", value)
    return text


def _requirement(pack: Pack) -> str:
    version = pack.manifest.version
    return f'{pack.name}: ">={version.major}.{version.minor},<{version.major + 1}"'


def _purpose(text: str) -> str:
    """The first comment of a sample that is not for the editor."""
    comments = (line[2:] for line in text.splitlines() if line.startswith("# "))
    return next((line for line in comments if not line.startswith("yaml-language")), "")
