"""Pitfalls about Mahiri Sekibo, who copies other officers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Sets = Callable[..., Any]


def sekibo(t: Any, copies: str, **more: Any) -> None:
    t.put(you={"officer": "mahiri_sekibo", "can_borrow": [copies], **more})
    spaces = ["officer_mahiri_1", "officer_mahiri_2_red"]
    t.put(you={"boards": [*t.of("you", "boards"), *spaces]})


def test_a_copy_of_anton_krylov_inserts_no_tile(table: Sets) -> None:
    """An advanced tile on the wheel is copied, its effect happens, and only machinery goes in."""
    t = table()
    sekibo(t, "anton_krylov", tiles=[], excavator=2, open_segment="segment_2", credit=5)
    t.put(segment_1={"tile": {"you": "tech_1_conduit"}})
    t.play(
        "copy anton_krylov",
        "place construct_1",
        "construct borrowed_copy as tech_1_conduit at conduit_9_left paying 2 excavator",
    )
    assert t.at("segment_2", "tile") == 0
    assert t.wheel("segment_2") == {"excavator": 2}
    assert t.at("segment_1", "tile") == {t.you: "tech_1_conduit"}, "the copied tile stays"
    assert t.of("you", "credit") == 5 + 2, "two credits for each point of the conduit"
    assert t.of("you", "tiles") == 0


def test_she_copies_once_a_turn_and_twice_a_round(table: Sets) -> None:
    """The second copy of a round costs three credits, a third is not possible."""
    t = table()
    sekibo(t, "wilhelm_adler", credit=6)
    t.play("copy wilhelm_adler")
    assert not t.starting("copy")
    t.play("place workshop_1", "place bank with 1", "copy wilhelm_adler")
    assert t.of("you", "credit") == 3
    t.play("place workshop_1_second", "place bank with 1")
    assert t.game.decision.player == t.you
    assert not t.starting("copy")


def test_she_must_be_able_to_act_after_copying(table: Sets) -> None:
    """With a single engineer left there would be none for the action itself."""
    t = table()
    sekibo(t, "wilhelm_adler", engineer=1)
    assert not t.starting("copy")
    assert "needs" in t.game.why_not("copy wilhelm_adler")
    t.put(you={"engineer": 2})
    assert t.starting("copy") == ["copy wilhelm_adler"]


def test_a_copy_with_an_engineer_free_tile_needs_one_engineer(table: Sets) -> None:
    """The tile asks for no engineer, so the one for the copy is enough."""
    t = table()
    sekibo(t, "wilhelm_adler", engineer=1, tiles=["tech_3_base"])
    t.play("copy wilhelm_adler")
    assert t.options == ["use tech_3_base"]
