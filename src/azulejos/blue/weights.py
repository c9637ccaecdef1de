"""Fitted numbers of `mind.py`: what a side is worth, and how good a move looks that makes one.

Least squares on final points (POINTS), most likely spread for who won (SPREADS), and softmax
regression on the visits of searches (LOGITS), from games of the search against itself, each
generation from games of the one before: 1,000 of 100 simulations a move, 1,000 of 150, 900 of
200 with three players and 600 of 150 with two. Not here: what the numbers count, see `mind.py`.
"""

import numpy as np
from numpy.typing import NDArray


def numbers(text: str, *shape: int) -> NDArray[np.float64]:
    """A table written as text, with remarks after a #."""
    rows = [line.split("#")[0] for line in text.splitlines()]
    return np.array(" ".join(rows).split(), np.float64).reshape(shape)


ROWS = 4  # what lies behind a side: an end, a capped line, an open line, a poor line
COLUMNS = 13  # its prospect, in the order of `mind.py`, without a hopeless one
OTHERS = 7  # numbers before them that are not about sides

# Tiles left for which there are tables; between them they are blended.
KNOTS = np.array((0, 8, 20, 36, 54))

# Points ahead that make a win e times as likely, by number of players (2, 3) and tiles left.
SPREADS = np.array([(1.1, 3.4, 5.8, 8.8, 13.7), (1.1, 3.4, 5.8, 8.8, 13.7)])

# 2 players: tenths of a point to expect of a side, by tiles left, role of its colour, what lies
# behind it and prospect. The first two: whatever there is, and each tile of the own kind left.
POINTS_2 = numbers(
    """
    # 0 left, to lay
      -5   -3
      -2    5   -3    0    1    2    0    2   -1   -1   10   31   31  # end
      47   40   35   -3   69   56    1    3    7   -7    4   19   14  # capped line
      -2   -5    0    0   -1   -1    1    7   -5    3   -2    7   -7  # open line
      -2    2   -1    1    3    3   -2   -2   -2    1    0   -7    2  # poor line
    # 0 left, next
      -9   -3
      -3    3   -2    1    1    1   -1    3   -1    0    8   29   29  # end
      25   37   29   -2   45   31    0    4    5   -7    2   18   13  # capped line
      -1   -4    1    0   -3   -1    0    8   -4    3    0    8   -6  # open line
       0    4    0    1    3    2   -2   -2   -2    1    0   -6    1  # poor line
    # 8 left, to lay
      47   -8
       4    2    1    2   -2   -6   -5   -8    8    0   38   51   43  # end
      69   54   62    4   78   58   69    3    2   -1   37   27   27  # capped line
       4    3   10   -1   12    6   31   -7    2  -10    8   -5   14  # open line
       3   -1   -9   -1    1  -16   22    7    4    9   -6   13    2  # poor line
    # 8 left, next
      44   -8
       3    2    2    2   -2   -5   -2   -7    8   -1   37   49   42  # end
      59   45   58    6   75   53   70    3    0   -2   35   24   24  # capped line
       3    4   10    0   11    3   31   -6    3   -7    5   -5   15  # open line
       2   -1   -8    0    5  -17   24    6    3    8   -6   11    2  # poor line
    # 20 left, to lay
     115   -5
       8   10    2   29   -7    7   -6   -3   23    3   38   34   38  # end
      73   75   63   23   70   77   74   -5    5   -4   39   42   56  # capped line
       8    7   21   17   17   16   28   11    1  -20   17   -7   31  # open line
       0   -3   13    3    2  -11   47    3  -11   -2  -14  -20   -9  # poor line
    # 20 left, next
     110   -5
       7    9    0   27   -7    7   -6   -7   24    3   38   32   38  # end
      69   69   60   19   65   74   75   -3    4   -4   38   36   56  # capped line
       7    8   25   16   15   17   30    9    1  -18   18   -7   28  # open line
      -2   -1   12    1    0  -10   49    6  -13   -1  -16  -20   -6  # poor line
    # 36 left, to lay
     228   -2
      10   15   -6   40    6    8   -5    4   -4   -6   29   29   19  # end
      71   63   47   -4   55   43   12   -8  -15   18   43   31   13  # capped line
       6    8   -4    1   19   23   36   -3   -4    2    2   16   28  # open line
       5   -9  -31  -11    1   61   14    0   -3    1    0  -21   -6  # poor line
    # 36 left, next
     228   -3
       9   14   -3   39   11    8   -5   -4   -3   -8   26   27   19  # end
      64   57   45   -8   46   32   12   -7  -14   18   43   29   12  # capped line
       5    7   -3    3   16   22   36   -5   -3    3   -1   17   31  # open line
       6   -7  -31  -15   -2   62   17    1   -4    0    0  -25   -7  # poor line
    # 54 left, to lay
     377    0
      15   16   37   24   63   -2  -27    0   11  -22    6   32    7  # end
      46   48   34    7   -2   -1    2    6   30    7    0   20    4  # capped line
       7    7    6  -45   62  -21   18    5   -4    3    9   30   -7  # open line
      12  -24   -9    2    3   10   -1    0   10    0    0    6    1  # poor line
    # 54 left, next
     369    1
      15    9   37   23   67    2  -28    0    9  -20    6   29    8  # end
      46   42   32    9   -1   -2    2    6   27    8    0   24    4  # capped line
       6    8    7  -50   58  -20   18    4   -7    3    9   27   -5  # open line
       8  -31   -9    1    3   11   -1    0   11    0    0    6    1  # poor line
    """,
    5,
    2,
    2 + ROWS * COLUMNS,
)

# 3 players: tenths of a point to expect of a side, by tiles left, role of its colour, what lies
# behind it and prospect. The first two: whatever there is, and each tile of the own kind left.
POINTS_3 = numbers(
    """
    # 0 left, to lay
      -5   -3
      -2    5   -3    0    1    2    0    2   -1   -1   10   31   31  # end
      47   40   35   -3   69   56    1    3    7   -7    4   19   14  # capped line
      -2   -5    0    0   -1   -1    1    7   -5    3   -2    7   -7  # open line
      -2    2   -1    1    3    3   -2   -2   -2    1    0   -7    2  # poor line
    # 0 left, next
      -9   -3
      -3    3   -2    1    1    1   -1    3   -1    0    8   29   29  # end
      25   37   29   -2   45   31    0    4    5   -7    2   18   13  # capped line
      -1   -4    1    0   -3   -1    0    8   -4    3    0    8   -6  # open line
       0    4    0    1    3    2   -2   -2   -2    1    0   -6    1  # poor line
    # 0 left, after that
     -13   -3
      -1    5   -3    1    1    2   -1    2   -1   -1    8   29   28  # end
      23   32   30   -2   24   18    4    4    5   -7    2   19   13  # capped line
      -1   -4   -1   -1   -3    0   -1    8   -4    3   -1    6   -7  # open line
      -1    2   -1    1    3    3   -2   -1    0    1    1   -6    2  # poor line
    # 8 left, to lay
      47   -8
       4    2    1    2   -2   -6   -5   -8    8    0   38   51   43  # end
      69   54   62    4   78   58   69    3    2   -1   37   27   27  # capped line
       4    3   10   -1   12    6   31   -7    2  -10    8   -5   14  # open line
       3   -1   -9   -1    1  -16   22    7    4    9   -6   13    2  # poor line
    # 8 left, next
      44   -8
       3    2    2    2   -2   -5   -2   -7    8   -1   37   49   42  # end
      59   45   58    6   75   53   70    3    0   -2   35   24   24  # capped line
       3    4   10    0   11    3   31   -6    3   -7    5   -5   15  # open line
       2   -1   -8    0    5  -17   24    6    3    8   -6   11    2  # poor line
    # 8 left, after that
      39   -7
       3    2    4    3   -1   -5   -2   -8    6   -1   36   49   42  # end
      57   45   50    5   73   48   69    1    2    0   33   26   23  # capped line
       3    3   12   -1    8    3   32   -8    1  -10    7   -3   15  # open line
       3    1  -10    0    2  -17   21    7    4    8   -5   10    0  # poor line
    # 20 left, to lay
     115   -5
       8   10    2   29   -7    7   -6   -3   23    3   38   34   38  # end
      73   75   63   23   70   77   74   -5    5   -4   39   42   56  # capped line
       8    7   21   17   17   16   28   11    1  -20   17   -7   31  # open line
       0   -3   13    3    2  -11   47    3  -11   -2  -14  -20   -9  # poor line
    # 20 left, next
     110   -5
       7    9    0   27   -7    7   -6   -7   24    3   38   32   38  # end
      69   69   60   19   65   74   75   -3    4   -4   38   36   56  # capped line
       7    8   25   16   15   17   30    9    1  -18   18   -7   28  # open line
      -2   -1   12    1    0  -10   49    6  -13   -1  -16  -20   -6  # poor line
    # 20 left, after that
     105   -5
       6    9    0   25   -6    8   -6   -4   23    3   34   31   36  # end
      69   66   59   20   60   71   76   -3    4   -4   37   38   55  # capped line
       8    7   22   17   15   16   32   11    2  -18   16   -8   28  # open line
      -3   -2   13    1    1   -7   46    4  -15   -1  -15  -22   -6  # poor line
    # 36 left, to lay
     228   -2
      10   15   -6   40    6    8   -5    4   -4   -6   29   29   19  # end
      71   63   47   -4   55   43   12   -8  -15   18   43   31   13  # capped line
       6    8   -4    1   19   23   36   -3   -4    2    2   16   28  # open line
       5   -9  -31  -11    1   61   14    0   -3    1    0  -21   -6  # poor line
    # 36 left, next
     228   -3
       9   14   -3   39   11    8   -5   -4   -3   -8   26   27   19  # end
      64   57   45   -8   46   32   12   -7  -14   18   43   29   12  # capped line
       5    7   -3    3   16   22   36   -5   -3    3   -1   17   31  # open line
       6   -7  -31  -15   -2   62   17    1   -4    0    0  -25   -7  # poor line
    # 36 left, after that
     224   -3
       8   12   -2   41    8    9   -5    3   -6   -8   26   28   19  # end
      66   55   44   -5   48   32   16   -7  -18   19   42   30   15  # capped line
       5    7   -7    5   17   25   39   -5   -4   -5    2   17   30  # open line
       8   -9  -29  -14   -3   61   13    1   -5    0    0  -24   -7  # poor line
    # 54 left, to lay
     377    0
      15   16   37   24   63   -2  -27    0   11  -22    6   32    7  # end
      46   48   34    7   -2   -1    2    6   30    7    0   20    4  # capped line
       7    7    6  -45   62  -21   18    5   -4    3    9   30   -7  # open line
      12  -24   -9    2    3   10   -1    0   10    0    0    6    1  # poor line
    # 54 left, next
     369    1
      15    9   37   23   67    2  -28    0    9  -20    6   29    8  # end
      46   42   32    9   -1   -2    2    6   27    8    0   24    4  # capped line
       6    8    7  -50   58  -20   18    4   -7    3    9   27   -5  # open line
       8  -31   -9    1    3   11   -1    0   11    0    0    6    1  # poor line
    # 54 left, after that
     363    1
      10   12   36   22   61   -1  -28    1   11  -22    5   33    8  # end
      48   38   30    7   -1   -3    1    6   26    8    0   24    4  # capped line
       9    3    5  -46   56  -13   18    5   -5    3    8   29   -5  # open line
      12  -25   -8    0    2   10   -1    0   10    0    0    5    1  # poor line
    """,
    5,
    3,
    2 + ROWS * COLUMNS,
)

# Hundredths of a logit for a side that comes, by tiles left, role and so on. The first seven: a
# chain made, a circle made, a tile of this kind used, a cell used with one side bound, two, three,
# four.
LOGITS = numbers(
    """
    # fewer than 18 tiles left, to lay
     834    9  -25   26   50  -10    0
      76   11  -33   14   10   -5  -39    0  -21   41   67   95   98  # end
     247  297   30   -9  146  208   60  -30   -1   23    0   15   27  # capped line
     103  117  -27    2  -91  -72  -68   14  -32  -21  -16    7  -14  # open line
       5   28  -15   41    6   -4   16   22   28  -11    7   -2   -1  # poor line
    # fewer than 18 tiles left, next
    -341  -51   15    0    0    0    0
    -179 -154  -14  -97  -34  -33   21  -54  -56  -24    0   -9   17  # end
    -383 -297  -43  -64 -211 -172  -42  -36  -40  -26    0    0    0  # capped line
     -95  -93   -2  -70  -35  -11   30  -55  -34  -14    2   21    9  # open line
     -40  -14   -1  -40   -6    6    0    2    2    0    6   -7    9  # poor line
    # fewer than 18 tiles left, after that
    -302  -55   10    0    0    0    0
    -169 -139  -25  -93  -37  -21   -2  -65  -95  -34    0    6    1  # end
    -330 -258  -33  -68 -157 -124    3   -6  -55  -30    0    0    1  # capped line
     -85  -76  -17  -57  -19  -14   24  -39  -13  -15    4    2   10  # open line
     -51  -37   14  -44  -24   22   15  -10   -7   22  -14  -21    0  # poor line
    # 18 to 35, to lay
     855 -141  -20   39   66    5    0
      55   14  -22    2  -66  -89  -50  -23  -29   -9    0   85  112  # end
     309  323   65  -46  197  172  144  -10    9   18    6   75   43  # capped line
     112  114    5   14   67  -18  -98   -3  -14  -15  -10   16  -37  # open line
     -13    4   -6   -6   10    7  -21    9    9    4    0    3    0  # poor line
    # 18 to 35, next
    -424  -28   23    0    0    0    0
    -184 -163  -31  -83  -35  -13    9  -96 -125  -32    0  -44    0  # end
    -378 -350  -60   63 -147 -111  -25  -24  -40   -4    0  -75   -4  # capped line
     -94  -94  -53  -24  -43  -33   25  -29  -29    5    7    6   11  # open line
     -33  -35   16   17  -19   13    2    6    9   15    0    5    1  # poor line
    # 18 to 35, after that
    -396  -61   -3    0    0    0    0
    -196 -171  -61  -92  -29  -19  -18  -99 -111  -40    0   10    2  # end
    -322 -298  -79   12 -106 -119  -17  -28  -54  -17    0    0    1  # capped line
     -80  -85  -16  -18  -15   -7   21  -33  -44    8   -8   24   16  # open line
     -41  -49   15   10  -16    7   -2    5   12    6    0   -1    0  # poor line
    # 36 and more, to lay
     746 -183  -36   37   48  -43    0
      32   15  -41   -6  -40 -112  -41   -7   37   12    0    5   19  # end
     292  307   19  -28    8   72   17  -13  -20   16    0    6   11  # capped line
      74   80   37   10   65   37    5   13  -40   -9    1  -13   27  # open line
     -19    9   -4    2   -2   -3    0   11   -1    1    0    0    0  # poor line
    # 36 and more, next
    -394  -10   30    0    0    0    0
    -131 -104   12  -34  -10   11   21  -70  -88   -7    3  -70   -9  # end
    -292 -265  -53   14  -38  -89   -5   -7  -13    4    3   -3    0  # capped line
     -65  -72  -37   -9    0  -57   11   19  -21  -14  -13   -6   -1  # open line
     -35  -30    1   18    6    7    0    1   26   -7    0   -1   17  # poor line
    # 36 and more, after that
    -338  -19    6    0    0    0    0
    -119  -94    6   -7   -4   16   28  -36  -84  -10    0    0    0  # end
    -218 -210  -64   -5  -34  -84   -6    1  -20  -12    0    3   -1  # capped line
     -56  -61  -32    3  -12  -23    2   -5  -15  -11    1    7   -8  # open line
     -46  -19    4   -6  -13   -2    0   -4   18    2    0    0    0  # poor line
    """,
    3,
    3,
    OTHERS + ROWS * COLUMNS,
)
