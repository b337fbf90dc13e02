"""Which findings count: chosen or left out by code, and accepted ones of a baseline."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from interpreter.codes import CODES
from interpreter.findings import BarrageError, Finding, did_you_mean

_VERSION: Final = 1


class BadChoice(BarrageError):  # noqa: N818 - what it is, not an error of ours
    """A code, a file or a revision that does not exist."""


def choose(
    findings: Iterable[Finding], select: Iterable[str] = (), ignore: Iterable[str] = ()
) -> list[Finding]:
    """Findings whose code begins with one of `select` (all if empty) and none of `ignore`."""
    wanted, unwanted = _prefixes(select), _prefixes(ignore)
    return [
        finding
        for finding in findings
        if (not wanted or finding.code.startswith(wanted))
        and not (unwanted and finding.code.startswith(unwanted))
    ]


def _prefixes(given: Iterable[str]) -> tuple[str, ...]:
    words = [word.strip().upper() for text in given for word in text.split(",") if word.strip()]
    for word in words:
        if not any(code.startswith(word) for code in CODES):
            meant = did_you_mean(word, CODES)
            hint = f"; did you mean {meant}?" if meant else ""
            raise BadChoice(f"no code begins with `{word}`{hint}")
    return tuple(words)


# ---- baselines ---------------------------------------------------------------


def write_baseline(findings: Sequence[Finding], file: Path) -> None:
    """Accept everything that is wrong today."""
    counted = Counter(_key(finding, file) for finding in findings)
    entries = [{"code": code, "file": path, "message": text, "count": count}
               for (code, path, text), count in sorted(counted.items())]  # fmt: skip
    data = {"version": _VERSION, "accepted": entries}
    file.write_text(json.dumps(data, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def without_baseline(findings: Sequence[Finding], file: Path) -> list[Finding]:
    """What is new. Lines may move; code, file and message are compared, and how many there are."""
    accepted = _read_baseline(file)
    left = []
    for finding in findings:
        key = _key(finding, file)
        if accepted[key] > 0:
            accepted[key] -= 1
        else:
            left.append(finding)
    return left


def _read_baseline(file: Path) -> Counter[tuple[str, str, str]]:
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        return Counter(
            {(e["code"], e["file"], e["message"]): int(e["count"]) for e in data["accepted"]}
        )
    except OSError as error:
        raise BadChoice(f"{file}: {error.strerror or error}") from None
    except (ValueError, KeyError, TypeError):
        raise BadChoice(f"{file}: this is not a baseline; make one with --write-baseline") from None


def _key(finding: Finding, baseline: Path) -> tuple[str, str, str]:
    """Files are told from where the baseline is, so that it does not matter who asks, and where."""
    file = finding.span.file
    if not file.startswith("<"):
        file = Path(os.path.relpath(file, baseline.resolve().parent)).as_posix()
    return finding.code, file, finding.message
