"""Run the examples of packs: given a position, when these decisions, then these numbers.

Any element, procedure or quantity may carry `examples:`; a section `examples:` holds those that
belong to none. An example starts from a real game whose setup decisions are answered with their
first option; `given` is written over that, `when` is carried out, `then` is compared. After the
first step, a player's decisions with a single option need not be mentioned.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from interpreter.check.scenes import Fact, Scene, Wrong, entries
from interpreter.engine.game import Game, RuleFault
from interpreter.engine.ruleset import Ruleset
from interpreter.findings import Finding, SetupError, Severity, Span, did_you_mean
from interpreter.model.declarations import Parameter
from interpreter.model.kinds import PLAYER, Kind
from interpreter.packs import Mapping, Node, Scalar, Sequence, plain

SEED: Final = 0
#: keys of `given` that say which game to set up
SETUP: Final = ("mode", "players", "reset")
#: keys of `then` that are not about the position
QUESTIONS: Final = ("options", "offered", "not_offered", "answer", "answers")
#: keys of an example and of a step that is not a decision
EXAMPLE: Final = ("id", "text", "given", "when", "then")
STEP: Final = ("run", "ask", "with", "for")
#: more single-option decisions in a row than any game has
MANY: Final = 1000


@dataclass(frozen=True, slots=True)
class Example:
    """One example and what it belongs to."""

    id: str
    #: the element, procedure or quantity that carries it
    bearer: str
    node: Node

    def part(self, name: str) -> Node | None:
        return self.node.entries.get(name) if isinstance(self.node, Mapping) else None

    def __str__(self) -> str:
        words = [f"`{self.id}`" if self.id else "", f"of `{self.bearer}`" if self.bearer else ""]
        return " ".join(["example", *filter(None, words)])


def run_examples(ruleset: Ruleset) -> list[Finding]:
    """Every example of the packs that does not hold, at the place of the wrong expectation."""
    stage = Stage(ruleset)
    return [finding for example in examples_of(ruleset) for finding in stage.play(example)]


def examples_of(ruleset: Ruleset) -> Iterator[Example]:
    """All examples, in the order of the merged packs."""
    for section, nodes in ruleset.merged.sections.items():
        for key, node in nodes.items():
            if not isinstance(node, Mapping):
                continue
            if section == "examples":
                yield Example(key, "", node)
                continue
            listed = node.entries.get("examples")
            for item in _listed(listed):
                name = item.entries.get("id") if isinstance(item, Mapping) else None
                yield Example(name.text if isinstance(name, Scalar) else "", key, item)


def _listed(node: Node | None) -> tuple[Node, ...]:
    if isinstance(node, Sequence):
        return node.items
    return (node,) if node is not None else ()


@dataclass(slots=True)
class Stage:
    """Sets up the games that examples are played on."""

    ruleset: Ruleset
    _ready: dict[tuple[str | None, int | None], Game] = field(default_factory=dict)

    def play(self, example: Example) -> list[Finding]:
        """Run one example; an empty list if it holds, or needs a mode these packs do not offer."""
        try:
            _only(entries(example.node, "an example"), EXAMPLE, "an example")
            given = example.part("given")
            told = entries(given, "`given`") if given is not None else None
            game = self._start(told)
            return list(Run(example, game, told).findings()) if game is not None else []
        except Wrong as wrong:
            return [_finding(wrong.code, example, wrong.message, wrong.place, wrong.help)]
        except SetupError as problem:
            return [_finding("BR0703", example, problem.message, example.node.span)]
        except RuleFault as problem:
            return [_finding("BR0704", example, str(problem), example.node.span)]

    def _start(self, given: Mapping | None) -> Game | None:
        asked = {key: plain(given.entries[key]) for key in SETUP if given and key in given.entries}
        mode, players = asked.get("mode"), asked.get("players")
        known = {name for pack in self.ruleset.packs for name in pack.manifest.modes}
        if mode in known and mode not in self.ruleset.model.modes:
            return None
        ready = self._ready.get((mode, players))  # type: ignore[arg-type]
        if ready is None:
            ready = self._set_up(mode, players)
            self._ready[mode, players] = ready  # type: ignore[index]
        return ready.clone()

    def _set_up(self, mode: Any, players: Any) -> Game:
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


class Run:
    """One example on its game."""

    def __init__(self, example: Example, game: Game, given: Mapping | None) -> None:
        self.example, self.game = example, game
        you = game.decision.player if game.decision else game.player_ids[0]
        self.scene = Scene(game, you)
        if given is not None:
            self._reset(given)
            self._set(given)
        if not self._starts_elsewhere():
            game.set_position({})
        self.before = game.s[:]
        #: who decided last; single options of this player are passed over
        self._decider: str | None = None
        #: what was asked, with the type of the answer
        self.answers: list[tuple[Kind, Any]] = []

    # ---- given ---------------------------------------------------------------

    def _reset(self, given: Mapping) -> None:
        model, names = self.game.ruleset.model, self.game.ruleset.names
        for item in _listed(given.entries.get("reset")):
            type_id = model.plurals.get(item.text if isinstance(item, Scalar) else "")
            if type_id is None:
                raise Wrong("`reset` lists plurals of types", item.span)
            members = model.types[type_id].members
            for slot, (made, ordinal, _) in enumerate(names.layout.meaning):
                if made is not None and made.state and ordinal in members:
                    self.game.s[slot] = model.zero(made.kind)

    def _set(self, given: Mapping) -> None:
        for fact in self.scene.set_out(given, SETUP):
            slot, value = _fitting(self.scene, fact)
            self.game.s[slot] = value

    def _starts_elsewhere(self) -> bool:
        """Whether a procedure is run first: then nobody needs to be able to move before."""
        first = next(iter(_listed(self.example.part("when"))), None)
        return isinstance(first, Mapping) and "run" in first.entries

    # ---- when ----------------------------------------------------------------

    def _act(self) -> None:
        for step in _listed(self.example.part("when")):
            if isinstance(step, Scalar):
                self._decide(step)
            else:
                self._do(entries(step, "a step"))

    def _decide(self, step: Scalar) -> None:
        game = self.game
        self._pass_over([step.text])
        options = [option.id for option in game.decision.options] if game.decision else []
        if game.decision is not None and step.text in options:
            self._decider = game.decision.player
            game.play(step.text)
            return
        guess = did_you_mean(step.text, options)
        raise Wrong(
            f"`{step.text}` cannot be decided: {game.why_not(step.text)}",
            step.span,
            f"did you mean `{guess}`?" if guess else _listing("options", options),
            "BR0702",
        )

    def _do(self, step: Mapping) -> None:
        _only(step, STEP, "a step")
        model, who = self.game.ruleset.model, step.entries.get("for")
        you = self.scene.data(PLAYER, who) if who is not None else self.scene.you
        verb = "ask" if "ask" in step.entries else "run"
        named = step.entries.get(verb)
        name = named.text if isinstance(named, Scalar) else ""
        known = model.quantities if verb == "ask" else model.procedures
        if name not in known:
            guess = did_you_mean(name, known)
            help = f"did you mean `{guess}`?" if guess else None
            raise Wrong(f"there is no `{name}` to {verb}", step.span, help)
        args = self._arguments(known[name].takes, step.entries.get("with"))
        if verb == "ask":
            self.answers.append((model.quantities[name].gives, self.game.ask(name, you, **args)))
        else:
            self._decider = you
            self.game.run(name, you, **args)

    def _arguments(self, takes: dict[str, Parameter], node: Node | None) -> dict[str, Any]:
        given = entries(node, "`with`") if node is not None else None
        args = {}
        for name, value in given.entries.items() if given else ():
            if name not in takes:
                raise Wrong(f"`{name}` is not taken here", value.span, _listing("takes", takes))
            args[name] = self.scene.data(takes[name].kind, value)
        return args

    def _pass_over(self, unless: list[str]) -> None:
        """Play decisions of the same player with a single option, unless it is spoken of."""
        for _ in range(MANY):
            decision = self.game.decision
            if decision is None or len(decision.values) > 1 or decision.player != self._decider:
                return
            if decision.options[0].id in unless:
                return
            self.game.play_at(0)

    # ---- then ----------------------------------------------------------------

    def findings(self) -> Iterator[Finding]:
        """Carry the example out and compare."""
        told = self.example.part("then")
        if told is None:
            message = "expects nothing: add `then`"
            yield _finding("BR0705", self.example, message, self.example.node.span)
            return
        then = entries(told, "`then`")
        self._act()
        self._pass_over(_texts(then, "options") + _texts(then, "offered"))
        for fact in self.scene.facts(then, QUESTIONS):
            yield from self._compare(fact)
        yield from self._questions(then)

    def _compare(self, fact: Fact) -> Iterator[Finding]:
        slot, value = _fitting(self.scene, fact)
        names, sum_up = self.game.ruleset.names, ""
        if fact.is_difference:
            sign = fact.node.text[0] if isinstance(fact.node, Scalar) else ""
            sum_up = f" ({self.before[slot]} {sign} {abs(value)})"
            value += self.before[slot]
        got = self.game.s[slot]
        if got != value:
            kind, what = names.slot_kind(slot), names.slot(slot)
            wanted = _flow(names.show(kind, value)) + sum_up
            yield self._fails(what, wanted, _flow(names.show(kind, got)), fact.node.span)

    def _questions(self, then: Mapping) -> Iterator[Finding]:
        decision = self.game.decision
        offered = [option.id for option in decision.options] if decision else []
        yield from self._compare_answers(then)
        if "options" in then.entries and sorted(_texts(then, "options")) != sorted(offered):
            node = then.entries["options"]
            yield self._fails("the options", _flow(plain(node)), _flow(offered), node.span)
        for item in _items(then, "offered"):
            if item.text not in offered:
                reason = self.game.why_not(item.text)
                yield self._fails(f"`{item.text}`", "offered", f"refused: {reason}", item.span)
        for item in _items(then, "not_offered"):
            if item.text in offered:
                yield self._fails(f"`{item.text}`", "not offered", "offered", item.span)
            elif not self.game.why_not(item.text):
                yield self._fails(f"`{item.text}`", "a reason why not", "none", item.span)

    def _compare_answers(self, then: Mapping) -> Iterator[Finding]:
        """`answer` for the last question asked, `answers` for all of them."""
        expected = _listed(then.entries.get("answers"))
        asked = self.answers
        if "answer" in then.entries:
            expected, asked = (then.entries["answer"],), self.answers[-1:]
        if len(expected) != len(asked) and expected:
            raise Wrong(f"{len(expected)} answers to {len(asked)} questions", then.span)
        for node, (kind, got) in zip(expected, asked, strict=False):
            wanted = self.scene.data(kind, node)
            if wanted != got:
                yield self._fails("the answer", _flow(wanted), _flow(got), node.span)

    def _fails(self, what: str, wanted: str, got: str, place: Span) -> Finding:
        message = f"{what}: expected {wanted}, got {got}"
        return _finding("BR0701", self.example, message, place)


def _fitting(scene: Scene, fact: Fact) -> tuple[int, Any]:
    try:
        return scene.slot(fact)
    except SetupError as problem:
        raise Wrong(problem.message, fact.node.span) from None


def _finding(
    code: str, example: Example, message: str, place: Span, help: str | None = None
) -> Finding:
    """A finding with the whole example beside it: what was given, what was decided."""
    parts = [(name, example.part(name)) for name in ("given", "when")]
    related = tuple((f"{name} {_flow(plain(n))}", n.span) for name, n in parts if n is not None)
    severity: Severity = "warning" if code == "BR0705" else "error"
    return Finding(code, f"{example}: {message}", place, severity, help, related)


def _only(node: Mapping, allowed: tuple[str, ...], what: str) -> None:
    for key, place in node.keys.items():
        if key not in allowed:
            guess = did_you_mean(key, allowed)
            help = f"did you mean `{guess}`?" if guess else _listing("it has", allowed)
            raise Wrong(f"{what} has no `{key}`", place, help)


def _items(then: Mapping, key: str) -> list[Scalar]:
    node = then.entries.get(key)
    if node is not None and not isinstance(node, Sequence):
        raise Wrong(f"`{key}` must be a list of options", node.span)
    return [item for item in node.items if isinstance(item, Scalar)] if node else []


def _texts(then: Mapping, key: str) -> list[str]:
    return [item.text for item in _items(then, key)]


def _listing(title: str, words: Any) -> str:
    return f"{title}: {', '.join(words) or 'none'}"


def _flow(data: Any) -> str:
    """Data as one line of YAML."""
    match data:
        case bool():
            return "yes" if data else "no"
        case None:
            return "none"
        case dict():
            return "{" + ", ".join(f"{key}: {_flow(value)}" for key, value in data.items()) + "}"
        case list() | tuple():
            return "[" + ", ".join(map(_flow, data)) + "]"
        case _:
            return str(data)
