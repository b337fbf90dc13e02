"""One example carried out: its position is set up, its steps are taken, the outcome is compared."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from interpreter.check.example import Example, finding, flow, listed, listing, only
from interpreter.check.scenes import Fact, Scene, Wrong, entries
from interpreter.engine.game import Game
from interpreter.findings import Finding, SetupError, Span, did_you_mean
from interpreter.model.declarations import Parameter
from interpreter.model.kinds import PLAYER, Kind
from interpreter.packs import Mapping, Node, Scalar, Sequence, plain

#: keys of `given` that say which game to set up
SETUP: Final = ("mode", "players", "reset")
#: keys of `then` that are not about the position
QUESTIONS: Final = ("options", "offered", "not_offered", "answer", "answers", "holds")
#: keys of a step that is not a decision
STEP: Final = ("run", "ask", "with", "for")
#: more single-option decisions in a row than any game has
MANY: Final = 1000


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
        for item in listed(given.entries.get("reset")):
            type_id = model.plurals.get(item.text if isinstance(item, Scalar) else "")
            if type_id is None:
                raise Wrong("`reset` lists plurals of types", item.span)
            members = frozenset(model.types[type_id].members)
            for slot, (made, ordinal, _) in enumerate(names.layout.meaning):
                if made is not None and made.state and ordinal in members:
                    self.game.s[slot] = model.zero(made.kind)

    def _set(self, given: Mapping) -> None:
        for fact in self.scene.set_out(given, SETUP):
            slot, value = _fitting(self.scene, fact)
            self.game.s[slot] = value

    def _starts_elsewhere(self) -> bool:
        """Whether a procedure is run first: then nobody needs to be able to move before."""
        first = next(iter(listed(self.example.part("when"))), None)
        return isinstance(first, Mapping) and "run" in first.entries

    # ---- when ----------------------------------------------------------------

    def _act(self) -> None:
        for step in listed(self.example.part("when")):
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
            f"`{step.text}` cannot be decided: {' '.join(game.why_not(step.text).split())}",
            step.span,
            f"did you mean `{guess}`?" if guess else listing("options", options),
            "BR0702",
        )

    def _do(self, step: Mapping) -> None:
        only(step, STEP, "a step")
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
                raise Wrong(f"`{name}` is not taken here", value.span, listing("takes", takes))
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
            yield finding("BR0705", self.example, message, self.example.end_of("when"))
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
            wanted = flow(names.show(kind, value)) + sum_up
            yield self._fails(what, wanted, flow(names.show(kind, got)), fact.node.span)

    def _questions(self, then: Mapping) -> Iterator[Finding]:
        decision = self.game.decision
        offered = [option.id for option in decision.options] if decision else []
        yield from self._compare_answers(then)
        yield from self._invariants(then)
        if "options" in then.entries and sorted(_texts(then, "options")) != sorted(offered):
            node = then.entries["options"]
            refused = [item for item in _items(then, "options") if item.text not in offered]
            place = refused[0].span if len(refused) == 1 else node.span
            yield self._fails("the options", flow(plain(node)), flow(offered), place)
        for item in _items(then, "offered"):
            if item.text not in offered:
                reason = self.game.why_not(item.text)
                yield self._fails(f"`{item.text}`", "offered", f"refused: {reason}", item.span)
        for item in _items(then, "not_offered"):
            if item.text in offered:
                yield self._fails(f"`{item.text}`", "not offered", "offered", item.span)
            elif not self.game.why_not(item.text):
                yield self._fails(f"`{item.text}`", "a reason why not", "none", item.span)

    def _invariants(self, then: Mapping) -> Iterator[Finding]:
        """`holds` lists invariants of the packs that must not be broken."""
        wanted, known = _items(then, "holds"), self.game.ruleset.model.invariants
        broken = self.game.check_invariants() if wanted else []
        for item in wanted:
            if item.text not in known:
                guess = did_you_mean(item.text, known)
                help = f"did you mean `{guess}`?" if guess else None
                raise Wrong(f"there is no invariant `{item.text}`", item.span, help)
            if item.text in broken:
                yield self._fails(f"`{item.text}`", "that it holds", "that it does not", item.span)

    def _compare_answers(self, then: Mapping) -> Iterator[Finding]:
        """`answer` for the last question asked, `answers` for all of them."""
        expected = listed(then.entries.get("answers"))
        asked = self.answers
        if "answer" in then.entries:
            expected, asked = (then.entries["answer"],), self.answers[-1:]
        if len(expected) != len(asked) and expected:
            raise Wrong(f"{len(expected)} answers to {len(asked)} questions", then.span)
        for node, (kind, got) in zip(expected, asked, strict=False):
            wanted = self.scene.data(kind, node)
            if wanted != got:
                yield self._fails("the answer", flow(wanted), flow(got), node.span)

    def _fails(self, what: str, wanted: str, got: str, place: Span) -> Finding:
        message = f"{what}: expected {wanted}, got {got}"
        return finding("BR0701", self.example, message, place)


def _fitting(scene: Scene, fact: Fact) -> tuple[int, Any]:
    try:
        return scene.slot(fact)
    except SetupError as problem:
        raise Wrong(problem.message, fact.node.span) from None


def _items(then: Mapping, key: str) -> list[Scalar]:
    node = then.entries.get(key)
    if node is not None and not isinstance(node, Sequence):
        raise Wrong(f"`{key}` must be a list of options", node.span)
    return [item for item in node.items if isinstance(item, Scalar)] if node else []


def _texts(then: Mapping, key: str) -> list[str]:
    return [item.text for item in _items(then, key)]
