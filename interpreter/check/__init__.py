"""The checker as a library: packs in, findings out. Printers are in `interpreter.check.report`."""

from interpreter.check.validate import validate

__all__ = ["validate"]
