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
SPREADS = np.array([(1.5, 3.4, 5.0, 9.4, 13.7), (1.9, 4.0, 7.6, 12.8, 48.7)])

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
      -4  -10
       0    2    5    0    1    3    1   -5    5    0   27   31   17  # end
      37   12   36    0   56   50    7   -5    4   -2    8    5    6  # capped line
      -1   -4    1   -5   -3   -5   -2   -4   -2    3    2    6  -10  # open line
       7    3  -15    1    0   -1   -4    1   -1    3    1   -4    5  # poor line
    # 0 left, next
     -12  -10
      -2    1    3    1    1    2    0   -6    5   -2   24   29   14  # end
      24    7   32    2   31   34    7   -5    5   -1    7    3    5  # capped line
      -4   -2   -1   -6   -4   -4    0   -4    1    2    4    6  -10  # open line
       4    3  -14    1    1    1   -3    1   -1    4    0   -4    6  # poor line
    # 0 left, after that
     -16  -10
      -3   -1    2    1    1    3    0   -6    4   -1   21   28   13  # end
      18    7   33    2   13   24    7   -5    6   -2    6    3    5  # capped line
      -2    1    0   -4   -4   -5   -1   -4   -1    4    2    4   -9  # open line
       5    3  -13    2    1    1   -3    0   -1    3    1   -3    4  # poor line
    # 8 left, to lay
      89   -8
       4    4   -1    1   -7   -4    0   11    6   -2   12   39   32  # end
      50   45   45    0   64   50   51   20    0    2   42   39   30  # capped line
       3    0   18    9   13    7    4    4    8   16  -16   -3   14  # open line
       1    0    6   -3   20   -4    8   -3   13   -8  -14   -6    2  # poor line
    # 8 left, next
      79   -9
       3    4    0    2   -6   -3    1   12    4   -2   10   37   33  # end
      45   42   45   -1   65   48   49   19    0    4   39   35   30  # capped line
       4    1   19    6   11    6    6    3    9   15  -20    1   12  # open line
       1   -1    6   -2   17   -5    9   -3   13  -10  -12   -5    2  # poor line
    # 8 left, after that
      69   -9
       3    6    0    3   -6   -3    1   12    4   -2    9   39   32  # end
      44   41   43    0   65   47   49   18   -1    3   35   39   31  # capped line
       3    2   17    9    8    4    5    5   10   15  -22    2   13  # open line
      -2    0    8   -1   20   -3    9   -3   12   -9  -12   -4    1  # poor line
    # 20 left, to lay
     205   -3
       7   10    2   18    3    1    3    1  -10  -17   23   19   48  # end
      59   41   37   -5   46   26   59    4    5   12   42   29    6  # capped line
      11    8   44   -2   10   -5   19   -4  -10   10   24   25    5  # open line
       3    6    2    5   17   10    9    8    3    6   -4   25   10  # poor line
    # 20 left, next
     196   -3
       7   10    1   16    3    0    2    0  -11  -18   22   18   47  # end
      55   39   38   -5   41   24   61    5    8   12   43   27    9  # capped line
       9    8   45   -4   11   -5   19   -4   -9    9   26   24    7  # open line
       1    8    1    5   18    9   11    7    1    5   -5   27   12  # poor line
    # 20 left, after that
     191   -4
       6    9    2   16    3    2    2    3   -9  -16   17    9   49  # end
      54   39   36   -5   41   20   64    6    6   11   39   24   10  # capped line
      10    7   42   -3   10   -4   20   -7  -11   11   23   26    9  # open line
       4    7    2    3   17    9    9    9    3    4   -3   24   13  # poor line
    # 36 left, to lay
     422   -2
       5    2    0    4   -3   -5   10    2  -11  -16   30   12   24  # end
      51   48   52    3   72   65   17   17   -1   22   23   28   33  # capped line
       6    2    8  -17   14    8   21    2  -11    5   -7   17    9  # open line
       5    2  -41  -16   39   28  -34   15  -19    8  -12   31   18  # poor line
    # 36 left, next
     415   -2
       7    1   -1    8    0   -5    9    1  -17  -18   30   12   23  # end
      45   45   50    4   66   63   18   19   -1   22   25   25   33  # capped line
       6    3    7  -20   16   10   25    2  -16    7   -7   21    9  # open line
       6    5  -41  -14   38   22  -34   15  -24    8  -12   29   16  # poor line
    # 36 left, after that
     410   -3
       6    3   -1    8   -1   -4   11    0  -13  -22   23    9   25  # end
      46   44   45    6   66   51   18   19   -1   20   20   23   33  # capped line
       5    1    6  -18   16   12   26    3  -14    7   -8   19    9  # open line
       5    6  -42  -15   40   25  -35   13  -26    9  -12   31   18  # poor line
    # 54 left, to lay
     557    4
      18   14    0   13   26    0   43   47   11   17    8    9    9  # end
      54   40   29   34   15   34    4  -23   29    1    6   27    3  # capped line
       7   10   30   -3   43   24   -6   19  -14   16    5    0   22  # open line
      20   17   19    7    0   -9   -3   -3    4    0    1   -6    3  # poor line
    # 54 left, next
     545    4
      15   10   -3   18   20   -7   40   46   10   17    9    7    9  # end
      53   42   29   36   16   38    3  -21   29    1    6   25    3  # capped line
       8    8   35   -7   46   27   -7   17  -10   16    5   -1   22  # open line
      21   17   19   10   -1  -10   -3   -3    4    0    1   -6    3  # poor line
    # 54 left, after that
     540    5
      14   10   -3   19   26   -6   41   46    9   16    8   12    9  # end
      53   41   25   37   14   35    3  -23   32    0    6   24    3  # capped line
       9    6   35   -4   47   30   -6   15  -11   17    5    3   21  # open line
      22   18   19    6   -1  -10   -3   -4    2    0    1   -6    3  # poor line
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
    1091  -23   30   37   48  -36  -49
     -94 -115  -94  -91  -69 -117  -52  -50  -47   76   -5   11   53  # end
     320  334   34 -173  190  177    9  -40  -28    7   31   10   68  # capped line
      45   70  -17  -11 -169 -172  -28    5  -43  -26  -86  -31   -6  # open line
     -46  -38   -1   65    8   -4   -8    0   54    2  -12   28  -10  # poor line
    # fewer than 18 tiles left, next
    -408  -75  -18    0    0    0    0
    -220 -196   -7  -50  -19  -23   20  -64  -77  -12    0  -41   -9  # end
    -470 -281  -22  -14 -209 -110   -8  -76   -6  -19    0    0    4  # capped line
     -87  -75    8  -52   21   42   30   20   -9    6   -7    3   -1  # open line
     -23    1    6  -48    8   -9  -10   24    1    2    1   -2    2  # poor line
    # fewer than 18 tiles left, after that
    -270  -62  -12    0    0    0    0
    -179 -146   -2  -45   -5    2   52  -43  -64  -20    0   27    0  # end
    -294 -183  -13    0 -116  -46    3  -34  -31   -5    0    0    0  # capped line
     -72  -59  -11  -39   40   22  -14    9   -5  -14    2   -9   25  # open line
     -43  -24    0  -61   13   22   -8   15   10  -14    5  -29   -1  # poor line
    # 18 to 35, to lay
    1062 -192    9   72   52  -67  -57
    -118  -81  -73  -19  -68 -103  -32  -48  -54   65   14   12   69  # end
     364  365    5  -26  199  111    6   -6   36   53   46   61   30  # capped line
      45   68   31   28   78  -30   45  -20  -52  -17  -51    2    8  # open line
     -73    4   25    9   15   -2   -2  -18    2   -7   -6    8   -2  # poor line
    # 18 to 35, next
    -458    5   20    0    0    0    0
    -212 -236  -25 -100   22   -7   23  -86 -145  -17   -7  -25    2  # end
    -478 -387  -45   57 -125  -89  -10  -32   -7   -7   -7    0    2  # capped line
    -118 -107   -7   13  -22  -28   21   31  -31  -12    1  -10    3  # open line
     -38  -45   -6   -1  -11   11   -2   15    8   10    2    2   -4  # poor line
    # 18 to 35, after that
    -308  -11  -29    0    0    0    0
    -198 -180   29  -69   23    2   25  -60  -89  -12    0    3    1  # end
    -265 -235  -22   20  -61  -55   -3  -18   11   -7    0    2    5  # capped line
     -75  -83  -17   33   30  -22    2   27  -36   12  -15   18    2  # open line
     -29  -14   -3    9   -2    3   -1   25   17   -6   -2   -2    0  # poor line
    # 36 and more, to lay
     948 -200   -4   62    9  -67   -3
    -102  -99 -115  -44  -32  -92  -20  -45    3    1    0   13   -2  # end
     327  275   -1   -3   -5   12   -1   -3    3   12    0   24   -1  # capped line
      -9   -7    0  -37   56   54    5  -17  -72    9  -35   14    6  # open line
     -50    5   -8  -12    1    9    0   -1   -3   -5    0    0    0  # poor line
    # 36 and more, next
    -360   73   31    0    0    0    0
    -120 -128    3  -57    5   27   11  -77 -101  -12    0  -30    0  # end
    -387 -318  -41   42  -16  -44   -6  -11   -7   -5    0    0    0  # capped line
     -87  -82    3   22   -8  -51   -2   46  -21  -17    1   11   -2  # open line
     -27    1    0    8    0   -4    0   13    5    0    0    0    0  # poor line
    # 36 and more, after that
    -228   55  -27    0    0    0    0
     -98  -57   52  -20  -20   28   12  -38  -69   -5    0    3    0  # end
    -182 -172   -5   -7   -5  -17    0  -17    5   -2    0    2    0  # capped line
     -48  -61   -9   14   -6  -48  -16   34   -5   -7    0   -7    0  # open line
     -14   15   -2    0    0   -2    0    8    0    0   -4    0    0  # poor line
    """,
    3,
    3,
    OTHERS + ROWS * COLUMNS,
)
