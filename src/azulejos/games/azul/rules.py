"""The rules of Azul, in the order of the rule book; `docs/rules.md` has the clauses cited here.

Short names: s the state, p a seat, me that seat's board, d a source (a display, or the centre),
c a colour, r a row of the wall and the pattern line beside it, n a number of tiles.

A move is an integer: 60 * c + 6 * d + r takes colour c from source d to line r (FLOOR is line 5);
from TILING on, TILING + 5 * r + column lays a tile of the gray side. A deal is a multiset of tiles
for each display. The functions of the contract trust their input: `play` and `settle` are given
only what is legal. The last part, which is not compiled, finds the clause that an illegal move or
deal breaks.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.compiled.bits import count_ones, index, lowest_one, write_row
from azulejos.compiled.jit import jit, kernel
from azulejos.compiled.rng import HALF, next_word, scale
from azulejos.compiled.types import float64, int16, int64, of, within
from azulejos.contract.rules import CHANCE, NOBODY, SEATS
from azulejos.games.azul.state import (
    ALL_TILES,
    BOARD,
    CENTRE,
    COLOUR_BONUS,
    COLOURS,
    COLUMN_BONUS,
    DISPLAY_TILES,
    EACH,
    FLOOR,
    FLOOR_COST,
    FLOOR_SPACES,
    IDLE_LIMIT,
    IN_CENTRE,
    MARKER,
    ROW_BONUS,
    ROWS,
    STATE,
    displays,
    lid,
    tally,
    total,
)

TILING = 300
ACTION_SPACE = TILING + ROWS * COLOURS
MAX_MOVES = 264  # 43 pairs of source and colour, each to at most six lines, and for `write_row`
DEAL_SIZE = CENTRE

EVERY_COLOUR = 0x10040100401  # bit 0 of each colour in `offered`
EVERY_LINE = 0x1041041  # bit 0 of each colour in `allowed` and `laid`
FLOORS = EVERY_LINE << FLOOR  # A13: the floor takes every colour
FIRST_COLUMN = 0x108421  # the first space of each row in `spaces`


def _lines_by_mask() -> NDArray[np.int16]:
    """For each set of lines, one bit each: the lines in order, padded to eight."""
    table = np.zeros((64, 8), np.int16)
    for mask in range(64):
        lines = [r for r in range(6) if mask >> r & 1]
        table[mask, : len(lines)] = lines
    return table


def _runs() -> NDArray[np.int64]:
    """For each set of taken spaces among five, one bit each, and each taken space: the length of
    the run through it, 0 when it is 1.
    """
    table = np.zeros((32, 5), np.int64)
    for taken in range(32):
        for i in range(5):
            if taken >> i & 1:
                left = next(k for k in range(i, -2, -1) if k < 0 or not taken >> k & 1)
                right = next(k for k in range(i, 6) if not taken >> k & 1)
                table[taken, i] = right - left - 1 if right - left > 2 else 0
    return table


LINES = _lines_by_mask()
RUN = _runs()


# ---- Material and set-up


@jit
def setup(s: Any, players: Any, options: Any) -> None:
    """A1 to A5. Options: the side of the board (0 coloured, 1 gray), the starting seat."""
    s.players = players
    s.is_gray = options[0]
    s.first = s.marker = options[1]  # A5
    s.bag = ALL_TILES  # A2
    s.round_number = 1
    s.idle_rounds = s.line = s.offered = 0
    s.tiles[:] = 0
    for me in s.boards:
        me.allowed = EVERY_LINE * 63
        me.spaces = me.laid = me.standing = me.floor = 0
        me.score = me.fallen = 0
        me.colour[:] = 0
        me.wall[:] = 0
        me.room[FLOOR] = 0
        for r in range(ROWS):
            me.room[index(r)] = r + 1  # A3
    s.actor = CHANCE


# ---- A round begins


@jit
def draw(s: Any, rng: Any, deal: Any) -> None:
    """A6: sample the tiles of each display into `deal`; one random word gives two tiles."""
    bag, left = int(s.bag), total(s.bag)
    waiting = int(lid(s)) if left < DISPLAY_TILES * displays(s.players) else 0
    for d in range(displays(s.players)):
        deal[d] = 0
        for _ in range(2):
            word = next_word(rng)
            for half in (np.int64(word >> 32), np.int64(word & HALF)):
                if left == 0:
                    bag, left, waiting = waiting, total(waiting), 0
                if left > 0:
                    k = int(scale(half, left, rng))
                    # the colours that end before tile k of the bag, all bytes compared at once
                    c = count_ones((k * EACH | 128 * EACH) - bag * EACH & 128 * EACH)
                    bag -= 1 << 8 * c
                    deal[d] += 1 << 8 * c
                    left -= 1


@jit
def settle(s: Any, deal: Any) -> None:
    """A6, A7: put a deal on the displays. The marker goes to the centre and its holder begins."""
    dealt = offered = 0
    for d in range(displays(s.players)):
        dealt += deal[d]
        for c in range(COLOURS):
            offered |= int(tally(deal[d], c) > 0) << 10 * c + d
    s.bag = s.bag - dealt if total(dealt) <= total(s.bag) else s.bag + lid(s) - dealt
    for d in range(displays(s.players)):
        s.tiles[index(d)] = deal[d]
    s.offered = offered
    s.marker = IN_CENTRE
    s.actor = s.first


@kernel(of(STATE).const, int64[1, DEAL_SIZE], float64[1])
def outcomes(s: Any, deals: Any, chances: Any) -> int:
    """A6: there are too many deals to list, so none is written."""
    return 0


# ---- Factory offer: a turn


@kernel(of(STATE).const, int16[MAX_MOVES])
def legal_moves(s: Any, out: Any) -> int:
    """Write the moves of the seat to decide to `out`, ascending, and return their number. `out`
    needs room for eight more.
    """
    if s.actor < 0:
        return 0
    if s.offered == 0:
        return tiling_moves(s, out)
    n = 0
    offered, allowed = s.offered, np.int64(s.boards[index(s.actor)].allowed)
    for c in range(COLOURS):
        lines = allowed >> 6 * c & 63  # A11, A12, A13
        sources = offered >> 10 * c & 1023  # A8
        while sources:
            write_row(out, n, LINES, lines, 60 * c + 6 * lowest_one(sources))
            n += count_ones(lines)  # what was written beyond them is overwritten
            sources &= sources - 1
    return n


@kernel(of(STATE), int)
def play(s: Any, move: Any) -> None:
    """Apply a legal move: a turn of the offer, or on the gray side the choice of a space."""
    if move < TILING:
        turn(s, move // 60, move // 6 % 10, move % 6)
    else:
        p, r = s.actor, np.int64(s.line)
        lay(s, s.boards[index(p)], r, move % 5)
        tile(s, p, r + 1)


@jit
def turn(s: Any, c: Any, d: Any, r: Any) -> None:
    """Play a turn of the offer. Then the next seat is to move, or the walls are tiled."""
    take(s, c, d, r)
    if s.offered == 0:  # A16
        s.idle_rounds += 1  # until a seat lays a tile (A27)
        tile(s, 0, 0)
    else:
        s.actor = 0 if s.actor + 1 == s.players else s.actor + 1  # A7


@jit
def take(s: Any, c: Any, d: Any, r: Any) -> None:
    """A8 to A15: take all tiles of colour c from source d and put them in line r."""
    me = s.boards[index(s.actor)]
    tiles, offered = s.tiles[index(d)], s.offered
    n = tally(tiles, c)
    s.tiles[index(d)] = 0
    s.tiles[CENTRE] += tiles & ~(255 << 8 * c)  # A8: the others, also when they lay there already
    others = offered >> d & EVERY_COLOUR & ~(1 << 10 * c)
    s.offered = offered & ~(EVERY_COLOUR << d) | others << CENTRE

    if d == CENTRE and s.marker == IN_CENTRE:  # A9, A15
        s.marker = s.actor
        drop(me, MARKER, 1)

    room = np.int64(me.room[index(r)])
    put = min(n, room)  # A10
    is_open = int(put < room)
    me.room[index(r)] = room - put
    me.colour[index(r)] = c
    me.allowed = me.allowed & ~(EVERY_LINE << r) | is_open << 6 * c + r | FLOORS  # A11
    drop(me, c, n - put)  # A13


@jit
def drop(me: Any, tile: Any, n: Any) -> None:
    """A13, A14: put n equal tiles on the floor line. Those beyond its last space go to the lid, or
    the marker beside the board (A15).
    """
    fallen = np.int64(me.fallen)
    n = min(n, FLOOR_SPACES - fallen)
    me.floor |= ((tile + 1) * 0x1111111 & (1 << 4 * n) - 1) << 4 * fallen
    me.fallen = fallen + n


# ---- Wall tiling


@kernel(of(STATE), within[SEATS + 1], within[ROWS + 1])
def tile(s: Any, p: Any, r: Any) -> None:
    """A17 to A21: tile from line r of seat p on, until a choice is due or all seats have tiled."""
    while p < s.players:
        me = s.boards[index(p)]
        while r < ROWS:
            if me.room[index(r)] == 0:  # A17
                columns = possible_columns(s, me, r)
                if columns & columns - 1:  # A18: a decision of the player
                    s.actor, s.line = p, r
                    return
                if columns:
                    lay(s, me, r, lowest_one(columns))
                else:
                    give_up(me, r)
            r += 1
        me.score = max(0, me.score - FLOOR_COST[me.fallen])  # A21
        me.floor = me.fallen = 0
        p, r = p + 1, 0
    end_round(s)


@kernel(of(STATE).const, of(BOARD).const, within[ROWS])
def possible_columns(s: Any, me: Any, r: Any) -> Any:
    """A18: the columns that a complete line's tile may go to, one bit each."""
    c = me.colour[index(r)]
    if s.is_gray:
        return ~(me.spaces >> 5 * r | me.standing >> 5 * c) & 31
    return 1 << (c + r) % 5  # A4


@jit
def tiling_moves(s: Any, out: Any) -> int:
    """A18: write the moves of a choice on the gray side and return their number."""
    n, r = 0, np.int64(s.line)
    columns = possible_columns(s, s.boards[index(s.actor)], r)
    while columns:
        out[n] = TILING + 5 * r + lowest_one(columns)
        columns &= columns - 1
        n += 1
    return n


@jit
def lay(s: Any, me: Any, r: Any, column: Any) -> None:
    """A17, A20: lay a complete line's tile on the wall, score it, and empty the line."""
    c = np.int64(me.colour[index(r)])
    me.wall[index(r), index(column)] = c + 1
    me.spaces |= 1 << 5 * r + column
    me.laid |= 1 << 6 * c + r
    me.standing |= 1 << 5 * c + column
    me.score += points(me.spaces, r, column)
    empty(me, r)
    s.idle_rounds = 0  # A27


@jit
def empty(me: Any, r: Any) -> None:
    """A17: empty a line. It takes every colour that its wall row does not hold (A12)."""
    me.room[index(r)] = r + 1
    me.allowed |= EVERY_LINE << r & ~me.laid


@jit
def give_up(me: Any, r: Any) -> None:
    """A19: no space takes the line's tile, so all its tiles go to the floor line."""
    drop(me, np.int64(me.colour[index(r)]), r + 1)
    empty(me, r)


@kernel(int, within[ROWS], within[COLOURS])
def points(spaces: Any, r: Any, column: Any) -> Any:
    """A20: what the tile just laid at a space scores."""
    n = across(spaces, r, column) + down(spaces, r, column)
    return n if n else 1


@jit
def across(spaces: Any, r: Any, column: Any) -> Any:
    """A20: the length of the horizontal run through a space if longer than 1, else 0."""
    return RUN[index(spaces >> 5 * r & 31), index(column)]


@jit
def down(spaces: Any, r: Any, column: Any) -> Any:
    """A20: the length of the vertical run through a space if longer than 1, else 0."""
    # the product brings the column's five bits, five apart, side by side
    return RUN[index(int(spaces >> column & FIRST_COLUMN) * 0x111110 >> 20 & 31), index(r)]


# ---- End


@jit
def end_round(s: Any) -> None:
    """A22 to A27: end the game, or give the marker to the next starting seat."""
    s.line = 0
    is_over = s.idle_rounds == IDLE_LIMIT or (s.bag == 0 and lid(s) == 0)  # A27, A26
    for p in range(s.players):
        is_over = is_over or complete_rows(s.boards[index(p)]) != 0  # A23
    if is_over:
        for p in range(s.players):
            s.boards[index(p)].score += bonus(s.boards[index(p)])
        s.actor = NOBODY
        return
    if s.marker != IN_CENTRE:  # A22
        s.first = s.marker
    s.marker = s.first
    s.round_number += 1
    s.actor = CHANCE


@kernel(of(BOARD).const)
def complete_rows(me: Any) -> Any:
    """A23: the complete rows of the wall, one bit each."""
    w = me.spaces
    return w & w >> 1 & w >> 2 & w >> 3 & w >> 4 & FIRST_COLUMN


@kernel(of(BOARD).const)
def complete_columns(me: Any) -> Any:
    """A24: the complete columns of the wall, one bit each."""
    w = me.spaces
    return w & w >> 5 & w >> 10 & w >> 15 & w >> 20 & 31


@kernel(of(BOARD).const)
def complete_colours(me: Any) -> Any:
    """A24: the colours with all five tiles laid, one bit each."""
    w = me.laid
    return w & w >> 1 & w >> 2 & w >> 3 & w >> 4 & EVERY_LINE


@kernel(of(BOARD).const)
def bonus(me: Any) -> Any:
    """A24: the points for complete rows, columns and colours."""
    rows, columns = count_ones(complete_rows(me)), count_ones(complete_columns(me))
    colours = count_ones(complete_colours(me))
    return ROW_BONUS * rows + COLUMN_BONUS * columns + COLOUR_BONUS * colours


@kernel(of(STATE).const, float64[2, SEATS])
def result(s: Any, out: Any) -> None:
    """A25: by seat, the share of the win and the score. Among equal scores more complete rows win;
    seats that are still equal share the win.
    """
    best = 0
    for p in range(s.players):
        rows = count_ones(complete_rows(s.boards[index(p)]))  # at most 5
        out[0, p] = 10 * s.boards[index(p)].score + rows
        out[1, p] = s.boards[index(p)].score
        best = max(best, out[0, p])
    winners = 0
    for p in range(s.players):
        winners += out[0, p] == best
    for p in range(s.players):
        out[0, p] = (out[0, p] == best) / winners


# ---- Faults of moves and deals; only for those that are refused or come from outside


def move_fault(s: Any, move: int) -> str:
    """The first clause that a move breaks, in the order A16, A8, A11, A12; "" when it is legal."""
    if s.actor == NOBODY:
        return "A23"
    is_tiling = s.actor != CHANCE and s.offered == 0
    if move >= TILING:
        r, column = (move - TILING) // 5, move % 5
        if not is_tiling or r != s.line:
            return "A17"
        return "" if possible_columns(s, s.boards[s.actor], r) >> column & 1 else "A18"
    if s.offered == 0:
        return "A16"
    return offer_fault(s, move // 60, move // 6 % 10, move % 6)


def offer_fault(s: Any, c: int, d: int, r: int) -> str:
    """The first clause that taking colour c from source d to line r breaks in the offer."""
    me = s.boards[s.actor]
    if tally(s.tiles[d], c) == 0:
        return "A8"
    if r == FLOOR:
        return ""
    if me.room[r] == 0 or (me.room[r] <= r and me.colour[r] != c):
        return "A11"
    return "A12" if me.laid >> 6 * c + r & 1 else ""


def deal_fault(s: Any, deal: Any) -> str:
    """The first clause that a deal breaks; "" when one is due and bag and lid could give these
    tiles, display by display (A6).
    """
    if s.actor != CHANCE:
        return "A23" if s.actor == NOBODY else "A16"
    supply = [tally(s.bag, c) for c in range(COLOURS)]
    waiting = [tally(lid(s), c) for c in range(COLOURS)]
    for d in range(displays(s.players)):
        wanted = [tally(deal[d], c) for c in range(COLOURS)]
        if sum(wanted) != min(DISPLAY_TILES, sum(supply) + sum(waiting)):
            return "A6"
        if sum(wanted) > sum(supply):  # all that is left in the bag, the rest from the lid
            wanted = [n - m for n, m in zip(wanted, supply, strict=True)]
            if min(wanted) < 0:
                return "A6"
            supply, waiting = waiting, [0] * COLOURS
        supply = [n - m for n, m in zip(supply, wanted, strict=True)]
        if min(supply) < 0:
            return "A6"
    return ""
