"""The map as graphs: built, checked, walked at load time; NetworkX graphs for who asks."""

from interpreter.topology.graphs import build_graphs
from interpreter.topology.routes import routes_along
from interpreter.topology.ways import Way, Ways

__all__ = ["Way", "Ways", "build_graphs", "routes_along"]
