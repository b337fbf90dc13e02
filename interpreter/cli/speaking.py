"""Effects in plain words, for the verbs that tell what packs say."""

from __future__ import annotations

from interpreter.compare import Side
from interpreter.compare.words import Silent, Speaker


def speaker_for(*sides: Side) -> Speaker:
    """Something that puts the effects of these packs into words."""
    return Silent()
