"""What the view section names is defined in it, and what it defines is used."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from interpreter.check.context import Context
from interpreter.check.vocabulary import Vocabulary
from interpreter.findings import Finding, Span, did_you_mean
from interpreter.packs import Mapping, Node, Scalar, Sequence

NEEDS_CLEAN: Final = False
SECTION: Final = "view"
_CLASS: Final = re.compile(r"(?m)^\s*\.([A-Za-z][\w-]*)|,\s*\.([A-Za-z][\w-]*)")
_LINKED: Final = re.compile(r"url\(#([\w-]+)\)|href=\"#([\w-]+)\"")
_LINK: Final = re.compile(r"\bid=\"([\w-]+)\"")
_HEX: Final = re.compile(r"#([0-9A-Fa-f]{3}){1,2}")
_ELSEWHERE: Final = 2
_PAINT: Final = "colour of the palette"
#: what a word under a key names
_NAMES: Final = {
    "symbol": "symbol",
    "strewn": "symbol",
    "paint": _PAINT,
    "seats": _PAINT,
    "edge": "style",
    "style": "style",
}
#: mappings by the things of the packs
_BY_ELEMENT: Final = frozenset(("glyphs", "worth", "places", "bands", "via"))
_TERMINAL: Final = frozenset("bold dim italic underline reverse strike blink".split())


@dataclass(slots=True)
class _Names:
    """Names of one sort: where each is defined, and where it is used."""

    defined: dict[str, Span] = field(default_factory=dict)
    used: dict[str, Span] = field(default_factory=dict)
    #: words that the packs print, which may well be meant
    printed: frozenset[str] = frozenset()


def check(context: Context) -> Iterator[Finding]:
    """Symbols, colours, styles, things of the packs."""
    section = context.section(SECTION)
    sorts = {what: _Names() for what in ("symbol", _PAINT, "style", "gradient")}
    _define(section, sorts)
    for key, node in section.items():
        _use(key, node, sorts, in_drawing=key == "svg")
        yield from _things(context, key, node)
        yield from _terminal_styles(node) if key != "svg" else ()
    sorts[_PAINT].printed = _printed(context)
    yield from _badly_painted(section.get("palette"))
    for what, names in sorts.items():
        if names.defined:
            yield from _compared(what, names, context.vocabulary)


def _define(section: dict[str, Node], sorts: dict[str, _Names]) -> None:
    palette, drawing = section.get("palette"), section.get("svg")
    if isinstance(palette, Mapping):
        sorts[_PAINT].defined |= palette.keys
    if not isinstance(drawing, Mapping):
        return
    symbols, style = drawing.entries.get("symbols"), drawing.entries.get("style")
    if isinstance(symbols, Mapping):
        sorts["symbol"].defined |= symbols.keys
    if isinstance(style, Scalar):
        sorts["style"].defined |= _found(_CLASS, style)
    for scalar in _scalars(drawing):
        sorts["gradient"].defined |= _found(_LINK, scalar)
        sorts["gradient"].used |= _found(_LINKED, scalar)
    for name in symbols.entries if isinstance(symbols, Mapping) else ():
        # A symbol may be drawn inside another one.
        if name in sorts["gradient"].used:
            sorts["symbol"].used[name] = sorts["gradient"].used.pop(name)


def _found(pattern: re.Pattern[str], scalar: Scalar) -> dict[str, Span]:
    names = {}
    for found in pattern.finditer(scalar.text):
        group = found.lastindex or 0
        names[found[group]] = scalar.span_at(found.start(group), found.end(group))
    return names


def _scalars(node: Node) -> Iterator[Scalar]:
    if isinstance(node, Scalar):
        yield node
        return
    for child in node.entries.values() if isinstance(node, Mapping) else node.items:
        yield from _scalars(child)


def _use(key: str, node: Node, sorts: dict[str, _Names], in_drawing: bool) -> None:
    if isinstance(node, Mapping):
        bands = "bands" in node.entries and in_drawing
        for name, child in node.entries.items():
            _use("style" if bands and name == "label" else name, child, sorts, in_drawing)
    elif isinstance(node, Sequence):
        for item in node.items:
            _use(key, item, sorts, in_drawing)
    else:
        what = _NAMES.get(key, "")
        is_sheet = what == "style" and (not in_drawing or node.style in ("|", ">"))
        if what and not is_sheet:
            sorts[what].used.setdefault(node.text, node.span)


def _printed(context: Context) -> frozenset[str]:
    """Whatever an element prints as a text may be a colour, and so may its id."""
    return frozenset(
        value
        for known in context.elements()
        for value in (*known.values.values(), known.id)
        if isinstance(value, str)
    )


def _things(context: Context, key: str, node: Node) -> Iterator[Finding]:
    if isinstance(node, Sequence):
        for item in node.items:
            yield from _things(context, "", item)
    if not isinstance(node, Mapping):
        return
    for name, place in node.keys.items() if key in _BY_ELEMENT else ():
        # A thing that another pack has taken out is still written somewhere.
        if name not in context.model.elements and context.vocabulary.words[name] < _ELSEWHERE:
            yield _nothing("thing", name, place, context.model.elements)
    for name, child in node.entries.items():
        yield from _things(context, name, child)


def _terminal_styles(node: Node) -> Iterator[Finding]:
    """Styles of the terminal that are nearly one of the usual ones, or no word at all."""
    if isinstance(node, Scalar):
        return
    style = node.entries.get("style") if isinstance(node, Mapping) else None
    for word in style.text.split() if isinstance(style, Scalar) else ():
        meant = did_you_mean(word, _TERMINAL)
        if style is not None and word not in _TERMINAL and (meant or word.isdigit()):
            yield _nothing("style", word, style.span, _TERMINAL)
    for child in node.entries.values() if isinstance(node, Mapping) else node.items:
        yield from _terminal_styles(child)


def _badly_painted(palette: Node | None) -> Iterator[Finding]:
    for scalar in _scalars(palette) if palette is not None else ():
        if scalar.text.startswith("#") and not _HEX.fullmatch(scalar.text):
            message = f"`{scalar.text}` is no colour"
            yield Finding("BR0211", message, scalar.span, help="write `#` and six digits")


def _compared(what: str, names: _Names, words: Vocabulary) -> Iterator[Finding]:
    """A definition nobody uses is the slip if something like it is used; else the use is."""
    missing = [name for name in names.used if name not in names.defined]
    idle: list[Finding] = []
    for name, place in names.defined.items():
        if name in names.used or name in names.printed:
            continue
        meant = did_you_mean(name, missing)
        if meant is not None and words.words[name] > words.words[meant]:
            continue  # the use is the slip
        message = f"nothing uses the {what} `{name}`"
        if meant is None and what == _PAINT:
            continue  # a palette is a choice for whoever comes
        if meant is None:
            idle.append(Finding("BR0212", message, place, "warning", "take it out, or use it"))
            continue
        missing.remove(meant)
        related = (("used here", names.used[meant]),)
        message += f", but `{meant}` is used"
        yield Finding("BR0211", message, place, related=related, suggestion=meant)
    for name in missing:
        yield _nothing(what, name, names.used[name], names.defined)
    if idle:
        others = tuple((finding.message, finding.span) for finding in idle[1:])
        yield replace(idle[0], related=others)


def _nothing(what: str, name: str, place: Span, known: Iterable[str]) -> Finding:
    meant = did_you_mean(name, known)
    return Finding("BR0211", f"no {what} `{name}`", place, suggestion=meant)
