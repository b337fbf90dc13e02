"""Articles, numbers and what neighbouring words do to each other."""

from __future__ import annotations

import pytest

from interpreter.prose.book import Book, general_phrases
from interpreter.prose.words import Noun, Said

DOOR = {"en": Noun("door", "doors"), "it": Noun("porta", "porte", "f")}
HOUR = {"en": Noun("apple", "apples"), "it": Noun("anno", "anni", "m")}
ZONE = {"en": Noun("space", "spaces"), "it": Noun("spazio", "spazi", "m")}


@pytest.fixture(params=["en", "it"])
def book(request: pytest.FixtureRequest) -> Book:
    return Book(request.param, general_phrases(request.param), {})


@pytest.mark.parametrize(
    ("noun", "article", "english", "italian"),
    [
        (DOOR, "the", "the door", "la porta"),
        (HOUR, "a", "an apple", "un anno"),
        (HOUR, "the", "the apple", "l'anno"),
        (ZONE, "a", "a space", "uno spazio"),
        (ZONE, "your", "your space", "il tuo spazio"),
        (DOOR, "no", "no door", "nessuna porta"),
        (ZONE, "this", "this space", "questo spazio"),
        (HOUR, "that", "that apple", "quell'anno"),
        (DOOR, "each", "each door", "ogni porta"),
        (DOOR, "first", "the first door", "la prima porta"),
        (ZONE, "plural", "spaces", "spazi"),
    ],
)
def test_articles(
    book: Book, noun: dict[str, Noun], article: str, english: str, italian: str
) -> None:
    said = book.polish(book.say(Said(noun=noun[book.lang]), article))
    assert said == {"en": english, "it": italian}[book.lang]


def test_plural_articles(book: Book) -> None:
    said = Said(noun=ZONE[book.lang], plural=True)
    assert book.say(said) == {"en": "the spaces", "it": "gli spazi"}[book.lang]


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("di il bacino", "del bacino"),
        ("in la diga", "nella diga"),
        ("a l'anno", "all'anno"),
        ("da gli spazi", "dagli spazi"),
        ("su i fiumi", "sui fiumi"),
        ("Di le dighe", "Delle dighe"),
        ("di lievito", "di lievito"),
    ],
)
def test_italian_prepositions(text: str, result: str) -> None:
    assert Book("it", general_phrases("it"), {}).polish(text) == result


def test_counting(book: Book) -> None:
    unit = DOOR[book.lang]
    one, two = (Said(str(n), number=n) for n in (1, 2))
    assert book.counted(one, unit) == f"1 {unit.one}"
    assert book.counted(two, unit) == f"2 {unit.other}"
    assert book.counted(Said("n", letter=True), unit) == f"n {unit.other}"


def test_holes() -> None:
    book = Book("en", general_phrases("en"), {})
    door, two = Said(noun=DOOR["en"]), Said("2", number=2)
    assert book.fill("open {a x}", {"x": door}) == "open a door"
    assert book.fill("open {n: door|doors}", {"n": two}) == "open 2 doors"
    assert book.fill("open it{how}", {}) == "open it"
    assert book.fill("with {signed n}", {"n": two}) == "with +2"
    assert book.fill("{or x}", {"x": Said(items=(door, two))}) == "the door or 2"
    assert book.holes("{a x} and {n: one|other}") == {"x", "n"}


def test_both_languages_have_the_same_phrases() -> None:
    english, italian = (general_phrases(lang) for lang in ("en", "it"))
    assert _keys(english) - _keys(italian) == {"those"}
    assert _keys(italian) - _keys(english) == set()


def _keys(phrases: dict[str, object], front: str = "") -> set[str]:
    found: set[str] = set()
    for key, value in phrases.items():
        found.add(front + key)
        if isinstance(value, dict):
            found |= _keys(value, f"{front}{key}.")
    return found
