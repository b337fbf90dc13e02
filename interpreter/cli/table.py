"""A game at the terminal: shows it, asks people, lets bots play, obeys commands."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TextIO

from rich.console import Console
from rich.text import Text

from interpreter import Decision, Event, Game, Option, Ruleset
from interpreter.cli.bots import Bot, Chance
from interpreter.cli.common import Refusal, position_of, read_text, write_text
from interpreter.findings import BarrageError, did_you_mean
from interpreter.view.position import Position, Spot
from interpreter.view.spec import read_view
from interpreter.view.terminal import render, style_of, text_of

HELP = """\
a number or the text of an option plays it
show         the position again          options      the options again
hint         what the bot would do       why OPTION   why an option is not there
undo         take back your last move    log [N]      the last moves
events [N]   what happened, and the rule line that made it happen
save FILE    keep the game               load FILE    go on with another one
quit         leave"""

#: options that were judged, as far as they are told
HINTS = 3
#: moves that `log` tells if no number is given
LOG = 20


@dataclass
class Seat:
    """Who decides for a player: `human`, or something that chooses."""

    kind: str
    mind: Bot | Chance | None = None


@dataclass
class Table:
    """One game, the people and bots around it, and what has happened so far."""

    ruleset: Ruleset
    game: Game
    seats: Mapping[str, Seat]
    console: Console
    lang: str = "en"
    source: TextIO | None = None
    header: dict[str, Any] = field(default_factory=dict)
    moves: list[tuple[str, str]] = field(default_factory=list)
    refused: bool = False

    # -- the course of the game ----------------------------------------------------------------

    def run(self) -> None:
        """Until the game is over or someone leaves."""
        while (decision := self.game.decision) is not None:
            seat = self.seats[decision.player]
            if seat.mind is not None:
                self.play(seat.mind.choose(self.game))
            elif not self.ask(decision):
                return
        self.finish()

    def play(self, option: Option | str) -> None:
        """Play an option and tell everyone."""
        decision = self.game.decision
        assert decision is not None
        text = option if isinstance(option, str) else option.id
        self.game.play(option)
        self.moves.append((decision.player, text))
        self._tell(decision.player, text)

    def _tell(self, player: str, text: str) -> None:
        position = self.position()
        name = Text(f"{position.name(player)}: ", style=f"bold {style_of(position, player)}")
        self.console.print(name + Text(text, style="none"))

    def finish(self) -> None:
        """The result."""
        position = self.position()
        scores = self.game.scores()
        self.console.print()
        self.console.rule("the game is over")
        winners = self.game.winners()
        for player in sorted(scores, key=lambda one: (one not in winners, -scores[one])):
            name = Text(position.name(player), f"bold {style_of(position, player)}")
            first = Text(" wins") if player in winners else Text("")
            self.console.print(Text(f"{scores[player]:>4}  ") + name + first)

    # -- asking --------------------------------------------------------------------------------

    def ask(self, decision: Decision) -> bool:
        """Ask a person until the game has moved on; no if they want to leave."""
        self.show()
        self.options()
        before = (self.game, len(self.moves))
        while (self.game, len(self.moves)) == before:
            line = self._read(decision)
            if line is None:
                return False
            try:
                self.obey(line)
            except (BarrageError, Refusal) as error:
                self.refused = True
                message = error.message if isinstance(error, Refusal) else str(error)
                self.console.print(Text(message, style="bold"))
        return True

    def _read(self, decision: Decision) -> str | None:
        name = self.position().name(decision.player)
        self.console.print(Text(f"{name} ({decision.prompt}) > "), end="")
        assert self.source is not None
        line = self.source.readline()
        if not self.source.isatty():
            self.console.print(Text(line.rstrip("\n")))
        return None if not line or line.strip() == "quit" else line.strip()

    def obey(self, line: str) -> None:
        """Carry out one line: a command, the number of an option, or its text."""
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        commands = self._commands()
        if word in commands and (bool(rest) or word not in ("save", "load", "why")):
            commands[word](rest)
        elif word in ("save", "load", "why") and not rest:
            raise Refusal(f"{word} needs {'an option' if word == 'why' else 'a file'}")
        elif line:
            self.play(self._option(line))

    def _commands(self) -> dict[str, Callable[[str], None]]:
        return {
            "help": lambda _: self.console.print(HELP, highlight=False, markup=False),
            "?": lambda _: self.console.print(HELP, highlight=False, markup=False),
            "show": lambda _: self.show(),
            "options": lambda _: self.options(),
            "hint": lambda _: self.hint(),
            "why": self.why,
            "undo": lambda _: self.undo(),
            "log": self.log,
            "events": self.events,
            "save": self.save,
            "load": self.load,
        }

    def _option(self, line: str) -> str:
        assert self.game.decision is not None
        known = [option.id for option in self.game.decision.options]
        if line.isdecimal():
            if not 1 <= int(line) <= len(known):
                raise Refusal(f"there is no option {line}: say a number from 1 to {len(known)}")
            return known[int(line) - 1]
        if line not in known:
            close = did_you_mean(line, known)
            meant = f"; did you mean {close!r}?" if close else ""
            raise Refusal(f"{line!r} is not among the options (help lists the commands){meant}")
        return line

    # -- commands ------------------------------------------------------------------------------

    def position(self) -> Position:
        return replace(position_of(self.ruleset, self.game, self.lang), nicknames=self.nicknames)

    @cached_property
    def nicknames(self) -> dict[str, str]:
        """Names of the bots."""
        taste = read_view(self.ruleset.view).bots
        bots = [player for player, seat in self.seats.items() if seat.mind is not None]
        return dict(zip(bots, taste.names if taste else (), strict=False))

    def show(self) -> None:
        """The whole position."""
        decision = self.game.decision
        turn = decision.player if decision else None
        self.console.print(render(self.position(), self.console.width, turn))

    def options(self) -> None:
        """The options, each with its number and what the packs note about it."""
        assert self.game.decision is not None
        options = self.game.decision.options
        digits = len(str(len(options)))
        position = self.position()
        for number, option in enumerate(options, 1):
            line = Text(f"{number:>{digits}}  {option.id}  ")
            for note in self._notes(position, option.id):
                line.append_text(note)
            self.console.print(line)

    def _notes(self, position: Position, option: str) -> Iterator[Text]:
        """What the packs note about the elements an option names, by their nearest type."""
        for word in option.split():
            element = self.ruleset.elements.get(word)
            types = element.types if element is not None else ()
            known = next((one for one in types if one in position.view.notes), None)
            if known is not None:
                yield text_of(position, Spot(word), position.view.notes[known])

    def hint(self) -> None:
        """What the bot thinks of the options."""
        bot = Bot(self.ruleset, 0)
        if bot.taste is None:
            raise Refusal("these packs have no view.bots section, so there is nothing to judge by")
        for judged in bot.judge(self.game)[:HINTS]:
            self.console.print(Text(f"{judged.worth:8.1f}  {judged.option.id}"))

    def why(self, option: str) -> None:
        """Why an option is not there."""
        self.console.print(Text(str(self.game.why_not(option))))

    def undo(self) -> None:
        """Take back moves up to the last one of a person."""
        if not any(self.seats[player].mind is None for player, _ in self.moves):
            raise Refusal("there is nothing to undo")
        while self.moves:
            player, _ = self.moves.pop()
            self.game.undo()
            if self.seats[player].mind is None:
                break
        self.show()
        self.options()

    def log(self, count: str) -> None:
        """The last moves."""
        last = int(count) if count.isdecimal() else LOG
        for player, text in self.moves[-last:]:
            self._tell(player, text)

    def events(self, count: str) -> None:
        """What happened last, each with the line of the packs that says so."""
        last = int(count) if count.isdecimal() else LOG
        for event in [one for one in self.game.events if _matters(one)][-last:]:
            place = Text(f"  {event.file}:{event.line}", style="dim")
            self.console.print(Text(event.text) + place, no_wrap=True, overflow="ellipsis")

    def save(self, path: str) -> None:
        """Keep the game in a file."""
        write_text(path, self.game.to_json())
        self.console.print(Text(f"saved in {path}"))

    def load(self, path: str) -> None:
        """Go on with a game from a file."""
        game = self.ruleset.from_json(read_text(path))
        if set(game.player_ids) - set(self.seats):
            raise Refusal(f"{path}: this game has {len(game.player_ids)} players, not as many here")
        self.game = game
        self.moves = []
        self.header["save"] = game.to_json()
        self.console.print(Text(f"loaded {path}"))


def _matters(event: Event) -> bool:
    """Whether anything changed; paying nothing and setting what was set do not count."""
    data = event.data
    return data.get("amount") != 0 and ("old" not in data or data["old"] != data["new"])


def seat(kind: str, ruleset: Ruleset, seed: int) -> Seat:
    """A seat of that kind; every seat has dice of its own."""
    if kind == "human":
        return Seat(kind)
    own = random.Random(seed).randrange(2**32)
    return Seat(kind, Bot(ruleset, own) if kind == "bot" else Chance(own))
