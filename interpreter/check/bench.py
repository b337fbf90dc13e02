"""How long checking takes, compared with merely parsing the same files."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any, Final

from interpreter.check.session import Session
from interpreter.check.targets import groups, targets

#: what others do at least: read the files with PyYAML's C loader
_PARSE: Final = """
import sys, yaml
for path in sys.argv[1:]:
    with open(path, "rb") as stream:
        yaml.load(stream, Loader=yaml.CSafeLoader)
"""
_CHECK: Final = """
import sys
from interpreter.cli.main import main
main(["validate", *sys.argv[1:]], prog_name="barrage")
"""
_RUNS: Final = 3


def measure(folders: Sequence[Path] = ()) -> dict[str, Any]:
    """Seconds and ratios; the best of a few runs, each in a fresh process.

    All packs that are known by name if none are given. `validate` has never seen the packs,
    `validate_again` has, and they have not changed since.
    """
    folders = folders or targets([])
    files = [str(path) for folder in folders for path in sorted(folder.rglob("*.yaml"))]
    names = [str(folder) for folder in folders]
    parse = _best(lambda: _run(_PARSE, files, "off"))
    with tempfile.TemporaryDirectory() as cache:
        first = _best(lambda: _run(_CHECK, [*names, "--no-cache"], cache))
        _run(_CHECK, names, cache)
        again = _best(lambda: _run(_CHECK, names, cache))
    full, edited = _recheck(folders)
    return {
        "files": len(files),
        "parse_seconds": round(parse, 3),
        "validate_seconds": round(first, 3),
        "validate_again_seconds": round(again, 3),
        "validate_to_parse": round(first / parse, 1),
        "validate_again_to_parse": round(again / parse, 1),
        "library_full_seconds": round(full, 3),
        "library_recheck_seconds": round(edited, 3),
        "recheck_to_full": round(edited / full, 3),
    }


def _recheck(folders: Sequence[Path]) -> tuple[float, float]:
    """Seconds of a full run in this process, and of another one after one text was edited."""
    session = Session()
    full = _seconds(lambda: session.check(*groups(folders)))
    times = []
    for path in sorted(folders[0].rglob("*.yaml")):
        session.edit(path, path.read_text(encoding="utf-8") + "\n# edited\n")
        times.append(_seconds(lambda: session.check([folders[0]])))
        session.edit(path, None)
        session.check([folders[0]])  # or else the next run would have two changes to look at
    return full, median(times)


def _run(script: str, words: Sequence[str], cache: str) -> None:
    environment = {**os.environ, "BARRAGE_CACHE": cache}
    subprocess.run(
        [sys.executable, "-c", script, *words],
        env=environment,
        check=False,
        stdout=subprocess.DEVNULL,
    )


def _best(job: Callable[[], None]) -> float:
    return min(_seconds(job) for _ in range(_RUNS))


def _seconds(job: Callable[[], Any]) -> float:
    start = time.perf_counter()
    job()
    return time.perf_counter() - start
