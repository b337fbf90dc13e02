"""500 seeded slips in the real packs: nearly all are reported, nearly all at their very place."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from further import FURTHER, File
from slips import SLIPS, Slip, is_the_same

from interpreter.check import Session
from interpreter.findings import Finding

RULES = Path(__file__).parents[2] / "rules"
SEED, SHARES, PER_SHARE = 20, 2, 250
REPORTED, LOCATED = 0.97, 0.95
#: slips that no checker can see, because the data say the same afterwards, are drawn again
TRIES = 40


@cache
def texts() -> dict[Path, str]:
    """Every file of every pack."""
    return {path: path.read_text(encoding="utf-8") for path in sorted(RULES.rglob("*.yaml"))}


def draw(dice: random.Random, kind: str, files: dict[Path, str]) -> tuple[Path, Slip]:
    weights = [text.count("\n") for text in files.values()]
    for _ in range(TRIES):
        path = dice.choices(list(files), weights)[0]
        slip = made(kind, files[path], dice)
        if slip is not None and not is_the_same(files[path], slip.text):
            return path, slip
    with_edges = next(path for path, text in files.items() if "{from:" in text)
    slip = SLIPS["turned"](files[with_edges].split("\n"), dice)
    assert slip is not None
    return with_edges, slip


@cache
def taken_apart(text: str) -> File:
    return File(text)


def made(kind: str, text: str, dice: random.Random) -> Slip | None:
    if kind in FURTHER:
        return FURTHER[kind](taken_apart(text), dice)
    return SLIPS[kind](text.split("\n"), dice)


def slips(seed: int) -> Iterator[tuple[str, Path, Slip]]:
    dice = random.Random(seed)
    kinds = [*SLIPS, *FURTHER]
    for number in range(PER_SHARE):
        kind = kinds[number % len(kinds)]
        path, slip = draw(dice, kind, texts())
        yield kind, path, slip


def pack_of(path: Path) -> Path:
    return RULES / path.relative_to(RULES).parts[0]


def key(finding: Finding) -> tuple[str, str, str]:
    return finding.code, finding.span.file, finding.message


@cache
def known_before(pack: Path) -> frozenset[tuple[str, str, str]]:
    return frozenset(key(finding) for finding in Session().check([pack]))


def new_findings(session: Session, path: Path, slip: Slip) -> list[Finding]:
    pack = pack_of(path)
    known = known_before(pack)
    session.edit(path, slip.text)
    started = time.perf_counter()
    try:
        found = session.check([pack])
    finally:
        session.edit(path, None)
    assert time.perf_counter() - started < 10
    assert not [str(finding) for finding in found if finding.code == "BR0999"]
    return [finding for finding in found if key(finding) not in known]


def is_here(finding: Finding, path: Path, slip: Slip) -> bool:
    same_file = Path(finding.span.file).resolve() == path.resolve()
    return same_file and finding.span.line in (slip.line, slip.line - 1)


@pytest.mark.parametrize("share", range(SHARES))
def test_slips_are_reported_where_they_are(share: int) -> None:
    session = Session()
    reported: Counter[str] = Counter()
    located: Counter[str] = Counter()
    first: Counter[str] = Counter()
    missed: list[str] = []
    for kind, path, slip in slips(SEED + share):
        found = new_findings(session, path, slip)
        reported[kind] += bool(found)
        located[kind] += any(is_here(finding, path, slip) for finding in found)
        first[kind] += bool(found) and is_here(found[0], path, slip)
        if not found:
            missed.append(f"{slip.kind}: {path.name}:{slip.line}: {slip.before} -> {slip.after}")
    count, seen, right = PER_SHARE, reported.total(), located.total()
    print(f"{seen / count:.1%} reported, {right / max(1, seen):.1%} of these located", missed)
    print(f"{first.total() / max(1, seen):.1%} with the first finding", located, first)
    assert seen / count >= REPORTED, "\n".join(missed)
    assert right / seen >= LOCATED
    assert first.total() / seen >= LOCATED
