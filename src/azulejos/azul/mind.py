"""What Azul knows about good play: which moves look good, and what a position between rounds is
worth.

The verbs are those of `game.Mind`. What is looked at was chosen by hand, how much it counts was
fitted to games of the search against itself; nothing here is a network and nothing looks ahead.
Not here: how these are used, see `search/`.

Where the numbers come from is said at each table. A pattern is five bits: of a row, which columns
are taken; of a column or a colour, which rows.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.azul.rules import FIRST_COLUMN, FLOOR_COST, TILING, points, result
from azulejos.azul.state import (
    CENTRE,
    COLOURS,
    FLOOR,
    FLOOR_SPACES,
    IN_CENTRE,
    ROWS,
    SOURCES,
    displays,
    tally,
)
from azulejos.azul.weights import (
    BEGUN,
    COLOUR,
    COLOUR_COUNT,
    COLUMN,
    COLUMN_COUNT,
    DENY,
    ELSEWHERE,
    FEW,
    FILL,
    FINISH,
    FINISHED,
    FLOOR_POINT,
    GAIN,
    HOPE,
    MARKER,
    MARKER_EARLY,
    OVER,
    PASS_BY,
    ROW,
    ROW_COUNT,
    SPREAD,
    STARTED,
    STARTER,
    TILE,
    TILING_POINT,
    TO_FLOOR,
    TO_FLOOR_EACH,
    USUAL,
    WORTH,
)
from azulejos.bits import count_ones, index, lowest_one
from azulejos.game import NOBODY
from azulejos.jit import jit

# Of the search that uses this mind. In matches of 240 games at 1,000 simulations a move these beat
# an exploration of 0.4, a reduction of 0.2 and a temperature of 1; against 0.9, 0 and 2 no
# difference was seen. So much is solved in 30 ms at the median, with two seats and with four.
EXPLORATION = 0.6
REDUCTION = 0.1
TEMPERATURE = 1.5
SOLVABLE_LEFT: tuple[int, ...] = (0, 0, 10, 6, 6)
LEVELS: tuple[tuple[int, float], ...] = (
    (0, 1.0),
    (0, 0.55),
    (0, 0.3),
    (6, 1.0),
    (24, 1.0),
    (120, 1.0),
    (1_500, 1.0),
    (60_000, 1.0),
)


def _put() -> NDArray[np.float64]:
    """The logit of a line by round, line, room before and tiles that it then lacks."""
    table = np.zeros((5, ROWS, ROWS + 1, ROWS + 1))
    for stage, r, room in np.ndindex(5, ROWS, ROWS + 1):
        for missing in range(min(room, r) + 1):
            begun = BEGUN[r] if room <= r else 0.0
            fill = FILL[stage, r * (r + 1) // 2 + missing]
            table[stage, r, room, missing] = fill + begun + TILE * (room - missing)
    return table


def _falls() -> NDArray[np.float64]:
    """The logit of what falls, by tiles on the floor, whether the marker does, and number."""
    table = np.zeros((FLOOR_SPACES + 1, 2, FLOOR_SPACES + 1))
    for fallen, marked, over in np.ndindex(table.shape):
        cost = FLOOR_COST[min(FLOOR_SPACES, fallen + marked + over)] - FLOOR_COST[fallen]
        table[fallen, marked, over] = FLOOR_POINT * cost + OVER[min(4, over)]
    return table


# For speed: sums and parts that need not be worked out at each move.
PUT = _put()
FALLS = _falls()
PARTS = np.array([(move // 60, move // 6 % 10, move % 6) for move in range(TILING)])
PLACE = np.array([[(c + r) % 5 for r in range(6)] for c in range(COLOURS)])  # A4: its column


# ---- What a position between rounds is worth


@jit
def is_quiet(s: Any) -> bool:
    """Only between rounds, and when the game is over: what is on offer is not estimated."""
    return s.actor < 0  # type: ignore[no-any-return]


@jit
def estimate(s: Any, out: Any) -> None:
    """Final points by seat as `worth` tells, and the shares of the win that follow from them."""
    if s.actor == NOBODY:
        result(s, out)
        return
    wall, players, phase = np.int64(s.is_gray), np.int64(s.players), phase_of(s)
    usual = USUAL[index(wall), index(players - 2), index(phase)]
    best = 0.0
    for p in range(players):
        out[1, p] = usual + worth(s.boards[index(p)], wall, phase)
        best = max(best, out[1, p])
    out[1, index(s.first)] += STARTER[index(wall), index(phase)]
    spread = SPREAD[index(wall), index(players - 2), index(phase)]
    together = 0.0
    for p in range(players):
        out[0, p] = math.exp((out[1, p] - best) / spread)
        together += out[0, p]
    for p in range(players):
        out[0, p] /= together


@jit
def phase_of(s: Any) -> Any:
    """How near the end is: 0 to 3, by the longest row of all walls (complete in tiling alone)."""
    longest = 1
    for p in range(s.players):
        spaces = np.int64(s.boards[index(p)].spaces)
        for r in range(ROWS):
            longest = max(longest, count_ones(spaces >> 5 * r & 31))
    return min(longest, 4) - 1


@jit
def column_pattern(spaces: Any, column: Any) -> Any:
    """Which rows of a column are taken."""
    return (spaces >> column & FIRST_COLUMN) * 0x111110 >> 20 & 31


@jit
def worth(me: Any, wall: Any, phase: Any) -> float:
    """A board's score and what its wall and its started lines will bring, beside the usual."""
    spaces, laid = np.int64(me.spaces), np.int64(me.laid)
    value = float(me.score)
    for i in range(COLOURS):
        value += WORTH[index(wall), index(phase), COLUMN, index(column_pattern(spaces, i))]
        value += WORTH[index(wall), index(phase), COLOUR, index(laid >> 6 * i & 31)]
        value += WORTH[index(wall), index(phase), ROW, index(spaces >> 5 * i & 31)]
    for r in range(1, ROWS):
        n = r + 1 - np.int64(me.room[index(r)])
        if n > 0:
            chance = FINISHED[index(wall), index(phase), index(r * (r - 1) // 2 + n - 1)]
            value += STARTED[index(wall), index(phase), index(r - 1)]
            value += chance * line_worth(me, r, wall, phase)
    return value


@jit
def line_worth(me: Any, r: Any, wall: Any, phase: Any) -> float:
    """What the tile of a started line brings once it is laid; on the gray side, in the best
    place, and nothing if there is none.
    """
    spaces, c = np.int64(me.spaces), np.int64(me.colour[index(r)])
    rows = np.int64(me.laid) >> 6 * c & 31
    better = WORTH[index(wall), index(phase), COLOUR, index(rows | 1 << r)]
    better -= WORTH[index(wall), index(phase), COLOUR, index(rows)]
    if wall == 0:
        return better + place_worth(spaces, r, PLACE[index(c), index(r)], wall, phase)  # type: ignore[no-any-return]
    columns = ~(spaces >> 5 * r | np.int64(me.standing) >> 5 * c) & 31
    if columns == 0:
        return 0.0
    best = -math.inf
    while columns:
        best = max(best, place_worth(spaces, r, lowest_one(columns), wall, phase))
        columns &= columns - 1
    return better + best  # type: ignore[no-any-return]


@jit
def place_worth(spaces: Any, r: Any, column: Any, wall: Any, phase: Any) -> Any:
    """The points of a tile laid at a space, and what it does for its column and row."""
    rows, columns = column_pattern(spaces, column), spaces >> 5 * r & 31
    better = WORTH[index(wall), index(phase), COLUMN, index(rows | 1 << r)]
    better -= WORTH[index(wall), index(phase), COLUMN, index(rows)]
    better += WORTH[index(wall), index(phase), ROW, index(columns | 1 << column)]
    better -= WORTH[index(wall), index(phase), ROW, index(columns)]
    return points(spaces | 1 << 5 * r + column, r, column) + better


# ---- Which moves look good


@jit
def prior(s: Any, moves: Any, n: int, out: Any) -> None:
    """Logits of moves, all of the offer or all of the tiling; among few moves, as in a playout, the
    finer points are left out.
    """
    me = s.boards[index(s.actor)]
    if s.offered == 0:
        phase = phase_of(s)
        for i in range(n):
            out[i] = tiling_logit(s, me, phase, np.int64(moves[i]))
        return
    spaces = np.int64(me.spaces)
    if n > FEW and not s.is_gray:
        spaces |= complete_places(me)
    stage, marker = min(4, s.round_number - 1), 0.0
    if s.marker == IN_CENTRE:
        marker = MARKER + MARKER_EARLY * count_ones(s.offered)
    for i in range(n):
        out[i] = offer_logit(s, me, spaces, stage, marker, np.int64(moves[i]))
    if n > FEW:
        look_around(s, me, moves, n, out)


@jit
def complete_places(me: Any) -> Any:
    """Coloured wall: the spaces that complete lines will take."""
    places: Any = 0
    for r in range(ROWS):
        is_complete = int(me.room[index(r)] == 0)
        places |= is_complete << 5 * r + PLACE[index(me.colour[index(r)]), index(r)]
    return places


@jit
def offer_logit(s: Any, me: Any, spaces: Any, stage: Any, marker: Any, move: Any) -> Any:
    """How good it looks to take colour c from source d to line r, by the own board alone."""
    c, d, r = parts(move)
    n = tally(s.tiles[index(d)], c)
    room = np.int64(me.room[index(r)])
    missing, over = max(0, room - n), min(7, max(0, n - room))
    is_marked = int(d == CENTRE and s.marker == IN_CENTRE)
    logit = FALLS[index(me.fallen), index(is_marked), index(over)] + marker * is_marked
    if r == FLOOR:
        return logit + TO_FLOOR + TO_FLOOR_EACH * n
    logit += PUT[index(stage), index(r), index(room), index(missing)]
    return logit + place_logit(s, me, spaces, c, r, missing)


@jit
def parts(move: Any) -> Any:
    """Colour, source and line of a move of the offer."""
    return PARTS[index(move), 0], PARTS[index(move), 1], PARTS[index(move), 2]


@jit
def place_logit(s: Any, me: Any, spaces: Any, c: Any, r: Any, missing: Any) -> Any:
    """How good the place on the wall looks that line r leads to."""
    wall, k = np.int64(s.is_gray), int(missing == 0)
    column = PLACE[index(c), index(r)]
    if wall:
        column, gain = best_place(spaces, np.int64(me.standing), r, c)
    else:
        gain = points(spaces | 1 << 5 * r + column, r, column)
    colours = COLOUR_COUNT[index(k), index(count_ones(np.int64(me.laid) >> 6 * c & 31))]
    columns = COLUMN_COUNT[index(k), index(count_ones(spaces >> column & FIRST_COLUMN))]
    rows = ROW_COUNT[index(k), index(count_ones(spaces >> 5 * r & 31))]
    return (GAIN[index(wall), index(missing)] * gain + colours) + (columns + rows)


@jit
def best_place(spaces: Any, standing: Any, r: Any, c: Any) -> Any:
    """Gray wall: the column where a tile scores most (A18, A20), and how much; none scores 0."""
    columns = ~(spaces >> 5 * r | standing >> 5 * c) & 31
    best, gain = 0, 0
    while columns:
        column = lowest_one(columns)
        n = points(spaces | 1 << 5 * r + column, r, column)
        if n > gain:
            best, gain = column, n
        columns &= columns - 1
    return best, gain


@jit
def look_around(s: Any, me: Any, moves: Any, n: int, out: Any) -> None:
    """Add to the logits what the sources and the other seats say; strike out twins."""
    once, twice = numbers_offered(s)
    supply: Any = 0
    for d in range(SOURCES):
        supply += s.tiles[index(d)]
    mine: Any = wanted(me, 0)
    theirs: Any = 0
    for p in range(s.players):
        if p != s.actor:
            theirs = wanted(s.boards[index(p)], theirs)
    twins = twin_displays(s)
    for i in range(n):
        c, d, r = parts(moves[i])
        if twins >> d & 1:
            out[i] = -np.inf
            continue
        number, room = tally(s.tiles[index(d)], c), np.int64(me.room[index(r)])
        missing, bit = max(0, room - number), 1 << min(7, number)
        elsewhere = (once >> 8 * c & 255 & ~bit) | (twice >> 8 * c & bit)
        in_time = int(tally(supply, c) - number >= missing)
        finish = int(missing > 0) * (int(elsewhere >> missing != 0) + 2 * in_time)
        my_need = tally(mine, c) * int(r == FLOOR or room > r)
        their_need = tally(theirs, c)
        logit = ELSEWHERE[index(int(elsewhere & bit != 0))] + FINISH[index(finish)]
        denied = DENY[index(int(their_need > 0) + int(their_need > number))]
        out[i] += logit + (denied + PASS_BY[index(int(my_need > 0) + int(my_need > number))])


@jit
def numbers_offered(s: Any) -> Any:
    """Bit 8 * colour + number (7 for more): does a source offer so many? Do two?"""
    once: Any = 0
    twice: Any = 0
    offered = np.int64(s.offered)
    while offered:
        pair = lowest_one(offered)
        c = PARTS[index(6 * pair), 0]  # a move takes it to line 1
        d = PARTS[index(6 * pair), 1]
        bit = 1 << 8 * c + min(7, tally(s.tiles[index(d)], c))
        twice |= once & bit
        once |= bit
        offered &= offered - 1
    return once, twice


@jit
def wanted(me: Any, known: Any) -> Any:
    """A byte for each colour: the least that a started line lacks, here or in `known`; else 0."""
    for r in range(1, ROWS):
        room, c = np.int64(me.room[index(r)]), np.int64(me.colour[index(r)])
        if 0 < room <= r:
            least = known >> 8 * c & 255
            if least == 0 or room < least:
                known = known & ~(255 << 8 * c) | room << 8 * c
    return known


@jit
def twin_displays(s: Any) -> Any:
    """A bit for each display that holds the same tiles as an earlier one."""
    twins: Any = 0
    for d in range(1, displays(s.players)):
        tiles = s.tiles[index(d)]
        for e in range(d):
            twins |= int(tiles == s.tiles[index(e)]) << d
    return twins


@jit
def tiling_logit(s: Any, me: Any, phase: Any, move: Any) -> float:
    """How good it looks to lay the due tile in a column of the gray side."""
    place = place_worth(np.int64(me.spaces), np.int64(s.line), move % 5, 1, phase)
    return TILING_POINT * place  # type: ignore[no-any-return]


# ---- What a beginner counts


@jit
def points_now(s: Any, out: Any) -> None:
    """By seat the score if the wall were tiled now, and a part of what started lines may bring."""
    for p in range(s.players):
        out[p] = tiled_now(s, s.boards[index(p)], 0.0 if s.actor == NOBODY else HOPE)


@jit
def tiled_now(s: Any, me: Any, hoped: Any) -> float:
    """A17 to A21 on copies: complete lines laid from the top (on the gray side each where it scores
    most), the floor paid.
    """
    spaces, standing, hope = np.int64(me.spaces), np.int64(me.standing), 0.0
    score: Any = np.int64(me.score)
    fallen: Any = np.int64(me.fallen)
    for r in range(ROWS):
        room, c = np.int64(me.room[index(r)]), np.int64(me.colour[index(r)])
        if room > r:  # empty
            continue
        column, gain = (c + r) % 5, 0
        if s.is_gray:
            column, gain = best_place(spaces, standing, r, c)
        else:
            gain = points(spaces | 1 << 5 * r + column, r, column)
        if room > 0:
            hope += hoped * gain * (r + 1 - room) / (r + 1)
        elif gain == 0:  # A19
            fallen = min(7, fallen + r + 1)
        else:
            score += gain
            spaces |= 1 << 5 * r + column
            standing |= 1 << 5 * c + column
    return max(0, score - FLOOR_COST[index(fallen)]) + hope  # type: ignore[no-any-return]


@jit
def left(s: Any) -> int:
    """The groups of tiles on offer, and on the gray side the lines that may want a choice."""
    number = count_ones(s.offered)
    if s.is_gray:
        for p in range(s.players):
            for r in range(ROWS):
                number += int(s.boards[index(p)].room[index(r)] == 0)
    return number
