"""From merged pack sections to a `Model`."""

from __future__ import annotations

from interpreter.findings import Span, did_you_mean
from interpreter.model.declarations import (
    Element,
    Event,
    Field,
    HouseRule,
    Invariant,
    Parameter,
    Procedure,
    Quantity,
    TypeDecl,
)
from interpreter.model.kinds import Kind, read_kind
from interpreter.model.model import Model
from interpreter.model.values import fill_elements
from interpreter.packs import Merged, Pack
from interpreter.packs.source import Mapping, Node, Scalar, Sequence

#: types every game has; packs add fields, state and (for all but game) elements
BUILT_IN = {"game": "games", "player": "players", "resource": "resources", "mode": "modes"}
RESERVED = frozenset(
    "types procedures quantities events rules graphs invariants texts view examples".split()
)
_NOWHERE = Span("", 1, 1, 1, 1)


def build_model(packs: list[Pack], merged: Merged) -> Model:
    """Declarations of the merged packs; findings are collected in `model.findings`."""
    model = Model()
    _read_manifests(model, packs)
    sections = merged.sections
    _read_types(model, sections.get("types", {}))
    _check_type_names(model)
    _add_elements(model, sections)
    _read_procedures(model, sections.get("procedures", {}))
    _read_quantities(model, sections.get("quantities", {}))
    _read_events(model, sections.get("events", {}))
    for key, node in sections.get("rules", {}).items():
        rule = _scalar(model, node, "rule")
        if rule is not None and isinstance(node, Mapping):
            _only(model, node, "id rule examples text", "a rule")
            model.rules[key] = HouseRule(key, rule, node.span)
    for key, node in sections.get("invariants", {}).items():
        holds = _scalar(model, node, "holds")
        if holds is not None:
            model.invariants[key] = Invariant(key, holds, node.span)
    model.graphs = sections.get("graphs", {})
    model.texts = sections.get("texts", {})
    model.view = sections.get("view", {})
    model.examples = sections.get("examples", {})
    fill_elements(model)
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
    model.all_modes = tuple(dict.fromkeys(m for pack in packs for m in pack.manifest.modes))


# ---- types -------------------------------------------------------------------


def _read_types(model: Model, section: dict[str, Node]) -> None:
    for type_id, plural in BUILT_IN.items():
        model.types[type_id] = TypeDecl(type_id, plural, None, _NOWHERE)
    for type_id, node in section.items():
        if not isinstance(node, Mapping):
            model.report("BR0201", f"type `{type_id}` must be a mapping", node.span)
            continue
        _read_type(model, type_id, node)
    for type_id, decl in model.types.items():
        if decl.plural in model.plurals or decl.plural in RESERVED:
            model.report("BR0402", f"the plural `{decl.plural}` is taken already", decl.span)
        model.plurals[decl.plural] = type_id


def _read_type(model: Model, type_id: str, node: Mapping) -> None:
    for key, span in node.keys.items():
        if key not in ("is", "plural", "fields", "state", "bearers", "while", "name", "text"):
            model.report("BR0202", f"a type has no `{key}`", span)
    decl = model.types.get(type_id)
    if decl is None:
        plural = _text(node, "plural") or type_id + "s"
        decl = model.types[type_id] = TypeDecl(type_id, plural, _text(node, "is"), node.span)
    decl.span = node.span
    for key in ("fields", "state"):
        entries = node.entries.get(key)
        if isinstance(entries, Mapping):
            for name, spec in entries.entries.items():
                made = _read_field(model, type_id, name, spec, key == "state")
                if made is not None:
                    decl.fields[name] = made
    bearers = node.entries.get("bearers")
    if isinstance(bearers, Sequence):
        decl.bearers += [item for item in bearers.items if isinstance(item, Scalar)]
    condition = node.entries.get("while")
    if isinstance(condition, Scalar):
        decl.condition = condition


def _read_field(model: Model, owner: str, name: str, spec: Node, state: bool) -> Field | None:
    if isinstance(spec, Scalar):
        if spec.text == "script":
            return Field(name, Kind("script"), owner, spec.span, script=True)
        if spec.text == "maybe script":
            return Field(name, Kind("script"), owner, spec.span, script=True, optional=True)
        kind, optional = _kind(model, spec)
        return Field(name, kind, owner, spec.span, state=state, optional=optional)
    if not isinstance(spec, Mapping):
        model.report("BR0201", f"`{name}` needs a type", spec.span)
        return None
    entries = spec.entries
    optional = "optional" in entries
    if "script" in entries:
        takes = read_takes(model, entries["script"])
        return Field(
            name, Kind("script"), owner, spec.span, script=True, optional=optional, takes=takes
        )
    if "formula" in entries:
        kind, _ = _kind(model, entries["formula"])
        takes = read_takes(model, entries.get("takes"))
        return Field(name, kind, owner, spec.span, formula=True, optional=optional, takes=takes)
    kind, maybe = _kind(model, entries.get("type", spec))
    per_player = _text(spec, "per") == "player"
    return Field(
        name, kind, owner, spec.span, state=state, optional=maybe or optional, per_player=per_player
    )


def _kind(model: Model, node: Node) -> tuple[Kind, bool]:
    text = node.text if isinstance(node, Scalar) else ""
    try:
        return read_kind(text)
    except ValueError:
        model.report("BR0203", f"`{text}` is not a type", node.span, "e.g. number, list of dam")
        return Kind("number"), False


def read_takes(model: Model, node: Node | None) -> dict[str, Parameter]:
    """Parameters: `{spot: site, bonus: maybe number}`."""
    takes: dict[str, Parameter] = {}
    if isinstance(node, Mapping):
        for name, spec in node.entries.items():
            kind, optional = _kind(model, spec)
            takes[name] = Parameter(name, kind, optional)
    return takes


def _check_type_names(model: Model) -> None:
    for decl in model.types.values():
        if decl.parent is not None and decl.parent not in model.types:
            _unknown_type(model, decl.parent, decl.span)
            decl.parent = None
        for made in decl.fields.values():
            for kind in (made.kind, *(p.kind for p in made.takes.values())):
                inner = kind.item or kind
                if inner.word == "element" and inner.element not in model.types:
                    _unknown_type(model, inner.element, made.span)


def _unknown_type(model: Model, name: str, span: Span) -> None:
    guess = did_you_mean(name, model.types)
    help = f"did you mean `{guess}`?" if guess else None
    model.report("BR0401", f"there is no type `{name}`", span, help)


# ---- elements ----------------------------------------------------------------


def _add_elements(model: Model, sections: dict[str, dict[str, Node]]) -> None:
    listed: dict[str, dict[str, Node]] = {type_id: {} for type_id in model.types}
    for section, nodes in sections.items():
        if section in RESERVED:
            continue
        type_id = model.plurals.get(section)
        if type_id is None:
            span = next(iter(nodes.values())).span if nodes else _NOWHERE
            guess = did_you_mean(section, [*model.plurals, *RESERVED])
            help = f"did you mean `{guess}`?" if guess else None
            model.report("BR0204", f"no type has the plural `{section}`", span, help)
            continue
        listed[type_id] = nodes
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
            _add_element(model, mode, type_id, None)
    for element_id, node in listed[type_id].items():
        _add_element(model, element_id, type_id, node)
    for child in children.get(type_id, []):
        _number_type(model, child, children, listed)
    model.types[type_id].members = tuple(range(first, len(model.table)))


def _add_element(model: Model, element_id: str, type_id: str, node: Node | None) -> None:
    if element_id in model.elements:
        other = model.elements[element_id]
        if type_id == other.type == "mode":
            return
        message = f"the id `{element_id}` is taken already"
        span = node.span if node else _NOWHERE
        model.report("BR0403", message, span, related=(("first used here", other.span),))
        return
    mapping = node if isinstance(node, Mapping) else None
    span = node.span if node else _NOWHERE
    made = Element(element_id, type_id, len(model.table), span, mapping)
    model.elements[element_id] = made
    model.table.append(made)


# ---- procedures, quantities, events ------------------------------------------


def _read_procedures(model: Model, section: dict[str, Node]) -> None:
    for key, node in section.items():
        script = _scalar(model, node, "script")
        if script is not None and isinstance(node, Mapping):
            _only(model, node, "id takes script examples text says", "a procedure")
            takes = read_takes(model, node.entries.get("takes"))
            model.procedures[key] = Procedure(key, takes, script, node.span)


def _read_quantities(model: Model, section: dict[str, Node]) -> None:
    for key, node in section.items():
        value = _scalar(model, node, "value")
        if value is None or not isinstance(node, Mapping):
            continue
        _only(
            model,
            node,
            "id takes gives value stages asked_of heeds examples text says",
            "a quantity",
        )
        gives, _ = _kind(model, node.entries.get("gives", node))
        asked_of = node.entries.get("asked_of")
        model.quantities[key] = Quantity(
            key,
            read_takes(model, node.entries.get("takes")),
            gives,
            value,
            _words(node, "stages"),
            asked_of if isinstance(asked_of, Scalar) else None,
            node.span,
            _words(node, "heeds"),
        )


def _read_events(model: Model, section: dict[str, Node]) -> None:
    for key, node in section.items():
        if isinstance(node, Mapping):
            _only(model, node, "id takes heard_by text", "an event")
            takes = read_takes(model, node.entries.get("takes"))
            everyone = _text(node, "heard_by") == "everyone"
            model.events[key] = Event(key, takes, everyone, node.span)


def _only(model: Model, node: Mapping, words: str, what: str) -> None:
    for key, span in node.keys.items():
        if key not in words.split():
            guess = did_you_mean(key, words.split())
            help = f"did you mean `{guess}`?" if guess else None
            model.report("BR0202", f"{what} has no `{key}`", span, help)


def _text(node: Node, key: str) -> str | None:
    found = node.entries.get(key) if isinstance(node, Mapping) else None
    return found.text if isinstance(found, Scalar) else None


def _words(node: Mapping, key: str) -> tuple[str, ...]:
    found = node.entries.get(key)
    items = found.items if isinstance(found, Sequence) else ()
    return tuple(item.text for item in items if isinstance(item, Scalar))


def _scalar(model: Model, node: Node, key: str) -> Scalar | None:
    found = node.entries.get(key) if isinstance(node, Mapping) else None
    if isinstance(found, Scalar):
        return found
    model.report("BR0205", f"`{key}` is missing", node.span)
    return None
