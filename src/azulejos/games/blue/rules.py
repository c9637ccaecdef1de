"""The rules of BLUE, in the order of the rule book; `docs/rules.md` has the clauses cited here.

Names of one letter: s the state, p a seat, o an oriented tile, n a number of what is being counted.

A move is an integer: CELLS * o + cell lays tile o on that cell. Two integers beyond ACTION_SPACE
stand for moves that can be written but have no number, so that `move_fault` can refuse them:
NO_TILE for sides that no tile has, NO_PLACE for a space that neither holds a tile nor touches one.
A deal, in the blind variant, is one integer: the kind drawn. The functions of the contract
trust their input: `play` and `settle` are given only what is legal. The last part, which is not
compiled, finds the clause that an illegal move or deal breaks.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.compiled.bits import find, index, write_row
from azulejos.compiled.jit import jit, kernel
from azulejos.compiled.rng import below
from azulejos.compiled.types import float64, int64, of
from azulejos.contract.rules import CHANCE, NOBODY
from azulejos.games.blue.state import (
    BLOCKED,
    CELLS,
    CHAIN_POINTS,
    CIRCLE_POINTS,
    CODES,
    COLOURS,
    DEMANDS,
    EAST,
    FULL_SUPPLY,
    LETTERS,
    ORIGIN,
    SHORT_SUPPLY,
    SOUTH,
    STATE,
    STEPS,
    TAKEN,
    TILES,
    WRAP,
)

ACTION_SPACE = len(TILES) * CELLS
NO_TILE = ACTION_SPACE
NO_PLACE = ACTION_SPACE + 1
MAX_MOVES = 440  # four at each of 108 free cells beside 53 tiles, and the room of `write_row`
DEAL_SIZE = 1
EVERY_KIND = 7  # a bit for each
POINTS = np.array([0, CIRCLE_POINTS, CHAIN_POINTS])  # of an open line, a circle, a chain


def _meets(o: int, demand: str) -> bool:
    """B6: whether a tile has the colours that the tiles around a cell demand."""
    return all(colour in (".", side) for colour, side in zip(demand, TILES[o], strict=True))


def _fitting() -> tuple[NDArray[np.int16], NDArray[np.int8]]:
    """For each set of kinds and each code of a cell: the moves that lay a tile of these kinds on
    such a cell, without the cell's number, and how many they are.
    """
    rows, counts = np.zeros((8 * CODES, 8), np.int16), np.zeros(8 * CODES, np.int8)
    for code in range(1, BLOCKED):  # where nothing is demanded no tile is touched (B5)
        tiles = [o for o in range(len(TILES)) if _meets(o, DEMANDS[code])]
        for kinds in range(8):
            moves = [CELLS * o for o in tiles if kinds >> o // 4 & 1]
            rows[CODES * kinds + code, : len(moves)] = moves
            counts[CODES * kinds + code] = len(moves)
    return rows, counts


def _beside() -> NDArray[np.int8]:
    """For each tile and side of it: the new code of the cell at that side, by its old code. The
    code of a taken or blocked cell does not change.
    """
    table = np.tile(np.arange(CODES, dtype=np.int8), (len(TILES), 4, 1))
    codes = {demand: code for code, demand in enumerate(DEMANDS)}
    for o, sides in enumerate(TILES):
        for side in range(4):
            facing = (side + 2) % 4
            for demand, code in codes.items():
                more = demand[:facing] + sides[side] + demand[facing + 1 :]
                table[o, side, code] = codes.get(more, BLOCKED)  # B7
    return table.reshape(-1, CODES)


FITTING, FITTING_COUNT = _fitting()
BESIDE = _beside()
LINE = np.zeros(CODES, np.int64)  # by code: the step along which a tile's segment runs, 0 when free
LINE[TAKEN:] = [SOUTH if sides[0] == sides[2] else EAST for sides in TILES]
END = np.zeros(CODES, np.int64)  # by code: the colour of a tile's end to the east or to the south
END[TAKEN:] = [LETTERS.index(s[1] if s[0] == s[2] else s[2]) for s in TILES]


# ---- Material and set-up


@jit
def setup(s: Any, players: Any, options: Any) -> None:
    """B1 to B4. Options: the seats' colours, 1 for a blind draw, 1 for the short game."""
    s.board[:] = 0
    s.edge[:] = 0
    s.cells[:] = 0
    s.edges = s.laid = 0
    s.players = players
    nobody = (
        COLOURS - 1 - options[0] if players == 2 else COLOURS
    )  # B3: the colour that nobody plays
    s.colours[:] = -1
    for p in range(players):
        s.colours[p] = p + int(p >= nobody)
    s.is_blind = options[1]
    s.tiles_per_type = SHORT_SUPPLY if options[2] else FULL_SUPPLY
    s.left[:] = s.tiles_per_type
    s.kinds = 0 if s.is_blind else EVERY_KIND
    s.actor = CHANCE if s.is_blind else 0


# ---- A turn


@jit
def draw(s: Any, rng: Any, deal: Any) -> None:
    """B4, blind: sample a tile of the pile, each with the same probability."""
    white, gray, blue = s.left
    k = below(rng, np.int64(white) + gray + blue)
    deal[0] = int(k >= white) + int(k >= white + gray)


@jit
def settle(s: Any, deal: Any) -> None:
    """B4, blind: the seat to move has drawn a tile of a kind."""
    s.kinds = 1 << deal[0]
    s.actor = s.laid % s.players


@kernel(of(STATE).const, int64[COLOURS, DEAL_SIZE], float64[COLOURS])
def outcomes(s: Any, deals: Any, chances: Any) -> int:
    """B4, blind: the kinds that are left, and the probability of drawing each."""
    n, left = 0, np.int64(s.left[0]) + s.left[1] + s.left[2]
    for kind in range(COLOURS):
        if s.left[kind]:
            deals[n, 0] = kind
            chances[n] = s.left[kind] / left
            n += 1
    return n


@jit
def legal_moves(s: Any, out: Any) -> int:
    """Write the moves of the seat to lay to `out` and return their number. They are in the order
    of the edge, which is fixed but not ascending. `out` needs room for eight more.
    """
    if s.laid == 0:
        return first_moves(s, out)
    n = 0
    row = CODES * np.int64(s.kinds)  # B4
    for i in range(np.int64(s.edges)):  # B5
        cell = np.int64(s.edge[index(i)])
        fitting = row + s.board[index(cell)]  # B6
        write_row(out, n, FITTING, fitting, cell)
        n += int(FITTING_COUNT[index(fitting)])  # what was written beyond them is overwritten
    return n


@jit
def first_moves(s: Any, out: Any) -> int:
    """B5: the first tile is laid at 0,0, in any orientation."""
    n = 0
    for o in range(len(TILES)):
        if s.kinds >> o // 4 & 1:
            out[n] = CELLS * o + ORIGIN
            n += 1
    return n


@jit
def play(s: Any, move: Any) -> None:
    """Lay a tile. Then the next seat lays or, blind, draws; the last tile ends the game (B9)."""
    o = move // CELLS
    lay(s, move % CELLS, o)
    left = s.left[index(o // 4)] - 1
    s.left[index(o // 4)] = left
    if s.is_blind:
        s.kinds = 0
        s.actor = CHANCE
    else:
        if left == 0:
            s.kinds &= ~(1 << o // 4)
        s.actor = 0 if s.actor + 1 == s.players else s.actor + 1
    if s.laid == COLOURS * s.tiles_per_type:
        s.actor = NOBODY


@jit
def lay(s: Any, cell: Any, o: Any) -> None:
    """Lay tile o on a cell. The cells beside it get new demands (B6), and join the edge (B5) or,
    when blocked, leave it (B7).
    """
    n = np.int64(s.edges)
    if s.laid:
        n = leave(s, cell, n)
    s.cells[index(s.laid)] = cell
    s.laid += 1
    s.board[index(cell)] = TAKEN + o
    for side in range(4):
        beside = cell + STEPS[side] & WRAP
        before = s.board[index(beside)]
        after = BESIDE[index(4 * o + side), index(before)]
        s.board[index(beside)] = after
        s.edge[index(n)] = beside
        n += before == 0
        if after == BLOCKED and before != BLOCKED:
            n = leave(s, beside, n)
    s.edges = n


@jit
def leave(s: Any, cell: Any, n: Any) -> Any:
    """Remove a cell from the edge of n cells; the last one takes its place. Return n - 1."""
    s.edge[index(find(s.edge, cell))] = s.edge[index(n - 1)]
    return n - 1


# ---- Score


@jit
def segments(board: Any, cell: Any) -> Any:
    """The number of segments between a tile's end to the east or south and the end that it meets
    in that direction; -1 when it meets none.
    """
    step = EAST + SOUTH - LINE[index(board[index(cell)])]
    n = 0
    cell = cell + step & WRAP
    line = LINE[index(board[index(cell)])]
    while line == step:
        n += 1
        cell = cell + step & WRAP
        line = LINE[index(board[index(cell)])]
    return n if line else -1


@jit
def points(s: Any) -> Any:
    """B10, B11: the points of all colours in one integer, 16 bits each."""
    total = 0
    for i in range(s.laid):
        cell = np.int64(s.cells[index(i)])
        worth = POINTS[index(1 + min(1, segments(s.board, cell)))]
        total += worth << 16 * END[index(s.board[index(cell)])]
    return total


@jit
def write_result(s: Any, total: Any, out: Any) -> None:
    """The result of a game that ends with a total of points, 16 bits for each colour."""
    best = 0
    for p in range(s.players):
        score = total >> 16 * np.int64(s.colours[p]) & 0xFFFF
        out[1, p] = score
        best = max(best, score)
    winners = 0
    for p in range(s.players):
        winners += out[1, p] == best
    for p in range(s.players):
        out[0, p] = (out[1, p] == best) / winners


@jit
def result(s: Any, out: Any) -> None:
    """B12: by seat, the share of the win and the score; equal scores share the win."""
    write_result(s, points(s), out)


# ---- Faults of moves and deals; only for those that are refused or come from outside


def move_fault(s: Any, move: int) -> str:
    """The first clause that a move breaks, in the order B9, B1, B5, B6, B4; "" when it is legal."""
    if s.actor == NOBODY:
        return "B9"
    if move == NO_TILE:
        return "B1"
    if move == NO_PLACE:
        return "B5"
    o, cell = divmod(int(move), CELLS)
    code = int(s.board[cell])
    if code >= TAKEN or (code == 0 and (s.laid or cell != ORIGIN)):
        return "B5"
    if code == BLOCKED or not _meets(o, DEMANDS[code]):
        return "B6"
    return "" if s.kinds >> o // 4 & 1 else "B4"


def deal_fault(s: Any, deal: Any) -> str:
    """The first clause that a draw breaks; "" when one is due and a tile of its kind is left."""
    if s.actor != CHANCE:
        return "B9" if s.actor == NOBODY else "B4"
    return "" if 0 <= deal[0] < COLOURS and s.left[deal[0]] else "B4"
