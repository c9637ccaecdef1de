"""What lies on a BLUE table, as one NumPy record, and the numbers that pack it.

The endless grid is folded: a space x,y is the cell x + 63 y mod 2048. Any two spaces that matter,
taken or beside a tile, are at most 55 steps apart, and the folding joins only spaces 56 or more
apart: nothing collides and there is no border. A cell means a place only together with the tiles
laid; its name `x,y` is made in `notation.py`. Nothing hidden is stored. Not here: what is legal and
what happens, see `rules.py`.
"""

from itertools import product

import numpy as np

from azulejos.compiled.jit import state_dtype

LETTERS = "wgb"  # the colours white, gray, blue as 0, 1, 2; a kind of tile is its segment's colour
COLOURS = 3
TILES = tuple(  # B1, B2: the oriented tiles, four of each kind, by their sides N, E, S, W
    sides
    for s, a, b in ("wgb", "gwb", "bwg")
    for sides in (s + a + s + b, s + b + s + a, a + s + b + s, b + s + a + s)
)
MAX_PLAYERS = 3
MAX_LAID = 54  # B1

CELLS = 2048
WRAP = CELLS - 1  # a cell's neighbour is `cell + step & WRAP`
EAST, SOUTH = 1, 63
STEPS = np.array([-SOUTH, EAST, SOUTH, -EAST])  # in the order of a tile's sides
ORIGIN = 0  # the cell of 0,0
EDGE_ROOM = 128  # 54 tiles have at most 110 free neighbours; and a multiple of 32, for `find`

# A cell is in one of 128 cases, its code. It is free, and the four sides around it demand colours
# that some tile has ("." demands nothing; far from all tiles nothing is demanded, code 0). Or it is
# free and blocked. Or it is taken by one of the twelve oriented tiles.
DEMANDS = tuple(
    sorted({"".join(s) for sides in TILES for s in product(*((side, ".") for side in sides))})
)
BLOCKED = len(DEMANDS)
TAKEN = BLOCKED + 1  # plus the oriented tile
CODES = TAKEN + len(TILES)

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
        ("tiles_per_type", np.int8),  # 18, or 13 in the short game (B4)
    ]
)

assert CODES == 128, "a code must fit a signed byte"
