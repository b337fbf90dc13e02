"""The samples of `docs/errors`, as packs on disk."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from interpreter.check import Session
from interpreter.compare import order_report
from interpreter.findings import Finding

PAGES = Path(__file__).parents[2] / "docs" / "errors"
SAMPLE = Path(__file__).parent / "sample"
_FENCE = re.compile(r"```yaml(?: (?P<path>\S+))?\n(?P<text>.*?)```", re.DOTALL)


@dataclass(frozen=True)
class Page:
    """A page: its words, and the files of its two samples."""

    code: str
    text: str

    @property
    def has_samples(self) -> bool:
        return "No sample:" not in self.text

    def files(self, part: str) -> dict[str, str]:
        """Path to text, of the part `Fails` or `Correct`."""
        found = self.text.split(f"## {part}\n")[1].split("\n## ")[0]
        return {m["path"] or "sample.yaml": m["text"] for m in _FENCE.finditer(found)}


def read_page(code: str) -> Page:
    return Page(code, (PAGES / f"{code}.md").read_text(encoding="utf-8"))


def check_files(files: dict[str, str], folder: Path) -> list[Finding]:
    """Add files to the sample pack and check everything together."""
    sample = folder / "sample"
    shutil.copytree(SAMPLE, sample)
    folders = {sample}
    for path, text in files.items():
        place = folder / path if "/" in path else sample / path
        place.parent.mkdir(exist_ok=True)
        place.write_text(text, encoding="utf-8")
        folders.add(place.parent)
    alone = [one for one in folders if "# alone" in (one / "pack.yaml").read_text("utf-8")]
    play = re.search(r"# play (\d+)", "".join(files.values()))
    found = Session(int(play[1]) if play else 0).check(sorted(alone or folders))
    return found or order_report(sorted(folders))
