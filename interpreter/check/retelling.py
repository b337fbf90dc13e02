"""A game that went wrong, told again as the shortest example that goes wrong in the same way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import yaml

from interpreter.check.example import Example
from interpreter.check.examples import Stage
from interpreter.engine.ruleset import Ruleset
from interpreter.packs import Mapping, read_yaml

Snapshot = dict[str, Any]

#: what a field holds if a snapshot does not mention it
_EMPTY: Final[dict[str, Any]] = {"number": 0, "yes_no": False, "text": "", "element": "none"}
#: so many decisions before the failure are tried as beginnings
_FAR: Final = 60


@dataclass(frozen=True, slots=True)
class Story:
    """A position, the decisions that follow, and the invariant they break; none if stuck."""

    start: Snapshot
    decisions: tuple[str, ...]
    invariant: str


class Retelling:
    """Writes stories as examples, and believes only in those that fail when they are run."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self._stage = Stage(ruleset)

    def shortest(self, before: list[tuple[Snapshot, str]], invariant: str) -> Story | None:
        """The latest beginning from which it still goes wrong, with single decisions left out."""
        decisions = tuple(option for _, option in before)
        for start in range(len(before) - 1, max(-1, len(before) - 1 - _FAR), -1):
            story = Story(before[start][0], decisions[start:], invariant)
            if self._fails(story):
                return self._shortened(story)
        return None

    def _shortened(self, story: Story) -> Story:
        for index in reversed(range(len(story.decisions))):
            fewer = story.decisions[:index] + story.decisions[index + 1 :]
            shorter = Story(story.start, fewer, story.invariant)
            if self._fails(shorter):
                story = shorter
        return story

    def _fails(self, story: Story) -> bool:
        node, _ = read_yaml(yaml.safe_dump(self._entry(story), sort_keys=False), "<random game>")
        if not isinstance(node, Mapping):
            return False
        found = self._stage.play(Example("", "", node))
        wanted = "BR0701" if story.invariant else "BR0704"
        return [finding.code for finding in found] == [wanted]

    # ---- writing -------------------------------------------------------------

    def text(self, story: Story) -> str:
        """An entry of `examples:`."""
        shown = yaml.safe_dump([self._entry(story)], sort_keys=False, allow_unicode=True, width=100)
        return shown.rstrip()

    def _entry(self, story: Story) -> dict[str, Any]:
        """The main procedure takes a game up wherever it is, so it is run first."""
        when = [{"run": self.ruleset.model.play}, *story.decisions]
        then = {"holds": [story.invariant]} if story.invariant else {"offered": []}
        return {"given": self._given(story.start), "when": when, "then": then}

    def _given(self, start: Snapshot) -> dict[str, Any]:
        """The snapshot, and everything that it leaves out because it is nothing."""
        model = self.ruleset.model
        reset = [decl.plural for decl in model.types.values() if decl.members and _has_state(decl)]
        given: dict[str, Any] = {"mode": start["mode"], "players": start["players"], "reset": reset}
        for name, made in model.types["game"].fields.items():
            if made.state:
                given[name] = _EMPTY.get(made.kind.word, [])
        nothing = {known.id: 0 for known in model.elements.values() if known.type == "resource"}
        for name, value in start.items():
            known = model.elements.get(name)
            is_player = known is not None and known.type == "player"
            given[name] = {**nothing, **value} if is_player else value
        return given


def _has_state(decl: Any) -> bool:
    return any(made.state for made in decl.fields.values())
