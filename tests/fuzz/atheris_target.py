"""What atheris runs: bytes as a file of a pack, and as a script."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path

import atheris

sys.path.insert(0, str(Path(__file__).parents[2]))

with atheris.instrument_imports(include=["interpreter.packs", "interpreter.language.parse"]):
    from interpreter.check import Session
    from interpreter.language.parse import ScriptError, parse_script

SAMPLE = Path(__file__).parents[1] / "check" / "sample"
FILE = (SAMPLE / "rules.yaml").resolve()
SESSION = Session()


def run(data: bytes) -> None:
    SESSION._files.unsaved[FILE] = data
    found = SESSION.check([SAMPLE])
    assert not [finding for finding in found if finding.code == "BR0999"], found
    with contextlib.suppress(ScriptError):
        parse_script(data.decode("utf-8", errors="replace"))


if __name__ == "__main__":
    atheris.Setup(sys.argv, run)
    atheris.Fuzz()
