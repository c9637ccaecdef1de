"""The facts of BLUE, each stated once, and the state of a game as one NumPy record.

The endless grid is folded: the space x,y is the cell x + 63 y mod 2048. Any two spaces that matter,
taken or beside a tile, are at most 55 steps apart, and the folding joins only spaces 56 or more
apart, so no two of them share a cell and there is no border. A cell stands for a place only
together with the tiles laid; `notation.py` gives it its name `x,y`. Nothing hidden is stored. Not
here: what is legal and what happens, see `rules.py`.
"""

from itertools import product
from typing import Any

import numpy as np

from azulejos.compiled.jit import state_dtype

# ---- Facts of the game, from the rule book

PLAYERS = (3, 2)  # B3; the default first
LETTERS = "wgb"  # B1: a colour is an index into these; a kind of tile is the colour of its segment
COLOURS = len(LETTERS)
COLOUR_NAMES = ("white", "gray", "blue")
SEATINGS = {  # B3: the colours of the seats, by number of players
    3: ("white,gray,blue",),
    2: ("white,gray", "white,blue", "gray,blue"),
}
DRAWS = ("open", "blind")  # B4
FULL_SUPPLY, SHORT_SUPPLY = 18, 13  # B4: tiles of each kind, also in the short variant
SUPPLIES = (str(FULL_SUPPLY), str(SHORT_SUPPLY))  # as the choices of an option
CHAIN_POINTS, CIRCLE_POINTS = 10, 1  # B10, B11
TILES = tuple(  # B1, B2: the oriented tiles, four of each kind, by their sides N, E, S, W
    sides
    for s, a, b in ("wgb", "gwb", "bwg")
    for sides in (s + a + s + b, s + b + s + a, a + s + b + s, b + s + a + s)
)
MAX_PLAYERS = max(PLAYERS)
MAX_LAID = COLOURS * FULL_SUPPLY  # B1

FACTS: dict[str, Any] = {  # for the page
    "colours": list(LETTERS),
    "colour_names": dict(zip(LETTERS, COLOUR_NAMES, strict=True)),
    "points": {"chain": CHAIN_POINTS, "circle": CIRCLE_POINTS},
}

# ---- The folded grid

CELLS = 2048
WRAP = CELLS - 1  # a cell's neighbour is `cell + step & WRAP`
EAST, SOUTH = 1, 63
STEPS = np.array([-SOUTH, EAST, SOUTH, -EAST])  # in the order of a tile's sides
ORIGIN = 0  # the cell of 0,0
EDGE_ROOM = 128  # 54 tiles have at most 110 free neighbours; and a multiple of 32, for `find`

# The code of a cell is one of 128. Either the cell is free and the tiles around it demand colours
# that some tile has, by side ("." is no demand; code 0 is a cell that touches no tile). Or it is
# free and blocked. Or one of the twelve oriented tiles has taken it.
DEMANDS = tuple(
    sorted({"".join(s) for sides in TILES for s in product(*((side, ".") for side in sides))})
)
BLOCKED = len(DEMANDS)
TAKEN = BLOCKED + 1  # plus the oriented tile
CODES = TAKEN + len(TILES)

# ---- The state

STATE = state_dtype(
    [
        ("board", np.int8, CELLS),  # the code of each cell
        ("edge", np.int16, EDGE_ROOM),  # the free cells beside a tile (B5), blocked ones left out
        ("cells", np.int16, MAX_LAID),  # the cells of the tiles laid, in order
        ("edges", np.int16),  # how many cells `edge` holds
        ("laid", np.int8),  # how many tiles have been laid
        ("left", np.int8, COLOURS),  # tiles left of each kind (B4)
        ("kinds", np.int8),  # bit by kind: may it be laid now; blind: the kind drawn alone
        ("actor", np.int8),  # the seat to lay, CHANCE before a draw, NOBODY when over
        ("players", np.int8),  # 2 or 3
        ("colours", np.int8, MAX_PLAYERS),  # by seat; -1 beyond the players (B3)
        ("is_blind", np.int8),  # 1 when tiles are drawn, 0 when they lie open (B4)
        ("tiles_per_type", np.int8),  # FULL_SUPPLY or SHORT_SUPPLY (B4)
    ]
)

assert CODES == 128, "a code must fit a signed byte"
