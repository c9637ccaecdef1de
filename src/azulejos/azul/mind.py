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


def numbers(text: str, shape: tuple[int, ...]) -> NDArray[np.float64]:
    """A table written as text, with remarks after a #."""
    rows = [line.split("#")[0] for line in text.splitlines()]
    return np.array(" ".join(rows).split(), np.float64).reshape(shape)


# ---- What a position between rounds is worth, fitted to the final points of games that the search
# played against itself: 17,000 at 150 simulations a move (7,000 of two players on the coloured
# wall, 4,500 on the gray, 800 to 2,000 of each other kind) and 3,000 at 400 (1,500, 800, 120 to
# 250). Least squares over the ends of all rounds, apart for each wall and phase; patterns are drawn
# towards the mean of those with as many bits, and where none of these occurs in a phase they are as
# much better than smaller ones as in the next phase. USUAL is that of the games at 400 simulations,
# SPREAD the most likely for who won. A phase is 0 to 3: the longest row of all walls has at most 1
# tile, 2, 3, 4.
COLUMN, COLOUR, ROW = 0, 1, 2  # kinds of pattern

# Tenths of a point, by wall, phase, kind and pattern: what it will bring more than an empty one.
TENTHS = numbers(
    """
    # coloured, phase 0, columns
       0    3    6   -9  -10  -10   -9  -33  -26  -20  -22  -25  -10  -24   -4  -36
     -33  -19   -9  -24   -8   -9   -9  -43    3   -4  -10  -44  -11  -45  -44  -50
    # coloured, phase 0, colours
       0  -17   -9  -26  -16  -37  -24  -35  -17  -35  -23  -37  -20  -29  -36  -31
     -23  -36  -30  -29  -15  -26  -30  -18  -25  -31  -31  -23  -31  -30  -30   40
    # coloured, phase 0, rows
       0   59   68  107   70  112  119  143   65  110  121  149  121  152  156  162
      56   99  110  136  111  139  150  159  107  138  150  161  145  159  162  181
    # coloured, phase 1, columns
       0    9   14    3  -10   -8   -4  -24  -24  -16  -10  -17  -15  -18  -14  -40
     -34  -20  -18  -20  -19   -4   -9  -28   -6    9   10  -11   15    4   13  -20
    # coloured, phase 1, colours
       0   -5   -6  -11  -16  -22  -20  -25  -16  -22  -18  -25  -22  -21  -24  -20
     -21  -25  -22  -23  -23  -25  -14  -10   -8  -10   -8   -7   15  -12   -6   55
    # coloured, phase 1, rows
       0   56   60  102   62  107  111  137   56  104  113  143  112  146  147  155
      52   95  104  131  104  134  144  154  100  133  143  155  137  153  155  174
    # coloured, phase 2, columns
       0   17   18   17   -2   14    9    1  -15    2    4    3   -4    4    4  -16
     -21    2   -4   -4   -4    7   10   -2    3   13   24   18   27   50   49   24
    # coloured, phase 2, colours
       0   -4   -3   -7  -16  -21  -20  -26  -18  -24  -23  -26  -29  -35  -33  -34
     -24  -27  -27  -29  -28  -33  -30  -21  -25  -24  -21  -15    8   18   13   58
    # coloured, phase 2, rows
       0   47   50   89   49   88   92  120   49   87   90  125   91  127  126  136
      46   87   90  119   87  119  127  138   85  119  125  140  119  136  137  158
    # coloured, phase 3, columns
       0   24   22   29    4   27   23   22   -4   19   18   25    4   27   24   14
      -9   20   14   20    2   20   22   20   -4   12   23   39   36   74   83   71
    # coloured, phase 3, colours
       0   15   12   16    5    8    6    6    0    3    2    5   -5   -1   -2    1
     -10    3   -1    3  -11   -3   -2    5  -13   -4   -2   11   23   36   47   86
    # coloured, phase 3, rows
       0   22   23   41   23   39   43   58   24   43   43   61   43   60   60   71
      25   43   43   61   40   60   59   77   36   55   61   77   55   73   71   94
    # gray, phase 0, columns
       0  -15   -8  -27  -16  -40  -29  -60  -23  -36  -37  -45  -35  -36  -45  -64
     -30  -39  -32  -52  -44  -42  -28  -56  -49  -33  -38  -61  -40  -54  -47  -47
    # gray, phase 0, colours
       0  -21  -11  -15  -19  -25  -19  -27  -12  -21  -16  -40  -18  -25  -27  -27
       1  -22  -22  -36  -27  -33  -23  -26  -27  -31  -32  -35  -30  -17  -28   56
    # gray, phase 0, rows
       0   47   52   85   55   81   88  105   54   81   87  106   90  110  108  115
      44   67   70   86   88  101  102  102   89   79  108   82  104  105  110  123
    # gray, phase 1, columns
       0   -5   -3  -22  -11  -24  -18  -42  -27  -17  -23  -36  -24  -16  -24  -51
     -38  -32  -21  -30  -24  -31   -8  -37  -33  -12  -27  -18  -26  -23  -18  -20
    # gray, phase 1, colours
       0   -9   -3  -12  -18  -21  -25  -22  -19  -22  -23  -23  -29  -22  -24  -20
     -25  -27  -23  -27  -25  -25  -15  -19  -20  -25  -12  -22    0   -5  -13   67
    # gray, phase 1, rows
       0   46   51   85   54   80   88  104   51   78   85  104   87  108  106  113
      40   64   68   84   85   99  100  100   85   76  105   80  101  102  108  121
    # gray, phase 2, columns
       0    0    1  -10   -3    3   -1  -20  -15   -9   -9  -20  -15   -3  -11  -24
     -23  -19   -8  -16  -25   -7   -4   -6   -5  -15   -8   10  -17   -8  -20   30
    # gray, phase 2, colours
       0  -12  -12  -24  -25  -31  -34  -45  -35  -36  -39  -47  -49  -49  -58  -47
     -43  -41  -39  -50  -45  -49  -50  -44  -50  -52  -45  -29  -30  -20  -17   51
    # gray, phase 2, rows
       0   38   38   65   39   64   70   86   35   65   68   87   71   93   89   96
      34   63   56   74   70   88   86   87   70   66   91   67   85   89   93  106
    # gray, phase 3, columns
       0    3    6    1    1    2    5    0   -5    0   -2    0   -9    1   -4    0
      -8  -10   -1    3   -3   -9   -8   10   -4   -8   -5   20  -12    8  -22   70
    # gray, phase 3, colours
       0   13    9    1  -15    1   -6  -15  -15   -2  -10  -15  -26  -16  -22  -21
     -20   -8  -13  -17  -23  -17  -21  -18  -22  -21  -18  -12  -19   -2   12   75
    # gray, phase 3, rows
       0   17   14   25   15   28   29   36   14   26   25   39   28   32   39   44
      11   25   28   29   29   35   35   37   27   21   40   20   38   38   43   56
    """,
    (2, 4, 3, 32),
)
WORTH = TENTHS / 10.0

# How surely the tile of a started line is laid: line 2 with 1 tile, line 3 with 1, 2, and so on.
FINISHED = numbers(
    """
    0.32 0.39 0.55 0.18 0.43 0.71 0.10 0.35 0.77 0.97  # coloured, phase 0
    0.31 0.48 0.52 0.23 0.51 0.68 0.24 0.45 0.67 0.86  # coloured, phase 1
    0.38 0.42 0.52 0.32 0.51 0.67 0.29 0.40 0.64 0.83  # coloured, phase 2
    0.42 0.41 0.56 0.22 0.45 0.61 0.15 0.26 0.45 0.65  # coloured, phase 3
    0.44 0.02 0.56 0.03 0.39 0.64 0.00 0.44 0.78 0.70  # gray, phase 0
    0.29 0.25 0.53 0.03 0.36 0.64 0.12 0.38 0.63 0.79  # gray, phase 1
    0.36 0.31 0.47 0.21 0.44 0.69 0.07 0.36 0.60 0.76  # gray, phase 2
    0.41 0.37 0.50 0.21 0.46 0.63 0.15 0.28 0.50 0.70  # gray, phase 3
    """,
    (2, 4, 10),
)

# What any started line adds or takes, lines 2 to 5.
STARTED = numbers(
    """
    -2.7 -2.1 -1.8 -2.8  # coloured, phase 0
    -2.9 -2.9 -2.3 -3.2  # coloured, phase 1
    -3.4 -2.8 -2.9 -3.0  # coloured, phase 2
    -3.9 -3.2 -2.7 -2.7  # coloured, phase 3
    -1.9 -2.5 -0.9 -2.1  # gray, phase 0
    -1.8 -2.3 -1.2 -1.8  # gray, phase 1
    -2.7 -2.5 -2.4 -2.5  # gray, phase 2
    -2.2 -2.3 -2.6 -2.6  # gray, phase 3
    """,
    (2, 4, 4),
)

# What it is worth to begin, by wall and phase.
STARTER = numbers(
    """
     1.3  1.4  1.4  2.5  # coloured
     1.2  1.2  1.5  2.1  # gray
    """,
    (2, 4),
)

# Points that are still to come on an empty board, by wall, players and phase.
USUAL = numbers(
    """
    26.8  9.0 -7.0 -21.0  # coloured, 2 players
    40.4 19.9  0.8 -17.1  # coloured, 3 players
    45.4 24.4  4.2 -15.1  # coloured, 4 players
    40.4 23.3 17.6  3.2  # gray, 2 players
    51.4 32.5 24.2  6.6  # gray, 3 players
    55.4 36.3 27.0  8.1  # gray, 4 players
    """,
    (2, 3, 4),
)

# Points ahead that make a win e times as likely, by wall, players and phase.
SPREAD = numbers(
    """
     6.5  6.0  5.2  4.0  # coloured, 2 players
    12.5  9.0  6.8  4.2  # coloured, 3 players
     8.8  7.8  6.5  4.2  # coloured, 4 players
     7.2  7.0  6.0  4.2  # gray, 2 players
     9.8  8.8  7.2  4.8  # gray, 3 players
     9.5  8.2  6.5  4.5  # gray, 4 players
    """,
    (2, 3, 4),
)

# ---- How good a move looks, in parts of a logit, fitted to the visits of 19,000 searches of 1,500
# and 2,000 simulations on both walls, of two and four players: softmax regression, which finds the
# move most visited in 43 of 100 positions (in 85 of the gray side's tiling).
FEW = 3  # moves that a playout chooses from; for so few the finer points are left out

# By round (5 for later ones), and by line and tiles that it then lacks: line 1 lacking 0, line 2
# lacking 0, 1, and so on.
FILL = numbers(
    """
    -0.44  0.18 -0.70  3.80  1.50  0.30  0.29  1.52  1.35  0.05 -0.30  0.42  0.52  0.06 -1.44
     0.29  1.00  0.09  1.15  1.13 -0.07  0.54  0.89  0.73 -0.57 -0.10  0.74  0.84  0.39 -1.12
     0.37  0.85  0.19  0.77  0.73 -0.47  0.10  0.40  0.24 -1.06 -0.56  0.26  0.36 -0.10 -1.60
     0.41  0.55  0.20  0.28  0.31 -0.88 -0.46  0.00 -0.17 -1.47 -0.71 -0.41 -0.31 -0.77 -2.27
    -0.10 -0.23 -0.10 -0.55 -0.25 -1.45 -0.95 -0.65 -0.82 -2.12 -1.24 -0.88 -0.78 -1.24 -2.74
    """,
    (5, 15),
)

BEGUN = np.array((0.00, 0.68, 0.57, 1.11, 1.27))  # by line: it was started before
TILE = 0.47  # each that fits in the line
# Each point that the tile scores once laid, by wall and tiles that the line then lacks.
GAIN = np.array([(0.42, 0.15, 0.24, 0.29, 0.47), (0.25, 0.13, 0.22, 0.32, 0.49)])
# Tiles on the wall of its colour, in its column and in its row, where the line then lacks some
# and where it is complete.
COLOUR_COUNT = np.array([(-1.04, -0.77, -0.49, 0.08, 0.96), (-0.39, -0.24, -0.21, 0.11, 1.55)])
COLUMN_COUNT = np.array([(-0.70, -0.26, -0.12, -0.16, -0.02), (0.44, 0.20, 0.02, -0.07, 0.24)])
ROW_COUNT = np.array([(-0.15, -0.48, -0.46, -0.31, 0.14), (0.87, 0.12, -0.12, -0.20, 0.17)])
FLOOR_POINT = -0.15  # each that the floor costs more
OVER = np.array((1.05, 0.22, -0.33, -0.26, -0.69))  # by tiles that do not fit
TO_FLOOR, TO_FLOOR_EACH = 0.44, -0.16  # all to the floor; each of them
MARKER, MARKER_EARLY = -0.13, 0.047  # to take it; each group on offer then
ELSEWHERE = np.array((0.00, -0.67))  # has another source as many of the colour?
# What the line then lacks: nobody has it, another source, all others together, both.
FINISH = np.array((0.00, 0.28, 0.21, 0.49))
# A started line of another seat lacks: none, no more than these, more.
DENY = np.array((0.00, 0.68, 0.66))
PASS_BY = np.array((0.00, -0.31, -0.52))  # the same of an own line that does not get them
TILING_POINT = 1.0  # each point that a place on the gray side is worth

HOPE = 0.5  # part of the points of a started line that a beginner counts, by hand


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
