"""The view section is read strictly: a typo is an error with a path and a suggestion."""

from __future__ import annotations

from typing import Any

import pytest

from interpreter.view.reading import ViewError
from interpreter.view.safe_svg import fragment, style_sheet
from interpreter.view.spec import Part, Row, read_parts, read_view
from interpreter.view.svg_spec import read_drawing


def test_a_bare_text_is_a_part() -> None:
    assert read_parts("hello", "here") == (Part(text={"": "hello"}),)


def test_an_empty_section_is_fine() -> None:
    view = read_view({})
    assert view.terminal == {}
    assert view.bots is None


def test_rows_keep_their_order() -> None:
    rows = [{"label": "a", "each": ["x"]}, {"label": "b", "each": ["y"]}]
    view = read_view({"terminal": {"one": {"show": "rows", "rows": rows}}})
    panel = view.terminal["one"]
    labels = [row.label for row in panel.rows if isinstance(row, Row)]  # type: ignore[union-attr]
    assert labels == [{"": "a"}, {"": "b"}]


@pytest.mark.parametrize(
    ("section", "message"),
    [
        ({"pallete": {}}, "view: there is no key 'pallete' here (did you mean 'palette'?)"),
        ({"palette": {"x": {"svg": "red"}}}, "view.palette.x: the key 'terminal' is missing"),
        ({"palette": []}, "view.palette: expected a mapping, found []"),
        (
            {"terminal": {"one": {"show": "card", "of": "x", "rows": []}}},
            "view.terminal.one.show: expected one of rows, cards, players, track, found 'card' "
            "(did you mean 'cards'?)",
        ),
        (
            {"terminal": {"one": {"show": "track", "counter": "x", "to": "30"}}},
            "view.terminal.one.to: expected a number, found '30'",
        ),
        (
            {"terminal": {"one": {"show": "rows", "rows": [{"each": [{"align": "left"}]}]}}},
            "view.terminal.one.rows[0].each[0].align: expected one of first, middle, found 'left'",
        ),
        (
            {"terminal": {"one": {"show": "rows", "rows": {}}}},
            "view.terminal.one.rows: expected a list, found {}",
        ),
    ],
)
def test_mistakes_are_told_with_their_place(section: Any, message: str) -> None:
    with pytest.raises(ViewError) as caught:
        read_view(section)
    assert str(caught.value) == message


def test_a_drawing_needs_two_numbers_for_its_size() -> None:
    with pytest.raises(ViewError, match=r"view\.svg\.size: expected two numbers"):
        read_drawing({"size": [1], "coordinates": ["x", "y"], "layers": {}})


@pytest.mark.parametrize(
    ("svg", "message"),
    [
        ("<script>alert(1)</script>", "<script> is not allowed"),
        ('<path onclick="x()" d="M0,0"/>', "onclick"),
        ('<path fill="url(http://example.org/a)"/>', "not allowed"),
        ('<use href="#x"/>', "<use> is not allowed"),
        ("<path d='M0,0'", "not well-formed SVG"),
    ],
)
def test_packs_bring_shapes_but_no_code(svg: str, message: str) -> None:
    with pytest.raises(ViewError, match=message):
        fragment(svg, "view.svg.symbols.x")


def test_a_gradient_of_the_same_file_may_be_used() -> None:
    assert fragment('<path fill="url(#light)" d="M0,0"/>', "here")
    assert style_sheet(".a { fill: url(#light); }", "here")


@pytest.mark.parametrize("css", ["@import 'x';", ".a { fill: url(http://x); }", "</style><script>"])
def test_a_style_sheet_loads_nothing(css: str) -> None:
    with pytest.raises(ViewError, match="style sheet"):
        style_sheet(css, "view.svg.style")
