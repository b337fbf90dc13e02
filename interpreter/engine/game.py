"""A game in progress: a position, the frame it waits in, and the journal to go back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from interpreter.compiler.code import Code, Frame, Journal, Position
from interpreter.engine import positions, saves
from interpreter.engine.decisions import Decision, Event, Option
from interpreter.engine.events import Raw, Storyteller
from interpreter.engine.reasons import explain_refusal
from interpreter.engine.search import legal, roll_back
from interpreter.findings import BarrageError, IllegalMove, SetupError, did_you_mean
from interpreter.language.library import EndlessLoop, NothingThere, refuel
from interpreter.model.layout import PLAYERS

if TYPE_CHECKING:
    from interpreter.engine.ruleset import Ruleset

STEP_LIMIT = 1_000_000


class RuleFault(BarrageError):  # noqa: N818 - a fault of the rules, not of the program
    """The rules themselves do something that cannot be done."""


class DeadEnd(RuleFault):
    """The rules led to a position in which a started action cannot be completed."""


class Game:
    """Play with `decision` and `play`; copy with `clone`; go back with `undo`."""

    __slots__ = (
        "_code",
        "_decision",
        "_history",
        "_raw",
        "_watchers",
        "ask_single",
        "frame",
        "j",
        "keeps_history",
        "ruleset",
        "s",
        "trace",
    )

    def __init__(self, ruleset: Ruleset, s: Position, frame: Frame, trace: bool = True) -> None:
        self.ruleset = ruleset
        self.s = s
        self.frame = frame
        self.j: Journal = []
        #: whether events are recorded
        self.trace = trace
        #: whether decisions with a single option are asked, too
        self.ask_single = False
        #: whether decisions can be undone
        self.keeps_history = True
        self._code: Code = ruleset.traced if trace else ruleset.fast
        self._raw: list[Raw] = []
        self._history: list[tuple[int, Frame, int]] = []
        self._decision: Decision | None = None
        self._watchers: dict[int, list[Callable[[Game], None]]] = {}

    # ---- playing -------------------------------------------------------------

    @property
    def decision(self) -> Decision | None:
        """The question to be answered next; None when the game is over."""
        return self._decision

    @property
    def over(self) -> bool:
        return self._decision is None

    def play(self, option: Option | str) -> None:
        """Carry out an option of the present decision; anything else is an `IllegalMove`."""
        self._play(self._value_of(option))

    def play_at(self, index: int) -> None:
        """Carry out the option with that number; the quickest way for programs."""
        decision = self._decision
        if decision is None or not 0 <= index < len(decision.values):
            raise IllegalMove(f"there is no option number {index}")
        self._play(decision.values[index])

    def _value_of(self, option: Option | str) -> Any:
        decision = self._decision
        if decision is None:
            raise IllegalMove("the game is over")
        if isinstance(option, Option):
            value = decision.value_of(option)
            if value is not None:
                return value
        wanted = option if isinstance(option, str) else option.id
        for known in decision.options:
            if known.id == wanted:
                return known.value
        guess = did_you_mean(wanted, [known.id for known in decision.options])
        hint = f"; did you mean `{guess}`?" if guess else f"; {len(decision.values)} others are"
        raise IllegalMove(f"`{wanted}` is not an option of {decision.player} now{hint}")

    def _play(self, value: Any) -> None:
        decision = self._decision
        assert decision is not None
        before = len(self.j), self.frame, len(self._raw)
        if self.trace:
            self._attend()
        try:
            self.advance(value)
        except BaseException:
            self._return_to(*before, decision.values)
            raise
        if self.keeps_history:
            self._history.append(before)
        else:
            self.j.clear()

    def _note_choice(self, frame: Frame, value: Any) -> None:
        """The option itself is noted; it is put into words when somebody looks."""
        asked = Decision(self.ruleset.names, self._code.blocks[frame[0]], frame, [value])
        option = asked.option(0)
        self._raw.append(("choice", option.line, asked.seat, option))

    def _block(self) -> Any:
        return self._code.blocks[self.frame[0]]

    def _attend(self) -> None:
        """Point the generated code's hooks at this game."""
        if self.trace:
            self._code.namespace["note"] = self._raw.append
            self._code.namespace["watch"] = self._watch

    def advance(self, value: Any = None) -> None:
        """Answer with `value`, if given, and run to the next real decision or to the end."""
        refuel()
        try:
            self._run_on(value)
        except NothingThere as problem:
            span = self.ruleset.program.lines[problem.args[0]]
            raise RuleFault(
                f"{span}: this changes something of none: there is no element"
            ) from None
        except (EndlessLoop, RecursionError):
            routine = self._block().routine
            raise RuleFault(f"`{routine}` goes round in circles: it never ends") from None

    def _run_on(self, value: Any) -> None:
        """The loop every game runs in: answer, run block after block, find options, stop."""
        code, search = self._code, self.ruleset.fast
        s, j, frame = self.s, self.j, self.frame
        run, resume = code.run, code.resume
        trace = self.trace
        after: Frame | None
        try:
            for _ in range(STEP_LIMIT):
                block = frame[0]
                if trace:
                    self.frame = frame
                step = run[block]
                if step is not None:
                    after = step(s, j, frame)
                elif block == code.end:
                    self._decision = None
                    return
                else:
                    if value is None:
                        values = legal(search, s, j, frame)
                        if len(values) > 1 or (values and self.ask_single):
                            names = self.ruleset.names
                            self._decision = Decision(names, code.blocks[block], frame, values)
                            return
                        if not values:
                            raise DeadEnd(self._stuck(frame))
                        value = values[0]
                    if trace:
                        self._note_choice(frame, value)
                    after = resume[block](s, j, frame, value)  # type: ignore[misc]
                    value = None
                if after is None:
                    raise DeadEnd(self._stuck(frame))
                frame = after
            raise EndlessLoop("the rules go round in circles")
        finally:
            self.frame = frame

    def _stuck(self, frame: Frame) -> str:
        routine = self._code.blocks[frame[0]].routine
        return f"`{routine}` cannot be completed from here: the rules lead into a dead end"

    # ---- going back, copying -------------------------------------------------

    def undo(self) -> bool:
        """Take back the last decision; False if there is none."""
        if not self._history:
            return False
        mark, frame, raw = self._history.pop()
        self._return_to(mark, frame, raw, None)
        return True

    def _return_to(self, mark: int, frame: Frame, raw: int, values: list[Any] | None) -> None:
        roll_back(self.s, self.j, mark)
        del self._raw[raw:]
        self.frame = frame
        if values is None:
            # a list of options takes more room than the time it takes to find them again
            values = legal(self.ruleset.fast, self.s, self.j, frame)
        self._decision = Decision(self.ruleset.names, self._block(), frame, values)

    def clone(self) -> Game:
        """An independent copy. It starts a history of its own."""
        made = Game.__new__(Game)
        made.ruleset, made.trace, made._code = self.ruleset, self.trace, self._code
        made.s, made.frame, made._decision = self.s[:], self.frame, self._decision
        made.ask_single, made.keeps_history = self.ask_single, self.keeps_history
        made.j, made._history, made._raw, made._watchers = [], [], self._raw[:], {}
        return made

    def to_json(self) -> str:
        """The whole game as text; `Ruleset.from_json` brings it back."""
        return saves.to_json(self)

    # ---- looking -------------------------------------------------------------

    @property
    def events(self) -> list[Event]:
        """Everything that happened, each with its rule line."""
        teller = Storyteller(self.ruleset.program, self.ruleset.names)
        return [teller.tell(raw) for raw in self._raw if raw[0] != "do"]

    @property
    def player_ids(self) -> list[str]:
        return [self.ruleset.names.id(seat) for seat in range(1, self.s[PLAYERS] + 1)]

    def snapshot(self) -> dict[str, Any]:
        """The position in the packs' vocabulary; only what is not zero, none or empty."""
        return positions.snapshot(self.ruleset.names, self.s)

    def scores(self) -> dict[str, int]:
        """Points of each player so far, as the packs count them."""
        score = self.ruleset.score
        return {player: self.ask(score, you=player) for player in self.player_ids}

    def winners(self) -> list[str]:
        """Who is ahead, tie-breaks applied."""
        ranks = [self.ruleset.score, *self.ruleset.tie_breaks]
        ranked = {p: tuple(self.ask(q, you=p) for q in ranks) for p in self.player_ids}
        best = max(ranked.values())
        return [player for player, values in ranked.items() if values == best]

    def ask(self, quantity: str, you: str | None = None, **args: Any) -> Any:
        """The value of a quantity of the packs."""
        names, known = self.ruleset.names, self.ruleset.model.quantities
        if quantity not in known:
            raise SetupError(f"there is no quantity `{quantity}`")
        given = _arguments(self, quantity, known[quantity].takes, args)
        player = names.ordinal(you) if you is not None else 0
        value = self.ruleset.fast.formulas["quantity " + quantity](self.s, player, *given)
        return names.show(known[quantity].gives, value)

    def run(self, procedure: str, you: str | None = None, **args: Any) -> Decision | None:
        """Leave the present course and run one procedure to its end or first decision."""
        known = self.ruleset.model.procedures
        if procedure not in known:
            raise SetupError(f"there is no procedure `{procedure}`")
        given = _arguments(self, procedure, known[procedure].takes, args)
        player = self.ruleset.names.ordinal(you) if you is not None else 0
        end: Frame = (self._code.end, None)
        self.frame = (self._code.entries[procedure], end, player, *given)
        self._history.clear()
        self._attend()
        self.advance()
        return self._decision

    def set_position(self, data: dict[str, Any]) -> None:
        """Overwrite parts of the position (the shape of `snapshot`)."""
        for slot, value in positions.overwrite(self.ruleset.names, self.s, data):
            self.j.append((slot, self.s[slot]))
            self.s[slot] = value
        self._history.clear()
        if self._decision is not None:
            self._attend()
            self.advance()

    def check_invariants(self) -> list[str]:
        """Ids of the packs' invariants that do not hold now."""
        formulas = self.ruleset.fast.formulas
        return [
            name
            for name in self.ruleset.model.invariants
            if not formulas["invariant " + name](self.s, 0)
        ]

    def why_not(self, option: str) -> str:
        """Why an option is not offered: the rule line and the quantity that forbid it."""
        return explain_refusal(self, option)

    def watch(self, field: str, callback: Callable[[Game], None]) -> None:
        """Call back whenever a field of the game is set during play (events must be on)."""
        self._watchers.setdefault(self.ruleset.names.find_slot(field), []).append(callback)

    def _watch(self, slot: int) -> None:
        for callback in self._watchers.get(slot, ()):
            callback(self)


def _arguments(game: Game, what: str, takes: dict[str, Any], args: dict[str, Any]) -> list[Any]:
    names, model = game.ruleset.names, game.ruleset.model
    for name in args:
        if name not in takes:
            raise SetupError(f"`{what}` does not take `{name}`")
    given = []
    for parameter in takes.values():
        if parameter.name in args:
            given.append(names.read(parameter.kind, args[parameter.name]))
        elif parameter.optional:
            given.append(model.zero(parameter.kind))
        else:
            raise SetupError(f"`{what}` needs `{parameter.name}`")
    return given
