"""Random games with a pack: none may get stuck."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from interpreter import Ruleset
from interpreter.check.examples import examples_of, run_examples
from interpreter.findings import Finding, errors_in

#: more decisions than any game has
ENDLESS = 20_000


def settings(ruleset: Ruleset) -> Iterator[tuple[int, str]]:
    """Every number of players in every mode."""
    model = ruleset.model
    for players in range(model.min_players, model.seats + 1):
        for mode in model.modes:
            yield players, mode


def play(
    ruleset: Ruleset, players: int, mode: str, seed: int, every: int = 5, spread: bool = False
) -> list[str]:
    """One random game, with its invariants checked now and then; what was decided.

    `spread` picks a kind of option first (all that begin with the same word), then one of them, so
    that rare kinds come up.
    """
    game = ruleset.new_game(players, seed, mode, events=False)
    dice = random.Random(seed)
    said = []
    while (decision := game.decision) is not None:
        words = [option.id for option in decision.options]
        at = dice.randrange(len(words))
        if spread:
            first = dice.choice(sorted({word.split()[0] for word in words}))
            at = dice.choice([n for n, word in enumerate(words) if word.split()[0] == first])
        said.append(words[at])
        game.play_at(at)
        assert len(said) < ENDLESS, f"seed {seed}: the game does not end"
        if len(said) % every == 0:
            assert not list(game.check_invariants()), f"seed {seed}, after {said[-1]!r}"
    return said


def own_findings(ruleset: Ruleset, folder: Path) -> list[Finding]:
    """Examples of the pack in that folder that do not hold."""
    inside = str(folder.resolve())
    return [
        finding
        for finding in errors_in(run_examples(ruleset))
        if str(Path(finding.span.file).resolve()).startswith(inside)
    ]


def own_examples(ruleset: Ruleset, folder: Path) -> int:
    """How many examples the pack in that folder has."""
    inside = str(folder.resolve())
    return sum(
        str(Path(example.node.span.file).resolve()).startswith(inside)
        for example in examples_of(ruleset)
    )
