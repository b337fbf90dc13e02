"""Fill elements with their printed data, checked against the declared fields."""

from __future__ import annotations

from typing import Any

from interpreter.findings import did_you_mean, in_digits
from interpreter.model.declarations import Element, Field
from interpreter.model.kinds import Kind
from interpreter.model.model import Model
from interpreter.model.naming import is_word
from interpreter.model.places import gap_among
from interpreter.packs.source import Mapping, Node, Scalar, Sequence

#: keys any element may have besides its fields
COMMON = frozenset(("id", "name", "text", "rules", "examples"))

#: how many neighbours are looked at
_FAR = 30
#: after so many findings nobody needs another suggestion
_MANY_FINDINGS = 300


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
    slips = _read_keys(model, element, printed, node)
    for name, made in printed.items():
        if not made.optional and name not in node.entries and name not in slips:
            message = f"{element.type} `{element.id}` lacks `{name}`"
            place = gap_among(node, name, _siblings(model, element))
            help_line = f"add `{name}: …` ({made.kind})"
            model.report("BR0205", message, place, help_line, blame=made.span)


def _read_keys(
    model: Model, element: Element, printed: dict[str, Field], node: Mapping
) -> set[str | None]:
    """Fill in what is known; the fields that unknown keys were probably meant to be."""
    slips: set[str | None] = set()
    for key, child in node.entries.items():
        if key == "rules":
            _read_rules(model, element, child)
        elif key == "name":
            element.names = _names(child)
        elif key in printed:
            _fill_field(model, element, printed[key], child)
        elif key not in COMMON:
            missing = [name for name in (*printed, *COMMON) if name not in node.entries]
            meant = did_you_mean(key, missing) or did_you_mean(key, [*printed, *COMMON])
            slips.add(meant)
            message = f"a {element.type} has no `{key}`"
            known = f"it has {', '.join(printed)}" if printed and not meant else None
            blame = model.types[element.type].span
            if not is_word(key) and isinstance(child, Scalar) and child.value is None:
                meant, known = None, 'text with a comma in it stands in quotes: "…, …"'
            model.report("BR0202", message, node.keys[key], known, suggestion=meant, blame=blame)
    return slips


def _siblings(model: Model, element: Element) -> list[Mapping]:
    """Elements of the same type: those in the same file if there are any, nearest first."""
    near = [element.ordinal + step for n in range(1, _FAR) for step in (-n, n)]
    found = [model.table[at] for at in near if 0 < at < len(model.table)]
    alike = [o for o in found if o is not None and o.node is not None and o.type == element.type]
    beside = [other for other in alike if other.span.file == element.span.file]
    return [other.node for other in beside or alike if other.node is not None]


def _fill_field(model: Model, element: Element, made: Field, node: Node) -> None:
    if made.script or made.formula:
        if isinstance(node, Scalar):
            element.scripts[made.name] = node
        else:
            message = f"`{made.name}` must be text of the effect language"
            model.report("BR0206", message, node.span, blame=made.span)
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
        case "unknown":
            return 0  # the type has been complained about
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
            return node.text if isinstance(node.value, str) else _misfit(model, kind, node)
        case _:
            return _read_reference(model, kind, node)


def _misfit(model: Model, kind: Kind, node: Node) -> Any:
    message, help_line = f"this is not a {kind}", None
    if isinstance(node, Scalar):
        message = f"`{node.text}` is not a {kind}" if node.text else f"a {kind} is missing here"
        help_line = _advice(kind, node.text) if node.text else None
    model.report("BR0206", message, node.span, help_line)
    return model.zero(kind)


def _advice(kind: Kind, text: str) -> str | None:
    """How to write what was probably meant."""
    match kind.word:
        case "text":
            return f"put it in quotes: '{text}'"
        case "number":
            if text.split()[0].isdigit() and not text.isdigit():
                return "write the number alone; what it counts is said by the key"
            return in_digits(text) or "write a number in digits"
        case "yes_no":
            return "write `yes` or `no`, in small letters"
        case _:
            return None


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
            message = f"there is no resource `{key}`"
            model.report("BR0401", message, node.keys[key], suggestion=did_you_mean(key, names))
            continue
        value = read_value(model, Kind("number"), child)
        counts[found.ordinal - resources[0]] = value
    return tuple(counts)


def _read_reference(model: Model, kind: Kind, node: Scalar) -> int:
    found = model.elements.get(node.text)
    if found is None:
        message = f"there is no {kind.element} `{node.text}`"
        model.report("BR0401", message, node.span, suggestion=_likely(model, kind, node.text))
        return 0
    if not model.is_a(found.type, kind.element):
        message = f"`{node.text}` is a {found.type}, not a {kind.element}"
        model.report("BR0404", message, node.span, related=(("defined here", found.span),))
        return 0
    return found.ordinal


def _likely(model: Model, kind: Kind, word: str) -> str | None:
    """The element that was probably meant; not for ever in packs where nearly all is wrong."""
    if len(model.findings) > _MANY_FINDINGS:
        return None
    members = (model.table[ordinal] for ordinal in model.types[kind.element].members)
    return did_you_mean(word, [known.id for known in members if known is not None])
