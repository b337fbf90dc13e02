"""Which character of a file became which character of a YAML scalar.

YAML takes out indentation, folds lines and replaces escapes, so that character 17 of a script is
somewhere else in the file. The scanner does not tell where; here its work is done again, for the
few scalars that somebody asks about. Each decoder yields `(character, raw offset)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

_Pairs = Iterator[tuple[str, int]]

_PROPERTIES = re.compile(r"(?:[&!][^\s,\[\]{}]*(?:\s+|#[^\r\n]*)*)*")
_SPACE = re.compile(r"[ \t\r\n]+")
_BREAK = re.compile(r"\r\n?|\n")
_LINE = re.compile(r"([^\r\n]*)(\r\n?|\n|\Z)")
_ESCAPED_BREAK = re.compile(r"\\(?:\r\n?|\n)((?:[ \t]*(?:\r\n?|\n))*)[ \t]*")
_HEX_ESCAPE = re.compile(r"\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8})")
_ESCAPES = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "\t": "\t", "n": "\n", "v": "\v", "f": "\f",
    "r": "\r", "e": "\x1b", " ": " ", '"': '"', "/": "/", "\\": "\\", "N": "\x85",
    "_": "\xa0", "L": "\u2028", "P": "\u2029",
}  # fmt: skip


def raw_offsets(raw: str, text: str, style: str) -> list[int]:
    """For each character of `text`, and for its end, the offset in `raw` it came from."""
    if style in ("|", ">"):
        pairs = _block(raw, text, folded=style == ">")
    elif style == '"':
        pairs = _double_quoted(raw)
    else:
        pairs = _flow(raw, quoted=style == "'")
    characters: list[str] = []
    offsets: list[int] = []
    for character, offset in pairs:
        characters.append(character)
        offsets.append(offset)
    if not "".join(characters).startswith(text):
        # Only if this module and the YAML library disagree: then the beginning is still true.
        return [0] * (len(text) + 1)
    # Block decoders also yield the final line breaks that chomping takes away.
    del offsets[len(text) :]
    return [*offsets, _end(raw, offsets, style)]


def after_properties(source: str, start: int, end: int) -> int:
    """Where a scalar begins that has an anchor or a tag (`&name`, `!tag`) in front of it."""
    found = _PROPERTIES.match(source, start, end)
    return found.end() if found else start


def _end(raw: str, offsets: list[int], style: str) -> int:
    if style in ("'", '"'):
        return len(raw) - 1
    if not offsets:
        return len(raw) if style == "" else 0
    step = 2 if raw.startswith("\r\n", offsets[-1]) else 1
    return offsets[-1] + step


def _space(raw: str, start: int, end: int) -> _Pairs:
    """White space in a flow scalar: one line break becomes a space, of several the first goes."""
    breaks = [found.start() for found in _BREAK.finditer(raw, start, end)]
    if not breaks:
        yield from ((raw[offset], offset) for offset in range(start, end))
    elif len(breaks) == 1:
        yield " ", breaks[0]
    else:
        yield from _newlines(breaks[1:])


def _flow(raw: str, *, quoted: bool) -> _Pairs:
    """A plain scalar, or one in single quotes, where `''` stands for a quote."""
    at, end = (1, len(raw) - 1) if quoted else (0, len(raw))
    while at < end:
        if space := _SPACE.match(raw, at, end):
            yield from _space(raw, *space.span())
            at = space.end()
        else:
            yield raw[at], at
            at += 2 if quoted and raw[at] == "'" else 1


def _double_quoted(raw: str) -> _Pairs:
    at, end = 1, len(raw) - 1
    while at < end:
        if space := _SPACE.match(raw, at, end):
            yield from _space(raw, *space.span())
            at = space.end()
        elif raw[at] == "\\":
            *escaped, (_, after) = _escape(raw, at, end)
            yield from escaped
            at = after
        else:
            yield raw[at], at
            at += 1


def _escape(raw: str, at: int, end: int) -> _Pairs:
    """The characters of the escape at `at`; the last pair is only where it ends."""
    if line := _ESCAPED_BREAK.match(raw, at, end):
        yield from (("\n", found.start()) for found in _BREAK.finditer(raw, *line.span(1)))
        yield "", line.end()
    elif code := _HEX_ESCAPE.match(raw, at, end):
        yield chr(int(raw[at + 2 : code.end()], 16)), at
        yield "", code.end()
    else:
        yield _ESCAPES.get(raw[at + 1], ""), at
        yield "", at + 2


def _block(raw: str, text: str, *, folded: bool) -> _Pairs:
    """A `|` or `>` scalar, as libyaml scans it, final line breaks included."""
    lines = _block_lines(raw)
    indent = _indent(raw, lines, text)
    pending: list[int] = []  # line breaks not yet written: that of the last line, then empty ones
    after_text = False
    after_blank = False
    for start, stop, following in lines:
        # Fewer spaces than the indent, or just the indent: an empty line.
        if stop - start <= indent and not raw[start:stop].strip(" "):
            pending.append(stop)
            continue
        begin = start + indent
        if begin > stop or raw[start:begin].strip(" "):
            break  # less indented: a comment behind the scalar, or the next key
        blank = raw[begin] in " \t"
        if folded and after_text and not after_blank and not blank:
            # A single break is a space; of several, the first is left out.
            yield from [(" ", pending[0])] if len(pending) == 1 else _newlines(pending[1:])
        else:
            yield from _newlines(pending)
        pending = [stop] if following else []
        yield from ((raw[offset], offset) for offset in range(begin, stop))
        after_text, after_blank = True, blank
    yield from _newlines(pending)


def _newlines(offsets: list[int]) -> _Pairs:
    return (("\n", offset) for offset in offsets)


def _block_lines(raw: str) -> list[tuple[int, int, int]]:
    """Start, end and length of the line break of each line below the header."""
    header = _BREAK.search(raw)
    if header is None:
        return []
    found = _LINE.finditer(raw, header.end())
    lines = [(line.start(1), line.end(1), len(line.group(2))) for line in found]
    return lines[:-1] if lines and lines[-1][0] == lines[-1][1] else lines


def _indent(raw: str, lines: list[tuple[int, int, int]], text: str) -> int:
    """How many columns YAML took away.

    An indentation indicator counts from the parent, which is not in `raw`; but the first line
    that is not blank says it too, since its white space is either taken away or still in `text`.
    """
    for start, stop, _ in lines:
        line = raw[start:stop]
        if line.strip():
            first = next((kept for kept in text.split("\n") if kept.strip()), "")
            return _leading(line) - _leading(first)
    longest = max((stop - start for start, stop, _ in lines), default=0)
    return longest - max(map(len, chain([""], text.split("\n"))))


def _leading(line: str) -> int:
    return len(line) - len(line.lstrip())
