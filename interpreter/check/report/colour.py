"""Text with colour, for terminals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from interpreter.check.report.text import lines_of
from interpreter.findings import Finding

if TYPE_CHECKING:
    from rich.console import Console

STYLES: Final = {
    "error": "bold red",
    "warning": "bold yellow",
    "message": "bold",
    "note": "cyan",
    "meant": "bold green",
}


def print_coloured(findings: Sequence[Finding], console: Console) -> None:
    """Print to a rich console; it leaves colour out where nobody would see it."""
    from rich.text import Text

    for line in lines_of(findings):
        made = Text()
        for piece in line:
            made.append(piece.text, STYLES.get(piece.role))
        console.print(made, soft_wrap=True)
