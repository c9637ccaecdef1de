"""Where things lie in the drawing of an Azul position: boxes of displays, boards and spaces.

The names of places are those of marks, see `games/azul/marks.py`. What is drawn there is decided in
`svg.py`.
"""

from collections.abc import Iterator
from math import ceil, hypot

from azulejos.contract.marks import Box
from azulejos.contract.rules import Json
from azulejos.games.azul.picture import art, contents, elements
from azulejos.games.azul.state import (
    CENTRE_LETTER,
    FLOOR_SPACES,
    LETTERS,
    MARKER_LETTER,
    ROWS,
    WALL,
)

# Lengths in the drawing's own units; at its natural width a unit is a pixel.
TILE, PITCH, MARGIN = 36, 40, 16
BOARD_W, BOARD_H, HEADER_H = 464, 326, 42
LINES_RIGHT, WALL_LEFT, ROWS_TOP, FLOOR_TOP = 230, 254, 59, 278  # within a board
DISPLAY_R, RIM_GAP = 55, 13
CARD_W = 330
OFFER_H = {2: 350, 3: 350, 4: 404}  # with four seats the centre may hold 27 tiles and the marker


def plan(players: int) -> tuple[Box, Box, list[Box], int]:
    """The boxes of offer, counts and boards, and the height of the picture.

    Boards stand two abreast; with three seats the counts take the fourth cell.
    """
    top, wide = OFFER_H[players] + 2 * MARGIN, 2 * BOARD_W + MARGIN
    across, down = BOARD_W + MARGIN, BOARD_H + MARGIN
    cells = [Box(MARGIN + i % 2 * across, top + i // 2 * down, BOARD_W, BOARD_H) for i in range(4)]
    offer, card = Box(MARGIN, MARGIN, wide, OFFER_H[players]), cells[3]
    if players != 3:
        card = Box(MARGIN + wide - CARD_W, MARGIN, CARD_W, OFFER_H[players])
        offer = offer._replace(w=wide - CARD_W - MARGIN)
    return offer, card, cells[:players], top + ceil(players / 2) * down


def inset(box: Box, by: float) -> Box:
    return Box(box.x + by, box.y + by, box.w - 2 * by, box.h - 2 * by)


def display_middles(count: int, offer: Box) -> list[tuple[float, float]]:
    """The middles of the displays."""
    track = _track(offer)
    return [(track.x + x, track.y + y) for x, y in art.oval_points(count, track.w, track.h)]


def _track(offer: Box) -> Box:
    """The oval on which the displays stand."""
    below_badge = Box(offer.x, offer.y + 11, offer.w, offer.h - 11)
    return inset(below_badge, DISPLAY_R + 1)


def display_spots(x: float, y: float) -> list[Box]:
    """The four tiles of a display."""
    corners = ((x - PITCH + 2 + k % 2 * PITCH, y - PITCH + 2 + k // 2 * PITCH) for k in range(4))
    return [Box(left, top, TILE, TILE) for left, top in corners]


def pool_box(offer: Box) -> Box:
    """The centre of the table."""
    return inset(_track(offer), DISPLAY_R + RIM_GAP)


def _pool_grid(count: int, box: Box) -> tuple[int, int]:
    """Rows and pitch for a number of tiles in an oval: the largest pitch, then the fewest rows."""
    for pitch in range(PITCH, 8, -1):
        for rows in range(1, count + 1):
            past_straight = max(0, ceil(count / rows) * pitch - (box.w - box.h))
            if hypot(past_straight, rows * pitch) <= box.h - 6:
                return rows, pitch
    return 1, PITCH


def pool_spots(count: int, box: Box) -> Iterator[Box]:
    """The tiles in the centre."""
    rows, pitch = _pool_grid(count, box)
    across = ceil(count / rows)
    for k in range(count):
        in_row = min(across, count - k // across * across)
        left = box.x + box.w / 2 + (k % across - in_row / 2) * pitch + pitch / 20
        top = box.y + box.h / 2 + (k // across - rows / 2) * pitch + pitch / 20
        yield Box(left, top, pitch * 0.9, pitch * 0.9)


# ---- Places


def boxes(position: Json) -> dict[str, list[Box]]:
    """The boxes of every place."""
    offer, _, boards, _ = plan(position["players"])
    found = dict(offer_boxes(position, offer))
    for seat, box in enumerate(boards):
        found |= board_boxes(position, seat, box)
    return found


def offer_boxes(position: Json, offer: Box) -> Iterator[tuple[str, list[Box]]]:
    """The displays, the centre and the marker."""
    middles = display_middles(len(position["displays"]), offer)
    for number, (tiles, (x, y)) in enumerate(zip(position["displays"], middles, strict=True), 1):
        whole = Box(x - DISPLAY_R, y - DISPLAY_R, 2 * DISPLAY_R, 2 * DISPLAY_R)
        yield f"offer-{number}", [whole]
        yield from group_boxes(str(number), contents.by_colour(tiles), display_spots(x, y))
    pool, tiles = pool_box(offer), contents.centre(position)
    yield f"offer-{CENTRE_LETTER}", [pool]
    yield from group_boxes(CENTRE_LETTER, tiles, list(pool_spots(len(tiles), pool)))


def group_boxes(source: str, tiles: str, spots: list[Box]) -> Iterator[tuple[str, list[Box]]]:
    """The tiles of each colour at a source."""
    for letter in dict.fromkeys(tiles):
        place = "marker" if letter == MARKER_LETTER else f"offer-{source}-{letter}"
        yield place, [spot for tile, spot in zip(tiles, spots, strict=False) if tile == letter]


def board_boxes(position: Json, seat: int, board: Box) -> dict[str, list[Box]]:
    """The places of a seat."""

    def at(x: float, y: float, w: float = TILE, h: float = TILE) -> list[Box]:
        return [Box(board.x + x, board.y + y, w, h)]

    rows = [ROWS_TOP + row * PITCH for row in range(ROWS)]
    found = {f"board-{seat}": [board], f"score-{seat}": at(BOARD_W - 60, 6, 50, 30)}
    left = LINES_RIGHT - 5 * PITCH + 2
    found[f"floor-{seat}"] = at(left - 2, FLOOR_TOP - 2, FLOOR_SPACES * PITCH, PITCH)
    found |= {f"floor-{seat}-{k}": at(left + k * PITCH, FLOOR_TOP) for k in range(FLOOR_SPACES)}
    for line, top in enumerate(rows, 1):
        start = LINES_RIGHT - line * PITCH
        found[f"line-{seat}-{line}"] = at(start, top - 2, line * PITCH, PITCH)
        found[f"row-{seat}-{line}"] = at(WALL_LEFT - 2, top - 2, ROWS * PITCH, PITCH)
        for k in range(line):
            found[f"line-{seat}-{line}-{k}"] = at(LINES_RIGHT - (k + 1) * PITCH + 2, top)
        for column in range(1, ROWS + 1):
            x = WALL_LEFT + (column - 1) * PITCH
            found[f"wall-{seat}-{line}-{column}"] = at(x, top)
            found[f"column-{seat}-{column}"] = at(x - 2, ROWS_TOP - 2, PITCH, ROWS * PITCH)
    return found | colour_boxes(position, seat, found)


def colour_boxes(position: Json, seat: int, found: dict[str, list[Box]]) -> dict[str, list[Box]]:
    """The spaces of each colour: printed on the wall, or on the gray side those with a tile."""
    wall = WALL if position["wall"] == "coloured" else position["boards"][seat]["wall"]
    names = {
        letter: [(r, c) for r in range(ROWS) for c in range(ROWS) if wall[r][c] == letter]
        for letter in LETTERS
    }
    return {
        f"colour-{seat}-{letter}": [found[f"wall-{seat}-{r + 1}-{c + 1}"][0] for r, c in cells]
        for letter, cells in names.items()
    }


def tile(position: Json, letter: str, box: Box) -> str:
    """A tile in a box, from the symbols of the drawing."""
    return elements.tile_use(box.x, box.y, box.w, letter, "", letters=True)
