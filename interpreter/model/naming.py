"""Names that packs give: plain words only.

Names become identifiers of generated code, so this is also where a hostile pack is stopped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from interpreter.findings import Span
from interpreter.model.declarations import Event, HouseRule, Invariant, Procedure
from interpreter.model.model import Model

_WORD = re.compile(r"[a-z][a-z0-9_]{0,79}")


def is_word(name: str) -> bool:
    """Small letters, digits and underscores, beginning with a letter."""
    return _WORD.fullmatch(name) is not None


def check_names(model: Model) -> None:
    """Report every name that is not a plain word."""
    for what, name, span in _names(model):
        if not is_word(name):
            shown = name if len(name) <= 40 else name[:40] + "…"
            help = "use small letters, digits and underscores, beginning with a letter"
            meant = name.lower().replace(" ", "_").replace("-", "_")
            suggestion = meant if is_word(meant) else None
            message = f"{shown!r} cannot be the name of {what}"
            model.report("BR0207", message, span, help, suggestion=suggestion)


def all_words(model: Model) -> bool:
    """Whether no name could be anything but an identifier."""
    return all(is_word(name) for _, name, _ in _names(model))


def _names(model: Model) -> Iterator[tuple[str, str, Span]]:
    for decl in model.types.values():
        yield "a type", decl.id, decl.span
        yield "a plural", decl.plural, decl.span
        for made in decl.fields.values():
            yield "a field", made.name, made.span
            yield from (("a parameter", name, made.span) for name in made.takes)
    for known in model.elements.values():
        written = known.node.entries.get("id") if known.node is not None else None
        yield "an element", known.id, written.span if written is not None else known.span
    units: list[Procedure | Event] = [*model.procedures.values(), *model.events.values()]
    for unit in units:
        yield "a procedure or event", unit.id, unit.span
        yield from (("a parameter", name, unit.span) for name in unit.takes)
    for quantity in model.quantities.values():
        yield "a quantity", quantity.id, quantity.span
        yield from (("a parameter", name, quantity.span) for name in quantity.takes)
        yield from (("a stage", name, quantity.span) for name in quantity.stages)
    rules: list[HouseRule | Invariant] = [*model.rules.values(), *model.invariants.values()]
    for rule in rules:
        yield "a rule", rule.id, rule.span
    for name, node in model.graphs.items():
        yield "a graph", name, node.span
