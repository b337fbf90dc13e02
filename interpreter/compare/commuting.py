"""Do two modifiers of one quantity come to the same in either order?

Told from how they are written: two that add commute, two lower bounds commute, conditions that
exclude each other make any two commute. Whatever is not recognised does not commute.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.language import syntax as t


def commute(one: t.Modify, other: t.Modify) -> bool:
    """Whether the order of two modifiers cannot matter, as far as can be seen."""
    if _exclude(one.condition, other.condition):
        return True
    if _bare(one.value) == _bare(other.value) and not _mentions(one.value):
        return True
    kind = _kind(one.value)
    readable = not _mentions(one.condition) and not _mentions(other.condition)
    return readable and kind is not None and kind == _kind(other.value)


def _kind(value: t.Syntax) -> str | None:
    """`value + x` and `value - x` are one kind, `at_least(value, x)` another, and so on."""
    match value:
        case t.Operation(op="+" | "-", parts=(first, second)) if not _mentions(second):
            inner = _kind(first)
            return "sum" if _is_value(first) or inner == "sum" else None
        case t.Operation(op="+" | "*", parts=(first, second)) if _is_value(second):
            return ("sum" if value.op == "+" else "times") if not _mentions(first) else None
        case t.Operation(op="*", parts=(first, second)) if _is_value(first):
            return "times" if not _mentions(second) else None
        case t.Operation(op="and" | "or" as word, parts=parts):
            own = [part for part in parts if _is_value(part)]
            rest = [part for part in parts if not _is_value(part)]
            return word if own and not any(map(_mentions, rest)) else None
        case t.Function(word="at_least" | "at_most" as word, args=(first, second)):
            return word if _is_value(first) and not _mentions(second) else None
    return None


def _is_value(node: t.Syntax) -> bool:
    return isinstance(node, t.Name) and node.word == "value"


def _mentions(node: t.Syntax | None) -> bool:
    """Whether `value` occurs anywhere in it."""
    if node is None:
        return False
    return _is_value(node) or any(map(_mentions, _parts(node)))


def _parts(node: t.Syntax) -> Iterator[t.Syntax]:
    for name in type(node).__dataclass_fields__:
        held = getattr(node, name)
        for part in held if isinstance(held, tuple) else (held,):
            if isinstance(part, t.Syntax):
                yield part


def _bare(node: object) -> object:
    """A tree without places, to compare."""
    if isinstance(node, t.Syntax):
        names = [name for name in type(node).__dataclass_fields__ if name != "at"]
        return (type(node).__name__, *(_bare(getattr(node, name)) for name in names))
    if isinstance(node, tuple):
        return tuple(map(_bare, node))
    return node


def _exclude(one: t.Syntax | None, other: t.Syntax | None) -> bool:
    """Conditions such as `kind is a` and `kind is b`, or `c` and `not c`."""
    mine, yours = list(_conjuncts(one)), list(_conjuncts(other))
    return any(_opposed(a, b) for a in mine for b in yours)


def _conjuncts(node: t.Syntax | None) -> Iterator[t.Syntax]:
    if isinstance(node, t.Operation) and node.op == "and":
        for part in node.parts:
            yield from _conjuncts(part)
    elif node is not None:
        yield node


def _opposed(one: t.Syntax, other: t.Syntax) -> bool:
    for a, b in ((one, other), (other, one)):
        if isinstance(a, t.Operation) and a.op == "not" and _bare(a.parts[0]) == _bare(b):
            return True
    match one, other:
        case (
            t.Operation(op="is" | "=", parts=(first, wanted)),
            t.Operation(op="is" | "=", parts=(second, sought)),
        ):
            constant = all(isinstance(node, t.Name | t.Number) for node in (wanted, sought))
            return constant and _bare(first) == _bare(second) and _bare(wanted) != _bare(sought)
    return False
