"""Small packs to compare, and a way to run the command line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from interpreter.cli.main import main
from interpreter.compare import Side, read_side

FARM = """\
types:
  crop: {plural: crops, fields: {price: number, yields: bundle, soils: list of soil, do: text}}
  soil: {plural: soils}
  player: {state: {tired: yes_no}}
resources:
  - {id: coin, name: {en: Coin, it: Moneta}}
  - {id: grain, name: {en: Grain, it: Grano}}
soils:
  - {id: clay, name: {en: Clay, it: Argilla}}
  - {id: loam, name: {en: Loam, it: Limo}}
crops:
  - {id: wheat, name: {en: Wheat, it: Frumento}, price: 2, yields: {grain: 3}, soils: [clay]}
  - {id: rye, name: {en: Rye, it: Segale}, price: 1, yields: {}, soils: [clay, loam], do: sow}
rules:
  - {id: rest, text: {en: Everybody rests., it: Tutti riposano.}, rule: on night then sleep}
procedures:
  - id: work
    script: |
      gain 1 coin
      sow
"""


class Packs:
    """Writes packs into a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.add("farm", FARM, manifest="modes: [short, long]\nplayers: {min: 1, max: 3}")

    def add(self, name: str, *files: str, manifest: str | None = None) -> Path:
        folder = self.folder / name
        folder.mkdir(parents=True, exist_ok=True)
        given = "requires: {farm: '>=1'}" if manifest is None else manifest
        pack = Path(name).name
        (folder / "pack.yaml").write_text(f"pack: {pack}\nversion: 1.0.0\n{given}\n")
        for number, text in enumerate(files):
            (folder / f"file_{number}.yaml").write_text(text, encoding="utf-8")
        return folder

    def side(self, *names: str) -> Side:
        return read_side("+".join(str(self.folder / name) for name in names))


@pytest.fixture
def packs(tmp_path: Path) -> Packs:
    return Packs(tmp_path)


@pytest.fixture
def run() -> Callable[..., Result]:
    """Run `barrage` with these words."""

    def command(*words: object) -> Result:
        return CliRunner().invoke(main, [str(word) for word in words])

    return command
