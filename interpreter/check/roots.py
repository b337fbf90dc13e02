"""Causes and what follows from them: a finding that only repeats another one is put beside it.

Nothing is lost: what follows is listed among the related places of its cause, with its own words.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import Final

from interpreter.check.context import Context
from interpreter.check.entries import Entries, Entry
from interpreter.check.kinships import unrelated_types
from interpreter.check.shortage import told_by_the_box
from interpreter.check.unbound import misspelt_bindings
from interpreter.check.vocabulary import one_slip
from interpreter.findings import Finding
from interpreter.packs import Mapping, Scalar
from interpreter.packs.misindented import lead_of

#: sections that declare what scripts speak of
_DECLARING: Final = frozenset(("types", "procedures", "quantities", "events", "graphs"))
#: how sure it is that a finding of a code is a cause: the less, the surer
_CAUSES: Final = {
    "BR0109": 0,
    "BR0119": 0,
    "BR0203": 0,
    "BR0207": 0,
    "BR0812": 0,
    "BR0201": 1,
    "BR0202": 1,
    "BR0204": 1,
    "BR0205": 1,
    "BR0206": 1,
    "BR0401": 1,
    "BR0413": 2,
}
_SCRIPT: Final = ("BR0302", "BR0303", "BR0304", "BR0305")
#: what may follow from a declaration that is wrong
_FOLLOWING: Final = (
    *_SCRIPT,
    *"BR0202 BR0204 BR0205 BR0211 BR0212 BR04 BR05 BR0604 BR0605 BR07 BR0813".split(),
)
#: words of the declarations of types, which name nothing
_KEYS: Final = frozenset(
    "id fields state plural is bearers while name text formula script takes type per optional "
    "gives value says examples stages asked_of heeds en it".split()
)
#: so many lines may be lost together with a key that is given twice
_LOST: Final = 30
#: graphs need the fields of many types
_ANY_TYPE: Final = "any type"
#: what nothing can be called, so that whoever means it calls something unknown
_NAMELESS: Final = ("BR0207", "BR0119", "BR0109")
#: what says how something is rightly called
_MISSPELT: Final = ("BR0906", "BR0413", "BR0202")
#: more unknown sections than this in one file are no slips
_SECTIONS: Final = 4
_UNKNOWN: Final = ("BR0302", "BR0401", "BR0204")
#: how many of the findings that follow are shown
_SHOWN: Final = 12


def causes_only(context: Context, findings: list[Finding]) -> list[Finding]:
    """The findings without those that follow from others among them."""
    if not any(finding.severity == "error" for finding in findings):
        return findings
    entries = Entries(context)
    findings = misspelt_bindings(entries, unrelated_types(context, findings))
    findings = told_by_the_box(context, findings)
    if len(findings) < 2:
        return findings
    causes = _of_declarations(entries, findings)
    causes |= _in_scripts(entries, findings)
    causes |= _of_names(findings) | _of_texts(findings)
    causes |= _of_spellings(findings) | _of_headings(findings)
    return _folded(findings, causes)


def _folded(findings: list[Finding], causes: dict[int, int]) -> list[Finding]:
    """Each finding that has a cause as a place beside it."""
    kept = {at: finding for at, finding in enumerate(findings) if at not in causes}
    for at, cause in causes.items():
        while cause in causes and cause != at:
            cause = causes[cause]
        if cause not in kept:
            kept[at] = findings[at]  # they blame each other: both are told
        elif len(kept[cause].related) < _SHOWN:
            follows = (f"may follow: {findings[at].message}", findings[at].span)
            kept[cause] = replace(kept[cause], related=(*kept[cause].related, follows))
    return [kept[at] for at in sorted(kept)]


# ---- names and texts ------------------------------------------------------------


def _of_names(findings: list[Finding]) -> dict[int, int]:
    """One thing has no valid name, and one name is unknown: it is the same thing."""
    nameless = [at for at, finding in enumerate(findings) if finding.code in _NAMELESS]
    unknown = [at for at, finding in enumerate(findings) if finding.code in _UNKNOWN]
    words = {_quoted(findings[at]) for at in unknown}
    if len(nameless) == 1 and len(words) == 1:
        return dict.fromkeys(unknown, nameless[0])
    return {}


def _of_spellings(findings: list[Finding]) -> dict[int, int]:
    """Who uses the right name of something that is misspelt, or comes to nothing through it."""
    right = {
        finding.suggestion: at
        for at, finding in enumerate(findings)
        if finding.code in _MISSPELT and finding.suggestion
    }
    wrong = {_quoted(f): at for at, f in enumerate(findings) if f.message.startswith("no type `")}
    causes: dict[int, int] = {}
    for at, finding in enumerate(findings) if right or wrong else ():
        words = re.findall(r"\w+", finding.message)
        if finding.code in ("BR0604", "BR0605", "BR0606", "BR0907"):
            named = [right[word] for word in words if right.get(word, at) != at]
            causes |= dict.fromkeys([at] if named else [], named[0] if named else at)
        if finding.code == "BR0211" and "leads nowhere from" in finding.message:
            causes |= dict.fromkeys([at] if words[-1] in wrong else [], wrong.get(words[-1], at))
    return causes


def _of_headings(findings: list[Finding]) -> dict[int, int]:
    """Many unknown sections in one file: its heading is lost, and with it what others name."""
    unknown = [at for at, finding in enumerate(findings) if finding.code == "BR0204"]
    files = Counter(findings[at].span.file for at in unknown)
    for file, times in files.most_common(1):
        if times > _SECTIONS and sum(files.values()) > times:
            here = [at for at in unknown if findings[at].span.file == file]
            first = min(here, key=lambda at: findings[at].span.line)
            return dict.fromkeys((at for at in unknown if at != first), first)
    return {}


_NO_TEXT: Final = re.compile(r"there is no text `([\w.]+)`")


def _of_texts(findings: list[Finding]) -> dict[int, int]:
    """Sentences that lack a text which is told to be misspelt or not translated."""
    texts = {}
    for at, finding in enumerate(findings):
        if finding.code in ("BR0601", "BR0603", "BR0605"):
            found = re.search(r"the text `([\w.]+)`", finding.message)
            texts[at] = (found[1] if found else "", finding.suggestion)
    causes = {}
    for at, finding in enumerate(findings) if texts else ():
        lacking = _NO_TEXT.search(finding.message) if finding.code == "BR0604" else None
        for cause, (key, meant) in texts.items():
            if lacking and (lacking[1] in (key, meant) or one_slip(lacking[1], key)):
                causes[at] = cause
    return causes


# ---- within a script ----------------------------------------------------------


def _in_scripts(entries: Entries, findings: list[Finding]) -> dict[int, int]:
    """What is unknown only because the line that would have named it is wrong itself."""
    causes: dict[int, int] = {}
    errors = [(at, f) for at, f in enumerate(findings) if f.code.startswith(("BR030", "BR0310"))]
    by_entry: dict[tuple[str, int], list[tuple[int, Finding]]] = {}
    for at, finding in errors:
        entry = entries.at(finding.span)
        if entry is not None:
            by_entry.setdefault((finding.span.file, entry.first), []).append((at, finding))
    for group in by_entry.values():
        group.sort(key=lambda member: (member[1].span.line, member[1].span.column))
        for number, (at, finding) in enumerate(group):
            word = _quoted(finding) if finding.code in _SCRIPT else ""
            for earlier, cause in group[:number]:
                above = cause.span.line < finding.span.line
                if word and above and _is_word_of(word, entries.line(cause.span)):
                    causes[at] = earlier
                    break
    return causes


def _quoted(finding: Finding) -> str:
    found = re.search(r"`(\w+)`", finding.message)
    return found[1] if found else ""


def _is_word_of(word: str, line: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", line) is not None


# ---- from declarations to what uses them ---------------------------------------


def _of_declarations(entries: Entries, findings: list[Finding]) -> dict[int, int]:
    roots = []
    for at, finding in enumerate(findings):
        entry = entries.at(finding.span) if finding.code in _CAUSES else None
        if finding.code == "BR0812":
            roots.append((0, at, _lost_names(entries, finding)))
        elif entry is not None and entry.section in _DECLARING and finding.severity == "error":
            roots.append((_CAUSES[finding.code], at, _names(entries, entry, finding)))
    roots.sort(key=lambda root: root[:2])
    causes: dict[int, int] = {}
    for at, finding in enumerate(findings) if roots else ():
        if not finding.code.startswith(_FOLLOWING):
            continue
        rank = next((root[0] for root in roots if root[1] == at), len(_CAUSES))
        about = _about(entries, finding)
        cause = next((r for r in roots if r[0] < rank and r[1] != at and r[2] & about), None)
        if cause is not None and not _is_beside(findings[cause[1]], finding):
            causes[at] = cause[1]
    return causes


def _names(entries: Entries, entry: Entry, finding: Finding) -> set[str]:
    """What others may call the thing that is declared wrongly."""
    names = {entry.key, finding.suggestion or ""}
    if finding.code == "BR0413":
        names |= set(re.findall(r"`(\w+)`", finding.message))
    if entry.section == "types":
        lost = finding.code == "BR0109"
        names |= _lost_names(entries, finding) if lost else _keys(entries.line(finding.span))
        names |= _plural(entry)
        names |= {name.removesuffix("s") for name in names} | {_ANY_TYPE}
    return names - _KEYS - {""}


def _keys(line: str) -> set[str]:
    return {*re.findall(r"(\w+):", line), *re.findall(r"plural: (\w+)", line)}


def _lost_names(entries: Entries, finding: Finding) -> set[str]:
    """The keys of a part of a file that is not read because of how it begins."""
    first, *below = entries.from_line(finding.span, _LOST)
    lead, names = lead_of(first), _keys(first)
    for line in below:
        if line.strip() and lead_of(line) < lead:
            break
        names |= _keys(line)
    return names - _KEYS


def _plural(entry: Entry) -> set[str]:
    found = entry.node.entries.get("plural") if isinstance(entry.node, Mapping) else None
    return {f"{entry.key}s", found.text if isinstance(found, Scalar) else ""}


def _about(entries: Entries, finding: Finding) -> set[str]:
    """What a finding speaks of; of one in a script, what the script has spoken of so far."""
    about = set(re.findall(r"\w+", finding.message))
    entry = entries.at(finding.span)
    if entry is not None and entry.section == "graphs":
        about.add(_ANY_TYPE)
    if entry is not None and finding.code.startswith((*_SCRIPT, "BR05", "BR0401", "BR0211")):
        about |= entries.words(entry, finding.span.line)
    return about


def _is_beside(one: Finding, other: Finding) -> bool:
    return one.span.file == other.span.file and one.span.line == other.span.line
