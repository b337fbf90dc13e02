"""One recorded game replayed decision by decision."""

from __future__ import annotations

import inspect
from itertools import chain
from typing import Any, Mapping, Sequence

from . import packs
from .claims import Claim, Record, UnknownDecision, claims_of
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
    try:
        GameReplay(packs.ruleset(*words["packs"][mode]), line["records"], words, result).run()
    except Parted as parting:
        result.disagree(parting.where, parting.expected, parting.got)
    except UnknownDecision as unknown:
        result.disagree("translation", "a known kind of decision", unknown)
    return result


class GameReplay:
    """Our game beside the recorded one."""

    def __init__(self, ruleset: Any, records: Sequence[Record], words: Vocabulary, result: Result) -> None:
        self.records = records
        self.words = words
        self.result = result
        self.reader = Reader(words)
        self.log: list[tuple[str, Shot]] = []  # phases entered since the last recorded snapshot
        self.passed: list[tuple[str, Any, Any]] = []  # what differed in snapshots we could not observe
        self.out: set[str] = set()  # companies the recording put out of the round (see rulings)
        self.number = 0  # of the recorded decision last answered
        self.setup = the(records, "setup")
        self.packs = words["packs"][self.setup["mode"]]
        self.game = self.start(ruleset)
        self.seats = self.reader.seats(self.game.snapshot())

    # -- starting ------------------------------------------------------------------------------

    def start(self, ruleset: Any) -> Any:
        wanted: dict[str, Any] = {
            "players": self.setup["players"],
            "seed": self.setup.get("seed", 0),
            "mode": self.words["modes"][self.setup["mode"]],
            "order": order_of(self.records, self.words),
        }
        if "watch" in inspect.signature(ruleset.new_game).parameters:
            return ruleset.new_game(**wanted, watch=self.watch)
        game = ruleset.new_game(**wanted)
        game.watch(self.watch)
        return game

    def watch(self, game: Any, phase: str) -> None:
        self.log.append((phase, self.reader.recorded(game.snapshot())))

    def load_extra(self) -> None:
        """`rich` games: more resources than the setup gives."""
        extra = self.setup.get("extra_start_resources")
        if not extra:
            return
        ours = self.game.snapshot()
        self.game.set_position(
            {seat: {name: ours[seat].get(name, 0) + more for name, more in extra.items()} for seat in ours if seat in self.seats}
        )
        for part in chain.from_iterable(shot["players"].values() for _, shot in self.log):
            for name, more in extra.items():
                part[name] += more

    # -- the run -------------------------------------------------------------------------------

    def run(self) -> None:
        stretches = list(windows(self.records))
        for index, window in enumerate(stretches):
            self.play(window)
            if window.after == "start":
                self.seats = self.reader.seats(self.game.snapshot())
                self.load_extra()
            following = stretches[index + 1] if index + 1 < len(stretches) else None
            self.check(window, following)
        self.check_end(the(self.records, "end"))

    def choices(self) -> list[Choice]:
        decision = self.game.decision
        return [self.words.parse(option.id) for option in decision.options] if decision else []

    def play(self, window: Window) -> None:
        """Answer our decisions from the recorded ones of this window."""
        self.settle()
        if self.log or window.after == "phase":
            return
        if self.copied_without_action(window):
            return
        claims = claims_of(window.decisions, window.events, self.words)
        built = self.placed_without_asking(window)
        while self.game.decision is not None and not self.log:
            answer = self.answer(window, [claim for claim in claims if not claim.done], built)
            if answer is None:
                break
            self.game.play(answer.id)
            self.settle()
        self.result.counts["decisions"] += len(window.decisions)
        self.result.counts["decisions we do not ask"] += sum(not claim.done for claim in claims)

    def settle(self) -> None:
        """Companies the recording has put out of the round pass as soon as we ask them."""
        while self.out and self.game.decision is not None and not self.log:
            if self.seats[self.game.decision.player] not in self.out:
                return
            if not any(choice.verb == "pass" for choice in self.choices()):
                return
            self.game.play("pass")

    def placed_without_asking(self, window: Window) -> list[Record]:
        """Pieces the reference placed by itself because there was one space only."""
        asked = [record["space"] for record in window.decisions if record["kind"] in ("construct", "place_structure")]
        return [event for event in window.events if event["kind"] == "built" and event["space"] not in asked]

    def answer(self, window: Window, pending: Sequence[Claim], built: list[Record]) -> Choice | None:
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
        return self.unrecorded(window, own, choices, built)

    def unrecorded(self, window: Window, own: Sequence[Claim], choices: list[Choice], built: list[Record]) -> Choice | None:
        """We ask, and no recorded decision answers."""
        verbs = {choice.verb for choice in choices}
        turn = bool(verbs & self.words.turn_verbs)
        at_turn_start = turn and not verbs <= {"use", "pass"}
        for claim in own:
            if claim.verbs & verbs or (at_turn_start and claim.verbs & self.words.turn_verbs):
                raise Parted(self.at(claim.record), claim, self.offered(choices))
        if turn or self.seats[self.game.decision.player] != window.snapshot.get("company"):
            return None
        for event in built:
            found = next((c for c in choices if c.verb == "put" and c.values["space"] == event["space"]), None)
            if found:
                built.remove(event)
                return found
        declining = next((choice for choice in choices if choice.verb == "decline"), None)
        if declining is None:
            raise Parted(self.at(), "no decision here", f"we ask {self.offered(choices)}")
        return declining

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
                    space: {"placed": {seat: 1}, "taken": {seat: True}},
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
            touched = {event["company"] for event in window.behind if "company" in event} - {window.snapshot["company"]}
            expected, got = without_players(expected, touched), without_players(got, touched)
        found = [place for place in differences(expected, got) if not place[0].startswith(ignored or "-")]
        self.result.counts["snapshots"] += 1
        if not found:
            self.passed = []
        elif self.ahead(following):
            self.result.counts["snapshots passed over"] += 1
            self.passed += [(f"{window}: {path}", *values) for path, *values in found][:SHOWN]
        else:
            self.part(window, found)
        if window.after == "phase" and window.snapshot["before_phase"] == "next_round":
            self.out.clear()

    def observed(self, window: Window) -> tuple[Shot, str]:
        """Our position at this snapshot, and the part of it that cannot be compared."""
        if window.after == "phase" and window.snapshot["before_phase"] != "game_end":
            return self.at_phase(window)
        if window.after == "phase" and not self.game.over:
            raise Parted(str(window), "the game is over", f"we ask {self.offered(self.choices())}")
        if self.log:
            return self.log[0][1], ""
        return self.reader.recorded(self.game.snapshot()), "map.headstreams" if window.after == "start" else ""

    def at_phase(self, window: Window) -> tuple[Shot, str]:
        name = window.snapshot["before_phase"]
        wanted = self.words["phases"][name]
        while self.log and self.log[0][0] != wanted and self.log[0][0] in self.words["phases_not_recorded"]:
            self.log.pop(0)
        if self.log and self.log[0][0] == wanted:
            return self.log[0][1] if name in self.words["peeked"] else self.log.pop(0)[1], ""
        if not self.log and not self.number:  # the first phases ran before anyone could watch
            shot = self.reader.recorded(self.game.snapshot())
            return shot, "map.headstreams" if name in ("income", "headstreams") else ""
        reached = self.log[0][0] if self.log else f"we ask {self.offered(self.choices())}"
        raise Parted(str(window), f"phase {name}", reached)

    def ahead(self, following: Window | None) -> bool:
        """Have we already played, as forced, what the recording still decides?"""
        if following is None or not following.decisions or following.after == "phase":
            return False
        if self.log or self.game.decision is None:
            return True
        claims = claims_of(following.decisions, following.events, self.words)
        return not any(claim.answer(self.choices()) for claim in claims[:1] if self.is_asked(claim))

    def is_asked(self, claim: Claim) -> bool:
        return bool(self.seat_of(claim.record) == self.game.decision.player)

    def check_end(self, end: Mapping[str, Any]) -> None:
        if not end:
            return
        final = self.reader.recorded(self.game.snapshot())["players"]
        expected = {company: part["vp"] for company, part in end["final"].items()}
        got = {company: final.get(company, {}).get("vp") for company in expected}
        if expected != got:
            raise Parted("end", expected, got)

    # -- words ---------------------------------------------------------------------------------

    def part(self, window: Window, found: list[tuple[str, Any, Any]]) -> None:
        found = (self.passed + found)[:SHOWN]
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
