"""Run the examples of packs: given a position, when these decisions, then these numbers.

Any element, procedure or quantity may carry `examples:`; a section `examples:` holds those that
belong to none. An example starts from a real game whose setup decisions are answered with their
first option; `given` is written over that, `when` is carried out, `then` is compared. After the
first step, a player's decisions with a single option need not be mentioned.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, TypeVar

from interpreter.check.acting import Run
from interpreter.check.example import Example, finding, listed, only
from interpreter.check.failing import placed
from interpreter.check.scenes import Wrong, entries
from interpreter.check.suspects import Suspects, accusation, are_many, refusing
from interpreter.engine.game import Game, RuleFault
from interpreter.engine.ruleset import Ruleset
from interpreter.findings import Finding, SetupError, Span
from interpreter.language.library import EndlessLoop
from interpreter.packs import Mapping, Pack, Scalar

T = TypeVar("T", str, int)

SEED: Final = 0
#: how many overruled examples are told one by one
MOST: Final = 10
#: keys of an example
EXAMPLE: Final = ("id", "text", "given", "when", "then")


def run_examples(ruleset: Ruleset) -> list[Finding]:
    """Every example of the packs that does not hold, at the place of the wrong expectation.

    An example speaks for its own pack and those that one requires. If it does not hold together
    with others, they may well mean that: one warning for each of them says so.
    """
    stage, told = Stage(ruleset), []
    overruled: dict[tuple[str, str], list[Finding]] = {}
    for example in examples_of(ruleset):
        found = stage.play(example)
        owner, newest = _owner(ruleset, example), ruleset.packs[-1]
        if found and owner is not None and newest.name not in _needed(ruleset, owner.name):
            overruled.setdefault((owner.name, newest.name), []).append(found[0])
        else:
            told += found
    suspect = (refusing(told) or _suspect(stage)) if are_many(told) else None
    if suspect is not None:
        told = [accusation(told, suspect), *told]
    return told + [_overruled(*names, found) for names, found in overruled.items()]


def _suspect(stage: Stage) -> Span | None:
    """The rule line that the failing examples have in common: all are run once more for that."""
    suspects = Suspects(stage.ruleset)
    for example in examples_of(stage.ruleset):
        failed = bool(stage.play(example))
        if stage.game is not None:
            suspects.note(stage.game, failed)
    return suspects.line()


def _owner(ruleset: Ruleset, example: Example) -> Pack | None:
    """The pack that an example is written in."""
    file = example.node.span.file
    return next((p for p in ruleset.packs if any(file == d.file for d in p.documents)), None)


def _needed(ruleset: Ruleset, name: str) -> set[str]:
    """A pack and all that it requires."""
    requires = {pack.name: pack.manifest.requires for pack in ruleset.packs}
    found, waiting = set(), [name]
    while waiting:
        at = waiting.pop()
        if at not in found:
            found.add(at)
            waiting += requires.get(at, ())
    return found


def _overruled(owner: str, newest: str, found: list[Finding]) -> Finding:
    count = "an example" if len(found) == 1 else f"{len(found)} examples"
    verb = "does" if len(found) == 1 else "do"
    message = f"{count} of `{owner}` {verb} not hold together with `{newest}`"
    help = "if that is meant, take them out: `{remove: section.id.examples.id, because: …}`"
    related = tuple((one.message, one.span) for one in found[:MOST])
    return Finding("BR0701", message, found[0].span, "warning", help, related)


def examples_of(ruleset: Ruleset) -> Iterator[Example]:
    """All examples, in the order of the merged packs."""
    for section, nodes in ruleset.merged.sections.items():
        for key, node in nodes.items():
            if not isinstance(node, Mapping):
                continue
            if section == "examples":
                yield Example(key, "", node)
                continue
            for item in listed(node.entries.get("examples")):
                name = item.entries.get("id") if isinstance(item, Mapping) else None
                yield Example(name.text if isinstance(name, Scalar) else "", key, item)


@dataclass(slots=True)
class Stage:
    """Sets up the games that examples are played on."""

    ruleset: Ruleset
    #: the game of the last example
    game: Game | None = None
    _ready: dict[tuple[str | None, int | None], Game] = field(default_factory=dict)

    def play(self, example: Example) -> list[Finding]:
        """Run one example; an empty list if it holds, or needs a mode these packs do not offer."""
        return [placed(self.ruleset, example, found) for found in self._play(example)]

    def _play(self, example: Example) -> list[Finding]:
        try:
            only(entries(example.node, "an example"), EXAMPLE, "an example")
            _named(example)
            given = example.part("given")
            told = entries(given, "`given`") if given is not None else None
            game = self.game = self._start(told)
            return list(Run(example, game, told).findings()) if game is not None else []
        except Wrong as wrong:
            return [finding(wrong.code, example, wrong.message, wrong.place, wrong.help)]
        except SetupError as problem:
            return [finding("BR0703", example, problem.message, example.node.span)]
        except (RuleFault, EndlessLoop, RecursionError) as problem:
            return [finding("BR0704", example, str(problem), example.node.span)]

    def _start(self, given: Mapping | None) -> Game | None:
        mode = _setting(given, "mode", str)
        players = _setting(given, "players", int)
        known = {name for pack in self.ruleset.packs for name in pack.manifest.modes}
        if mode in known and mode not in self.ruleset.model.modes:
            return None
        if (mode, players) not in self._ready:
            self._ready[mode, players] = self._set_up(mode, players)
        return self._ready[mode, players].clone()

    def _set_up(self, mode: str | None, players: int | None) -> Game:
        game = self.ruleset.new_game(players, SEED, mode, ask_single=True)
        while game.decision is not None and self._in_setup(game):
            game.play_at(0)
        return game

    def _in_setup(self, game: Game) -> bool:
        """While the setup runs, the main procedure still waits at its beginning."""
        code, frame = self.ruleset.fast, game.frame
        while frame[1] is not None and frame[1][0] != code.end:
            frame = frame[1]
        return bool(frame[0] == code.entries[self.ruleset.model.play])


def _named(example: Example) -> None:
    name = example.part("id")
    if name is not None and not (isinstance(name, Scalar) and isinstance(name.value, str)):
        raise Wrong("the `id` of an example is a word", name.span)


def _setting(given: Mapping | None, key: str, kind: type[T]) -> T | None:
    """A plain value of `given`; the wrong type of value is a mistake of the example."""
    node = given.entries.get(key) if given is not None else None
    if node is None:
        return None
    if not isinstance(node, Scalar) or type(node.value) is not kind:
        raise Wrong(f"`{key}` needs one value", node.span)
    return node.value
