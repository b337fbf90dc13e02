"""Laws that hold over any game: nothing appears or vanishes without an event that says so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter import Event, Game

New = Callable[..., Game]
Start = Callable[[Any], Game]

MACHINERY = ("excavator", "mixer")

#: packs, mode, and whether everyone starts with plenty
KINDS = [
    ((), "introductory", False),
    ((), "full", False),
    ((), "full", True),
    (("leeghwater",), "full", False),
    (("leeghwater",), "full", True),
]


class Setting(NamedTuple):
    """Which game is played, and by which random hand."""

    kind: tuple[tuple[str, ...], str, bool]
    players: int
    seed: int
    hand: int


few = settings(
    max_examples=12, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
any_game = st.builds(
    Setting,
    st.sampled_from(KINDS),
    st.integers(2, 4),
    st.integers(0, 2**40),
    st.integers(0, 2**20),
)
base_game = any_game.filter(lambda setting: not setting.kind[0])


@pytest.fixture
def start(new_game: New, rich_game: New) -> Start:
    def make(setting: Setting) -> Game:
        packs, mode, rich = setting.kind
        new = rich_game if rich else new_game
        return new(setting.players, *packs, seed=setting.seed, mode=mode)

    return make


def within(game: Game, event: Event, procedure: str) -> bool:
    """Whether a line of this procedure made the event happen."""
    script = game.ruleset.model.procedures[procedure].script.span
    return event.file == script.file and script.line <= event.line <= script.end_line


def amounts(game: Game) -> Counter[tuple[str, str]]:
    shown = game.snapshot()
    resources = game.ruleset.names.resources
    return Counter({(p, r): shown[p].get(r, 0) for p in game.player_ids for r in resources})


def recount(game: Game, before: Counter[tuple[str, str]], events: list[Event]) -> Counter[Any]:
    """What everyone must have, told from events alone."""
    held = Counter(before)
    known = set(held)
    for event in events:
        data = event.data
        if event.kind in ("gain", "lose", "pay"):
            sign = 1 if event.kind == "gain" else -1
            held[data["player"], data["resource"]] += sign * data["amount"]
            if "to" in data:
                held[data["to"], data["resource"]] += data["amount"]
        elif event.kind == "set":
            resource, _, player = data["what"].partition(" of ")
            if (player, resource) in known:
                assert data["old"] == held[player, resource]
                held[player, resource] = data["new"]
    return held


def wheel(game: Game, player: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for fields in game.snapshot()["elements"].values():
        machinery = fields.get("machinery", {})
        found.update(machinery.get(player, {}))
    return found


@few
@given(setting=any_game)
def test_resources_are_what_the_events_say(
    start: Start, random_plays: Any, setting: Setting
) -> None:
    game = start(setting)
    before, told = amounts(game), len(game.events)
    for at, _ in enumerate(random_plays(game, setting.hand, busy=True)):
        if at % 25 == 0:
            assert recount(game, before, game.events[told:]) == amounts(game)
    assert recount(game, before, game.events[told:]) == amounts(game)


@few
@given(setting=any_game)
def test_engineers_are_home_or_placed(start: Start, random_plays: Any, setting: Setting) -> None:
    game = start(setting)
    for _ in random_plays(game, setting.hand, busy=True):
        shown = game.snapshot()
        for player in game.player_ids:
            if shown[player].get("officer"):
                placed = [e.get("placed", {}).get(player, 0) for e in shown["elements"].values()]
                assert shown[player].get("engineer", 0) + sum(placed) == 12


@few
@given(setting=any_game)
def test_pieces_are_on_the_map_or_in_the_box(
    start: Start, random_plays: Any, setting: Setting
) -> None:
    """Every piece put on the map was built, once, and nothing that stands is taken away."""
    game = start(setting)
    structures = [e for e in game.ruleset.elements.values() if e.type == "structure"]
    before: dict[str, str] = {}
    for _ in random_plays(game, setting.hand, busy=True):
        shown = game.snapshot()["elements"]
        owners = {site: e["owner"] for site, e in shown.items() if "owner" in e}
        assert before.items() <= owners.items()
        before = owners
        levels = sum(
            e.get("level", 1) for e in shown.values() if e.get("owner", "neutral") != "neutral"
        )
        built = sum(sum(shown.get(s.id, {}).get("built", {}).values()) for s in structures)
        assert levels == built
        for structure in structures:
            counts = shown.get(structure.id, {}).get("built", {})
            assert all(count <= structure.fields["pieces"] for count in counts.values())


@few
@given(setting=base_game)
def test_machinery_is_in_hand_or_on_the_wheel(
    start: Start, random_plays: Any, setting: Setting
) -> None:
    """What is paid goes onto the wheel and comes back; the total grows only by what is gained.

    External works and the loan agency use machinery up, so this is about the base game.
    """
    game = start(setting)
    told = len(game.events)
    start = {p: total(game, p) for p in game.player_ids}
    for at, _ in enumerate(random_plays(game, setting.hand, busy=True)):
        if at % 25 == 0:
            assert_machinery(game, start, told)
    assert_machinery(game, start, told)


def total(game: Game, player: str) -> Counter[str]:
    shown = game.snapshot()[player]
    return Counter({r: shown.get(r, 0) for r in MACHINERY}) + wheel(game, player)


def assert_machinery(game: Game, start: dict[str, Counter[str]], told: int) -> None:
    gained = {player: Counter(held) for player, held in start.items()}
    for event in game.events[told:]:
        data = event.data
        machinery = event.kind == "gain" and data["resource"] in MACHINERY
        if machinery and not within(game, event, "rotate"):
            gained[data["player"]][data["resource"]] += data["amount"]
    for player in game.player_ids:
        assert total(game, player) == gained[player]


def changes(events: list[Event], field: str) -> Iterator[tuple[Event, str, int]]:
    """Changes of a number: the event, whose it is, and by how much."""
    for event in events:
        if event.kind == "set":
            name, _, element = event.data["what"].partition(" of ")
            if name == field:
                yield event, element, event.data["new"] - event.data["old"]


@few
@given(setting=any_game)
def test_every_drop_is_accounted_for(start: Start, random_plays: Any, setting: Setting) -> None:
    """A drop that flows is caught by a dam or leaves the map."""
    game = start(setting)
    before = sum(e.get("water", 0) for e in game.snapshot()["elements"].values())
    told = len(game.events)
    for _ in random_plays(game, setting.hand, busy=True):
        pass
    events = game.events[told:]
    types = {e.id: e.type for e in game.ruleset.elements.values()}
    waters = list(changes(events, "water"))
    now = sum(e.get("water", 0) for e in game.snapshot()["elements"].values())
    assert before + sum(by for _, _, by in waters) == now

    started_to_flow = 0
    for event in events:
        if event.kind == "choice":
            words = event.data["option"].split()
            started_to_flow += int(words[1]) if words[0] == "produce" and words[2] == "from" else 0
            started_to_flow += words[:2] == ["flow", "from"]
    started_to_flow -= sum(by for e, _, by in waters if within(game, e, "water_flow"))
    caught = sum(by for e, _, by in waters if within(game, e, "flow_from"))
    entered = [e for e in events if e.kind == "event" and e.data["event"] == "drop_enters"]
    left = sum(types[e.data["place"]] == "exit" for e in entered)
    assert started_to_flow == caught + left > 0


@few
@given(setting=any_game)
def test_no_dam_overflows_and_nobody_owes_anything(
    start: Start, random_plays: Any, setting: Setting
) -> None:
    game = start(setting)
    dams = [e.id for e in game.ruleset.elements.values() if e.type == "dam"]
    counted = [r for r in game.ruleset.names.resources if r != "vp"]
    for _ in random_plays(game, setting.hand, busy=True):
        shown = game.snapshot()
        for player in game.player_ids:
            assert all(shown[player].get(resource, 0) >= 0 for resource in counted)
        for dam in dams:
            fields = shown["elements"].get(dam, {})
            owner = fields.get("owner")
            officer = shown.get(owner, {}).get("officer")
            extra = fields.get("level") == 3 and officer in ("graziano_del_monte", "mahiri_sekibo")
            assert 0 <= fields.get("water", 0) <= fields.get("level", 0) + extra


@few
@given(setting=any_game, decisions=st.integers(0, 150))
def test_positions_survive_saving_and_copying(
    start: Start, random_play: Any, setting: Setting, decisions: int
) -> None:
    """At any point: saved and cloned games go on in the same way."""
    game = random_play(start(setting), setting.hand, decisions)
    saved, copy = game.ruleset.from_json(game.to_json()), game.clone()
    ends = [random_play(g, setting.hand + 1) for g in (game, saved, copy)]
    assert len({str(end.snapshot()) for end in ends}) == 1
    assert len({tuple(map(str, end.events)) for end in ends}) == 1


@pytest.mark.parametrize("packs", [(), ("leeghwater",), ("promo",), ("leeghwater", "promo")])
def test_no_dead_end(new_game: New, random_play: Any, packs: tuple[str, ...]) -> None:
    """No position is reached in which a started action cannot be completed."""
    for seed in range(25):
        game = random_play(new_game(2 + seed % 3, *packs, seed=seed, events=False), seed)
        assert game.over
