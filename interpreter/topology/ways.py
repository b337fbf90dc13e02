"""A graph of the packs as plain lists; as a NetworkX graph for who asks, which is slow to start."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from interpreter.findings import Span

if TYPE_CHECKING:
    import networkx as nx


class Way(NamedTuple):
    """From one place to another."""

    start: str
    end: str
    #: the element that is the way; None if it is only listed
    key: str | int | None
    span: Span


class Ways:
    """Places, in the order in which they are first spoken of, and the ways between them."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.all: list[Way] = []
        self._onward: dict[str, list[Way]] = {}
        self._back: dict[str, list[Way]] = {}

    def add(self, way: Way) -> None:
        """One more way."""
        self.all.append(way)
        for place in (way.start, way.end):
            self._onward.setdefault(place, [])
            self._back.setdefault(place, [])
        self._onward[way.start].append(way)
        self._back[way.end].append(way)

    def __iter__(self) -> Iterator[str]:
        return iter(self._onward)

    def __contains__(self, place: object) -> bool:
        return place in self._onward

    def onward(self, place: str) -> list[Way]:
        """The ways that begin somewhere."""
        return self._onward.get(place, [])

    def back(self, place: str) -> list[Way]:
        """The ways that end somewhere."""
        return self._back.get(place, [])

    def below(self, place: str) -> list[str]:
        """Everything that is reached from a place, which does not count itself."""
        return self._reached(place, lambda at: [way.end for way in self.onward(at)])

    def above(self, place: str) -> list[str]:
        """Everything from which a place is reached."""
        return self._reached(place, lambda at: [way.start for way in self.back(at)])

    @staticmethod
    def _reached(place: str, follow: Callable[[str], list[str]]) -> list[str]:
        seen, found = {place}, [place]
        for at in found:
            for one in follow(at):
                if one not in seen:
                    seen.add(one)
                    found.append(one)
        return found[1:]

    def circle(self) -> list[Way]:
        """Ways that lead back to where they began; none if there is no such thing."""
        left = {place: len(self.back(place)) for place in self}
        done = [place for place, ways in left.items() if not ways]
        for place in done:
            for way in self.onward(place):
                left[way.end] -= 1
                if not left[way.end]:
                    done.append(way.end)
        if len(done) == len(left):
            return []
        import networkx as nx  # slow, and seldom needed

        graph = self.networkx()
        found = nx.find_cycle(graph)
        return [Way(a, b, key, graph.edges[a, b, key]["span"]) for a, b, key in found]

    def networkx(self) -> nx.MultiDiGraph[str]:
        """The same as a graph that others know how to use."""
        import networkx as nx  # slow, and seldom needed

        graph: nx.MultiDiGraph[str] = nx.MultiDiGraph(name=self.name)
        for way in self.all:
            graph.add_edge(way.start, way.end, key=way.key, span=way.span)
        return graph
