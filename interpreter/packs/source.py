"""Reading YAML: nodes that keep their places, and findings instead of exceptions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import yaml

from interpreter.findings import Finding, Span
from interpreter.packs.misindented import lead_of, misindented
from interpreter.packs.nodes import (
    Mapping,
    Node,
    Plain,
    Scalar,
    Sequence,
    Source,
    Value,
    plain,
    same,
)
from interpreter.packs.scalars import forbidden_index
from interpreter.packs.strict import Builder

__all__ = [
    "MAX_BYTES",
    "Mapping",
    "Node",
    "Plain",
    "Scalar",
    "Sequence",
    "Source",
    "Value",
    "plain",
    "read_yaml",
    "same",
]

_BREAK: Final = re.compile(r"\r\n?|\n")
MAX_BYTES: Final = 4_000_000

_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

#: Part of what the YAML library says, and what usually is the matter.
_HELP: Final = {
    "found character that cannot start any token": (
        "indent with spaces, not tabs; text that begins with @, ` or % needs quotes"
    ),
    "found a tab character": "indent with spaces, not tabs",
    "mapping values are not allowed": (
        "text with a colon and a space in it needs quotes or a `|` block; "
        "or the line above is indented differently"
    ),
    "mapping keys are not allowed": "text with a question mark behind a bracket needs quotes",
    "block sequence entries are not allowed": (
        "begin the list on a line of its own, or write [a, b]; "
        "text with a dash in front needs quotes"
    ),
    "did not find expected node content": "a value or a closing bracket is missing",
    "did not find expected key": "check the indentation, and that quotes are closed",
    "did not find expected '-' indicator": (
        "an entry of a list begins with `- `, and all that belongs to it in the column behind that"
    ),
    "could not find expected ':'": "a colon is missing, or the line is indented too little",
    "did not find expected ',' or": (
        "a comma or the closing bracket is missing; or text with a colon and a space in it "
        "needs quotes"
    ),
    "found unexpected end of stream": "a quote or bracket is not closed",
    "did not find expected <document start>": "check the indentation of this line",
}

#: What the scanner was doing when it found that something begun there has no end.
_BEGAN_HERE: Final = frozenset(("while scanning a quoted scalar", "while scanning a simple key"))


def read_yaml(text_or_bytes: str | bytes, file: str) -> tuple[Node | None, list[Finding]]:
    """The document of a file and everything that is wrong with its YAML.

    The node is None if the file is empty or cannot be read at all; it may also be there, without
    the parts that are wrong, together with findings. Never raises.
    """
    findings: list[Finding] = []
    text = _decode(text_or_bytes, file, findings)
    if text is None:
        return None, findings
    source = Source(file, text)
    index = forbidden_index(text)
    if index is not None:
        message = f"the character U+{ord(text[index]):04X} is not allowed"
        help_line = "is this a text file at all?" if text[index] == "\0" else "take it out"
        findings.append(Finding("BR0104", message, source.span(index, index + 1), help=help_line))
        return None, findings
    try:
        return Builder(source, findings).build(_events(text)), findings
    except yaml.YAMLError as error:
        findings.append(_not_yaml(error, source))
    except (ValueError, OverflowError) as error:
        # The pure Python scanner lets the errors of `chr` and `int` through.
        findings.append(Finding("BR0101", f"not valid YAML: {error}", Span.of_file(file)))
    return None, findings


def _events(text: str) -> Iterator[yaml.Event]:
    return yaml.parse(text, Loader=_LOADER)


def _decode(text_or_bytes: str | bytes, file: str, findings: list[Finding]) -> str | None:
    if len(text_or_bytes) > MAX_BYTES:
        message = f"the file is larger than {MAX_BYTES // 1_000_000} MB"
        findings.append(Finding("BR0102", message, Span.of_file(file), help="split it"))
        return None
    if isinstance(text_or_bytes, str):
        return text_or_bytes.removeprefix("\ufeff")
    try:
        return text_or_bytes.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        findings.append(_not_utf8(error, file))
        return None


_GLUED: Final = re.compile(r"\s*(?:- +)?([a-z_]+:)[^\s:]")
#: the marks with which editors begin a file in this encoding
_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")


def _not_utf8(error: UnicodeDecodeError, file: str) -> Finding:
    before = error.object[: error.start].decode("utf-8", errors="replace")
    place = Source(file, before).span(len(before), len(before))
    message = f"not UTF-8 text: byte 0x{error.object[error.start]:02X} fits no character"
    help_line = "save the file as UTF-8"
    if b"\0" in error.object and not error.object.startswith(_UTF_16):
        help_line = "is this a text file at all?"
    return Finding("BR0103", message, place, help=help_line)


def _not_yaml(error: yaml.YAMLError, source: Source) -> Finding:
    if not isinstance(error, yaml.MarkedYAMLError) or error.problem_mark is None:
        message = " ".join(str(error).split()) or "not valid YAML"
        return Finding("BR0101", message, Span.of_file(source.file))
    problem = error.problem or "not valid YAML"
    message = f"{problem} ({error.context})" if error.context else problem
    place = _point(error.problem_mark, source)
    related: tuple[tuple[str, Span], ...] = ()
    if error.context_mark is not None and error.context:
        began = _point(error.context_mark, source)
        related = ((error.context, began),) if began != place else ()
        if error.context in _BEGAN_HERE and began.line < place.line:
            related, place = (("noticed here", place),), began
    glued = _no_space(problem, place, source)
    better = glued or _open_quote(error, source) or _headless(error, source)
    better = better or _no_heading(problem, source)
    better = better or _slipped(error, source)
    better = better or _line_above(problem, place, source)
    if better is not None and better != place:
        related, place = (("noticed here", place),), better
    help_line = next((text for part, text in _HELP.items() if part in problem), None)
    help_line = (
        "a space is missing behind the colon" if glued else _other_column(error) or help_line
    )
    return Finding("BR0101", message, place, help=help_line, related=related)


def _no_space(problem: str, place: Span, source: Source) -> Span | None:
    """The line above, if it was taken for text because of `key:value`."""
    lines = _BREAK.split(source.text)[: place.line - 1]
    found = _GLUED.match(lines[-1]) if lines and "mapping values are not" in problem else None
    if found is None:
        return None
    return Span(source.file, place.line - 1, found.start(1) + 1, place.line - 1, found.end(1) + 1)


def _other_column(error: yaml.MarkedYAMLError) -> str | None:
    """Where the line should begin, if that is all that is wrong with it."""
    began, noticed = error.context_mark, error.problem_mark
    if began is None or noticed is None or error.context != "while parsing a block mapping":
        return None
    if "expected key" not in (error.problem or "") or noticed.column <= began.column:
        return None
    return (
        f"begin the line in column {began.column + 1}, like line {began.line + 1}; "
        "or a quote above is not closed"
    )


def _open_quote(error: yaml.MarkedYAMLError, source: Source) -> Span | None:
    """The quotation mark that is not closed on the line where a bracket was opened."""
    mark, noticed = error.context_mark, error.problem_mark
    if mark is None or noticed is None or "flow" not in (error.context or ""):
        return None
    lines = _BREAK.split(source.text)
    line = lines[mark.line] if mark.line < len(lines) else ""
    if noticed.line <= mark.line or line.count('"') % 2 == 0:
        return None
    column = line.rindex('"') + 1
    return Span(source.file, mark.line + 1, column, mark.line + 1, column + 1)


def _slipped(error: yaml.MarkedYAMLError, source: Source) -> Span | None:
    """The line that is indented wrongly, if that is the whole mistake."""
    noticed = error.problem_mark
    if noticed is None or "flow" in (error.context or ""):
        return None
    begun = error.context_mark or noticed
    lines = _BREAK.split(source.text)
    at = misindented(lines, min(noticed.line, len(lines) - 1), begun.line)
    if at is None:
        return None
    if at == noticed.line:
        return _point(noticed, source)
    column = lead_of(lines[at]) + 1
    return Span(source.file, at + 1, column, at + 1, column + 1)


def _no_heading(problem: str, source: Source) -> Span | None:
    """The first line of a file that begins within a section whose heading is gone."""
    if "<document start>" not in problem:
        return None
    lines = _BREAK.split(source.text)
    first = next((n for n, line in enumerate(lines) if line.strip() and line[0] != "#"), None)
    if first is None or not lines[first].startswith((" ", "- ")):
        return None
    return Span(source.file, first + 1, 1, first + 1, 2)


def _headless(error: yaml.MarkedYAMLError, source: Source) -> Span | None:
    """The first line of a list that lacks its `- `, if the items further down have it."""
    noticed = error.problem_mark
    lines = _BREAK.split(source.text)
    if noticed is None or noticed.line >= len(lines):
        return None
    line = lines[noticed.line]
    if not line.lstrip().startswith("- ") or lead_of(line) == 0:
        return None
    start = noticed.line - 1
    while start >= 0 and (not lines[start].strip() or lead_of(lines[start]) > lead_of(line)):
        start -= 1
    above = lines[start].rstrip() if start >= 0 else ""
    first = lines[start + 1] if start + 1 < noticed.line else ""
    if not above.endswith(":") or lead_of(above) >= lead_of(line) or first.lstrip()[:1] in "-#":
        return None
    column = lead_of(first) + 1
    return Span(source.file, start + 2, column, start + 2, column + 1)


def _line_above(problem: str, place: Span, source: Source) -> Span | None:
    """The line above, if it is the one to be corrected: the scanner notices late."""
    lines = _BREAK.split(source.text)[: place.line]
    line = lines[-1] if lines else ""
    above = next((n for n in range(len(lines) - 2, -1, -1) if lines[n].strip()), None)
    if above is None:
        return None
    text, lead = lines[above].rstrip(), lead_of(line)
    before, behind = line[: place.column - 1].strip(), line[place.column - 1 : place.column]
    # A word with a colon was taken for the rest of the line above.
    if "expected ',' or" in problem and (not before or (behind == ":" and before.isidentifier())):
        return Span(source.file, above + 1, len(text) + 1, above + 1, len(text) + 2)
    if "expected ',' or" in problem:
        return None
    if lead_of(text) % 2 and not lead % 2:
        return Span(source.file, above + 1, lead_of(text) + 1, above + 1, lead_of(text) + 2)
    first = _block_start(lines, lead)
    if first is not None and "expected" in problem:
        column = lead_of(lines[first]) + 1
        return Span(source.file, first + 1, column, first + 1, column + 1)
    return None


def _block_start(lines: list[str], lead: int) -> int | None:
    """The first line of a `|` block that is deeper than a line further down, which ends it."""
    for number in range(len(lines) - 2, -1, -1):
        text = lines[number].rstrip()
        if not text:
            continue
        if text.endswith(("|", ">")) and lead_of(text) < lead:
            return number + 1 if number + 1 < len(lines) - 1 else None
        if lead_of(text) <= lead:
            return None
    return None


def _point(mark: yaml.Mark, source: Source) -> Span:
    line, column = mark.line + 1, mark.column + 1
    # At the end of a file the scanner counts a line break that is not there.
    line, column = min((line, column), source.position(len(source.text)))
    return Span(source.file, line, column, line, column + 1)
