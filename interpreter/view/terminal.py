"""The position in the terminal: panels of cards, players, tracks and lines, as the view says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel as Frame
from rich.table import Table
from rich.text import Text

from interpreter.view.listing import marks, things
from interpreter.view.position import GAME, Position, Spot
from interpreter.view.spec import (
    CardsPanel,
    Mark,
    Panel,
    Part,
    PlayersPanel,
    Row,
    TrackPanel,
    Words,
)

#: signs of a track: reached, not reached, a tick of the scale
FULL, REST, TICK = "█", "·", "┊"


def render(position: Position, width: int = 100, turn: str | None = None) -> RenderableType:
    """The whole view; the player whose turn it is gets a heavy frame."""
    panels = position.view.terminal.values()
    return Group(*(_panel(position, panel, width, turn) for panel in panels))


def _panel(position: Position, panel: Panel, width: int, turn: str | None) -> RenderableType:
    if isinstance(panel, CardsPanel):
        return _cards(position, panel, width)
    if isinstance(panel, PlayersPanel):
        return _players(position, panel, width, turn)
    if isinstance(panel, TrackPanel):
        return _framed(position, panel.title, _track(position, panel))
    return _framed(position, panel.title, _lines(position, GAME, panel.rows))


def _framed(position: Position, title: Words | None, inside: RenderableType) -> RenderableType:
    if title is None:
        return inside
    return Frame(inside, title=position.text(GAME, title), title_align="left", box=box.ROUNDED)


# -- lines -------------------------------------------------------------------------------------


def text_of(position: Position, spot: Spot, parts: Sequence[Part]) -> Text:
    """Some parts in a row, painted."""
    found = Text()
    for part in parts:
        for one, _ in marks(position, spot, part):
            paint = position.paint(one, part)
            style = f"{part.style} {paint.terminal}" if paint else part.style
            found.append(position.text(one, part.text), style.strip())
    return found


def _line(position: Position, spot: Spot, row: Row) -> Text | None:
    pieces = [text_of(position, one, row.each) for one in things(position, spot, row)]
    pieces = [piece for piece in pieces if piece.plain.strip()]
    if pieces:
        return Text(row.join).join(pieces)
    return Text(position.text(spot, row.empty), "dim") if row.empty is not None else None


def _lines(position: Position, spot: Spot, rows: Sequence[Row]) -> Table:
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(ratio=1)
    for row in rows:
        line = _line(position, spot, row)
        if line is not None:
            grid.add_row(Text(position.text(spot, row.label), "dim"), line)
    return grid


# -- cards -------------------------------------------------------------------------------------


def _cards(position: Position, panel: CardsPanel, width: int) -> RenderableType:
    groups: dict[str | None, list[Frame]] = {}
    for element in position.elements(panel.of):
        spot = Spot(element.id)
        group = position.value(spot, panel.by) if panel.by is not None else None
        groups.setdefault(group, []).append(_card(position, panel, spot))
    return Group(
        *(
            Frame(
                _side_by_side(cards, width - 4, panel.width),
                title=position.name(group) if group else position.text(GAME, panel.heading),
                title_align="left",
                box=box.HEAVY,
                border_style="dim",
            )
            for group, cards in groups.items()
        )
    )


def _card(position: Position, panel: CardsPanel, spot: Spot) -> Frame:
    return Frame(
        _lines(position, spot, panel.rows),
        title=position.text(spot, panel.title),
        subtitle=_foot(position, panel, spot) or None,
        subtitle_align="right",
        title_align="left",
        box=box.ROUNDED,
    )


def _foot(position: Position, panel: CardsPanel, spot: Spot) -> str:
    foot = position.text(spot, panel.foot)
    if panel.leads is None:
        return foot
    onward = position.rules.graph(panel.leads).successors(spot.id)
    return foot + "→ " + ", ".join(position.name(place) for place in onward)


def _side_by_side(cards: Sequence[Frame], width: int, least: float) -> Table:
    across = max(1, min(len(cards), int(width // max(1, least))))
    grid = Table.grid(expand=True)
    for _ in range(across):
        grid.add_column(ratio=1)
    for first in range(0, len(cards), across):
        grid.add_row(*cards[first : first + across])
    return grid


# -- players -----------------------------------------------------------------------------------


def _players(
    position: Position, panel: PlayersPanel, width: int, turn: str | None
) -> RenderableType:
    cards = [_player(position, panel, player, turn) for player in position.players]
    return _side_by_side(cards, width, panel.width)


def _player(position: Position, panel: PlayersPanel, player: str, turn: str | None) -> Frame:
    spot = Spot(player, player)
    return Frame(
        _lines(position, spot, panel.rows),
        title=Text(position.name(player), "bold"),
        subtitle=position.text(spot, panel.foot) or None,
        title_align="left",
        subtitle_align="right",
        border_style=style_of(position, player),
        box=box.DOUBLE if player == turn else box.ROUNDED,
    )


def style_of(position: Position, player: str) -> str:
    """The terminal's style for a player."""
    paint = position.colour_of(player)
    return paint.terminal if paint else "none"


# -- tracks ------------------------------------------------------------------------------------


def _track(position: Position, panel: TrackPanel) -> Table:
    grid = Table.grid(padding=(0, 1, 0, 0))
    for _ in range(3):
        grid.add_column(no_wrap=True)
    for player in position.players:
        count = int(position.number(Spot(player, player), panel.counter))
        bar = Text("".join(_bar(panel, count)), style_of(position, player))
        grid.add_row(Text(position.name(player)), Text(str(count), justify="right"), bar)
    grid.add_row("", "", _scale(position, panel.marks))
    return grid


def _bar(panel: TrackPanel, count: int) -> Iterator[str]:
    ticks = {int(mark.at) for mark in panel.marks}
    for place in range(1, int(panel.to) + 1):
        sign = FULL if place <= count else TICK if place in ticks else REST
        yield sign * 2


def _scale(position: Position, ticks: Sequence[Mark]) -> Text:
    """Each mark begins under its tick; what is too long for its room is cut."""
    scale = Text()
    for here, mark in enumerate(ticks):
        start = max(0, 2 * int(mark.at) - 2)
        scale.append(" " * max(0, start - len(scale)))
        written = text_of(position, GAME, mark.each)
        if here + 1 < len(ticks):
            written.truncate(2 * int(ticks[here + 1].at) - 3 - start)
        scale.append_text(written)
    return scale
