"""Which pack comes before which."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from interpreter.findings import Finding, Span
from interpreter.packs.manifest import Manifest


def predecessors(manifests: Iterable[Manifest]) -> dict[str, dict[str, Span]]:
    """For each pack, those that must come before it and where it says so.

    Packs that are not among `manifests` are left out.
    """
    by_name = {manifest.pack: manifest for manifest in manifests}
    return {
        name: {
            other: manifest.place(f"{key}.{other}")
            for key, others in (("after", manifest.after), ("requires", manifest.requires))
            for other in others
            if other in by_name
        }
        for name, manifest in by_name.items()
    }


def ancestors(manifests: Iterable[Manifest]) -> dict[str, frozenset[str]]:
    """For each pack, all packs that come before it by declaration, directly or through others."""
    before = predecessors(manifests)
    found: dict[str, frozenset[str]] = {}
    for name in before:
        seen: set[str] = set()
        open_names = list(before[name])
        while open_names:
            other = open_names.pop()
            if other not in seen:
                seen.add(other)
                open_names += before[other]
        found[name] = frozenset(seen)
    return found


def in_order(manifests: list[Manifest]) -> tuple[list[str], Finding | None]:
    """Names with every pack behind those it needs, otherwise by name: the same packs are always
    the same game, in whatever order they are given.

    If that is impossible, the finding shows the circle.
    """
    before = predecessors(manifests)
    waiting = sorted(before)
    ordered: list[str] = []
    while waiting:
        placed = set(ordered)
        ready = next((name for name in waiting if before[name].keys() <= placed), None)
        if ready is None:
            return ordered, _circle(before, waiting)
        ordered.append(ready)
        waiting.remove(ready)
    return ordered, None


def _circle(before: dict[str, dict[str, Span]], waiting: list[str]) -> Finding:
    """Every waiting pack waits for another one, so that following them must come round."""
    path = [waiting[0]]
    while True:
        following = next(name for name in before[path[-1]] if name in waiting)
        if following in path:
            circle = [*path[path.index(following) :], following]
            break
        path.append(following)
    related = tuple(
        (f"{one} comes after {other}", before[one][other]) for one, other in pairwise(circle)
    )
    chain = " after ".join(circle)
    message = f"these packs cannot be put in order: {chain}"
    return Finding("BR0804", message, related[0][1], related=related[1:])
