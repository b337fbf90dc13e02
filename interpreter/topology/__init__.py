"""The map as NetworkX graphs: built, checked, walked at load time."""

from interpreter.topology.graphs import build_graphs
from interpreter.topology.routes import routes_along

__all__ = ["build_graphs", "routes_along"]
