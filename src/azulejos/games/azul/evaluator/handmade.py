"""Azul's handmade weights: the numbers of the handmade value and the handmade prior.

Each table with its origin; `value.py` and `prior.py` use them. A pattern is five bits: of a row,
which columns are taken; of a column or a colour, which rows.
"""

import numpy as np

from azulejos.compiled.number_tables import numbers

# ---- The value, fitted to the final points of games of self-play: 17,000 at 150 simulations a move
# (7,000 of two players on the coloured side, 4,500 on the gray, 800 to 2,000 of each other variant)
# and 3,000 at 400 (1,500, 800, 120 to 250). Least squares over the ends of all rounds, separately
# for each side and phase. Patterns are regularised towards the mean of those with the same number
# of bits; where none of these occurs in a phase, the increase over smaller patterns is that of the
# next phase. BASE_POINTS are from the games at 400 simulations; WIN_SCALE maximises the likelihood
# of the winners. A phase is 0 to 3: the longest row of all walls has at most 1 tile, 2, 3, 4.
COLUMN, COLOUR, ROW = 0, 1, 2  # kinds of pattern

# Tenths of a point, by side, phase, kind and pattern: the value above that of the empty pattern.
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
    2,
    4,
    3,
    32,
)
PATTERN_VALUE = TENTHS / 10.0

# Probability that a started line is completed: line 2 with 1 tile, line 3 with 1, 2, and so on.
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
    2,
    4,
    10,
)

# Points of a started line in any case, lines 2 to 5.
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
    2,
    4,
    4,
)

# Points for starting the next round, by side and phase.
STARTER = numbers(
    """
     1.3  1.4  1.4  2.5  # coloured
     1.2  1.2  1.5  2.1  # gray
    """,
    2,
    4,
)

# Points still to come on an empty board, by side, players and phase.
BASE_POINTS = numbers(
    """
    26.8  9.0 -7.0 -21.0  # coloured, 2 players
    40.4 19.9  0.8 -17.1  # coloured, 3 players
    45.4 24.4  4.2 -15.1  # coloured, 4 players
    40.4 23.3 17.6  3.2  # gray, 2 players
    51.4 32.5 24.2  6.6  # gray, 3 players
    55.4 36.3 27.0  8.1  # gray, 4 players
    """,
    2,
    3,
    4,
)

# Points ahead that make a win e times as likely, by side, players and phase.
WIN_SCALE = numbers(
    """
     6.5  6.0  5.2  4.0  # coloured, 2 players
    12.5  9.0  6.8  4.2  # coloured, 3 players
     8.8  7.8  6.5  4.2  # coloured, 4 players
     7.2  7.0  6.0  4.2  # gray, 2 players
     9.8  8.8  7.2  4.8  # gray, 3 players
     9.5  8.2  6.5  4.5  # gray, 4 players
    """,
    2,
    3,
    4,
)

# ---- The prior, in logits, fitted by softmax regression to the visits of 19,000 searches of 1,500
# and 2,000 simulations on both sides, of two and four players. Its best move is the most visited
# one in 43 of 100 positions (in 85 of the gray side's tiling).

# By round (5: and later), and by line and tiles that it lacks after the move: line 1 lacking 0,
# line 2 lacking 0, 1, and so on.
FILL = numbers(
    """
    -0.44  0.18 -0.70  3.80  1.50  0.30  0.29  1.52  1.35  0.05 -0.30  0.42  0.52  0.06 -1.44
     0.29  1.00  0.09  1.15  1.13 -0.07  0.54  0.89  0.73 -0.57 -0.10  0.74  0.84  0.39 -1.12
     0.37  0.85  0.19  0.77  0.73 -0.47  0.10  0.40  0.24 -1.06 -0.56  0.26  0.36 -0.10 -1.60
     0.41  0.55  0.20  0.28  0.31 -0.88 -0.46  0.00 -0.17 -1.47 -0.71 -0.41 -0.31 -0.77 -2.27
    -0.10 -0.23 -0.10 -0.55 -0.25 -1.45 -0.95 -0.65 -0.82 -2.12 -1.24 -0.88 -0.78 -1.24 -2.74
    """,
    5,
    15,
)

BEGUN = np.array((0.00, 0.68, 0.57, 1.11, 1.27))  # by line: it was started before the move
TILE = 0.47  # each that fits in the line
# Each point that the tile scores once laid, by side and tiles that the line lacks after the move.
GAIN = np.array([(0.42, 0.15, 0.24, 0.29, 0.47), (0.25, 0.13, 0.22, 0.32, 0.49)])
# Tiles on the wall of its colour, in its column and in its row: first for lines that are incomplete
# after the move, then for complete ones.
COLOUR_COUNT = np.array([(-1.04, -0.77, -0.49, 0.08, 0.96), (-0.39, -0.24, -0.21, 0.11, 1.55)])
COLUMN_COUNT = np.array([(-0.70, -0.26, -0.12, -0.16, -0.02), (0.44, 0.20, 0.02, -0.07, 0.24)])
ROW_COUNT = np.array([(-0.15, -0.48, -0.46, -0.31, 0.14), (0.87, 0.12, -0.12, -0.20, 0.17)])
FLOOR_POINT = -0.15  # each point that the floor costs more
OVER = np.array((1.05, 0.22, -0.33, -0.26, -0.69))  # by tiles that fall to the floor
TO_FLOOR, TO_FLOOR_EACH = 0.44, -0.16  # for a move to the floor; for each of its tiles
MARKER, MARKER_EARLY = -0.13, 0.047  # for taking it; for each group on offer
AS_MANY = np.array((0.00, -0.67))  # has another source as many of the colour?
# Who has the tiles that the line still lacks: nobody, one other source, all together, both.
FINISH = np.array((0.00, 0.28, 0.21, 0.49))
# A started line of another seat lacks: none, at most the tiles taken, more.
DENY = np.array((0.00, 0.68, 0.66))
PASS_BY = np.array((0.00, -0.31, -0.52))  # the same of an own line that does not get them
TILING_POINT = 1  # each point of value of a space on the gray side

STARTED_SHARE = 0.5  # share of the points of a started line that `points_now` counts
