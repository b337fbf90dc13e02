"""Slips of designers: each message says what to do."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from interpreter.check import validate

SAMPLE = Path(__file__).parent / "sample"
CARD = "cards:\n  - {id: toll, name: {en: Toll, it: Pedaggio}, cost: 4, reward: gain 9 coin}\n"
PRICE, REWARD = "cost: 4", "reward: gain 9 coin"
BLOCK = """cards:
  - id: toll
    name: {en: Toll, it: Pedaggio}
    cost: 4
    reward: gain 9 coin
"""


@pytest.mark.parametrize(
    ("text", "old", "new", "code", "advice"),
    [
        (CARD, REWARD, "reward: receive 9 coin", "BR0301", "the verb is `gain`"),
        (CARD, REWARD, "reward: spend 9 coin", "BR0301", "the verb is `pay`"),
        (CARD, REWARD, "reward: gian 9 coin", "BR0301", "did you mean `gain`?"),
        (CARD, REWARD, "reward: score 9 coin", "BR0301", "a line begins with a verb"),
        (CARD, REWARD, "reward: gain 9 coin and 2 wood", "BR0301", "stands a comma"),
        (CARD, REWARD, "reward: “gain 9 coin”", "BR0301", "straight quotation marks"),
        (CARD, REWARD, "reward: gain nine coin", "BR0302", "numbers are written in digits: 9"),
        (CARD, REWARD, "reward: gain 9 coins", "BR0302", "coin"),
        (CARD, REWARD, "reward: gain 9 coin, 2 wood", "BR0202", "stands in quotes"),
        (CARD, REWARD, "reward: gain 9 coin: stop", "BR0101", "a colon and a space"),
        (CARD, PRICE, "cost: four", "BR0206", "numbers are written in digits: 4"),
        (CARD, PRICE, "cost: 4 coin", "BR0206", "write the number alone"),
        (CARD, PRICE, "cost: cheap", "BR0206", "write a number in digits"),
        (CARD, PRICE, "cost: -4", "BR0910", "without the minus sign"),
        (BLOCK, "    cost", "     cost", "BR0101", "begin the line in column 5, like line 2"),
        (BLOCK, "    cost", "   cost", "BR0101", "in the column behind that"),
        (BLOCK, "    cost", "\tcost", "BR0101", "indent with spaces, not tabs"),
        (BLOCK, "- id: toll", "- id:toll", "BR0101", "a space is missing behind the colon"),
    ],
)  # fmt: skip
def test_a_slip(text: str, old: str, new: str, code: str, advice: str, tmp_path: Path) -> None:
    pack = Path(shutil.copytree(SAMPLE, tmp_path / "sample"))
    assert old in text
    (pack / "toll.yaml").write_text(text.replace(old, new), encoding="utf-8")
    found = [one for one in validate([pack]) if one.span.file.endswith("toll.yaml")]
    assert code in [one.code for one in found], [str(one) for one in found]
    finding = next(one for one in found if one.code == code)
    assert advice in f"{finding.help} {finding.suggestion}"
