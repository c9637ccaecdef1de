"""The facts of Azul, each stated once, and the state of a game as one NumPy record.

The layout of the record is made for speed: what is asked at every move is kept as an integer of
bits, and a multiset of tiles is one integer with a byte for each colour. The lid is not stored: it
holds the tiles that are nowhere else (`lid`). Nothing hidden is stored either: the bag is a count
by colour. Not here: what is legal and what happens, see `rules.py`.
"""

from typing import Any

import numpy as np

from azulejos.compiled.jit import jit, kernel, record_dtype, state_dtype
from azulejos.compiled.types import of

# ---- Facts of the game, from the rule book

PLAYERS = (2, 3, 4)  # A1; the default first
EDITIONS = ("azul", "azul-mini")  # A28
SIDES = ("coloured", "gray")  # A3: of the board
LETTERS = "BYRKW"  # A2: blue, yellow, red, black, white; a colour is an index into these
CENTRE_LETTER, FLOOR_LETTER, MARKER_LETTER = "C", "F", "M"  # in moves and positions
COLOURS = len(LETTERS)
ROWS = 5
TILES_PER_COLOUR = 20  # A2
DISPLAY_TILES = 4  # A6
SPACE_COSTS = (1, 1, 2, 2, 2, 3, 3)  # A3: of each space of the floor line
FLOOR_SPACES = len(SPACE_COSTS)
FLOOR_COST = np.array([sum(SPACE_COSTS[:n]) for n in range(FLOOR_SPACES + 1)])  # by spaces taken
ROW_BONUS, COLUMN_BONUS, COLOUR_BONUS = 2, 7, 10  # A24
IDLE_LIMIT = 3  # A27: rounds running without a tile laid that end the game
WALL = tuple(  # A4: the colours of the coloured side, by row and column
    "".join(LETTERS[(column - r) % COLOURS] for column in range(COLOURS)) for r in range(ROWS)
)

# ---- Numbers that stand for places and tiles

FLOOR = 5  # as a destination the floor is a sixth line, with no room of its own
CENTRE = 9  # as a source it follows the displays, of which there are at most nine
SOURCES = 10
MAX_PLAYERS = max(PLAYERS)
IN_CENTRE = -1  # the marker's holder while it lies in the centre
MARKER = 5  # as a tile of the floor, after the five colours

FACTS: dict[str, Any] = {  # for the page
    "colours": list(LETTERS),
    "rows": ROWS,
    "wall": list(WALL),
    "floor_costs": list(SPACE_COSTS),
    "bonuses": {"row": ROW_BONUS, "column": COLUMN_BONUS, "colour": COLOUR_BONUS},
    "display_tiles": DISPLAY_TILES,
    "max_displays": CENTRE,
    "centre": CENTRE_LETTER,
    "floor": FLOOR_LETTER,
    "marker": MARKER_LETTER,
    "editions": list(EDITIONS),
}

# ---- The state

BOARD = record_dtype(
    [
        ("allowed", np.int32),  # bit 6 * colour + line: may the colour go there (A11 to A13)
        ("spaces", np.int32),  # bit 5 * row + column: is the wall's space taken
        ("laid", np.int32),  # bit 6 * colour + row: does the row hold the colour (A12)
        ("standing", np.int32),  # bit 5 * colour + column: does the column hold the colour (A18)
        ("floor", np.int32),  # 4 bits a space from the left: 0 free, else tile + 1
        ("score", np.int16),  # points, with the bonuses once the game is over
        ("fallen", np.int8),  # taken spaces of the floor, the marker's among them
        ("room", np.int8, 6),  # free spaces of each line; the floor's is 0
        ("colour", np.int8, 6),  # colour of each line; means nothing while a line is empty
        ("wall", np.int8, (ROWS, COLOURS)),  # by row and column: 0 free, else colour + 1
    ]
)

STATE = state_dtype(
    [
        ("offered", np.int64),  # bit 10 * colour + source: does the source hold the colour
        ("bag", np.int64),  # tiles in the bag
        ("tiles", np.int64, SOURCES),  # tiles on each display, and in the centre
        ("boards", BOARD, MAX_PLAYERS),  # by seat
        ("round_number", np.int16),  # from 1; before a deal, of the round to come
        ("actor", np.int8),  # the seat to decide, CHANCE before a deal, NOBODY when over
        ("players", np.int8),  # 2 to 4
        ("is_gray", np.int8),  # 1 on the gray side, 0 on the coloured
        ("first", np.int8),  # the seat that began the round, or will begin the one to be dealt
        ("marker", np.int8),  # the seat that holds it, or IN_CENTRE
        ("line", np.int8),  # gray side: the line whose space is being chosen, else 0
        ("idle_rounds", np.int8),  # rounds running without a tile laid (A27)
    ]
)

EACH = 0x0101010101  # one tile of each colour; times a multiset, each byte has the sum so far
ALL_TILES = TILES_PER_COLOUR * EACH  # A2


@kernel(int, int)
def tally(tiles: Any, c: Any) -> Any:
    """The number of tiles of a colour in a multiset."""
    return tiles >> 8 * c & 255


@jit
def total(tiles: Any) -> Any:
    """The number of tiles in a multiset."""
    return int(tiles) * EACH >> 32 & 255


@kernel(int)
def displays(players: Any) -> Any:
    """A1: the number of factory displays."""
    return 2 * players + 1


@jit
def floor_tile(me: Any, i: Any) -> Any:
    """The tile on a floor space: a colour, MARKER, or -1 when it is free."""
    return (np.int64(me.floor) >> 4 * i & 15) - 1


@kernel(of(STATE).const)
def lid(s: Any) -> Any:
    """The multiset of tiles in the lid: all tiles that are nowhere else."""
    tiles = ALL_TILES - s.bag
    for d in range(SOURCES):
        tiles -= s.tiles[d]
    for p in range(s.players):
        me = s.boards[p]
        for r in range(ROWS):
            tiles -= (r + 1 - np.int64(me.room[r])) << 8 * me.colour[r]
            for column in range(COLOURS):
                if me.wall[r, column]:
                    tiles -= 1 << 8 * (np.int64(me.wall[r, column]) - 1)
        for i in range(me.fallen):
            if floor_tile(me, i) != MARKER:
                tiles -= 1 << 8 * floor_tile(me, i)
    return tiles
