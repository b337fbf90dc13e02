"""The `types` section: what exists in a game, and which fields it has."""

from __future__ import annotations

from collections.abc import Collection

from interpreter.findings import Span, did_you_mean
from interpreter.model.declarations import Field, Parameter, TypeDecl
from interpreter.model.kinds import PLAIN, UNKNOWN, Kind, list_of, read_kind
from interpreter.model.model import NOWHERE, Model
from interpreter.packs.source import Mapping, Node, Scalar, Sequence

#: types every game has; packs add fields, state and (for all but game) elements
BUILT_IN = {"game": "games", "player": "players", "resource": "resources", "mode": "modes"}
_KEYS = ("is", "plural", "fields", "state", "bearers", "while", "name", "text")
_SCRIPT = Kind("script")


def read_types(model: Model, section: dict[str, Node], reserved: Collection[str]) -> None:
    """All types and their fields; unknown names of types are reported once, where they are."""
    for type_id, plural in BUILT_IN.items():
        model.types[type_id] = TypeDecl(type_id, plural, None, NOWHERE)
    for type_id, node in section.items():
        if isinstance(node, Mapping):
            _read_type(model, type_id, node)
        elif isinstance(node, Scalar) and node.value is None:
            _read_type(model, type_id, Mapping(node.span, {}, {}))
        else:
            model.report("BR0201", f"type `{type_id}` must be a mapping", node.span)
    for type_id, decl in model.types.items():
        _take_plural(model, type_id, decl, reserved)
    _check_names(model)


def _take_plural(model: Model, type_id: str, decl: TypeDecl, reserved: Collection[str]) -> None:
    taken = model.plurals.get(decl.plural)
    if taken is None and decl.plural not in reserved:
        model.plurals[decl.plural] = type_id
        return
    message = f"the plural `{decl.plural}` is taken already"
    related = (("by this type", model.types[taken].plural_span),) if taken else ()
    model.report("BR0402", message, decl.plural_span, "choose another `plural:`", related)
    if type_id + "s" not in reserved:
        model.plurals.setdefault(type_id + "s", type_id)


def _read_type(model: Model, type_id: str, node: Mapping) -> None:
    for key, span in node.keys.items():
        if key not in _KEYS:
            meant = did_you_mean(key, _KEYS)
            model.report("BR0202", f"a type has no `{key}`", span, suggestion=meant)
    decl = model.types.get(type_id)
    if decl is None:
        plural = _text(node, "plural") or type_id + "s"
        decl = model.types[type_id] = TypeDecl(type_id, plural, _text(node, "is"), node.span)
        decl.plural_span = _place(node, "plural")
        decl.parent_span = _place(node, "is")
    decl.span = node.span
    for key in ("fields", "state"):
        entries = node.entries.get(key)
        for name, spec in entries.entries.items() if isinstance(entries, Mapping) else ():
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
        if spec.text in ("script", "maybe script"):
            optional = spec.text != "script"
            return Field(name, _SCRIPT, owner, spec.span, script=True, optional=optional)
        kind, optional = _kind(model, spec)
        return Field(name, kind, owner, spec.span, state=state, optional=optional)
    if not isinstance(spec, Mapping):
        model.report("BR0201", f"`{name}` needs a type", spec.span)
        return None
    entries = spec.entries
    optional = "optional" in entries
    if "script" in entries:
        takes = read_takes(model, entries["script"])
        return Field(name, _SCRIPT, owner, spec.span, script=True, optional=optional, takes=takes)
    if "formula" in entries:
        kind, _ = _kind(model, entries["formula"])
        takes = read_takes(model, entries.get("takes"))
        return Field(name, kind, owner, spec.span, formula=True, optional=optional, takes=takes)
    kind, maybe = _kind(model, entries.get("type", spec))
    per_player = _text(spec, "per") == "player"
    return Field(
        name, kind, owner, spec.span, state=state, optional=maybe or optional, per_player=per_player
    )


def read_single_kind(model: Model, node: Node) -> Kind:
    """A type as written, where nothing can be left out."""
    return _kind(model, node)[0]


def _kind(model: Model, node: Node) -> tuple[Kind, bool]:
    text = node.text if isinstance(node, Scalar) else ""
    try:
        return read_kind(text)
    except ValueError:
        message = f"`{text}` is not a type" if text else "this is not a type"
        help_line = "write for example number, text, yes_no, or `list of` and a type"
        model.report("BR0203", message, node.span, help_line)
        return UNKNOWN, True


def read_takes(model: Model, node: Node | None) -> dict[str, Parameter]:
    """Parameters: `{spot: site, bonus: maybe number}`."""
    takes: dict[str, Parameter] = {}
    if isinstance(node, Mapping):
        for name, spec in node.entries.items():
            kind, optional = _kind(model, spec)
            takes[name] = Parameter(name, kind, optional, spec.span, node.keys[name])
    return takes


# ---- names of types ----------------------------------------------------------


def _check_names(model: Model) -> None:
    for decl in model.types.values():
        if decl.parent is not None and decl.parent not in model.types:
            _unknown(model, decl.parent, decl.parent_span)
            decl.parent = None
        for made in decl.fields.values():
            made.kind = known_kind(model, made.kind, made.span)
            for name, taken in list(made.takes.items()):
                kind = known_kind(model, taken.kind, taken.span)
                made.takes[name] = Parameter(name, kind, taken.optional, taken.span, taken.place)
    for decl in model.types.values():
        if decl.parent is not None and _circular(model, decl):
            message = f"`{decl.id}` is a kind of itself"
            model.report("BR0203", message, decl.parent_span, "take out one `is:`")
            decl.parent = None


def _circular(model: Model, decl: TypeDecl) -> bool:
    line = model.ancestry(decl.id)
    return model.types[line[-1]].parent is not None


def known_kind(model: Model, kind: Kind, span: Span) -> Kind:
    """The type itself, or a type that fits everything if it names one that is not there."""
    inner = kind.item or kind
    if inner.word != "element" or inner.element in model.types:
        return kind
    _unknown(model, inner.element, span)
    return UNKNOWN if kind.item is None else list_of(UNKNOWN)


def _unknown(model: Model, name: str, span: Span) -> None:
    meant = did_you_mean(name, [*model.types, *PLAIN])
    model.report("BR0401", f"there is no type `{name}`", span, suggestion=meant)


def _text(node: Mapping, key: str) -> str | None:
    found = node.entries.get(key)
    return found.text if isinstance(found, Scalar) else None


def _place(node: Mapping, key: str) -> Span:
    found = node.entries.get(key)
    return found.span if found is not None else node.span
