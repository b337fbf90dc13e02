"""Every example runs, and what it expects comes true."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from interpreter.check.context import Context
from interpreter.check.examples import Stage, examples_of, run_examples
from interpreter.findings import Finding, Span

NEEDS_CLEAN: Final = True


def check(context: Context) -> Iterator[Finding]:
    """Examples of elements, procedures, quantities and of the `examples` section.

    Those of packs that have been checked in another combination are not run again.
    """
    model = context.model
    if not (model.setup and model.play and model.modes):
        return
    for finding in _run(context):
        yield _narrowed(context, finding)


def _run(context: Context) -> Iterator[Finding]:
    if not context.seen:
        yield from run_examples(context.ruleset)
        return
    new = {file for pack in context.new_packs for file in pack.contents}
    examples = [one for one in examples_of(context.ruleset) if one.node.span.file in new]
    stage = Stage(context.ruleset) if examples else None
    for example in examples:
        yield from stage.play(example) if stage is not None else ()


def _narrowed(context: Context, finding: Finding) -> Finding:
    """About one word of an example, if it is a word that is wrong with it."""
    span = finding.span
    problem = finding.message.partition(": ")[2].partition("did you mean")[0]
    words = re.findall(r"[`']([^`']+)[`']", problem)
    if span.line == span.end_line or not words:
        return finding
    lines = context.vocabulary.lines(span.file)[span.line - 1 : span.end_line]
    for number, line in enumerate(lines, start=span.line):
        found = re.search(rf"(?<!\w){re.escape(words[-1])}(?!\w)", line)
        if found:
            place = Span(span.file, number, found.start() + 1, number, found.end() + 1)
            return replace(finding, span=place)
    return finding
