"""Fill elements with their printed data, checked against the declared fields."""

from __future__ import annotations

from typing import Any

from interpreter.findings import did_you_mean
from interpreter.model.declarations import Element, Field
from interpreter.model.kinds import Kind
from interpreter.model.model import Model
from interpreter.packs.source import Mapping, Node, Scalar, Sequence

#: keys any element may have besides its fields
COMMON = frozenset(("id", "name", "text", "rules", "examples"))


def fill_elements(model: Model) -> None:
    """Read every element's node into values, scripts and rules."""
    for element in model.table[1:]:
        assert element is not None
        fields = model.fields_of(element.type)
        printed = {name: made for name, made in fields.items() if not made.state}
        for name, made in printed.items():
            if not (made.script or made.formula):
                element.values[name] = model.zero(made.kind)
        if element.node is not None:
            _fill(model, element, printed, element.node)


def _fill(model: Model, element: Element, printed: dict[str, Field], node: Mapping) -> None:
    for key, child in node.entries.items():
        if key == "rules":
            _read_rules(model, element, child)
        elif key in ("name", "text"):
            if key == "name":
                element.names = _names(child)
        elif key in COMMON:
            continue
        elif key not in printed:
            guess = did_you_mean(key, [*printed, *COMMON])
            help = f"did you mean `{guess}`?" if guess else None
            model.report("BR0202", f"a {element.type} has no `{key}`", node.keys[key], help)
        else:
            _fill_field(model, element, printed[key], child)
    for name, made in printed.items():
        if not made.optional and name not in node.entries:
            message = f"{element.type} `{element.id}` lacks `{name}`"
            model.report("BR0205", message, node.span, f"add `{name}: …` ({made.kind})")


def _fill_field(model: Model, element: Element, made: Field, node: Node) -> None:
    if made.script or made.formula:
        if isinstance(node, Scalar):
            element.scripts[made.name] = node
        else:
            model.report("BR0206", f"`{made.name}` must be text of the effect language", node.span)
        return
    element.values[made.name] = read_value(model, made.kind, node)


def _read_rules(model: Model, element: Element, node: Node) -> None:
    if not isinstance(node, Sequence):
        model.report("BR0206", "`rules` must be a list", node.span)
        return
    for item in node.items:
        if isinstance(item, Scalar):
            element.rules.append(item)
        else:
            model.report("BR0206", "a rule is one text", item.span)


def _names(node: Node) -> dict[str, str]:
    if isinstance(node, Scalar):
        return {"en": node.text}
    if isinstance(node, Mapping):
        return {key: n.text for key, n in node.entries.items() if isinstance(n, Scalar)}
    return {}


def read_value(model: Model, kind: Kind, node: Node) -> Any:
    """One value of the given type from a node; a finding and zero when it does not fit."""
    match kind.word:
        case "list":
            return _read_list(model, kind, node)
        case "bundle":
            return read_bundle(model, node)
        case _ if not isinstance(node, Scalar):
            return _misfit(model, kind, node)
        case "number":
            value = node.value
            fits = isinstance(value, int | float) and not isinstance(value, bool)
            return value if fits else _misfit(model, kind, node)
        case "yes_no":
            return node.value if isinstance(node.value, bool) else _misfit(model, kind, node)
        case "text":
            return node.text
        case _:
            return _read_reference(model, kind, node)


def _misfit(model: Model, kind: Kind, node: Node) -> Any:
    shown = f"`{node.text}`" if isinstance(node, Scalar) else "this"
    model.report("BR0206", f"{shown} is not a {kind}", node.span)
    return model.zero(kind)


def _read_list(model: Model, kind: Kind, node: Node) -> tuple[Any, ...]:
    if not isinstance(node, Sequence) or kind.item is None:
        _misfit(model, kind, node)
        return ()
    return tuple(read_value(model, kind.item, item) for item in node.items)


def read_bundle(model: Model, node: Node) -> tuple[int, ...]:
    """`{excavator: 2, mixer: 1}` as one number per resource."""
    resources = model.types["resource"].members
    counts = [0] * len(resources)
    if not isinstance(node, Mapping):
        return _misfit(model, Kind("bundle"), node)  # type: ignore[no-any-return]
    for key, child in node.entries.items():
        found = model.elements.get(key)
        if found is None or found.type != "resource":
            names = [e.id for e in model.elements.values() if e.type == "resource"]
            guess = did_you_mean(key, names)
            help = f"did you mean `{guess}`?" if guess else None
            model.report("BR0401", f"there is no resource `{key}`", node.keys[key], help)
            continue
        value = read_value(model, Kind("number"), child)
        counts[found.ordinal - resources[0]] = value
    return tuple(counts)


def _read_reference(model: Model, kind: Kind, node: Scalar) -> int:
    found = model.elements.get(node.text)
    if found is None:
        known = [e.id for e in model.elements.values() if model.is_a(e.type, kind.element)]
        guess = did_you_mean(node.text, known)
        help = f"did you mean `{guess}`?" if guess else None
        model.report("BR0401", f"there is no {kind.element} `{node.text}`", node.span, help)
        return 0
    if not model.is_a(found.type, kind.element):
        message = f"`{node.text}` is a {found.type}, not a {kind.element}"
        model.report("BR0404", message, node.span, related=(("defined here", found.span),))
        return 0
    return found.ordinal
