"""What was probably meant by a line that does not parse: the slips people really make."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from typing import Final

from interpreter.language.syntax import Where

#: words a line may begin with
VERBS: Final = (
    "let set increase decrease gain lose pay require add remove shuffle draw raise do stop commit "
    "choose may if for repeat either or else"
).split()

#: what the line looks like from its first word on, and what to do about it; first match counts
_SLIPS: Final = tuple(
    (re.compile(pattern), advice)
    for pattern, advice in (
        (r".*[“”„«»‘’]", 'use straight quotation marks: "…"'),
        (r".*==", "one `=` is enough to compare"),
        (r".*(&&|\|\|)", "write `and` and `or`"),
        (r".*!(?!=)", "write `not`"),
        (r".*<>", "write `!=` or `is not`"),
        (r".*[+-]=", "write `increase … by …` or `decrease … by …`"),
        (r".*'", 'text stands in double quotes: "…"'),
        (r'[^"]*"[^"]*$', "a quotation mark is missing"),
        (r"\t", "indent with spaces, not tabs"),
        (r"(if|else|for|repeat|may|either|or)\b.*:$", "no colon at the end of the line"),
        (r"(elif|elseif|elsif)\b", "write `else if`"),
        (r"for\s+(?!each\b)\w+\s+in\b", "write `for each … in …`"),
        (r"while\b", "write `repeat while …`"),
        (r"(gain|lose|pay)\s+[a-z_]+\s+[0-9]", "the number comes first: `gain 3 …`"),
        (r"(gain|lose|pay)\b.*\band\s+[0-9]", "between amounts stands a comma: `gain 1 …, 2 …`"),
        (r"(get|receive|earn|win|collect|obtain)\s+[0-9]", "the verb is `gain`: `gain 1 …`"),
        (r"(spend|give)\s+[0-9]", "the verb is `pay`, or `lose` if nobody has to: `pay 1 …`"),
        (r"(when|unless)\b", "write `if …`, or `if not …`"),
        (r"(return|then)\b", "there is no such verb; the next statement follows behind `;`"),
        (r"(gain|lose|pay)\s+-", "amounts are not negative: use the opposite verb"),
        (r"(set|modify)\b(?!.*\bto\b)", "`to` is missing: `set … to …`, `modify … to …`"),
        (r"(increase|decrease)\b(?!.*\bby\b)", "`by` is missing: `increase … by …`"),
        (r"(add)\b(?!.*\bto\b)", "`to` is missing: `add … to …`"),
        (r"(remove|draw|choose)\b(?!.*\bfrom\b)", "`from` is missing: `choose … from …`"),
        (r"let\b(?!.*=)", "`=` is missing: `let … = …`"),
        (r"on\b(?!.*\bthen\b)", "`then` is missing: `on … then …`, or a block below"),
        (r"(either|or|grant)\b(?!.*\bas\b)", 'the name of the option is missing: `as "…"`'),
        (r"[a-z_]+\s*=\s*[^=]", "to change something write `set … to …`; for a name, `let … = …`"),
        (r"[a-z_]+\(.*\)$", "a procedure is run without brackets: `rotate 2`"),
        (
            rf"(?!(?:{'|'.join(VERBS)})\b)[a-z_]+\s+[0-9]+\s+[a-z_]+",
            "a line begins with a verb, such as `gain`, or with a procedure and, between commas, "
            "its values",
        ),
        (r".*[A-Z]", "words are written in small letters"),
        (r".*\{", "`{…}` stands only inside the text of an option"),
        (r".*[%^~$@\\?]", "there is no such sign in the language"),
    )
)

_PLAIN: Final = {
    "NAME": "a name",
    "NUMBER": "a number",
    "STRING": "text in quotes",
    "_NL": "the end of the line",
    "$END": "the end",
    "_INDENT": "an indented line",
    "_DEDENT": "a line further left",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "LSQB": "`[`",
    "RSQB": "`]`",
    "COMMA": "`,`",
    "SEMICOLON": "`;`",
    "EQUAL": "`=`",
    "COMPARE": "a comparison",
    "PLUS": "`+`",
    "MINUS": "`-`",
    "TIMES": "`*`",
    "DIVIDE": "`/`",
    "AGGREGATE": "`count` and the like",
}
_MOST_WORDS: Final = 6


def hint(text: str, at: int) -> str | None:
    """Advice about the line of a place, if it looks like a slip that is known."""
    line, _ = _line_at(text, at)
    return next((advice for pattern, advice in _SLIPS if pattern.match(line)), None)


def misspelt_verb(text: str, at: int) -> tuple[Where, str, str] | None:
    """The first word of the line, if it is no verb but nearly one."""
    line, start = _line_at(text, at)
    found = re.match(r"[A-Za-z_]+", line)
    if found is None or found[0] in VERBS:
        return None
    # stricter than elsewhere: the word may be a procedure, and the mistake behind it
    meant = difflib.get_close_matches(found[0].lower()[:40], VERBS, n=1, cutoff=0.74)
    return (Where(start, start + len(found[0])), found[0], meant[0]) if meant else None


def expected(tokens: Iterable[str]) -> str | None:
    """What could stand here, unless nearly everything could."""
    words = sorted(_PLAIN.get(word, f"`{word.lower()}`") for word in tokens)
    if not words or len(words) > _MOST_WORDS:
        return None
    return "expected " + " or ".join(words)


def bad_dedent(text: str) -> Where:
    """The first line that goes back to a column where no block began."""
    columns = [0]
    start = 0
    for line in text.split("\n"):
        code = line.split("#")[0]
        column = len(code) - len(code.lstrip())
        goes_back = bool(code.strip()) and column < columns[-1]
        while code.strip() and column < columns[-1]:
            columns.pop()
        if goes_back and column != columns[-1]:
            return Where(start + column, start + column + 1)
        if code.strip() and column > columns[-1]:
            columns.append(column)
        start += len(line) + 1
    return Where(0, len(text))


def odd_one(text: str, at: Where) -> Where:
    """The line of a place or the one above it: the one that is indented unlike all others."""
    starts, start = [], 0
    for line in text.split("\n"):
        if line.strip():
            starts.append((start, len(line) - len(line.lstrip(" "))))
        start += len(line) + 1
    index = next((n for n, (s, lead) in enumerate(starts) if s <= at.start <= s + lead), 0)
    others = [lead % 2 for n, (_, lead) in enumerate(starts) if n not in (index - 1, index)]
    if index == 0:
        return at
    usual = others.count(1) > others.count(0) if others else starts[index][1] % 2
    above, lead = starts[index - 1]
    if starts[index][1] % 2 == usual and lead % 2 != usual:
        return Where(above + lead, above + lead + 1)
    return at


def _line_at(text: str, at: int) -> tuple[str, int]:
    """The line of a place from its first character on, and where that is."""
    start = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    line = text[start:] if end < 0 else text[start:end]
    lead = len(line) - len(line.lstrip(" "))
    return line.strip(), start + lead
