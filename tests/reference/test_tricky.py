"""Scripts made to mislead: the look ahead may not know, but it must not be wrong."""

from __future__ import annotations

import builtins
import symtable
from collections.abc import Iterator
from pathlib import Path

import pytest
from running_ahead import check

from interpreter import Ruleset, load

TRICKY = Path(__file__).parent / "tricky"


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return load("base", TRICKY)


@pytest.mark.parametrize("seed", range(4))
def test_nothing_is_offered_that_cannot_be_completed(rules: Ruleset, seed: int) -> None:
    game = rules.new_game(players=4, seed=seed, mode="full", events=False)
    for _ in range(40):
        assert game.decision is not None
        check(game)
        game.play_at(0)


def test_tables_of_similar_names_are_told_apart(rules: Ruleset) -> None:
    game = rules.new_game(seed=1)
    assert game.ask("crane_price", you="player_1", x="crane") == 3
    assert game.ask("tile_price", you="player_1", x="crane_tile") == 7


@pytest.mark.parametrize("packs", [("base",), ("base", "leeghwater", "promo"), ("base", TRICKY)])
@pytest.mark.parametrize("variant", ["fast", "traced"])
def test_generated_code_speaks_of_nothing_unknown(packs: tuple[str, ...], variant: str) -> None:
    code = getattr(load(*packs), variant)
    known = {*code.namespace, *dir(builtins)}
    table = symtable.symtable(code.source, "rules", "exec")
    assert not {name for name in _globals(table) if name not in known}


def _globals(table: symtable.SymbolTable) -> Iterator[str]:
    for inner in table.get_children():
        yield from (symbol.get_name() for symbol in inner.get_symbols() if symbol.is_global())
        yield from _globals(inner)
