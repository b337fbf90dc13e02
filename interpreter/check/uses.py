"""What scripts use: quantities, procedures, events, elements, names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from interpreter.language import ir
from interpreter.language.program import Program


@dataclass(slots=True)
class Uses:
    """Everything that some script of the packs mentions."""

    quantities: set[str] = field(default_factory=set)
    #: routines, by the unit that runs them
    routines: dict[str, set[str]] = field(default_factory=dict)
    #: ordinals of elements that are named one by one
    elements: set[int] = field(default_factory=set)
    #: lists of elements and what of them is taken
    lists: list[tuple[ir.Const, ir.Each | None]] = field(default_factory=list)
    #: name of a variable to how often it is read, by unit
    read: dict[str, set[str]] = field(default_factory=dict)
    fields: set[str] = field(default_factory=set)


def units(program: Program) -> Iterator[tuple[str, Any]]:
    """Every piece of script or formula with a name for it."""
    for name, routine in program.routines.items():
        yield name, routine.body
    for name, formula in program.formulas.items():
        yield name, formula.value
    for quantity, modifiers in program.modifiers.items():
        for number, modifier in enumerate(modifiers):
            yield f"modify {quantity} {number}", (modifier.condition, modifier.value)
    for type_id, bearing in program.bearings.items():
        yield f"bearing {type_id}", (bearing.bearers, bearing.condition)
    for quantity, owner in program.asked_of.items():
        yield f"asked_of {quantity}", owner


def find_uses(scripts: Mapping[str, Iterable[Any]]) -> Uses:
    """Look through all scripts once."""
    uses = Uses()
    for name, inside in scripts.items():
        read = uses.read.setdefault(name, set())
        runs = uses.routines.setdefault(name, set())
        in_each: set[int] = set()
        for part in inside:
            _note(uses, part, read, runs, in_each)
    return uses


def _note(uses: Uses, part: Any, read: set[str], runs: set[str], in_each: set[int]) -> None:
    match part:
        case ir.Var(name=name):
            read.add(name)
        case ir.Each(source=ir.Const() as source):
            uses.lists.append((source, part))
            in_each.add(id(source))
        case ir.Const(kind=kind, value=value) if kind.word == "element":
            uses.elements.add(value)
        case ir.Const(value=tuple() as values) if part.kind.item and id(part) not in in_each:
            if part.kind.item.word == "element":
                uses.lists.append((part, None))
                uses.elements.update(values)
        case ir.Ask(quantity=quantity):
            uses.quantities.add(quantity)
        case ir.CallProc(procedure=procedure):
            runs.add(procedure)
        case ir.Printed(field=made) | ir.State(field=made) | ir.Formula(field=made):
            uses.fields.add(f"{made.owner}.{made.name}")
        case ir.Do(table=table):
            uses.fields.add(table)
