"""From packs to findings: read, merge, understand, then every check in turn."""

from __future__ import annotations

import traceback
from collections.abc import Iterable
from pathlib import Path

from interpreter.check.blame import blame_declarations
from interpreter.check.checks import CHECKS
from interpreter.check.context import Check, Context
from interpreter.check.ordering import tidy
from interpreter.check.suppress import Suppressions
from interpreter.findings import Finding, Span, errors_in
from interpreter.language.elaborate import elaborate
from interpreter.model.build import build_model
from interpreter.packs import Pack, merge
from interpreter.topology import build_graphs


def check_packs(packs: list[Pack], found: list[Finding]) -> list[Finding]:
    """Everything that is wrong with packs that have been read; `found` came up while reading."""
    if not packs:
        return tidy(found)
    try:
        findings = [*found, *_understand(packs, errors_in(found))]
    except Exception as error:
        findings = [*found, failure(error, packs[-1].manifest.place("pack"))]
    return tidy(Suppressions(packs).apply(findings))


def _understand(packs: list[Pack], broken: list[Finding]) -> list[Finding]:
    merged = merge(packs)
    model = build_model(packs, merged)
    program = elaborate(model)
    graphs = build_graphs(model)
    findings = [*merged.findings, *model.findings]
    context = Context(packs, merged, model, program, graphs, [*broken, *findings])
    for check in CHECKS:
        context.findings += run_check(check, context)
    return blame_declarations(context, context.findings[len(broken) :])


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
    frame = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(frame.filename).name}:{frame.lineno}"
    message = f"the checker failed at {where}: {type(error).__name__}: {str(error)[:200]}"
    return Finding("BR0999", message, place, help="please report this, together with the packs")


def distinct(findings: Iterable[Finding]) -> list[Finding]:
    """Without repetitions: two combinations of packs often show the same thing."""
    return list(dict.fromkeys(findings))
