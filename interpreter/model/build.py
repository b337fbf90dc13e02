"""From merged pack sections to a `Model`."""

from __future__ import annotations

from interpreter.findings import Span, did_you_mean
from interpreter.model.declarations import (
    Element,
    Event,
    HouseRule,
    Invariant,
    Parameter,
    Procedure,
    Quantity,
)
from interpreter.model.kinds import UNKNOWN, Kind
from interpreter.model.model import NOWHERE, Model
from interpreter.model.naming import check_names
from interpreter.model.places import gap
from interpreter.model.read_types import known_kind, read_single_kind, read_takes, read_types
from interpreter.model.values import fill_elements
from interpreter.packs import Merged, Pack
from interpreter.packs.source import Mapping, Node, Scalar, Sequence

#: sections that are not lists of elements
RESERVED = frozenset(
    "types procedures quantities events rules graphs invariants texts view examples inventory "
    "changes".split()
)
#: keys of things that are not elements, in the order in which they are usually written
_PROCEDURE = "id says text takes script examples".split()
_QUANTITY = "id says text takes gives asked_of heeds stages value examples".split()
_EVENT = "id says text takes heard_by".split()
_RULE = "id says text rule examples".split()
_INVARIANT = "id text holds".split()


def build_model(packs: list[Pack], merged: Merged) -> Model:
    """Declarations of the merged packs; findings are collected in `model.findings`."""
    model = Model()
    _read_manifests(model, packs)
    sections = merged.sections
    read_types(model, sections.get("types", {}), RESERVED)
    _add_elements(model, merged)
    _read_procedures(model, sections.get("procedures", {}))
    _read_quantities(model, sections.get("quantities", {}))
    _read_events(model, sections.get("events", {}))
    for key, node in sections.get("rules", {}).items():
        rule = _scalar(model, node, "rule", _RULE, "a rule")
        if rule is not None:
            model.rules[key] = HouseRule(key, rule, node.span)
    for key, node in sections.get("invariants", {}).items():
        holds = _scalar(model, node, "holds", _INVARIANT, "an invariant")
        if holds is not None:
            model.invariants[key] = Invariant(key, holds, node.span)
    model.graphs = sections.get("graphs", {})
    model.texts = sections.get("texts", {})
    model.view = sections.get("view", {})
    model.examples = sections.get("examples", {})
    fill_elements(model)
    check_names(model)
    return model


def _read_manifests(model: Model, packs: list[Pack]) -> None:
    modes: list[str] | None = None
    for pack in packs:
        manifest = pack.manifest
        if manifest.modes:
            allowed = list(manifest.modes)
            modes = allowed if modes is None else [mode for mode in modes if mode in allowed]
        if manifest.players is not None:
            model.min_players, model.seats = manifest.players
        if manifest.start:
            model.setup = manifest.start.get("setup", model.setup)
            model.play = manifest.start.get("play", model.play)
            model.score = manifest.start.get("score", model.score)
            model.tie_break = manifest.start.get("tie_break", model.tie_break)
    model.modes = tuple(modes or ())
    for pack in packs:
        for mode in pack.manifest.modes:
            model.mode_places.setdefault(mode, pack.manifest.place(f"modes.{mode}"))
    model.all_modes = tuple(model.mode_places)


# ---- elements ----------------------------------------------------------------


def _add_elements(model: Model, merged: Merged) -> None:
    listed: dict[str, dict[str, Node]] = {type_id: {} for type_id in model.types}
    for section, nodes in merged.sections.items():
        if section in RESERVED:
            continue
        type_id = model.plurals.get(section)
        if type_id is None:
            meant = did_you_mean(section, [*model.plurals, *sorted(RESERVED)])
            place = merged.places.get(section, NOWHERE)
            message = f"there is no section `{section}`: no type has this plural"
            model.report("BR0204", message, place, suggestion=meant)
            # What is in it is most likely what it should be.
            type_id = model.plurals.get(meant or "")
        if type_id is not None:
            listed[type_id].update(nodes)
    children: dict[str | None, list[str]] = {}
    for type_id, decl in model.types.items():
        children.setdefault(decl.parent, []).append(type_id)
    order = ["player", *(t for t in children.get(None, []) if t != "player")]
    for type_id in order:
        _number_type(model, type_id, children, listed)


def _number_type(
    model: Model,
    type_id: str,
    children: dict[str | None, list[str]],
    listed: dict[str, dict[str, Node]],
) -> None:
    first = len(model.table)
    if type_id == "player":
        for seat in range(1, model.seats + 1):
            _add_element(model, f"player_{seat}", type_id, None)
    if type_id == "mode":
        for mode in model.all_modes:
            _add_element(model, mode, type_id, None, model.mode_places[mode])
    for element_id, node in listed[type_id].items():
        _add_element(model, element_id, type_id, node)
    for child in children.get(type_id, []):
        _number_type(model, child, children, listed)
    model.types[type_id].members = tuple(range(first, len(model.table)))


def _add_element(
    model: Model, element_id: str, type_id: str, node: Node | None, place: Span = NOWHERE
) -> None:
    mapping = node if isinstance(node, Mapping) else None
    span = node.span if node else place
    if element_id in model.elements:
        other = model.elements[element_id]
        if type_id == other.type == "mode":
            return
        message = f"the id `{element_id}` is taken already"
        model.report("BR0403", message, span, related=(("first used here", other.span),))
        return
    made = Element(element_id, type_id, len(model.table), span, mapping)
    model.elements[element_id] = made
    model.table.append(made)


# ---- procedures, quantities, events ------------------------------------------


def _read_procedures(model: Model, section: dict[str, Node]) -> None:
    for key, node in section.items():
        script = _scalar(model, node, "script", _PROCEDURE, "a procedure")
        takes = _takes(model, node)
        script = script or Scalar(node.span, "stop", "stop")
        model.procedures[key] = Procedure(key, takes, script, node.span)


def _read_quantities(model: Model, section: dict[str, Node]) -> None:
    for key, node in section.items():
        value = _scalar(model, node, "value", _QUANTITY, "a quantity")
        takes = _takes(model, node)
        asked_of = node.entries.get("asked_of") if isinstance(node, Mapping) else None
        model.quantities[key] = Quantity(
            key,
            takes,
            _gives(model, node) if value else UNKNOWN,
            value or Scalar(node.span, 0, "none"),
            _words(node, "stages"),
            asked_of if isinstance(asked_of, Scalar) else None,
            node.span,
            _heeds(model, node, takes),
        )


def _gives(model: Model, node: Node) -> Kind:
    found = _entry(node, "gives")
    if found is None and isinstance(node, Mapping):
        place = gap(node, "gives", _QUANTITY)
        model.report("BR0205", "`gives` is missing", place, "say what it gives: `gives: number`")
        return UNKNOWN
    return known_kind(model, read_single_kind(model, found or node), (found or node).span)


def _heeds(model: Model, node: Node, takes: dict[str, Parameter]) -> tuple[str, ...]:
    found = node.entries.get("heeds") if isinstance(node, Mapping) else None
    for item in found.items if isinstance(found, Sequence) else ():
        if isinstance(item, Scalar) and item.text not in takes:
            meant = did_you_mean(item.text, takes)
            message = f"`heeds` names a value that is taken; there is no `{item.text}`"
            model.report("BR0401", message, item.span, suggestion=meant)
    return _words(node, "heeds")


def _read_events(model: Model, section: dict[str, Node]) -> None:
    for key, node in section.items():
        _only(model, node, _EVENT, "an event")
        everyone = _text(node, "heard_by") == "everyone"
        model.events[key] = Event(key, _takes(model, node), everyone, node.span)


def _entry(node: Node, key: str) -> Node | None:
    """What stands under a key, or under a key that is surely meant to be this one."""
    if not isinstance(node, Mapping):
        return None
    slips = [other for other in node.entries if other not in (*_PROCEDURE, *_QUANTITY, *_EVENT)]
    meant = did_you_mean(key, slips) if key not in node.entries else key
    return node.entries[meant] if meant else None


def _takes(model: Model, node: Node) -> dict[str, Parameter]:
    takes = read_takes(model, _entry(node, "takes"))
    return {
        name: Parameter(name, known_kind(model, p.kind, p.span), p.optional, p.span, p.place)
        for name, p in takes.items()
    }


def _only(model: Model, node: Node, words: list[str], what: str) -> None:
    for key, span in node.keys.items() if isinstance(node, Mapping) else ():
        if key not in words:
            meant = did_you_mean(key, words)
            help_line = None if meant else f"known keys: {', '.join(words)}"
            model.report("BR0202", f"{what} has no `{key}`", span, help_line, suggestion=meant)


def _text(node: Node, key: str) -> str | None:
    found = node.entries.get(key) if isinstance(node, Mapping) else None
    return found.text if isinstance(found, Scalar) else None


def _words(node: Node, key: str) -> tuple[str, ...]:
    found = node.entries.get(key) if isinstance(node, Mapping) else None
    items = found.items if isinstance(found, Sequence) else ()
    return tuple(item.text for item in items if isinstance(item, Scalar))


def _scalar(model: Model, node: Node, key: str, known: list[str], what: str) -> Scalar | None:
    """The text under a key that must be there; other keys must be known."""
    _only(model, node, known, what)
    found = node.entries.get(key) if isinstance(node, Mapping) else None
    if isinstance(found, Scalar):
        return found
    if found is not None:
        model.report("BR0206", f"`{key}` must be text of the effect language", found.span)
    elif not isinstance(node, Mapping):
        model.report("BR0201", f"{what} is a mapping (key: value)", node.span)
    elif did_you_mean(key, [other for other in node.entries if other not in known]) is None:
        model.report("BR0205", f"{what} needs `{key}`", gap(node, key, known), "add it here")
    return None
