"""What is in the box: `inventory: {contracts: 55, "contracts where pile is green": 15}`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from interpreter.check.box import one_by_one
from interpreter.check.context import Context
from interpreter.check.gaps import before_the_gap
from interpreter.check.static import OPEN, worth
from interpreter.findings import Finding, Span, errors_in
from interpreter.language.expressions import list_source
from interpreter.language.parse import ScriptError, parse_formula
from interpreter.language.scope import Misfit, new_scope
from interpreter.packs import Mapping, Pack, Scalar, Sequence

NEEDS_CLEAN: Final = False
SECTION: Final = "inventory"
#: Errors because of which elements are missing that are there.
_LOST: Final = ("BR01", "BR0201", "BR0204", "BR0205", "BR0209", "BR0210", "BR0403", "BR08")
#: Errors because of which a printed value is not the one that was meant.
_UNREAD: Final = ("BR0206", "BR0401", "BR0404")


def check(context: Context) -> Iterator[Finding]:
    """Each pack counts what it brings itself."""
    if any(finding.code.startswith(_LOST) for finding in errors_in(context.findings)):
        return
    for pack in context.packs:
        for document in pack.documents:
            node = document.root.entries.get(SECTION)
            if isinstance(node, Mapping):
                for what, count in node.entries.items():
                    yield from _count(context, pack, what, node.keys[what], count)
            elif node is not None:
                message = "`inventory` maps lists to how many are in the box"
                yield Finding("BR0201", message, node.span, help="write for example `cards: 12`")


def _count(context: Context, pack: Pack, what: str, place: Span, node: Any) -> Iterator[Finding]:
    if isinstance(node, Sequence):
        found = _members(context, what, place)
        if isinstance(found, Finding):
            yield found
        elif not _is_changed(context, pack, what):
            own = [at for at in found if _brought_by(context, at) == pack.name]
            yield from one_by_one(context, what, node, own)
        return
    expected = node.value if isinstance(node, Scalar) else None
    if not isinstance(expected, int) or isinstance(expected, bool):
        yield Finding("BR0206", "how many there are is a number", node.span)
        return
    found = _members(context, what, place)
    if isinstance(found, Finding):
        yield found
        return
    if _is_changed(context, pack, what) or _is_doubtful(context, what):
        return
    own = [known for known in found if _brought_by(context, known) == pack.name]
    if len(own) != expected:
        yield _difference(context, what, place, expected, own)


def _members(context: Context, what: str, place: Span) -> list[int] | Finding:
    try:
        made, _ = list_source(new_scope(context.model), parse_formula(what))
    except (ScriptError, Misfit) as problem:
        # The key is text of the language, but keys have no places inside.
        help_line = problem.help or getattr(problem, "suggestion", None)
        return Finding("BR0302", f"`{what}`: {problem.message}", place, help=help_line)
    values = worth(context.model, made, {})
    if values is OPEN:
        return Finding("BR0303", f"`{what}` cannot be counted before a game begins", place)
    return list(values)


def _is_changed(context: Context, pack: Pack, what: str) -> bool:
    """Another pack has changed what is in the box: what was in it before is not to be seen."""
    section = what.split()[0]
    return any(
        address.startswith(f"{section}.") and any(one.pack != pack.name for one in changes)
        for address, changes in context.merged.history.items()
    )


def _is_doubtful(context: Context, what: str) -> bool:
    """Whether a printed value that a condition may ask for could not be read."""
    section = context.section(what.split()[0]) if " where " in what else {}
    wrong = [one.span for one in context.findings if one.code in _UNREAD]
    return any(
        node.span.file == span.file and node.span.line <= span.line <= node.span.end_line
        for span in wrong
        for node in section.values()
    )


def _brought_by(context: Context, ordinal: int) -> str | None:
    known = context.model.table[ordinal]
    if known is None:
        return None
    plural = context.model.types[known.type].plural
    return context.merged.owners.get(f"{plural}.{known.id}")


def _difference(context: Context, what: str, place: Span, expected: int, own: list[int]) -> Finding:
    """Where the things are, rather than where they are counted: that is where one is missing."""
    message = f"{len(own)} {what}, but the box holds {expected}"
    members = [known for at in own if (known := context.model.table[at]) is not None]
    last = members[-1] if members else None
    if len(own) == expected - 1:
        last = before_the_gap(members) or last
    here = last.span if last is not None else place
    if last is not None and len(own) < expected:
        here = Span(here.file, here.end_line, here.column, here.end_line, here.end_column)
    line = Span(here.file, here.line, here.column, here.line, here.column + 1)
    related = (("the box is described here", place),) if last is not None else ()
    help_line = "one is missing or too many; or correct the `inventory`"
    return Finding("BR0408", message, line, help=help_line, related=related)
