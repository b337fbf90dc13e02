"""A box whose things are listed one by one: each is there, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.check.context import Context
from interpreter.findings import Finding, Span, did_you_mean
from interpreter.model.declarations import Element
from interpreter.packs import Scalar, Sequence


def one_by_one(context: Context, what: str, node: Sequence, own: list[int]) -> Iterator[Finding]:
    """Things of the list that are missing, and things that the list does not know."""
    members = {known.id: known for at in own if (known := context.model.table[at]) is not None}
    words = [item for item in node.items if isinstance(item, Scalar)]
    listed = {item.text: item.span for item in words if isinstance(item.value, str)}
    if len(listed) < len(node.items):
        yield from _no_names(node)
        return
    extra = [name for name in members if name not in listed]
    before: Element | None = None
    for name, place in listed.items():
        if name in members:
            before = members[name]
            continue
        meant = did_you_mean(name, extra) or _more_usual(context, name, extra)
        if meant is not None:
            extra.remove(meant)
        near = members.get(meant or "") or before
        if near is None and members:
            # The very first one is missing: the next one has taken its place.
            first = next(iter(members.values())).span
            message, related = f"`{name}` is missing before this", (("it is listed here", place),)
            yield Finding("BR0408", message, _start(first), related=related, suggestion=name)
            continue
        yield _missing(context, what, name, place, near, meant)
    for name in extra:
        related = (("the box is described here", _start(node.span)),)
        message = f"`{name}` is not among the {what} of the box"
        place = context.merged.places.get(f"{what}.{name}", members[name].span)
        yield Finding(
            "BR0408", message, place, help="add it there, or take it out", related=related
        )


def _no_names(node: Sequence) -> Iterator[Finding]:
    """Items of the list that are no ids, or that have been listed before."""
    seen: set[str] = set()
    for item in node.items:
        name = item.value if isinstance(item, Scalar) else None
        if not isinstance(name, str):
            yield Finding("BR0206", "the box lists its things by their ids", item.span)
        elif name in seen:
            yield Finding("BR0403", f"`{name}` is listed twice", item.span)
        else:
            seen.add(name)


def _more_usual(context: Context, name: str, extra: list[str]) -> str | None:
    """The one thing that is not listed, if only the list knows the name that is."""
    words = context.vocabulary.words
    usual = [other for other in extra if words[other] >= words[name] == 1]
    return usual[0] if len(usual) == 1 else None


def _missing(
    context: Context, what: str, name: str, place: Span, near: Element | None, meant: str | None
) -> Finding:
    words = context.vocabulary.words
    rarer = meant is not None and (words[name], -_odd(context, name)) < (
        words[meant],
        -_odd(context, meant),
    )
    if rarer:
        # Others use the name of the thing: the list is wrong.
        message = f"the box has no `{name}`"
        return Finding("BR0401", message, place, suggestion=meant)
    if near is None:
        return Finding("BR0408", f"`{name}` is missing", place, help=f"add it to `{what}`")
    message, help_line = f"`{name}` is missing behind this", f"add it to `{what}`"
    here = _between(context, name, near)
    if here.line > near.span.end_line:
        message = f"`{name}` is missing before this"
    if meant is not None:
        message, help_line = f"the box holds `{name}`, not `{meant}`", "give it that id"
        here = context.merged.places.get(f"{what}.{meant}", near.span)
    related = (("the box is described here", place),)
    here = Span(here.file, here.line, here.column, here.line, here.column + 1)
    return Finding("BR0408", message, here, help=help_line, related=related, suggestion=name)


def _odd(context: Context, name: str) -> float:
    return context.vocabulary.oddness(name)


def _between(context: Context, name: str, near: Element) -> Span:
    """Behind an element, or before the next one if that is more like what is missing."""
    span = near.span
    for after in context.model.table[near.ordinal + 1 : near.ordinal + 2]:
        here = after is not None and after.span.file == span.file
        if after is not None and here and _shared(name, after.id) > _shared(name, near.id):
            return _start(after.span)
    return Span(span.file, span.end_line, span.column, span.end_line, 0)


def _shared(one: str, other: str) -> int:
    """How many letters two names have in common at their beginning."""
    pairs = zip(one, other, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _start(span: Span) -> Span:
    return Span(span.file, span.line, span.column, span.line, span.column + 1)
