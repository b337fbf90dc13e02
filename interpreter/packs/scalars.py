"""What a plain YAML scalar stands for.

Close to YAML 1.2, without the surprises of 1.1: `010` is not 8, `1:30` is not 90, `on` is a word.
`yes` and `no` are the truth values of the packs, beside `true` and `false`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from interpreter.findings import Finding, Span
from interpreter.packs.nodes import Value

_WORDS: Final[dict[str, bool | None]] = {
    "true": True,
    "yes": True,
    "false": False,
    "no": False,
    "null": None,
    "~": None,
    "": None,
}
#: Not `y` and `n`, although YAML 1.1 has them too: no reader in use minds, and maps have a y.
_ODD_KEYS: Final = frozenset({"<<", "on", "On", "ON", "off", "Off", "OFF"})
#: Only these can begin a number, so that nearly every text is recognised by one look.
_NUMBER_STARTS: Final = frozenset("+-0123456789")
_INTEGER = re.compile(r"[+-]?(?:0|[1-9][0-9]*)")
_DECIMAL = re.compile(r"[+-]?(?:0|[1-9][0-9]*)\.[0-9]+")
_OTHER_BASE = re.compile(r"[+-]?0(?:[0-9]+(?:\.[0-9]*)?|x[0-9a-fA-F]+|o[0-7]+|b[01]+)")
_SEXAGESIMAL = re.compile(r"[+-]?[0-9]+(?::[0-5]?[0-9])+(?:\.[0-9]*)?")
#: Above this, decimals would be rounded and Python refuses to read integers at all.
_MOST_DIGITS: Final = 15
#: Control characters, line breaks that editors do not count as such, halves of surrogate pairs.
_FORBIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]"
)


def resolve(text: str, span: Span, findings: list[Finding]) -> Value:
    """The value of a plain scalar; what looks like a slip is added to `findings`."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in _NUMBER_STARTS:
        return text
    return _number(text, span, findings)


def resolve_key(text: str, style: str, span: Span, findings: list[Finding]) -> str | None:
    """The word that a scalar is as a key, or None if it cannot be one."""
    if text and (style or text not in _ODD_KEYS):
        return text
    if not text:
        message = "a key must be a word"
        help_line = "put text with [, { or : at its beginning in quotes"
        findings.append(Finding("BR0110", message, span, help=help_line))
        return None
    if text == "<<":
        help_line = "write the entries out"
        findings.append(Finding("BR0113", "packs do not use merge keys", span, help=help_line))
        return None
    message = f"other YAML readers take the key `{text}` for yes or no"
    help_line = f"put it in quotes: '{text}'"
    findings.append(Finding("BR0111", message, span, "warning", help_line))
    return text


def forbidden_index(text: str) -> int | None:
    """Where the first character is that has no place in a pack."""
    found = _FORBIDDEN.search(text)
    return found.start() if found else None


def forbidden_character(text: str, span: Span) -> Iterator[Finding]:
    """A finding if an escape such as `\\0` made a character that has no place in a pack."""
    index = forbidden_index(text)
    if index is not None:
        yield Finding("BR0104", f"the character U+{ord(text[index]):04X} is not allowed", span)


def _number(text: str, span: Span, findings: list[Finding]) -> Value:
    integer = _INTEGER.fullmatch(text)
    if integer or _DECIMAL.fullmatch(text):
        if len(text.lstrip("+-")) > _MOST_DIGITS:
            message = f"this number has more than {_MOST_DIGITS} digits"
            findings.append(Finding("BR0117", message, span))
            return text
        return int(text) if integer else float(text)
    if _OTHER_BASE.fullmatch(text):
        findings.append(_not_decimal(text, span))
    elif _SEXAGESIMAL.fullmatch(text):
        message = f"`{text}` is text here, but other YAML readers take it for a time"
        help_line = f"put it in quotes: '{text}'"
        findings.append(Finding("BR0115", message, span, "warning", help_line))
    return text


def _not_decimal(text: str, span: Span) -> Finding:
    message = f"`{text}` is not a plain decimal number"
    digits = text.lstrip("+-").lstrip("0") or "0"
    if not digits[0].isdigit():
        return Finding("BR0114", message, span, help="write the number in decimal")
    help_line = f"for the number write {digits}, for the text write '{text}'"
    return Finding("BR0114", message, span, help=help_line, suggestion=digits)
