"""What cannot be done."""

from __future__ import annotations

import click


class Refusal(click.ClickException):
    """Something that cannot be done: a message, and exit code 2."""

    exit_code = 2
