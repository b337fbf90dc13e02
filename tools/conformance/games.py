"""One recorded game replayed decision by decision."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Mapping, Sequence

from . import packs
from .claims import Claim, Record, Unasked, UnknownDecision, claims_of
from .judge import Judge
from .legal import compared, our_id, payments_compared
from .results import Parted, Result
from .rulings import Case, explained_by
from .setup import order_of
from .snapshots import Reader, Shot, differences, expected_of, without_players
from .vocabulary import Choice, Vocabulary, vocabulary
from .windows import Window, the, windows

#: how many differing places of one snapshot are printed
SHOWN = 4


def replay(line: Mapping[str, Any]) -> Result:
    """The whole game; stops where it cannot go on, legal lists alone never stop it."""
    words = vocabulary()
    result = Result(line["game"])
    mode = the(line["records"], "setup")["mode"]
    missing = [pack for pack in words["packs"][mode] if not packs.exists(pack)]
    if missing:
        result.needs = missing[0]
        return result
    ruleset = packs.ruleset(*words["packs"][mode])
    replaying: GameReplay | None = None
    try:
        replaying = GameReplay(ruleset, line["records"], words, result)
        replaying.run()
    except Parted as parting:
        result.disagree(parting.where, parting.expected, parting.got)
    except UnknownDecision as unknown:
        result.disagree("translation", "a known kind of decision", unknown)
    except Exception as error:  # whatever the rules or the interpreter throw is a disagreement at this place
        where = replaying.at() if replaying else "start"
        result.disagree(where, "no error", f"{type(error).__name__}: {error}")
    return result


@dataclass(frozen=True)
class Mark:
    """A moment our game went through without asking: a phase or a turn begins."""

    kind: str  # "phase" or "turn"
    what: str  # the phase, or the company whose turn it is
    shot: Shot


class GameReplay:
    """Our game beside the recorded one."""

    def __init__(self, ruleset: Any, records: Sequence[Record], words: Vocabulary, result: Result) -> None:
        self.records = records
        self.words = words
        self.result = result
        self.reader = Reader(words)
        self.marks: list[Mark] = []  # passed since the last recorded snapshot
        self.out: set[str] = set()  # companies the recording put out of the round (see rulings)
        self.number = 0  # of the recorded decision last answered
        self.setup = the(records, "setup")
        self.packs = words["packs"][self.setup["mode"]]
        self.game = self.start(ruleset)
        self.seats = self.reader.seats(self.game.snapshot())

    # -- starting ------------------------------------------------------------------------------

    def start(self, ruleset: Any) -> Any:
        game = ruleset.new_game(
            players=self.setup["players"],
            seed=self.setup.get("seed", 0),
            mode=self.words["modes"][self.setup["mode"]],
            order=order_of(self.records, self.words),
        )
        game.watch("phase", self.phase_begins)
        game.watch("current", self.turn_begins)
        return game

    def phase_begins(self, game: Any) -> None:
        ours = game.snapshot()
        self.marks.append(Mark("phase", ours["phase"], self.reader.recorded(ours)))

    def turn_begins(self, game: Any) -> None:
        ours = game.snapshot()
        if "current" in ours:
            self.marks.append(Mark("turn", self.reader.seats(ours)[ours["current"]], self.reader.recorded(ours)))

    def load_extra(self) -> None:
        """`rich` games: more resources than the setup gives."""
        extra = self.setup.get("extra_start_resources")
        if not extra:
            return
        ours = self.game.snapshot()
        self.game.set_position(
            {seat: {name: ours[seat].get(name, 0) + more for name, more in extra.items()} for seat in self.seats if seat in ours}
        )
        for mark in self.marks:
            for part in mark.shot["players"].values():
                part.update({name: part[name] + more for name, more in extra.items()})

    # -- the run -------------------------------------------------------------------------------

    def run(self) -> None:
        stretches = list(windows(self.records))
        for window, following in zip_longest(stretches, stretches[1:]):
            self.play(window)
            if window.after == "start":
                self.seats = self.reader.seats(self.game.snapshot())
                self.load_extra()
            self.check(window, following)
        self.check_end(the(self.records, "end"))

    def choices(self) -> list[Choice]:
        decision = self.game.decision
        return [self.words.parse(option.id) for option in decision.options] if decision else []

    def play(self, window: Window) -> None:
        """Answer our decisions from the recorded ones of this window."""
        if window.after == "turn":
            self.begin_turn(window.snapshot["company"])
        if self.marks or not window.decisions:  # all of it was forced and is played already
            self.result.counts["decisions we do not ask"] += len(window.decisions)
            return
        if self.copied_without_action(window):
            return
        claims = claims_of(window.decisions, window.events, self.words)
        unasked = Unasked(window)
        while self.game.decision is not None and not self.marks:
            answer = self.answer(window, [claim for claim in claims if not claim.done], unasked)
            if answer is None:
                break
            self.game.play(answer.id)
            self.settle()
        self.result.counts["decisions"] += len(window.decisions)
        self.result.counts["decisions we do not ask"] += sum(not claim.done for claim in claims)

    def begin_turn(self, company: str) -> None:
        """Leave behind the mark of this turn, and of turns that were nothing but passing without engineers."""
        self.skip_passing(company)
        if self.marks and self.marks[0].kind == "turn":
            if self.marks[0].what != company:
                raise Parted(f"after decision {self.number}", f"the turn of {company}", f"the turn of {self.marks[0].what}")
            self.marks.pop(0)

    def skip_passing(self, company: str | None) -> None:
        while self.marks and self.marks[0].kind == "turn" and self.marks[0].what != company:
            mark = self.marks[0]
            if mark.shot["players"][mark.what]["engineer"]:
                return
            self.marks.pop(0)

    def settle(self) -> None:
        """Companies the recording has put out of the round pass as soon as we ask them."""
        while self.game.decision is not None and self.seats.get(self.game.decision.player) in self.out:
            if not any(choice.verb == "pass" for choice in self.choices()):
                return
            self.game.play("pass")

    def answer(self, window: Window, pending: Sequence[Claim], unasked: Unasked) -> Choice | None:
        """Our next move, or None if our decision belongs to a later window."""
        seat = self.game.decision.player
        choices = self.choices()
        own = [claim for claim in pending if self.seat_of(claim.record) == seat]
        for claim in own:
            found = claim.answer(choices)
            if found:
                self.number = claim.record["i"]
                self.compare_legal(window, claim.record, found, choices)
                return found
        verbs = {choice.verb for choice in choices}
        for claim in own:
            if claim.verbs & verbs or (claim.verbs & self.words.turn_verbs and verbs & self.words.turn_verbs):
                raise Parted(self.at(claim.record), claim, self.offered(choices))
        if not own and self.seats[seat] != window.snapshot.get("company"):
            return None
        found = unasked.answer(choices, own)
        if found is None:
            raise Parted(self.at(), "no decision here", f"we ask {self.offered(choices)}")
        return found

    def seat_of(self, record: Record) -> str | None:
        if "player" in record:
            return f"player_{record['player']}"
        return next((seat for seat, company in self.seats.items() if company == record.get("company")), None)

    # -- rulings -------------------------------------------------------------------------------

    def copied_without_action(self, window: Window) -> bool:
        """The reference lets Sekibo copy with her last engineer and then do nothing; we do not.

        The turn is replayed as one engineer in the bank, with the position corrected beforehand.
        """
        kinds = [record["kind"] for record in window.decisions]
        if kinds[:2] != ["place_engineers", "copy_officer"]:
            return False
        if {"place_engineers", "use_tile_without_engineers"} & set(kinds[2:]):
            return False
        place = window.decisions[0]
        seat = self.seat_of(place)
        assert seat is not None
        ours = self.game.snapshot()
        fee = window.snapshot["players"][place["company"]]["credit"] - ours[seat].get("credit", 0)
        bank = ours.get("elements", {}).get(self.words["bank"], {}).get("placed", {}).get(seat, 0)
        space = self.words.our_space(place["space"])
        self.game.set_position(
            {
                seat: {"credit": ours[seat].get("credit", 0) + fee - 1},
                "elements": {
                    self.words["bank"]: {"placed": {seat: bank - 1}},
                    space: {"placed": {seat: 1}},
                },
            }
        )
        self.game.play("place bank with 1")
        self.out.add(place["company"])
        self.number = place["i"]
        self.result.rulings["sekibo_copies_only_with_an_action_to_follow"] += 1
        self.settle()
        return True

    # -- legal lists ---------------------------------------------------------------------------

    def compare_legal(self, window: Window, record: Record, chosen: Choice, choices: list[Choice]) -> None:
        copy_space = self.copy_space(record["company"]) if any(c.verb == "copy" for c in choices) else None
        theirs, ours = compared(record, choices, self.words, copy_space)
        if "legal" in record:
            self.result.counts["legal lists"] += 1
        if theirs or ours:
            self.explain(record, theirs, ours)
        if record["kind"] == "construct":
            index = window.decisions.index(record)
            following = window.decisions[index + 1] if index + 1 < len(window.decisions) else {"kind": None}
            if following["kind"] == "pay":
                theirs, ours = payments_compared(following, chosen, choices, self.words)
                self.explain({**following, "construct": record}, theirs, ours)

    def explain(self, record: Record, theirs: set[str], ours: set[str]) -> None:
        """Differences that are rulings are counted, the others are disagreements."""
        if not theirs and not ours:
            return
        judge = self.judge(record["company"])
        for side, names in (("theirs", theirs), ("ours", ours)):
            unexplained = []
            for name in sorted(names):
                ruling = explained_by(Case(record, name, side, judge, self.words))
                if ruling:
                    self.result.rulings[ruling] += 1
                else:
                    unexplained.append(name)
            if unexplained and side == "theirs":
                self.result.disagree(self.at(record), f"legal {', '.join(unexplained)}", self.why_not(record, unexplained[0]))
            elif unexplained:
                self.result.disagree(self.at(record), "not legal", f"we offer {', '.join(unexplained)}")

    def judge(self, company: str) -> Judge:
        ours = self.game.snapshot()
        part = ours[self.seat_of({"company": company})]
        officers = frozenset(filter(None, (part.get("officer"), part.get("borrowed"))))
        return Judge(self.reader.recorded(ours), company, officers, part.get("borrowed"), packs.elements(*self.packs))

    def why_not(self, record: Record, name: str) -> str:
        try:
            return f"not offered: {self.game.why_not(our_id(record['kind'], name, self.words))}"
        except Exception as error:  # an id we cannot ask about must not hide the disagreement itself
            return f"not offered ({type(error).__name__}: {error})"

    def copy_space(self, company: str) -> str | None:
        shot = self.reader.recorded(self.game.snapshot())
        spaces: list[str] = self.words["copy_spaces"]
        return next((space for space in spaces if company not in shot["engineers_on"].get(space, {})), None)

    # -- snapshots -----------------------------------------------------------------------------

    def check(self, window: Window, following: Window | None) -> None:
        got, ignored = self.observed(window)
        expected = expected_of(window.snapshot, window.behind if window.after == "turn" else ())
        if window.after == "income":
            others = self.already_earning(window, following)
            expected, got = without_players(expected, others), without_players(got, others)
        found = [place for place in differences(expected, got) if not (ignored and place[0].startswith(ignored))]
        self.result.counts["snapshots"] += 1
        if found:
            self.part(window, found)
        if window.snapshot.get("before_phase") == "next_round":
            self.out.clear()

    def already_earning(self, window: Window, following: Window | None) -> set[str]:
        """Income goes on at once with the next companies; they are compared at the next snapshot."""
        records = [*window.behind, *(following.decisions[:1] if following else ())]
        return {record["company"] for record in records if "company" in record} - {window.snapshot["company"]}

    def observed(self, window: Window) -> tuple[Shot, str]:
        """Our position at this snapshot, and the part of it that cannot be compared."""
        if window.after == "phase" and window.snapshot["before_phase"] != "game_end":
            return self.at_phase(window)
        if window.after == "phase" and not self.game.over:
            raise Parted(str(window), "the game is over", f"we ask {self.offered(self.choices())}")
        if self.marks:
            return self.marks[0].shot, ""
        if window.after == "turn":
            raise Parted(f"decision {self.number}, {window}", "the turn is over", f"we ask {self.offered(self.choices())}")
        return self.reader.recorded(self.game.snapshot()), "map.headstreams" if window.after == "start" else ""

    def at_phase(self, window: Window) -> tuple[Shot, str]:
        name = window.snapshot["before_phase"]
        wanted = self.words["phases"][name]
        self.skip_passing(None)
        while self.marks and self.marks[0].what != wanted and self.marks[0].what in self.words["phases_not_recorded"]:
            self.marks.pop(0)
        if self.marks and self.marks[0].what == wanted:
            return self.marks[0].shot if name in self.words["peeked"] else self.marks.pop(0).shot, ""
        if not self.marks and not self.number:  # the first phases ran before anyone could watch
            shot = self.reader.recorded(self.game.snapshot())
            return shot, "map.headstreams" if name in ("income", "headstreams") else ""
        reached = self.marks[0].what if self.marks else f"we ask {self.offered(self.choices())}"
        raise Parted(str(window), f"phase {name}", reached)

    def check_end(self, end: Mapping[str, Any]) -> None:
        if not end:
            return
        final = self.reader.recorded(self.game.snapshot())["players"]
        expected = {company: part["vp"] for company, part in end["final"].items()}
        got = {company: final.get(company, {}).get("vp") for company in expected}
        if expected != got:
            raise Parted("end", expected, got)
        winners = sorted(self.seats[seat] for seat in self.game.winners())
        if winners != sorted(end["winners"]):
            raise Parted("end", f"winners {sorted(end['winners'])}", winners)

    # -- words ---------------------------------------------------------------------------------

    def part(self, window: Window, found: list[tuple[str, Any, Any]]) -> None:
        found = found[:SHOWN]
        expected = ", ".join(f"{path} {value!r}" for path, value, _ in found)
        got = ", ".join(f"{value!r}" for _, _, value in found)
        raise Parted(f"decision {self.number}, {window}", expected, got)

    def at(self, record: Record | None = None) -> str:
        if record is None:
            return f"after decision {self.number}"
        return f"decision {record['i']} ({record.get('company', record.get('player'))}, {record['kind']})"

    def offered(self, choices: Sequence[Choice]) -> str:
        ids = [choice.id for choice in choices]
        more = f" and {len(ids) - 12} more" if len(ids) > 12 else ""
        player = self.game.decision.player if self.game.decision else "nobody"
        return f"{self.seats.get(player, player)}: {' | '.join(ids[:12])}{more}"
