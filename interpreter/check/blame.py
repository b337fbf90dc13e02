"""One mistake, one finding: where everyone contradicts a declaration, the declaration is wrong.

A misspelt id, field or type makes every line that uses it an error. The line to correct is the
declaration, and that is the one to be told about.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from interpreter.check.context import Context
from interpreter.check.vocabulary import Vocabulary, one_slip
from interpreter.findings import Finding, Span
from interpreter.model.places import gap
from interpreter.packs import Mapping

#: codes that say "there is no such name"
_UNKNOWN: Final = frozenset(("BR0202", "BR0204", "BR0302", "BR0401", "BR0702", "BR0703"))
#: from how many contradictions on a declaration is to blame
_MANY: Final = 3
_CLOSE: Final = 0.75
_COMMON: Final = 0.4
#: more words than this are not looked at: something else is wrong then
_WORDS: Final = 200
#: and so many declarations that nothing uses
_UNUSED: Final = 500


@dataclass(frozen=True, slots=True)
class _Declared:
    name: str
    span: Span
    what: str
    used: bool
    #: a procedure, a quantity and the like, which is of no use if nothing uses it
    is_rule: bool = False


def blame_declarations(context: Context, findings: list[Finding]) -> list[Finding]:
    """The findings, with many about one declaration replaced by one at the declaration."""
    if not any(f.code in _UNKNOWN or f.blame or f.code == "BR0405" for f in findings):
        return findings
    findings = _unborne(context, findings)
    return _contradicted(context, _undeclared(context, _renamed(context, findings)))


# ---- names that are declared under another spelling --------------------------


def _renamed(context: Context, findings: list[Finding]) -> list[Finding]:
    words = context.vocabulary
    groups: dict[str, list[Finding]] = {}
    for finding in findings:
        word = words.at(finding.span) if finding.code in _UNKNOWN else ""
        if word:
            groups.setdefault(word, []).append(finding)
    unused = [known for known in _declared(context) if not known.used][:_UNUSED]
    made: dict[str, Finding] = {}
    doubtful: list[Finding] = []
    culprits: dict[Span, str] = {}
    for word, group in list(groups.items())[:_WORDS]:
        known = _nearest(word, unused)
        if known is None:
            continue
        if len(group) > 1 or _is_slip(known.name, word, words):
            made[word] = _at_declaration(known, word, group)
            culprits[known.span] = word
        elif _is_slip(word, known.name, words):
            continue  # the use is the slip, and it has been told
        elif known.is_rule and known.name.rstrip("s") != word.rstrip("s"):
            doubtful.append(replace(_at_declaration(known, word, group), severity="warning"))
    kept = [f for f in findings if words.at(f.span) not in made or f.code not in _UNKNOWN]
    kept = [f for f in kept if not (f.blame in culprits and f.code == "BR0205")]
    return [*kept, *made.values(), *doubtful]


def _nearest(word: str, unused: list[_Declared]) -> _Declared | None:
    names = {known.name: known for known in unused}
    close = [name for name in names if one_slip(word, name)]
    names = {name: found for name, found in names.items() if name.rstrip("_0123456789") != word}
    close = close or difflib.get_close_matches(word[:80], names, n=1, cutoff=_CLOSE)
    return names[close[0]] if close else None


def _is_slip(declared: str, used: str, words: Vocabulary) -> bool:
    """Of two names that are each written once, whether the declared one is surely the slip."""
    if declared.rstrip("s") == used.rstrip("s"):
        return False
    return words.oddness(declared) == 1 and words.oddness(used) < _COMMON


def _at_declaration(known: _Declared, word: str, group: list[Finding]) -> Finding:
    times = "once" if len(group) == 1 else f"{len(group)} times"
    message = f"nothing uses the {known.what} `{known.name}`, but `{word}` is used {times}"
    help_line = "give it the name that is used, or correct the places that use it"
    related = tuple(("used here", finding.span) for finding in group[:2])
    return Finding("BR0413", message, known.span, help=help_line, related=related, suggestion=word)


def _declared(context: Context) -> Iterator[_Declared]:
    """Everything that has a name, and whether that name is written anywhere else."""
    model, words = context.model, context.vocabulary.words
    for section, what in (
        ("procedures", "procedure"),
        ("quantities", "quantity"),
        ("events", "event"),
        ("graphs", "graph"),
        ("types", "type"),
    ):
        for key in context.section(section):
            place = context.merged.places.get(f"{section}.{key}")
            if place is not None:
                yield _Declared(key, place, what, words[key] > 1, is_rule=True)
    units = [(unit.id, unit.takes) for unit in model.procedures.values()]
    units += [(unit.id, unit.takes) for unit in model.quantities.values()]
    units += [(unit.id, unit.takes) for unit in model.events.values()]
    for name, takes in units:
        for taken in takes.values():
            what = f"value taken by `{name}`"
            used = words[taken.name] > 1
            yield _Declared(taken.name, taken.place, what, used, is_rule=True)
    for known in context.elements():
        address = f"{model.types[known.type].plural}.{known.id}"
        place = context.merged.places.get(address, known.span)
        yield _Declared(known.id, place, known.type, words[known.id] > 1)
    for mode, place in model.mode_places.items():
        yield _Declared(mode, place, "mode", words[mode] > 1)
    given = {key for known in context.elements() if known.node for key in known.node.entries}
    for decl in model.types.values():
        if decl.plural_span.file:
            yield _Declared(decl.plural, decl.plural_span, "plural", words[decl.plural] > 1)
        for made in decl.fields.values():
            used = f"{made.owner}.{made.name}" in context.uses.fields or made.name in given
            yield _Declared(made.name, made.span, f"field of {decl.id}", used)


# ---- types that nobody bears --------------------------------------------------


def _unborne(context: Context, findings: list[Finding]) -> list[Finding]:
    """Rules of elements whose type has no `bearers`: one finding for each type."""
    rules = {rule.span: known.type for known in context.elements() for rule in known.rules}
    kept = [f for f in findings if f.code != "BR0405" or f.span not in rules]
    told: set[str] = set()
    for finding in findings:
        type_id = rules.get(finding.span) if finding.code == "BR0405" else None
        node = context.section("types").get(type_id or "")
        if type_id is None or type_id in told or not isinstance(node, Mapping):
            continue
        told.add(type_id)
        message = f"nobody bears a {type_id}, so that its rules are never in force"
        help_line = "add `bearers: […]` to the type: whose rules hold for whom"
        place = gap(node, "bearers", ["name", "is", "plural", "fields", "state", "bearers"])
        related = (("this rule is never in force", finding.span),)
        kept.append(Finding("BR0405", message, place, help=help_line, related=related))
    return kept


# ---- fields that everyone has and no type declares ----------------------------


def _undeclared(context: Context, findings: list[Finding]) -> list[Finding]:
    groups: dict[tuple[Span, str], list[Finding]] = {}
    for finding in findings:
        if finding.code == "BR0202" and finding.blame is not None:
            key = (finding.blame, context.vocabulary.at(finding.span))
            groups.setdefault(key, []).append(finding)
    for (_, word), group in groups.items():
        if len(group) < _MANY:
            continue
        place = _field_before(context, group[0], word)
        if place is None:
            continue
        message = f"{len(group)} elements have `{word}`, but their type has no such field"
        related = (("for example here", group[0].span),)
        help_line = f"declare `{word}` in the type, or take it out of the elements"
        made = Finding("BR0413", message, place, help=help_line, related=related)
        findings = [f for f in findings if f not in group and not _about(context, f, word)]
        findings.append(made)
    return findings


def _about(context: Context, finding: Finding, word: str) -> bool:
    return finding.code == "BR0302" and context.vocabulary.at(finding.span) == word


def _field_before(context: Context, finding: Finding, word: str) -> Span | None:
    """The declared field that stands before the unknown one in an element."""
    for known in context.elements():
        node = known.node
        if node is None or node.keys.get(word) != finding.span:
            continue
        fields = context.model.fields_of(known.type)
        keys = list(node.entries)
        before = [fields[key] for key in keys[: keys.index(word)] if key in fields]
        if before:
            return before[-1].span
        return _begin_of_fields(context, known.type)
    return None


def _begin_of_fields(context: Context, type_id: str) -> Span | None:
    node = context.section("types").get(type_id)
    keys = node.keys if isinstance(node, Mapping) else {}
    place = next((keys[key] for key in ("fields", "plural", "is") if key in keys), None)
    return place or context.merged.places.get(f"types.{type_id}")


# ---- declarations that everyone contradicts ----------------------------------


def _contradicted(context: Context, findings: Iterable[Finding]) -> list[Finding]:
    kept: list[Finding] = []
    groups: dict[tuple[str, Span], list[Finding]] = {}
    for finding in findings:
        if finding.blame is None or finding.code == "BR0202":
            kept.append(finding)
        else:
            groups.setdefault((finding.code, finding.blame), []).append(finding)
    for (code, place), group in groups.items():
        inside = _unknown_inside(context, place, kept) if code == "BR0304" else []
        if not place.file or (len(group) < _MANY and not inside):
            kept += group
            continue
        kept = [finding for finding in kept if finding not in inside]
        first = group[0]
        count = "1 place does" if len(group) == 1 else f"{len(group)} places do"
        message = f"{count} not agree with this declaration: {first.message}"
        related = tuple(("for example here", finding.span) for finding in group[:2])
        here = _start(context, place)
        kept.append(Finding("BR0413", message, here, help=first.help, related=related))
    return kept


def _start(context: Context, place: Span) -> Span:
    """The declaration itself; for procedures and the like, where they say what they take."""
    for section in ("procedures", "quantities", "events"):
        for node in context.section(section).values():
            if node.span == place and isinstance(node, Mapping):
                body = next((key for key in ("script", "value") if key in node.entries), "takes")
                return node.keys.get("takes") or gap(node, body, list(node.entries))
    if place.line == place.end_line:
        return place
    return Span(place.file, place.line, place.column, place.line, place.column + 1)


def _unknown_inside(context: Context, place: Span, findings: list[Finding]) -> list[Finding]:
    """Unknown names in the very procedure: most likely what it should take."""
    for section in ("procedures", "quantities"):
        for node in context.section(section).values():
            if node.span == place:
                span = node.span
                return [
                    f
                    for f in findings
                    if f.code == "BR0302"
                    and f.span.file == span.file
                    and span.line <= f.span.line <= span.end_line
                ]
    return []
