"""How bad a finding usually is."""

from __future__ import annotations

from typing import Final

from interpreter.findings import Severity

#: Codes that tell of something that works, but is probably not meant; all lints are.
WARNINGS: Final = frozenset(
    "BR0111 BR0115 BR0208 BR0212 BR0306 BR0307 BR0308 BR0409 BR0410 BR0411 BR0412 BR0508 "
    "BR0601 BR0602 BR0604 BR0605 BR0606 BR0705 BR0818".split()
)


def usual_severity(code: str) -> Severity:
    """Error or warning."""
    is_lint = code.startswith("BR09") and code != "BR0999"
    return "warning" if code in WARNINGS or is_lint else "error"
