"""Instructions per decision of random play: the same on every machine, unlike seconds.

    python benchmarks/count.py                     count, and compare with the history
    python benchmarks/count.py --record "why"      put a new line into the history
    python benchmarks/count.py --callgrind         count machine instructions, too (needs valgrind)

Two counts, both checked in CI (tests/performance/test_instructions.py). `opcodes` are the bytecode
instructions Python runs; they can be counted everywhere. `machine` are instructions of the
processor as callgrind counts them; they also see what happens inside C functions, and can be
compared only between runs of the same build of Python.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
HISTORY = Path(__file__).with_name("history.jsonl")
#: what is played: packs, and the first seed
CASES: dict[str, tuple[str, ...]] = {"base": ("base",), "base+leeghwater": ("base", "leeghwater")}
SEED, GAMES, PLAYERS = 7, 2, 4
#: how much more it may get without a new line in the history
TOLERANCE = 1.15


def play(ruleset: Any, games: int) -> int:
    """Random games, always the same ones; how many decisions there were."""
    from interpreter.engine.measure import play_out

    decisions = 0
    for seed in range(SEED, SEED + games):
        game = ruleset.new_game(PLAYERS, seed, events=False, undo=False)
        decisions += play_out(game, random.Random(seed))[0]
    return decisions


def opcodes(packs: tuple[str, ...]) -> float:
    """Bytecode instructions per decision."""
    from interpreter import load

    ruleset = load(*packs)
    play(ruleset, GAMES)  # fill the memories that last
    count = 0

    def each(frame: FrameType, event: str, _: object) -> Any:
        nonlocal count
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        if event == "opcode":
            count += 1
        return each

    before = sys.gettrace()
    sys.settrace(each)
    try:
        decisions = play(ruleset, GAMES)
    finally:
        sys.settrace(before)
    return count / decisions


def machine(packs: tuple[str, ...]) -> float | None:
    """Machine instructions per decision; None without valgrind."""
    if shutil.which("valgrind") is None:
        return None
    few, many = (_callgrind(packs, games) for games in (1, 5))
    return (many[0] - few[0]) / (many[1] - few[1])


def _callgrind(packs: tuple[str, ...], games: int) -> tuple[int, int]:
    words = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", sys.executable]
    words += [__file__, "--play", str(games), *packs]
    env = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(words, capture_output=True, text=True, env=env, check=True, cwd=ROOT)
    found = re.search(r"Collected\s*:\s*(\d+)", done.stderr)
    assert found is not None, done.stderr[-400:]
    return int(found[1]), int(done.stdout)


def version() -> str:
    return f"{sys.version_info[0]}.{sys.version_info[1]}"


def build() -> str:
    """Which Python counts: other builds run other instructions."""
    return f"{sys.version} {platform.machine()}".replace("\n", "")


def last() -> dict[str, Any] | None:
    """The newest line of the history for this Python; failing that, the newest of all."""
    lines = [json.loads(line) for line in HISTORY.read_text().splitlines() if line.strip()]
    mine = [line for line in lines if line["python"] == version()]
    return (mine or lines or [None])[-1]


def last_machine() -> dict[str, int] | None:
    """The newest count of machine instructions by this build of Python."""
    lines = [json.loads(line) for line in HISTORY.read_text().splitlines() if line.strip()]
    mine = [line["machine"] for line in lines if line.get("build") == build()]
    return mine[-1] if mine else None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--record", metavar="WHY", help="add a line to the history, and say why")
    parser.add_argument("--callgrind", action="store_true", help="count machine instructions, too")
    parser.add_argument("--play", nargs="+", metavar="GAMES PACK", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.play:
        from interpreter import load

        print(play(load(*given.play[1:]), int(given.play[0])))
        return 0
    counted: dict[str, Any] = {
        "date": datetime.date.today().isoformat(),
        "python": version(),
        "opcodes": {name: round(opcodes(packs)) for name, packs in CASES.items()},
    }
    if given.callgrind:
        made = {name: machine(packs) for name, packs in CASES.items()}
        counted["machine"] = {n: round(value) for n, value in made.items() if value is not None}
        counted["build"] = build()
    before = last()
    if given.record:
        with HISTORY.open("a") as stream:
            stream.write(json.dumps({**counted, "note": given.record}) + "\n")
    print(json.dumps(counted, indent=2))
    if before is None:
        return 0
    worse = [
        f"{name}: {count} opcodes per decision, {before['opcodes'][name]} on {before['date']}"
        for name, count in counted["opcodes"].items()
        if count > TOLERANCE * before["opcodes"].get(name, count)
    ]
    print("\n".join(worse) or "no more than before")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main())
