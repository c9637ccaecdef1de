"""The picture of an Azul position as SVG, for notebooks and pages.

It is made from the JSON form of a position and nothing else. No rules live here: nothing is
checked, and an impossible position is drawn as it is given. Sources and targets have the names that
moves use: displays 1-9, `C`, lines 1-5, `F`, columns 1-5.
"""

from collections.abc import Mapping
from textwrap import wrap
from typing import Any

from azulejos.contract.marks import Box
from azulejos.games.azul.picture import art, contents, elements
from azulejos.games.azul.picture.contents import MINUS
from azulejos.games.azul.picture.elements import BOLD, END, MIDDLE, NUMERAL, label
from azulejos.games.azul.picture.layout import (
    BOARD_H,
    BOARD_W,
    DISPLAY_R,
    FLOOR_TOP,
    HEADER_H,
    LINES_RIGHT,
    MARGIN,
    PITCH,
    ROWS_TOP,
    TILE,
    WALL_LEFT,
    display_middles,
    display_spots,
    plan,
    pool_box,
    pool_spots,
)
from azulejos.games.azul.state import (
    CENTRE_LETTER,
    COLOURS,
    FLOOR_LETTER,
    FLOOR_SPACES,
    LETTERS,
    MARKER_LETTER,
    SPACE_COSTS,
    WALL,
)
from azulejos.games.palette import ACT, COST, FAINT, INK, POOL, RULE, SPACE, SURFACE, TABLE
from azulejos.text import phrases


def svg(
    position: dict[str, Any], words: Mapping[str, str] | None = None, letters: bool = True
) -> str:
    """The position as an SVG document that needs nothing from outside."""
    labels = {**phrases("azul.picture."), **(words or {})}
    seats = range(position["players"])
    offer, card, boards, height = plan(len(seats))
    width = 2 * BOARD_W + 3 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" font-family="{elements.SANS}">',
        f"<title>Azul · {elements.clean(contents.status(position, labels))}</title>",
        f"<desc>{elements.clean(contents.summary(position, labels))}</desc>",
        f"<defs>{elements.symbols(letters)}</defs>",
        f'<rect width="{width}" height="{height}" fill="{TABLE}"/>',
        _offer(position, offer, letters),
        _count_card(position, card, letters, labels),
        *(_board(position, seat, boards[seat], letters, labels) for seat in seats),
        "</svg>",
    ]
    return "\n".join(parts)


def _offer(position: dict[str, Any], box: Box, letters: bool) -> str:
    parts = [_pool(contents.centre(position), pool_box(box), letters)]
    middles = display_middles(len(position["displays"]), box)
    for number, (tiles, middle) in enumerate(zip(position["displays"], middles, strict=True), 1):
        parts.append(_display(*middle, number, tiles, letters))
    return "".join(parts)


def _display(x: float, y: float, number: int, tiles: str, letters: bool) -> str:
    disc = f'<circle cx="{x:g}" cy="{y:g}"'
    ground = art.DISPLAY if tiles else TABLE
    parts = [
        f'{disc} r="{DISPLAY_R}" fill="{ground}" stroke="{art.RIM}" stroke-width="2"/>',
        f'{disc} r="{DISPLAY_R - 5}" fill="none" stroke="#c3d0e0" stroke-dasharray="2 5"/>',
        elements.badge(x, y - DISPLAY_R, str(number)),
    ]
    spots = display_spots(x, y)
    for tile, spot in zip(contents.by_colour(tiles), spots, strict=False):
        parts.append(_tile(spot.x, spot.y, tile, str(number), letters))
    return "".join(parts)


def _pool(tiles: str, box: Box, letters: bool) -> str:
    """The centre of the table."""
    parts = [
        elements.rounded_box(
            box, box.h / 2, POOL, RULE, 'stroke-width="1.5" stroke-dasharray="4 5"'
        ),
        elements.badge(box.x, box.y + box.h / 2, CENTRE_LETTER),
    ]
    for tile, spot in zip(tiles, pool_spots(len(tiles), box), strict=True):
        parts.append(elements.tile_use(spot.x, spot.y, spot.w, tile, CENTRE_LETTER, letters))
    return "".join(parts)


def _count_card(
    position: dict[str, Any], box: Box, letters: bool, labels: Mapping[str, str]
) -> str:
    """The card with round, turn, and the counts by colour."""
    left, room = box.x + 18, box.w - 36
    parts = [
        elements.rounded_box(box, 12, SURFACE, RULE, 'stroke-width="1.5"'),
        label(left, box.y + 38, f"{labels['round']} {position['round']}", 27, room, ACT, NUMERAL),
        label(left, box.y + 65, contents.activity(position, labels), 17, room, style=BOLD),
    ]
    lines = [
        line for note in contents.notes(position, labels) for line in wrap(note, int(room / 7.8))
    ]
    for k, line in enumerate(lines[:4]):
        parts.append(label(left, box.y + 88 + 19 * k, line, 13, room, FAINT))
    table_h = min(190, box.h - 168)
    table = Box(left, box.y + box.h - table_h - 6, room, table_h)
    return "".join(parts) + _count_table(position, table, letters, labels)


def _count_table(
    position: dict[str, Any], box: Box, letters: bool, labels: Mapping[str, str]
) -> str:
    across, down = (box.w - 66 - 40) / COLOURS, (box.h - 36) / 3
    middles = [box.x + 66 + across * (k + 0.5) for k in range(COLOURS)]
    parts = []
    for x, colour in zip(middles, LETTERS, strict=True):
        place = f'x="{x - 15:g}" y="{box.y:g}" width="30" height="30"'
        parts.append(f'<use href="#{elements.symbol_id(colour, letters)}" {place}/>')
    for row, (place, numbers) in enumerate(contents.counts(position)):
        top = box.y + 36 + row * down
        y = top + down / 2 + 6
        parts.append(f'<path d="M{box.x:g} {top:g}h{box.w:g}" stroke="{RULE}"/>')
        parts.append(label(box.x, y, labels[place], 15, 64, style=BOLD))
        for x, count in zip(middles, numbers, strict=True):
            fill = INK if count else "#72767f"
            parts.append(label(x, y, str(count), 17, fill=fill, style=MIDDLE))
        total = label(box.x + box.w, y + 1, str(sum(numbers)), 20, 0, ACT, f"{NUMERAL} {END}")
        parts.append(total)
    return "".join(parts)


def _board(
    position: dict[str, Any], seat: int, box: Box, letters: bool, labels: Mapping[str, str]
) -> str:
    board = position["boards"][seat]
    parts = [
        f'<g transform="translate({box.x:g} {box.y:g})" data-seat="{seat}">',
        _header(contents.actor(position) == seat, contents.seat_name(seat, labels), board["score"]),
        *(_line(seat, row, tiles, letters) for row, tiles in enumerate(board["lines"])),
        _wall(position["wall"] == "coloured", seat, board["wall"], letters),
        _floor(seat, board["floor"], contents.holds_beside(position, seat), letters),
    ]
    if line := contents.due_line(position, seat):
        parts.append(_outline(line))
    return "".join(parts) + "</g>"


def _header(due: bool, name: str, score: int) -> str:
    """The board's card and heading; dark, with an arrowhead, when the seat's decision is due."""
    edge, width = (ACT, 3) if due else (RULE, 1.5)
    parts = [
        elements.rounded_box(
            Box(0, 0, BOARD_W, BOARD_H), 12, SURFACE, edge, f'stroke-width="{width}"'
        )
    ]
    fill, left, score_fill = INK, 17, ACT
    if due:
        fill, left, score_fill = SURFACE, 38, SURFACE
        top = f"M0 {HEADER_H}V12Q0 0 12 0H{BOARD_W - 12}q12 0 12 12V{HEADER_H}Z"
        parts.append(f'<path d="{top}" fill="{ACT}"/>')
        parts.append(f'<path d="M17 13.5v15l12-7.5z" fill="{SURFACE}"/>')
    parts.append(label(left, 27, name, 17, BOARD_W - left - 90, fill, BOLD))
    parts.append(label(BOARD_W - 15, 31, str(score), 27, 0, score_fill, f"{NUMERAL} {END}"))
    return "".join(parts)


def _tile(x: float, y: float, tile: str, at: str, letters: bool) -> str:
    return elements.tile_use(x, y, TILE, tile, at, letters)


def _space(x: float, y: float) -> str:
    return elements.space(x, y, TILE, SPACE, RULE)


def _line(seat: int, row: int, tiles: str, letters: bool) -> str:
    top, at = ROWS_TOP + row * PITCH, f"{seat}:line{row + 1}"
    number = LINES_RIGHT - (row + 1) * PITCH - 5
    parts = [label(number, top + 23, str(row + 1), 14, 0, FAINT, END)]
    for k in range(row + 1):  # from right to left (A10)
        left = LINES_RIGHT - (k + 1) * PITCH + 2
        filled = k < len(tiles)
        parts.append(_tile(left, top, tiles[k], at, letters) if filled else _space(left, top))
    way = f'd="M{LINES_RIGHT + 9} {top + 12}l6 6-6 6"'
    return "".join(parts) + f'<path {way} fill="none" stroke="#a8956f" stroke-width="2"/>'


def _wall(coloured: bool, seat: int, rows: list[str], letters: bool) -> str:
    parts = []
    for row, tiles in enumerate(rows):
        for column, tile in enumerate(tiles):
            left, top = WALL_LEFT + column * PITCH, ROWS_TOP + row * PITCH
            if tile != ".":
                at = f"{seat}:wall{row + 1}>{column + 1}"
                parts.append(_tile(left, top, tile, at, letters))
            elif coloured:
                faint = elements.symbol_id(WALL[row][column], letters, ghost=True)
                place = f'x="{left}" y="{top}" width="{TILE}" height="{TILE}"'
                parts.append(f'<use href="#{faint}" {place}/>')
            else:
                parts.append(_space(left, top))
    if not coloured:  # only there does a move name a column
        for column in range(COLOURS):
            middle = WALL_LEFT + column * PITCH + TILE / 2
            parts.append(label(middle, ROWS_TOP - 4, str(column + 1), 12.5, 0, FAINT, MIDDLE))
    return "".join(parts)


def _floor(seat: int, floor: str, marker_beside: bool, letters: bool) -> str:
    top, left = FLOOR_TOP, LINES_RIGHT - 5 * PITCH + 2
    parts = [label(left - 7, top + 23, FLOOR_LETTER, 14, 0, FAINT, END)]
    for k, cost in enumerate(SPACE_COSTS):
        x = left + k * PITCH
        parts.append(label(x + TILE / 2, top - 5, f"{MINUS}{cost}", 12.5, 0, COST, MIDDLE))
        if k < len(floor):
            parts.append(_tile(x, top, floor[k], f"{seat}:floor", letters))
        else:
            parts.append(elements.space(x, top, TILE, art.FLOOR_SPACE, RULE))
    if marker_beside:
        parts.append(
            _tile(left + FLOOR_SPACES * PITCH + 14, top, MARKER_LETTER, f"{seat}:beside", letters)
        )
    if floor:
        total, style = f"{MINUS}{contents.floor_cost(floor)}", f"{NUMERAL} {END}"
        parts.append(label(BOARD_W - 15, top + 26, total, 22, 0, COST, style))
    return "".join(parts)


def _outline(line: int) -> str:
    """A18: an outline around the line for whose tile a space has to be chosen."""
    box = Box(LINES_RIGHT - line * PITCH, ROWS_TOP + (line - 1) * PITCH - 2, line * PITCH, PITCH)
    return elements.rounded_box(box, 8, "none", COST, f'stroke-width="3" data-due="{line}"')
