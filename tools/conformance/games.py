"""One recorded game replayed decision by decision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

from . import packs
from .claims import Claim
from .lists import Lists, at
from .records import UnreadableError
from .results import PartedError, Result
from .sekibo import copies_without_action, play_as_bank
from .setup import order_of
from .snapshots import Reader, Shot, differences, expected_of, without_players
from .translation import UnknownDecisionError, claims_of
from .unasked import Unasked
from .vocabulary import Choice, Vocabulary, vocabulary
from .watching import Watcher
from .windows import Record, Window, the, windows

#: how many differing places of one snapshot, or options of one decision, are printed
SHOWN = 8


def replay(line: Mapping[str, Any]) -> Result:
    """The whole game; stops where it cannot go on, legal lists alone never stop it."""
    words = vocabulary()
    result = Result(line["game"])
    setup = the(line["records"], "setup")
    mode = setup.get("mode")
    if mode not in words["packs"]:
        known = ", ".join(words["packs"])
        raise UnreadableError(f"game {line['game']}: mode `{mode}` is none of {known}")
    missing = [pack for pack in words["packs"][mode] if not packs.exists(pack)]
    if missing:
        result.needs = missing[0]
        return result
    words = words.for_buildings(setup.get("buildings", {}))
    ruleset = packs.ruleset(*words["packs"][mode])
    replaying: GameReplay | None = None
    try:
        replaying = GameReplay(ruleset, line["records"], words, result)
        replaying.run()
    except PartedError as parting:
        result.disagree(parting.where, parting.expected, parting.got)
    except UnknownDecisionError as unknown:
        result.disagree("translation", "a known kind of decision", unknown)
    except Exception as error:  # whatever the rules or the interpreter throw is a disagreement
        where = f"after {at(replaying.last)}" if replaying else "start"
        result.disagree(where, "no error", f"{type(error).__name__}: {error}")
    return result


class GameReplay:
    """Our game beside the recorded one. It also asks where there is one option only."""

    def __init__(
        self, ruleset: Any, records: Sequence[Record], words: Vocabulary, result: Result
    ) -> None:
        self.records = records
        self.words = words
        self.result = result
        self.setup = the(records, "setup")
        self.reader = Reader(words)
        self.watcher = Watcher(self.reader, words)
        self.game = ruleset.new_game(
            players=self.setup["players"],
            seed=self.setup.get("seed", 0),
            mode=words["modes"][self.setup["mode"]],
            order=order_of(records, words),
            watch=self.watcher.fields,
            ask_single=True,
        )
        self.lists = Lists(self.game, self.setup, words, result)
        self.seats = self.reader.seats(self.game.snapshot())
        self.out: set[str] = set()  # companies the recording put out of the round (see rulings)
        self.last: Record = {"i": 0, "kind": "start"}  # the recorded decision answered last

    def run(self) -> None:
        stretches = list(windows(self.records))
        for window, following in zip_longest(stretches, stretches[1:]):
            self.play(window)
            if window.after == "start":
                self.seats = self.reader.seats(self.game.snapshot())
                self.load_extra()
            self.check(window, following)
        self.check_end(the(self.records, "end"))

    def load_extra(self) -> None:
        """`rich` games: more resources than the setup gives."""
        extra = self.setup.get("extra_start_resources")
        if not extra:
            return
        ours = self.game.snapshot()
        parts = {seat: ours[seat] for seat in self.seats if seat in ours}
        more = {
            seat: {name: part.get(name, 0) + extra[name] for name in extra}
            for seat, part in parts.items()
        }
        self.game.set_position(more)
        for mark in self.watcher.marks:
            for part in mark.shot["players"].values():
                part.update({name: part[name] + extra[name] for name in extra})

    # -- decisions -----------------------------------------------------------------------------

    def play(self, window: Window) -> None:
        """Answer our decisions from the recorded ones of this window."""
        self.let_pass(window.company)
        if window.after == "turn":
            self.watcher.begin_turn(str(window.company))
        if not window.decisions or self.copied_without_action(window):
            return
        claims = claims_of(window.decisions, window.events, self.words)
        unasked = Unasked(window, self.words)
        while self.game.decision is not None and not self.watcher.marks:
            answer = self.answer(window, [claim for claim in claims if not claim.done], unasked)
            if answer is None:
                break
            self.game.play(answer.id)
        self.result.counts["decisions"] += len(window.decisions)
        for claim in claims:
            if claim.refuses:
                self.lists.refused(claim.record)
            elif not claim.done:
                raise PartedError(at(claim.record), claim, "we never asked")

    def let_pass(self, company: str | None) -> None:
        """Others who cannot do anything any more, or whom the recording put out of the round."""
        while self.game.decision is not None:
            asked = self.seats.get(self.game.decision.player)
            verbs = [choice.verb for choice in self.choices()]
            forced = verbs == ["pass"] or (asked in self.out and "pass" in verbs)
            if asked == company or not forced:
                return
            self.game.play("pass")

    def choices(self) -> list[Choice]:
        decision = self.game.decision
        found = [self.words.parse(option.id) for option in decision.options] if decision else []
        if any("segment" in choice.values for choice in found):
            ours = self.game.snapshot()
            found = [self.with_rotations(choice, ours, decision.player) for choice in found]
        return found

    def with_rotations(self, choice: Choice, ours: Mapping[str, Any], seat: str) -> Choice:
        """A segment of the wheel as the recording counts them."""
        if "segment" not in choice.values:
            return choice
        segment = self.reader.segment(ours, seat, choice.values["segment"])
        return Choice(choice.id, choice.verb, {**choice.values, "segment": segment})

    def answer(self, window: Window, pending: Sequence[Claim], unasked: Unasked) -> Choice | None:
        """Our next move, or None if our decision belongs to a later window."""
        seat = self.game.decision.player
        choices = self.choices()
        self.result.counts["decisions of ours with one option"] += len(choices) == 1
        own = [claim for claim in pending if self.seat_of(claim.record) == seat]
        for claim in own:
            found = claim.answer(choices)
            if found:
                self.last = claim.record
                self.lists.asked(window, claim.record, found, choices)
                return found
        if not own and window.company and self.seats[seat] != window.company:
            return None
        self.must_not_be_missing(own, choices)
        return self.unrecorded(own, choices, unasked)

    def must_not_be_missing(self, own: Sequence[Claim], choices: Sequence[Choice]) -> None:
        """A recorded answer to this very kind of question that we do not offer."""
        verbs = {choice.verb for choice in choices}
        turn = self.words.turn_verbs
        for claim in own:
            if claim.verbs & verbs or (claim.verbs & turn and verbs & turn):
                raise PartedError(at(claim.record), claim, self.offered(choices))

    def unrecorded(self, own: Sequence[Claim], choices: list[Choice], unasked: Unasked) -> Choice:
        """We ask, the recording does not decide: the reference did it by itself, or we decline."""
        found = unasked.answer(choices, own)
        if found is None:
            asked = f"we ask {self.offered(choices)}"
            raise PartedError(f"after {at(self.last)}", "no decision here", asked)
        seat = self.game.decision.player
        if found.verb == "decline" and not unasked.may_decline(choices, self.has_several(seat)):
            record = {**self.last, "kind": "unasked", "company": self.seats[seat]}
            self.lists.unasked(record, choices)
        return found

    def has_several(self, seat: str) -> bool:
        """May this player fulfil several contracts with one production?"""
        part = self.game.snapshot()[seat]
        return self.words["several_contracts"] in (part.get("officer"), part.get("borrowed"))

    def seat_of(self, record: Record) -> str | None:
        if "player" in record:
            return f"player_{record['player']}"
        wanted = record.get("company")
        return next((seat for seat, company in self.seats.items() if company == wanted), None)

    def copied_without_action(self, window: Window) -> bool:
        """Sekibo copies with her last engineer and then does nothing: see sekibo.py."""
        if not copies_without_action(window.decisions):
            return False
        place = window.decisions[0]
        seat = self.seat_of(place)
        assert seat is not None
        after = window.snapshot["players"][place["company"]]
        play_as_bank(self.game, self.watcher, seat, place, after["credit"], self.words)
        self.out.add(place["company"])
        self.last = place
        self.result.rulings["sekibo_copies_only_with_an_action_to_follow"] += 1
        return True

    # -- snapshots -----------------------------------------------------------------------------

    def check(self, window: Window, following: Window | None) -> None:
        got = self.observed(window)
        if got is None:
            asked = f"we ask {self.offered(self.choices())}"
            raise PartedError(f"{window}, after {at(self.last)}", "we are there too", asked)
        behind = window.behind if window.after == "turn" else ()
        expected = expected_of(window.snapshot, self.words, behind)
        if window.after == "income":
            others = already_earning(window, following)
            expected, got = without_players(expected, others), without_players(got, others)
        found = differences(expected, got)[:SHOWN]
        self.result.counts["snapshots"] += 1
        if found:
            wanted = ", ".join(f"{path} {value!r}" for path, value, _ in found)
            values = ", ".join(repr(value) for _, _, value in found)
            raise PartedError(f"{at(self.last)}, snapshot {window}", wanted, values)
        if window.snapshot.get("before_phase") == "next_round":
            self.out.clear()

    def observed(self, window: Window) -> Shot | None:
        """Our position at a recorded snapshot; None if we have not got there."""
        phase = window.snapshot.get("before_phase")
        if phase == "game_end":
            return self.reader.recorded(self.game.snapshot()) if self.game.over else None
        if phase:
            return self.watcher.at_phase(phase)
        if self.watcher.marks:
            return self.watcher.marks[0].shot
        return self.reader.recorded(self.game.snapshot()) if window.after == "income" else None

    def check_end(self, end: Mapping[str, Any]) -> None:
        if not end:
            return
        final = self.reader.recorded(self.game.snapshot())["players"]
        expected = {company: part["vp"] for company, part in end["final"].items()}
        got = {company: final.get(company, {}).get("vp") for company in expected}
        if expected != got:
            raise PartedError("end", expected, got)
        winners = sorted(self.seats[seat] for seat in self.game.winners())
        if winners != sorted(end["winners"]):
            raise PartedError("end", f"winners {sorted(end['winners'])}", winners)

    def offered(self, choices: Sequence[Choice]) -> str:
        ids = [choice.id for choice in choices]
        more = f" and {len(ids) - SHOWN} more" if len(ids) > SHOWN else ""
        player = self.game.decision.player if self.game.decision else "nobody"
        return f"{self.seats.get(player, player)}: {' | '.join(ids[:SHOWN])}{more}"


def already_earning(window: Window, following: Window | None) -> set[str]:
    """Income goes on at once with the next companies; they are compared at the next snapshot."""
    records = [*window.behind, *(following.decisions[:1] if following else ())]
    found = {record["company"] for record in records if "company" in record}
    return found - {str(window.company)}
