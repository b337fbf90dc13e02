"""The plain meaning of the effect language: slow, obvious, no compiler. Tests compare with it."""

from interpreter.reference.machine import Machine

__all__ = ["Machine"]
