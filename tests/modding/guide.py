"""The fenced blocks of docs/modding.md: files of packs, and commands with what they print.

```yaml NAME/file.yaml is a file of the pack NAME; a pack without its own pack.yaml requires the
base game. ```console holds commands (`$ …`) and what they print; a line `…` stands for any lines.
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs" / "modding.md"
FENCE = re.compile(r"^(?P<lead> *)```(?P<info>[^\n]*)\n(?P<text>.*?)^ *```$", re.M | re.S)
ANY = "…"
MANIFEST = 'pack: {name}\nversion: 1.0.0\nrequires: {{base: ">=1.0,<2"}}\n'


@dataclass(frozen=True)
class Block:
    """One fenced block."""

    kind: str
    #: the file it is, if it is one
    path: str
    text: str
    line: int

    @property
    def pack(self) -> str:
        """The pack whose file it is."""
        return self.path.split("/")[0]

    def __str__(self) -> str:
        return f"{DOCUMENT.name}:{self.line}"


def read_blocks() -> list[Block]:
    """All blocks of the guide, in order."""
    text = DOCUMENT.read_text(encoding="utf-8")
    blocks = []
    for found in FENCE.finditer(text):
        kind, _, path = found["info"].partition(" ")
        line = text.count("\n", 0, found.start()) + 1
        blocks.append(Block(kind, path, found["text"], line))
    return blocks


def packs_of(blocks: list[Block]) -> dict[str, list[Block]]:
    """The files of each pack of the guide."""
    packs: dict[str, list[Block]] = {}
    for block in blocks:
        if block.path:
            packs.setdefault(block.pack, []).append(block)
    return packs


def write_pack(blocks: list[Block], folder: Path) -> Path:
    """A pack as the guide shows it, in a folder."""
    name = blocks[0].pack
    (folder / name).mkdir(parents=True, exist_ok=True)
    if not (folder / name / "pack.yaml").exists():
        (folder / name / "pack.yaml").write_text(MANIFEST.format(name=name), encoding="utf-8")
    for block in blocks:
        write_file(block, folder)
    return folder / name


def write_file(block: Block, folder: Path) -> None:
    """One file, where it belongs."""
    path = folder / block.path
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(block.text, encoding="utf-8")


@dataclass(frozen=True)
class Command:
    """A command and the lines it must print."""

    words: list[str]
    expected: list[str]


def commands(block: Block) -> list[Command]:
    """The commands of a console block."""
    made: list[Command] = []
    for line in block.text.splitlines():
        if line.startswith("$ "):
            made.append(Command(shlex.split(line[2:]), []))
        else:
            made[-1].expected.append(line)
    return made


def missing(expected: list[str], printed: str) -> str | None:
    """The first expected line that was not printed where it should be; `…` skips any lines."""
    lines = [line.rstrip() for line in printed.splitlines()]
    at, skipping = 0, False
    for wanted in expected:
        if wanted == ANY:
            skipping = True
            continue
        window = lines[at:] if skipping else lines[at : at + 1]
        if wanted.rstrip() not in window:
            return wanted
        at += window.index(wanted.rstrip()) + 1
        skipping = False
    return None if skipping or at == len(lines) else f"nothing more than {expected[-1]!r}"
