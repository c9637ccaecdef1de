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
SPREADS = np.array([(1.5, 3.4, 5.0, 9.4, 13.7), (1.7, 3.9, 7.9, 13.7, 36.0)])

# 2 players: tenths of a point to expect of a side, by tiles left, role of its colour, what lies
# behind it and prospect. The first two: whatever there is, and each tile of the own kind left.
POINTS_2 = numbers(
    """
    # 0 left, to lay
      -6   -6
       0    2    9   -2    2    5    3    5    6    5    6   14   11  # end
      33   34    1    3   68   63   21   -8   -6   -2    6   27    2  # capped line
       1    4    2   -5   -1   -1   10    1  -10   -3    0   -3   10  # open line
       2    0    0    1   -4    1   -8    0   -3   -5   -1   -3   -3  # poor line
    # 0 left, next
     -12   -6
      -4   -2    9   -2    2    3    2    4    3    4    4   12   10  # end
      15   31    1    4   43   39   22   -6   -6   -2    4   23    1  # capped line
      -1   -2    2   -6   -3   -3    9    0  -10   -3    1   -5    9  # open line
      -1   -2    0    2   -4    1   -8    0   -3   -5   -1   -2   -3  # poor line
    # 8 left, to lay
      60    1
       4    1   -2    0   -8   -3    5  -21   22  -14   31   41   30  # end
      70   72   27    3   76   83   28   32   24   12    3   42   23  # capped line
      13    8   -2    8   20   13    0    5    0    8    9    1    1  # open line
       7    0    3   -3    5   20   -3   -9   14    3  -14  -20   33  # poor line
    # 8 left, next
      48    1
       0    2   -3    4   -6   -1    5  -24   22  -15   24   41   31  # end
      59   63   25    1   68   69   29   34   22   13   -3   42   22  # capped line
      13    7   -6    5   18   12    3    5   -2    6    9    2    4  # open line
       9   -1    3   -3    4   18   -3   -9   14    1  -17  -19   31  # poor line
    # 20 left, to lay
     164    8
      18   13   11   24  -17    3    4  -10    3   -3   48   32   42  # end
      87   70   24   16   53   48   16  -12   -7   -1   13   47   43  # capped line
      11   10   14  -10   12   16   26   -8   -9    0    7   -3   50  # open line
       4    9  -38   18   29   29   -5   -4    8  -33  -23   40  -51  # poor line
    # 20 left, next
     154    8
      16   14   12   23  -17    3    4  -14    4   -6   45   31   42  # end
      75   57   21   19   42   52   16  -11   -8   -1    5   44   41  # capped line
      10   11   10   -9   13   18   24  -10   -7   -3    6   -4   55  # open line
       3    8  -41   13   33   29   -5   -4    3  -31  -26   45  -54  # poor line
    # 36 left, to lay
     270   12
      39   24   29  -23   11    0   34   -7  -36  -19    5   28   31  # end
      87  103   36   20   51   66    2   18   -1    9    4   68   32  # capped line
      -1   16   39   38    4   22   23  -50   -3  -29   -3   30  -38  # open line
      16   12  -26   34    3  -13  -48   42   -4  -15  -19    0   -3  # poor line
    # 36 left, next
     266   12
      34   28   25  -26   17    4   33    1  -37  -24    0   28   32  # end
      81   98   32   20   60   55   -1   17   -5    2    1   68   35  # capped line
      -3   15   40   29    1   24   19  -49   -3  -27    4   33  -42  # open line
      14   19  -27   26    3  -19  -45   39    1  -13  -17   -3   -3  # poor line
    # 54 left, to lay
     425   20
      29   42   -6   36    6   24   12   27  -11    4    2   30   42  # end
      79   41   -1   13    8   21    1   16   29    7    2    1    9  # capped line
      13   26   30   39   46  -21   32    1  -10   -9   30  -31   13  # open line
     -12   69    3   -4   -4  -22    0    0   -4    0    0   -7    0  # poor line
    # 54 left, next
     422   22
      16   28   -8   34    7   20    7   24  -10    3    0   29   42  # end
      63   38   -2   14    7   14    1   15   23    6    0    3   10  # capped line
       9   14   33   36   38  -16   33    3  -11  -12   26  -34   12  # open line
     -20   66    3   -5   -4  -24    0    0   -4    0    0   -8    0  # poor line
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
      -6   -7
       0   -2   -5    0    2    1    1   10    2    0   13    8   27  # end
      45   18   25   -2   60   54   -1    0    2   -3    8   24   13  # capped line
       1   -7    2    0   -3   -4    3    5    2   -1    2  -11   -9  # open line
      -6   -3   -3    1    2   -1    0    1    2    4   -4   -2   -1  # poor line
    # 0 left, next
     -15   -8
      -2   -3   -4    2    2    1    2   10    2    0   10    7   24  # end
      28    5   20    0   34   32   -2   -1    3   -4    6   22   10  # capped line
       0   -5    4    1   -2   -3    5    5    2    0    2  -10   -8  # open line
      -5   -1   -3    1    2    0    0    1    3    3   -4   -2    0  # poor line
    # 0 left, after that
     -17   -8
      -2   -4   -5    2    2    1    0   10    2    1   10    6   19  # end
      20    5   18   -1   13   19   -2   -2    2   -4    6   21    8  # capped line
       1   -4    2    0   -3   -4    4    5    4    0    2  -10  -10  # open line
      -3   -3   -3    2    1    0    0    0    2    3   -3   -2    0  # poor line
    # 8 left, to lay
      71   -8
       4    6    3    1   -4   -2   -5   -3    2   -8   23   37   26  # end
      59   52   51    9   66   58   32    8   14    2   22   28   54  # capped line
       3    2   -3    7   13    9   11   -9    0   -9   -2   -2   22  # open line
       7    0  -18   -3   10   10   -3    2   -4  -20    5    7    2  # poor line
    # 8 left, next
      65   -8
       4    6    4    1   -4   -1   -6   -5    1  -10   20   34   25  # end
      53   47   48    8   66   55   29    8   13    0   22   28   53  # capped line
       3    1   -1    6   10    7   12   -8    2   -8   -2    1   23  # open line
       4    0  -15   -2   14   11   -2    1   -5  -20    7    7    3  # poor line
    # 8 left, after that
      57   -8
       3    7    3    2   -4   -1   -4   -5    0   -9   19   36   25  # end
      52   47   42    9   64   54   25    8   12    1   19   28   50  # capped line
       2    3    0    5    8    6   13   -8    2   -8   -5    0   24  # open line
       5    0  -16   -1   10   11   -2    0   -4  -20    7    7    5  # poor line
    # 20 left, to lay
     182   -4
       8   11   -4   16   -4    3    2    1    4  -12   25   34   47  # end
      66   58   45    9   55   43   53    1   10    6   32   31   24  # capped line
       9    4   16  -14   17   14   37   -7   -8  -21   29    3   27  # open line
       8    8    5   13    7    3  -21    6    8  -23   -8   23  -27  # poor line
    # 20 left, next
     176   -4
       7   11   -4   16   -4    1    4   -1    4  -11   22   31   50  # end
      60   54   47    8   45   41   54    2   12    7   28   30   20  # capped line
       7    4   14  -13   18   13   39   -8   -7  -21   33    3   26  # open line
       7    6    9   14    8    0  -17    5    9  -21   -6   21  -26  # poor line
    # 20 left, after that
     172   -4
       7   10   -3   16   -4    2    2    2    3  -10   24   32   52  # end
      59   54   42    7   43   37   50    2    8    8   28   29   16  # capped line
       7    3   18  -15   18   14   36   -7   -7  -20   29    1   27  # open line
       8    7    7    9    7    2  -22    6    8  -21  -10   20  -26  # poor line
    # 36 left, to lay
     371   -2
       7    5   -4   15   15   -4   12   -8   14    8   49   30   26  # end
      55   47   42   13   49   48    6  -14    6   -4   42   17   38  # capped line
       8    1   23  -13   10   13   43  -12   -7    3   25    7   29  # open line
      -3    6    7  -19   19   35  -31    3    1   54  -37    2    7  # poor line
    # 36 left, next
     363   -2
       7    5   -6   12   17   -3   11  -10   14   10   52   27   27  # end
      51   43   42   15   38   46    7  -14    9   -6   51   21   36  # capped line
       8   -1   23  -10   10   13   40  -12   -6    4   28    6   26  # open line
      -5    7    7  -21   23   37  -32    8    1   55  -36   -1    5  # poor line
    # 36 left, after that
     360   -3
       6    6   -4   15   17   -2   12  -10   18    6   49   30   24  # end
      51   42   44   17   37   46    6  -11    7   -4   49   20   37  # capped line
       7    1   23   -8   10   14   44  -12   -9    3   30    9   25  # open line
      -5    8    6  -20   21   37  -29    5    3   58  -38    0    6  # poor line
    # 54 left, to lay
     506    3
      18   15   33    4   42   15   12   -5    7   14    0   20   22  # end
      54   33  -10   67   29   64    0    6   42  -14    4   25   -4  # capped line
       8   15    8   11   46   29   17    9   15    0   -9   17   14  # open line
      14   29    3   67    1    6    2   -4  -12    2    1    9    3  # poor line
    # 54 left, next
     497    4
      15    7   34    3   41    2   10   -2    5   13    1   20   22  # end
      49   34   -9   71   26   63    0    4   44  -15    3   26   -4  # capped line
       5   16   12    9   51   33   12   11   12    0   -7   18   13  # open line
      20   24    3   67    1    6    3   -3  -12    2    1    9    2  # poor line
    # 54 left, after that
     489    4
      14   10   32    7   37    9   13   -5    6   13    0   20   17  # end
      51   35   -8   69   23   63    0    5   46  -15    3   24   -4  # capped line
       8   10    6   10   49   35   15   11   20   -1  -10   20   12  # open line
      21   26    3   72    1    7    3   -3  -12    3    1    9    2  # poor line
    """,
    5,
    3,
    2 + ROWS * COLUMNS,
)

# Hundredths of a logit for a side that comes, by tiles left, role and so on. The first seven: a
# chain made, a circle made, a tile of this kind used, a cell used with one side bound, two, three,
# four.
LOGITS_2 = numbers(
    """
    # fewer than 18 tiles left, to lay
     998  -14   39    8   54  -30  -32
    -115 -118  -93  -74  -74 -134  -44  -37  -33   59   -4   27   25  # end
     284  339   -1  -94  153  172   -4  -28  -45   21    0   -1   -1  # capped line
      50   61  -47  -31 -185 -147  -22  -11  -38  -14  -29  -26   -5  # open line
     -27  -11   -2   78   -3  -10   -1    1   31    5    6   -6   -2  # poor line
    # fewer than 18 tiles left, next
    -370  -56    6    0    0    0    0
    -226 -170  -17  -44  -19  -32   14  -73  -91  -28    0    0    0  # end
    -484 -296  -11   20 -227 -209  -14  -21   76   -9    1    0    0  # capped line
    -102  -83   15  -37    2   -8   38   24   22  -13    3  -38    2  # open line
     -36   29    3  -43   -2    5    2   25   46    1    1   -1    3  # poor line
    # 18 to 35, to lay
    1012 -161   24   53   60  -65  -48
    -144  -78  -62   33  -80 -116  -38  -14  -24   31    0    1   55  # end
     337  358    9  -20  104   73   -2    7   -2   13    0   11    3  # capped line
      48   61   -4  -17   47  -41   28  -10  -45  -14  -32   -6    8  # open line
     -48   14   -6   -7    9   29  -10  -19  -28    9    4   -8   -3  # poor line
    # 18 to 35, next
    -458   49   51    0    0    0    0
    -212 -217    2  -70   19    3   38  -92 -162  -32    3   -1    0  # end
    -514 -419  -13   16 -119 -120  -21    6   27   16    0  -26   -4  # capped line
    -131 -115  -26   -3  -35  -48    5   51   -7   -8   11  -16  -13  # open line
     -14  -19    7  -17   -6    8   -2   22   20    6    7    9   -4  # poor line
    # 36 and more, to lay
     879 -167    8   64   14  -63  -16
    -121 -108 -102  -39  -43 -103  -14  -21   18   -6   -1   12   -3  # end
     281  237    1   -1    5  -12   -3   -2    9   32    0   -8   12  # capped line
     -20  -22    1  -18   32   28   26  -15  -60   -8   -9    8   13  # open line
     -32  -24    5   -1    0    7    0  -11  -12  -15    0    0    0  # poor line
    # 36 and more, next
    -371   90   52    0    0    0    0
    -130 -116   10  -46    3   21   28  -54  -99  -13    5    2    1  # end
    -419 -300  -15   19  -24  -40   -2   -6   23   -1    0    0    0  # capped line
     -99  -86  -21    3   -7  -71   -3   77    0   -9    0   -7   -1  # open line
     -25    9    0   -2    0   -5    0    3   36    1    0    0    0  # poor line
    """,
    3,
    2,
    OTHERS + ROWS * COLUMNS,
)

LOGITS_3 = numbers(
    """
    # fewer than 18 tiles left, to lay
    1095   -8   13   23   46  -33  -36
     -40  -85  -99  -67  -43  -90  -58  -47  -17   59    0   91  100  # end
     337  372   47 -124  212  230   35  -26  -50   18   -1   47   53  # capped line
      83   97  -31  -15 -155 -136  -72    2  -38  -38  -79  -13  -26  # open line
     -53  -33    1   59  -16    0   12    7   55   -5   -5   13  -10  # poor line
    # fewer than 18 tiles left, next
    -441  -82   -8    0    0    0    0
    -227 -201  -20  -66  -35  -26   44  -65  -91  -28   14  -12    0  # end
    -484 -315  -34  -23 -261 -170   -5  -49    4  -14    1    0    1  # capped line
     -96  -84   -6  -52    2   27   58   -5   -5   -5   -1  -18   12  # open line
     -41   -9    9  -44    6   21   -2   24    9   22    9   -5   -7  # poor line
    # fewer than 18 tiles left, after that
    -323  -71   -5    0    0    0    0
    -195 -160  -14  -64  -25   -6   37  -45  -87  -31    0   12    7  # end
    -339 -221   -3  -13 -156  -96    5  -26  -17  -10    0    7    6  # capped line
     -84  -69    0  -63   19    7    1  -20    0  -32    7   15    8  # open line
     -33  -28   -7  -61   -8   22   12   23   26    8    5  -17   -3  # poor line
    # 18 to 35, to lay
    1067 -172   -2   48   51  -65  -34
     -72  -53  -54   20  -79 -113  -49  -32  -36   62   21   15   93  # end
     384  403   36  -35  229  153   31   -8   -1   64   67   86   65  # capped line
      79  108   35   50   83  -31  -18    2  -26  -25  -64   -3  -19  # open line
     -78   -8   -7   16   30   43   -1    9  -12    7   -1    5    0  # poor line
    # 18 to 35, next
    -501   -6   23    0    0    0    0
    -225 -235  -22  -87    3    3   53  -90 -159  -49    5   -7    0  # end
    -476 -411  -54   57 -134 -109  -14  -28  -14  -14    0   -4    0  # capped line
    -114 -110  -24   -6  -21  -28   25   20  -28  -17   -3  -11   -6  # open line
     -47  -54    8  -17  -24   -6  -21   20   11    0    4    0    0  # poor line
    # 18 to 35, after that
    -360  -34  -20    0    0    0    0
    -221 -205   -7  -91   19  -13   37  -58 -107  -55    0    1    0  # end
    -304 -274  -43   17  -74  -98   15  -26  -20  -30    3   -2    0  # capped line
     -79  -90  -33   10   39  -24    2   21  -43   12  -16   20   -1  # open line
     -46  -39    3  -17  -12  -19   -1   27   12   26   -2   -4    6  # poor line
    # 36 and more, to lay
     939 -205  -16   60   22  -75   -7
     -60  -59 -101  -18  -43 -108  -28  -29   19   10    7   17    6  # end
     351  317   19    6   -2   13   -1  -17    6   36    5   -4   11  # capped line
      19   25   -2  -15   79   48    1   -8  -61   -3  -29   22    8  # open line
     -27   -2  -19   -8    0   14    0    7  -20   -5    0    0    0  # poor line
    # 36 and more, next
    -417   59   32    0    0    0    0
    -133 -131   12  -52   14   32   30  -87 -113   -1    1  -16    0  # end
    -383 -324  -55   38  -42  -59   -1    1  -15   -7    1   -1    0  # capped line
     -85  -85   -6   18  -12  -56    1   27  -16  -17  -13    1   -1  # open line
     -29   -1   11   -7   -3   -1   -5    9    2    2    0    0    0  # poor line
    # 36 and more, after that
    -279   47  -16    0    0    0    0
    -107  -74   57  -32   -2   29   25  -36  -76   -6    0    2    1  # end
    -205 -188  -19   -6  -13  -35   15    4   10   -6    0    0    0  # capped line
     -50  -64  -26    3  -16  -52  -21   33   -6  -18    0  -11  -10  # open line
     -33   14    0   11   -3   -6    7   -5   20    1    0   -1    1  # poor line
    """,
    3,
    3,
    OTHERS + ROWS * COLUMNS,
)
