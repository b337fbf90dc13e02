"""The checker as a library: packs in, findings out. Printers are in `interpreter.check.report`."""

from interpreter.check.session import Session
from interpreter.check.validate import validate

__all__ = ["Session", "validate"]
