#!/usr/bin/env python3
"""Replay recorded vectors and games on the rule packs and say where they agree.

    python tools/replay_conformance.py ../shared/conformance
    python tools/replay_conformance.py games/base_2p_smart.jsonl.gz --first 3 --verbose

Prints agree/total per file, the first disagreements, and as the last line `conformance: A of B`.
Exit code 0: everything agrees; 1: something does not; 2: could not run.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from itertools import islice
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

from conformance.records import Line, UnreadableError, find_files, kind_of, read_lines
from conformance.report import Tally, print_file, print_total
from conformance.results import Result

#: vectors handed to a worker at a time; games go one by one
CHUNK = 200


def main(arguments: Sequence[str] | None = None) -> int:
    options = parse(arguments)
    try:
        return run(options)
    except UnreadableError as error:
        print(f"cannot run: {error}", file=sys.stderr)
    except ImportError as error:
        print(f"cannot run: {error}. Install the project first (make install).", file=sys.stderr)
    return 2


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    usage = (__doc__ or "").split("\n\n")
    parser = argparse.ArgumentParser(
        description=usage[0],
        epilog="examples:\n" + usage[1],
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "paths",
        nargs="+",
        metavar="PATH",
        help="a recorded file (.jsonl or .jsonl.gz) or a folder of them",
    )
    parser.add_argument(
        "--jobs", type=positive, default=2, metavar="N", help="processes to use (default 2)"
    )
    parser.add_argument(
        "--first", type=positive, metavar="N", help="only the first N lines of every file"
    )
    parser.add_argument("--verbose", action="store_true", help="every disagreement and all counts")
    return parser.parse_args(arguments)


def positive(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"`{text}` is not a number above 0")
    return int(text)


def run(options: argparse.Namespace) -> int:
    files = find_files(options.paths)
    load_packs()
    total = Tally()
    with ProcessPoolExecutor(options.jobs) if options.jobs > 1 else nullcontext() as pool:
        for path in files:
            tally = Tally()
            for results in mapped(pool, list(chunks(path, options.first))):
                tally.add(results)
            print_file(path, tally, options.verbose, sys.stdout)
            sys.stdout.flush()
            total.join(tally)
    print_total(total, sys.stdout)
    if not total.total:
        raise UnreadableError("nothing could be compared")
    return 0 if total.agree == total.total else 1


def load_packs() -> None:
    """Once, before the work is shared out: every process then has them."""
    from conformance import packs, vectors

    try:
        packs.ruleset(vectors.BASE)
    except Exception as error:
        raise UnreadableError(f"the pack {vectors.BASE} cannot be loaded: {error}") from error


def mapped(pool: Any, work: list[list[tuple[str, Line]]]) -> Iterator[list[Result]]:
    return iter(pool.map(replay_lines, work) if pool else map(replay_lines, work))


def chunks(path: Path, first: int | None) -> Iterator[list[tuple[str, Line]]]:
    """The lines of a file in portions, each line with its name."""
    lines = [
        (f"{path.name}:{number}", line)
        for number, line in enumerate(islice(read_lines(path), first), start=1)
    ]
    size = 1 if lines and kind_of(lines[0][1]) == "game" else CHUNK
    for start in range(0, len(lines), size):
        yield lines[start : start + size]


def replay_lines(lines: list[tuple[str, Line]]) -> list[Result]:
    from conformance import games, vectors

    return [
        games.replay(line) if kind_of(line) == "game" else vectors.check(line, name)
        for name, line in lines
    ]


if __name__ == "__main__":
    raise SystemExit(main())
