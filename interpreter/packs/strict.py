"""From the events of the YAML parser to nodes, strictly and within bounds.

The events are used rather than `yaml.compose`: composing recurses in C and takes the whole
process down on a file that is nested deeply enough, and it is slower, because it asks for the
tag of every scalar.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, NoReturn

import yaml

from interpreter.findings import Finding, Span, did_you_mean
from interpreter.packs.nodes import Mapping, Node, Scalar, Sequence, Source
from interpreter.packs.places import after_properties
from interpreter.packs.scalars import forbidden_character, resolve, resolve_key

MAX_DEPTH: Final = 100
#: Counted with every alias written out in full.
MAX_NODES: Final = 100_000


class _OutOfBoundsError(Exception):
    """Nothing more is read of this file."""


@dataclass(slots=True)
class _Measured:
    """A node, how many nodes it has with all aliases written out, and how deep it is."""

    node: Node
    size: int
    height: int


@dataclass(slots=True)
class _Open:
    """A list or mapping whose end has not been seen."""

    span: Span
    #: The place of its last child so far.
    last: Span
    is_mapping: bool
    is_flow: bool
    anchor: str | None
    #: How many nodes there were before it.
    before: int
    #: The next child is a key, not the value of `key`; never so in a list.
    awaits_key: bool
    height: int = 1
    items: list[Node] = field(default_factory=list)
    entries: dict[str, Node] = field(default_factory=dict)
    keys: dict[str, Span] = field(default_factory=dict)
    #: The key of the next value; None if it cannot be used, and the value is dropped.
    key: str | None = None
    #: What was said about the last key, if it was given before.
    doubled: Finding | None = None


class Builder:
    """Builds the one document of a file; what is wrong is added to `findings`."""

    def __init__(self, source: Source, findings: list[Finding]) -> None:
        self._source = source
        self._findings = findings
        self._root: Node | None = None
        self._count = 0
        self._documents = 0
        self._stack: list[_Open] = []
        self._anchors: dict[str, _Measured] = {}

    def build(self, events: Iterable[yaml.Event]) -> Node | None:
        """The root node, or None if the file is empty or out of bounds."""
        try:
            for event in events:
                self._take(event)
        except _OutOfBoundsError:
            return None
        return self._root

    def _take(self, event: yaml.Event) -> None:
        if isinstance(event, yaml.ScalarEvent):
            self._add_scalar(event)
        elif isinstance(event, yaml.CollectionStartEvent):
            self._open(event)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._close(event)
        elif isinstance(event, yaml.AliasEvent):
            self._add_alias(event)
        elif isinstance(event, yaml.DocumentStartEvent):
            self._begin_document(event)

    def _begin_document(self, event: yaml.Event) -> None:
        self._documents += 1
        if self._documents > 1:
            help_line = "take out the `---`, or put the second part into a file of its own"
            message = "a second document begins here, but a file holds only one"
            self._stop("BR0116", message, self._span(event), help_line)

    # ---- nodes ---------------------------------------------------------------

    def _add_scalar(self, event: yaml.ScalarEvent) -> None:
        text, style = event.value, event.style or ""
        span, start, end = self._where(event)
        if event.anchor or event.tag:
            self._refuse_tag(event, span)
            start = after_properties(self._source.text, start, end)
            span = self._source.span(start, end)
        if style in ("|", ">"):
            # The scanner counts the empty lines behind a block as part of it; a reader does not.
            shown = self._source.text[start:end].rstrip()
            span = self._source.span(start, start + len(shown))
        elif style == '"':
            self._findings.extend(forbidden_character(text, span))
        self._grow(1, span)
        opened = self._stack[-1] if self._stack else None
        if opened and opened.awaits_key and not event.anchor:
            self._take_key(opened, text, style, span)  # the common case, without a node
            return
        value = text if style else resolve(text, span, self._findings)
        node = Scalar(span, value, text, style, self._source, start, end)
        self._add(node, 1, 0, span, event.anchor)

    def _open(self, event: yaml.CollectionStartEvent) -> None:
        span = self._span(event)
        self._refuse_tag(event, span)
        if len(self._stack) >= MAX_DEPTH:
            self._stop("BR0105", f"nested more than {MAX_DEPTH} levels deep", span)
        is_mapping = isinstance(event, yaml.MappingStartEvent)
        is_flow = bool(event.flow_style)
        opened = _Open(span, span, is_mapping, is_flow, event.anchor, self._count, is_mapping)
        self._stack.append(opened)
        self._grow(1, span)

    def _close(self, event: yaml.CollectionEndEvent) -> None:
        opened = self._stack.pop()
        start = opened.span
        # To the scanner a block ends where the next thing begins, perhaps many lines below.
        end = self._span(event) if opened.is_flow else opened.last
        span = Span(start.file, start.line, start.column, end.end_line, end.end_column)
        node: Node
        if opened.is_mapping:
            node = Mapping(span, opened.entries, opened.keys)
        else:
            node = Sequence(span, tuple(opened.items))
        self._add(node, self._count - opened.before, opened.height, span, opened.anchor)

    def _add_alias(self, event: yaml.AliasEvent) -> None:
        name, span = event.anchor or "", self._span(event)
        if any(opened.anchor == name for opened in self._stack):
            self._stop("BR0108", f"`*{name}` is inside of what it stands for", span)
        known = self._anchors.get(name)
        if known is None:
            meant = did_you_mean(name, self._anchors)
            suggestion = f"*{meant}" if meant else None
            message = f"there is no `&{name}` above for `*{name}`"
            self._findings.append(Finding("BR0107", message, span, suggestion=suggestion))
            known = _Measured(Scalar(span, None, ""), 1, 0)
        if len(self._stack) + known.height > MAX_DEPTH:
            self._stop("BR0105", f"nested more than {MAX_DEPTH} levels deep", span)
        self._grow(known.size, span)
        self._add(known.node, known.size, known.height, span)

    def _add(
        self, node: Node, size: int, height: int, span: Span, anchor: str | None = None
    ) -> None:
        """Put a finished node where it belongs."""
        if anchor is not None:
            self._anchors[anchor] = _Measured(node, size, height)
        if not self._stack:
            self._root = node
            return
        opened = self._stack[-1]
        opened.last = span
        if height >= opened.height:
            opened.height = height + 1
        if not opened.is_mapping:
            opened.items.append(node)
        elif opened.awaits_key:
            text, style = (node.text, node.style) if isinstance(node, Scalar) else ("", "")
            self._take_key(opened, text, style, span)
        else:
            opened.awaits_key = True
            if opened.key is not None:
                opened.entries[opened.key] = node

    def _take_key(self, opened: _Open, text: str, style: str, span: Span) -> None:
        """Keys are words, whatever they look like: `2` and `no` are fine."""
        opened.last = span
        opened.awaits_key = False
        opened.key = resolve_key(text, style, span, self._findings)
        if opened.key is not None:
            opened.key = self._unused_key(opened, opened.key, span)

    def _unused_key(self, opened: _Open, key: str, span: Span) -> str | None:
        first, before = opened.keys.get(key), opened.doubled
        if first is None:
            opened.keys[key], opened.doubled = span, None
            return key
        if before is None:
            message, related = f"the key `{key}` is given twice", (("first given here", first),)
            help_line = "keep one of the two"
            made = Finding("BR0109", message, span, help=help_line, related=related)
            self._findings.append(made)
            opened.doubled = made
        elif before in self._findings:
            # One key after the other is there twice: a whole entry has lost its first line.
            self._findings[self._findings.index(before)] = Finding(
                "BR0119",
                "another entry seems to begin here, but its first line is missing",
                before.span,
                help="begin it with `- id: …`, or with its name and a colon",
                related=before.related,
            )
        return None

    # ---- bounds and findings -------------------------------------------------

    def _grow(self, size: int, span: Span) -> None:
        self._count += size
        if self._count > MAX_NODES:
            message = f"more than {MAX_NODES} values, counting aliases as if written out"
            self._stop("BR0106", message, span, "split the file, or use fewer aliases")

    def _stop(self, code: str, message: str, span: Span, help_line: str | None = None) -> NoReturn:
        self._findings.append(Finding(code, message, span, help=help_line))
        raise _OutOfBoundsError

    def _refuse_tag(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent, span: Span) -> None:
        if event.tag:
            message = f"packs do not use YAML tags such as `{event.tag}`"
            help_line = "take the tag out; for text that looks like a number use quotes"
            self._findings.append(Finding("BR0112", message, span, help=help_line))

    def _span(self, event: yaml.Event) -> Span:
        return self._where(event)[0]

    def _where(self, event: yaml.Event) -> tuple[Span, int, int]:
        """The span of an event, and where it begins and ends in the text."""
        start, end = event.start_mark, event.end_mark
        assert start is not None and end is not None, "parsers mark their events"
        span = Span(
            self._source.file, start.line + 1, start.column + 1, end.line + 1, end.column + 1
        )
        return span, start.index, end.index
