"""From packs to findings: read, merge, understand, then every check in turn."""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from interpreter.check.blame import blame_declarations
from interpreter.check.checks import CHECKS
from interpreter.check.consequences import told_once, without_consequences
from interpreter.check.context import Check, Context
from interpreter.check.entries import Entries
from interpreter.check.misplaced import misplaced_entries
from interpreter.check.roots import causes_only
from interpreter.engine.ruleset import Ruleset
from interpreter.findings import Finding, Span, errors_in
from interpreter.language.elaborate import elaborate
from interpreter.language.program import Program
from interpreter.model.build import build_model
from interpreter.model.model import Model
from interpreter.packs import Merged, Pack, merge
from interpreter.topology import Ways, build_graphs

#: A file of the pack could not be read at all.
UNREADABLE: Final = frozenset(
    (
        "BR0101",
        "BR0102",
        "BR0103",
        "BR0104",
        "BR0105",
        "BR0106",
        "BR0108",
        "BR0116",
        "BR0118",
        "BR0119",
    )
)
#: What is wrong whatever the other files say.
INDEPENDENT: Final = ("BR01", "BR0201", "BR0207", "BR0209", "BR0301", "BR0309", "BR08", "BR0999")


@dataclass(frozen=True, slots=True)
class Understood:
    """What packs say, before anybody asks whether it is right."""

    merged: Merged
    model: Model
    program: Program
    graphs: dict[str, Ways]


def check_packs(
    packs: list[Pack],
    found: list[Finding],
    play: int = 0,
    seen: frozenset[str] = frozenset(),
    memory: dict[str, Any] | None = None,
    begun: Understood | None = None,
) -> list[Finding]:
    """Everything that is wrong with packs that have been read.

    `found` came up while reading; `seen` are digests of packs whose texts and examples have been
    looked through in another combination; `begun` is what `begin` made of the packs.
    """
    if not packs:
        return found
    broken = errors_in(found)
    try:
        memory = {} if memory is None else memory
        further = _judge(packs, begun or _understand(packs), broken, play, seen, memory)
    except Exception as error:
        further = [failure(error, packs[-1].manifest.place("pack"))]
    if any(finding.code in UNREADABLE for finding in broken):
        # Much of the packs is not there: what refers to it is no mistake.
        further = [finding for finding in further if finding.code.startswith(INDEPENDENT)]
    return [*found, *further]


def begin(packs: list[Pack]) -> Understood | None:
    """Read the scripts of packs, for `check_packs`, which tells what stands in the way of it."""
    try:
        return _understand(packs)
    except Exception:
        return None


def _understand(packs: list[Pack]) -> Understood:
    merged = merge(packs)
    model = build_model(packs, merged)
    program = elaborate(model)
    return Understood(merged, model, program, build_graphs(model))


def _judge(
    packs: list[Pack],
    known: Understood,
    broken: list[Finding],
    play: int,
    seen: frozenset[str],
    memory: dict[str, Any],
) -> list[Finding]:
    merged, model, program, graphs = known.merged, known.model, known.program, known.graphs
    findings = [*merged.findings, *_understood(model.findings)]
    context = Context(packs, merged, model, program, graphs, seen, [*broken, *findings], memory)
    for check in CHECKS:
        context.findings += run_check(check, context)
    if play and context.clean:
        from interpreter.check.play import play_games  # slow, and seldom wanted

        context.findings += play_games(Ruleset(packs, merged, program), play)
    told = misplaced_entries(Entries(context), context.findings[len(broken) :])
    told = blame_declarations(context, told)
    told = without_consequences(told_once(told, lambda: context.vocabulary))
    return causes_only(context, told)


def _understood(findings: list[Finding]) -> list[Finding]:
    """Where scripts cannot be understood, nobody can tell what they would have used."""
    if not any(finding.code.startswith(("BR030", "BR0413")) for finding in findings):
        return findings
    return [finding for finding in findings if finding.code not in ("BR0406", "BR0407")]


def run_check(check: Check, context: Context) -> list[Finding]:
    """What one check finds; a mistake of the check itself is a finding, too."""
    if check.NEEDS_CLEAN and not context.clean:
        return []
    try:
        return list(check.check(context))
    except Exception as error:
        return [failure(error, context.packs[-1].manifest.place("pack"))]


def failure(error: Exception, place: Span) -> Finding:
    """A mistake of the checker, with the place in its own code."""
    frames = traceback.extract_tb(error.__traceback__)
    where = (
        f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "an unknown place"
    )
    message = f"the checker failed at {where}: {type(error).__name__}: {str(error)[:200]}"
    return Finding("BR0999", message, place, help="please report this, together with the packs")
