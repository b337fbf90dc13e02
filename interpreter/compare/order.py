"""Does it matter which of two packs comes first? If neither says so, it must not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path

from interpreter.compare.commuting import commute
from interpreter.compare.settings import modes_of, players_of, start_of
from interpreter.findings import Finding, errors_in
from interpreter.language.parse import ScriptError, parse_rule
from interpreter.language.syntax import Modify
from interpreter.packs import Mapping, Merged, Pack, Scalar, known_packs, merge, read_packs
from interpreter.packs.nodes import same
from interpreter.packs.order import ancestors


def order_report(names: Iterable[str | Path] = ()) -> list[Finding]:
    """What depends on the order of two packs that declare none; nothing if all is well.

    `names` are packs by name or folder, all known ones if there are none. Packs that conflict
    by declaration are left out; a pack that is broken by itself is reported by `validate`.
    """
    given = [str(name) for name in names] or sorted(known_packs())
    found: dict[Finding, None] = {}
    for one, other in combinations(given, 2):
        for finding in _pair(one, other):
            found.setdefault(finding)
    return list(found)


def _pair(one: str, other: str) -> Iterator[Finding]:
    if any(errors_in(read_packs([name])[1]) for name in (one, other)):
        return
    packs, findings = read_packs([one, other])
    if any(finding.code == "BR0806" for finding in findings):
        return
    yield from errors_in(findings)
    pair = _unordered(packs, one, other)
    if pair is None or errors_in(findings):
        return
    first, second = ([*_others(packs, pair), *both] for both in (pair, pair[::-1]))
    yield from _compare(first, second, pair)


def _unordered(packs: list[Pack], one: str, other: str) -> tuple[Pack, Pack] | None:
    """The two packs, if neither comes after the other."""
    names = [_name_of(packs, given) for given in (one, other)]
    if None in names or names[0] == names[1]:
        return None
    mine, yours = (pack for pack in packs if pack.name in names)
    before = ancestors(pack.manifest for pack in packs)
    ordered = mine.name in before[yours.name] or yours.name in before[mine.name]
    return None if ordered else (mine, yours)


def _name_of(packs: list[Pack], given: str) -> str | None:
    by_name = (pack.name for pack in packs if pack.name == given)
    by_folder = (pack.name for pack in packs if pack.folder.resolve() == Path(given).resolve())
    return next(by_folder, None) or next(by_name, None)


def _others(packs: list[Pack], pair: tuple[Pack, Pack]) -> list[Pack]:
    return [pack for pack in packs if pack not in pair]


def _compare(first: list[Pack], second: list[Pack], pair: tuple[Pack, Pack]) -> Iterator[Finding]:
    one, other = merge(first), merge(second)
    clashes = errors_in([*one.findings, *other.findings])
    if clashes:
        # Either order tells of the clash; once is enough.
        yield from errors_in(one.findings) or clashes
        return
    settings = [(modes_of(p), players_of(p), start_of(p)) for p in (first, second)]
    addresses = sorted(_addresses(one) ^ _addresses(other)) or list(_differing(one, other))
    if addresses or settings[0] != settings[1]:
        yield _depends(pair, addresses[0] if addresses else "pack.yaml")
    yield from _house_rules(one, pair)


def _addresses(merged: Merged) -> set[str]:
    return {f"{name}.{key}" for name, nodes in merged.sections.items() for key in nodes}


def _differing(one: Merged, other: Merged) -> Iterator[str]:
    for name, nodes in one.sections.items():
        for key, node in nodes.items():
            if not same(node, other.sections[name][key]):
                yield f"{name}.{key}"


def _depends(pair: tuple[Pack, Pack], address: str) -> Finding:
    one, other = (pack.manifest for pack in pair)
    return Finding(
        "BR0815",
        f"`{address}` depends on which of {one.pack} and {other.pack} comes first, and neither "
        "says so",
        other.place("pack"),
        help=f"put `after: [{one.pack}]` into the pack.yaml of {other.pack}, or the reverse",
        related=((f"{one.pack} is here", one.place("pack")),),
    )


# ---- house rules -------------------------------------------------------------


def _house_rules(merged: Merged, pair: tuple[Pack, Pack]) -> Iterator[Finding]:
    """House rules of the two packs that change one quantity, and do not commute."""
    mine, yours = (list(_modifiers(merged, pack.name)) for pack in pair)
    for rule, written in mine:
        for other, also in yours:
            same_place = (rule.quantity, rule.stage) == (other.quantity, other.stage)
            if same_place and not commute(rule, other):
                yield _not_commuting(rule.quantity, pair, written, also)


def _modifiers(merged: Merged, pack: str) -> Iterator[tuple[Modify, Scalar]]:
    for key, node in merged.sections.get("rules", {}).items():
        written = node.entries.get("rule") if isinstance(node, Mapping) else None
        if merged.owners[f"rules.{key}"] != pack or not isinstance(written, Scalar):
            continue
        try:
            rule = parse_rule(written.text)
        except ScriptError:
            continue
        if isinstance(rule, Modify):
            yield rule, written


def _not_commuting(
    quantity: str, pair: tuple[Pack, Pack], written: Scalar, also: Scalar
) -> Finding:
    one, other = (pack.name for pack in pair)
    return Finding(
        "BR0818",
        f"{one} and {other} both change `{quantity}`, and which comes first may matter",
        also.span,
        "warning",
        f"put `after: [{one}]` into the pack.yaml of {other}, or the reverse",
        ((f"{one} changes it here", written.span),),
    )
