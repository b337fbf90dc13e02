"""Where to look when an example fails: at what it lacks, rather than at what it expects."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from interpreter.check.example import Example
from interpreter.engine.ruleset import Ruleset
from interpreter.findings import Finding, Span
from interpreter.model.places import gap_among
from interpreter.packs import Mapping, Node, Sequence

_CIRCLES: Final = re.compile(r"`(\w+)` goes round in circles")
#: so many neighbours show what is usual
_SEVERAL: Final = 2


def placed(ruleset: Ruleset, example: Example, finding: Finding) -> Finding:
    """The finding at the line that is missing, if the neighbours tell which one that is."""
    place = _circle(ruleset, finding) or _lost_part(ruleset, example)
    if place is None or finding.code == "BR0705":
        return finding
    related = (("the example", finding.span), *finding.related)
    return replace(finding, span=place, related=related)


def _circle(ruleset: Ruleset, finding: Finding) -> Span | None:
    """The line in which a procedure runs itself again."""
    found = _CIRCLES.search(finding.message) if finding.code == "BR0704" else None
    procedure = ruleset.model.procedures.get(found[1]) if found else None
    if found is None or procedure is None or procedure.script is None:
        return None
    text = procedure.script.text
    calls = list(re.finditer(rf"(?<!\w){found[1]}(?!\w)", text))
    return procedure.script.span_at(calls[-1].start(), calls[-1].end()) if calls else None


def _lost_part(ruleset: Ruleset, example: Example) -> Span | None:
    """Where `given` is missing in the example, or `rules` in what it belongs to."""
    known = ruleset.model.elements.get(example.bearer)
    bearer = known.node if known is not None else None
    if known is not None and bearer is not None and "rules" not in bearer.entries:
        members = [ruleset.model.table[at] for at in ruleset.model.types[known.type].members]
        beside = [one.node for one in members if one is not None and one.node is not None]
        if _most(beside, "rules"):
            return gap_among(bearer, "rules", beside)
    siblings = _siblings(ruleset, example)
    node = example.node
    if not isinstance(node, Mapping) or "given" in node.entries or len(siblings) < _SEVERAL:
        return None
    given = all("given" in one.entries for one in siblings)
    return gap_among(node, "given", siblings) if given else None


def _most(nodes: list[Mapping], key: str) -> bool:
    return sum(key in node.entries for node in nodes) * 2 > len(nodes)


def _siblings(ruleset: Ruleset, example: Example) -> list[Mapping]:
    """The other examples of the same thing."""
    for nodes in ruleset.merged.sections.values():
        node = nodes.get(example.bearer)
        listed: Node | None = node.entries.get("examples") if isinstance(node, Mapping) else None
        if isinstance(listed, Sequence) and example.node in listed.items:
            others = [one for one in listed.items if one is not example.node]
            return [one for one in others if isinstance(one, Mapping)]
    return []
