"""Comparing sets of packs: what differs, where a value comes from, whether the order matters."""

from interpreter.compare.differences import Detail, Difference, compare
from interpreter.compare.entries import Report, report
from interpreter.compare.entry import Entry
from interpreter.compare.order import order_report
from interpreter.compare.origin import Origin, origin
from interpreter.compare.render import as_json, as_markdown, as_text
from interpreter.compare.resolved import resolved_yaml
from interpreter.compare.sides import Side, read_side

__all__ = [
    "Detail",
    "Difference",
    "Entry",
    "Origin",
    "Report",
    "Side",
    "as_json",
    "as_markdown",
    "as_text",
    "compare",
    "order_report",
    "origin",
    "read_side",
    "report",
    "resolved_yaml",
]
