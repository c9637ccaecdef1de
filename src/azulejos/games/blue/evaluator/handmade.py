"""BLUE's handmade weights: the numbers of the handmade value and the handmade prior.

POINTS are fitted to final points by least squares, WIN_SCALES by maximum likelihood of the winners,
LOGITS to the visits of searches by softmax regression. The games are self-play of the open game
with all tiles, in generations, each fitted to the games of the generation before alone. Three
players: six generations of 900 to 2,000 games at 100 to 200 simulations a move. Two players: two,
of 800 and 1,500 games at 150, the first played with the numbers of three. `value.py` and `prior.py`
use the numbers.
"""

import numpy as np

from azulejos.compiled.number_tables import numbers

ROWS = 4  # what lies behind a side: an end, a capped line, an open line, a poor line
COLUMNS = 13  # the prospect of the side, in the order of `sides.py`, without HOPELESS
OTHERS = 7  # numbers before them that are not about sides

# Tiles left for which there are tables; between them values are interpolated.
KNOTS = np.array((0, 8, 20, 36, 54))

# Points ahead that make a win e times as likely, by number of players (2, 3) and tiles left.
WIN_SCALES = np.array([(1.4, 2.9, 5.1, 5.5, 6.5), (2.2, 4.6, 8.8, 17.8, 146.2)])

# 2 players: expected tenths of a point of a side, by tiles left, role of its colour, what lies
# behind it and prospect. The first two: in every position, and for each tile left of the own kind.
POINTS_2 = numbers(
    """
    # 0 left, to lay
      -7   -9
       6    4    1    0    3    5    4   -6   -3   -4    1   34   25  # end
       5    7   14   -4   39   21    6   -4   -2    1    1    6   12  # capped line
      -5   -7   20    5    0    2   12    7   -5    3   11  -11   -3  # open line
      -1    6   -2    1   -3    4    2    2    0   -4   -2    5    1  # poor line
    # 0 left, next
     -13   -9
       0   -2    0    1    3    5    3   -6   -3   -5    1   30   23  # end
      -3    0   12   -3   18    9    4   -4   -2    0    1    4   11  # capped line
      -5   -7   21    3   -4    0    9    7   -6    3    8  -10   -4  # open line
      -5    4   -2    1   -2    5    1    1    1   -3   -1    4    2  # poor line
    # 8 left, to lay
      87  -10
      12   12   -5    1  -12   -6    3    5   26   24   40   38   34  # end
      50   39   44   14   74   68   27   11   13   -2    6   43   23  # capped line
      10    7   11    1   19    9   33    8   10   -1   13   -2  -11  # open line
       5    3  -16   -3   37   -4   -8   -2   -2   11   19  -15    3  # poor line
    # 8 left, next
      70   -9
      11   11   -3    2  -10   -4    4    9   24   24   34   37   36  # end
      47   37   38   17   70   62   24   10   14   -3    6   41   25  # capped line
      10    8   11    2   16    8   30    9   10   -1   12    0  -12  # open line
       6    3  -12   -2   37   -7   -6   -3   -2   11   19  -16    3  # poor line
    # 20 left, to lay
     204    3
      20    9    5   -4  -26   -7   -8    4   14   11   37   33   37  # end
      65   55   46   23   37   38   75    4    4   -2   42   40   24  # capped line
      11    3   38    1    9   11   19    6    5   -2   11   14   22  # open line
      -8   -6   29    2   17  -22   46    2   -3   10   -5   10  -12  # poor line
    # 20 left, next
     192    4
      15    7    4   -5  -26   -7   -8    3   13   11   37   30   42  # end
      62   53   42   22   28   38   74    6    4   -4   43   43   25  # capped line
       9    4   38    0    8   15   17    7    4    1   11   11   20  # open line
      -9   -4   31    4   13  -26   46   -1   -4   10   -6   13  -17  # poor line
    # 36 left, to lay
     371    1
      17   16    7   -2  -14    2   -6   19   -6    0   40   48    6  # end
      68   58   46    4   62   86   19    4    0   67    9   19   21  # capped line
      12    8   36   -7   15   11   52    0  -11   -6    2   15    8  # open line
      -2   -2    3  -36   -8   -7   15  -20  -35  -23   38   11   87  # poor line
    # 36 left, next
     366    1
      15   17    5   -3  -12    2   -7   19   -4    2   36   50    8  # end
      64   58   45    6   60   79   17    5   -2   64    4   17   16  # capped line
       6    5   35   -4   13   11   61   10  -13   -7   -6   14    7  # open line
       0   -3    3  -31  -13   -4   15  -23  -40  -22   37   14   89  # poor line
    # 54 left, to lay
     389   12
       9    7   -6    3  -13  -22   -7   13   61    4  -14   18  -23  # end
      68   44   34   59   16   22    2    5   -7   30    3   39    2  # capped line
      14    8   21   14   -4   14   38   -3   -6  -22   11   -1    8  # open line
      18  -30   11  -18    4   -5    4   -6  -23    3   -2   21    2  # poor line
    # 54 left, next
     380   12
       5   -1  -12    7   -3  -26   -8   16   65    8  -11   18  -25  # end
      56   32   30   59   16   23    1    4  -12   27    1   34    2  # capped line
      12    6   20    9   -7   17   38    6   -6  -19   11   -6   10  # open line
      19  -27   10  -18    5   -5    4   -5  -23    3   -2   23    2  # poor line
    """,
    5,
    2,
    2 + ROWS * COLUMNS,
)

# 3 players: expected tenths of a point of a side, by tiles left, role of its colour, what lies
# behind it and prospect. The first two: in every position, and for each tile left of the own kind.
POINTS_3 = numbers(
    """
    # 0 left, to lay
       3  -17
       1    1    1   -1    2    2   -3   -6   -2   -2   22   36   38  # end
      10   12   16   -1   22   22   37    4    1    4   22   17   23  # capped line
      -1    1   -2   -5    1    0    7   -2   -2   14   -4    5    1  # open line
       4    0   -4    1    9    3   -5   -2   -1    2   -1    4   -4  # poor line
    # 0 left, next
     -14  -18
       0    0    1    1    1    2   -2   -7   -2   -1   20   29   34  # end
       5   13   16    1   12   11   38    5    3    4   20   14   20  # capped line
       0   -1    4   -2    0    3    7   -2   -6   12   -7    4    1  # open line
       3   -2   -4    2    7    2   -5   -2    0    3   -1    4   -3  # poor line
    # 0 left, after that
     -20  -17
      -1   -1   -1    2    0    2   -3   -5   -3   -1   20   27   33  # end
       3   11   15    1    2    6   40    4    3    5   19   15   19  # capped line
       0    0    2   -2   -1    2    6   -5   -5   15   -8    5    1  # open line
       2   -2   -4    2    8    2   -6   -1    2    3   -1    6   -3  # poor line
    # 8 left, to lay
     143  -14
       2    2    0    0   -5   -5    4   10    5    3   23   29   27  # end
      31   19   36    2   44   24   39   16   -2    9   40   28   39  # capped line
       1    2    1    4    3   -1    3    2    1    6   -7    5   10  # open line
       3    3    6   -4    3   -8   13    5    0   -3  -10    2    6  # poor line
    # 8 left, next
     129  -14
       2    2    0    1   -3   -5    3   11    5    2   21   29   28  # end
      28   17   35    2   42   21   39   15   -2    8   39   27   38  # capped line
       2    2    1    2    3   -3    5    1    1    7   -4    6   10  # open line
       3    3    6   -2    5   -5   13    5    1   -5  -10    3    7  # poor line
    # 8 left, after that
     114  -14
       1    2   -1    2   -3   -5    5   11    5    1   20   28   29  # end
      27   16   35    3   39   19   37   18   -2    8   37   28   39  # capped line
       1    2    2    4    3   -2    4    2    1    5   -4    7    8  # open line
       2    3    8   -1    3   -5   11    4    0   -4  -11    2    7  # poor line
    # 20 left, to lay
     323  -11
       2    5    1    8    3   -1   10    3   -1    9   34   22   28  # end
      42   31   59   -6   39   38   43   13   -2    2   34   26   31  # capped line
       5    2   16    2    4   -8   10    1   -1   13    1   17    5  # open line
      -4   -4   16   -4   14   -4   19    4   -4   -7   -4    7   -8  # poor line
    # 20 left, next
     311  -11
       2    4    2    7    3   -1   11    2   -1    9   35   14   28  # end
      39   29   53   -6   32   36   41   15   -3    2   31   29   30  # capped line
       4    3   16    3    4   -6   10    2   -3   12   -3   18    8  # open line
      -3   -3   13   -4   15   -4   18    3   -6   -7   -3    9   -5  # poor line
    # 20 left, after that
     299  -11
       2    5    2    8    3   -1   10    2    0    8   35   17   27  # end
      38   28   54   -8   36   34   40   15   -2    2   31   26   30  # capped line
       5    2   14    2    4   -7   12    1   -3   14   -3   16    8  # open line
      -4   -3   16   -3   14   -4   18    4   -5   -7   -4    7   -6  # poor line
    # 36 left, to lay
     569   -8
       0   -2    0    2    2   -8    5    3  -11    4   27   25   32  # end
      46   39   37  -11   67   59   39   20  -10   16    7   39   21  # capped line
       4   -1    1   -5    8    6   40    5  -10   -6    1   21   43  # open line
       4   -3    9   -9   14   12   14   16   -6  -22   -2   17  -60  # poor line
    # 36 left, next
     560   -8
       1   -4    0    1    3   -8    3   -1   -9    6   28   23   35  # end
      42   36   38  -11   59   59   37   26  -12   16   11   43   21  # capped line
       5   -1    1   -5    7    6   43    6   -9   -8    2   23   46  # open line
       2   -4   13   -9   11   18   15   16   -2  -19   -3   15  -58  # poor line
    # 36 left, after that
     552   -9
       0   -2   -1    2    3   -7    6    1   -9    7   30   26   38  # end
      42   36   41  -12   61   58   37   24  -13   16   11   48   23  # capped line
       3    0    2   -4    8    7   39    6   -9   -9    3   21   44  # open line
       4   -3    8  -11   10   16   17   14   -5  -19   -3   16  -57  # poor line
    # 54 left, to lay
     728   -3
      19   13   27   31   19    5   39   11   13   14   15   36   19  # end
      44   45   -3   11    3    4    8  -16  -11  -12   10    6    0  # capped line
       7    9  -16   -2  -20   24   14   -3   19   30  -13   -6   -5  # open line
       7    7    3  -26   -1    5    0    0  -12   -8    0  -14   -2  # poor line
    # 54 left, next
     712   -3
      20   13   25   33   19    2   36    8   17   15   14   35   19  # end
      46   41   -3   15    2    2    7  -16  -10  -11    9    6   -1  # capped line
       9    8  -13   -6  -19   20   16   -7   27   30  -15   -7   -2  # open line
       7    5    4  -26   -1    6    0   -1  -11   -8    0  -13   -3  # poor line
    # 54 left, after that
     704   -2
      18   10   24   29   15    3   39   11   20   16   11   39   19  # end
      47   39   -3   13    3    4    8  -15  -12  -12    7    8    0  # capped line
      11    4  -14   -8  -27   22   14   -6   25   30  -13   -2   -3  # open line
      11    4    2  -25   -2    6    0   -1  -10   -8    0  -13   -3  # poor line
    """,
    5,
    3,
    2 + ROWS * COLUMNS,
)

# Hundredths of a logit for each side that a move creates (minus for each that it removes), by tiles
# left, role, what lies behind it and prospect. The first seven: a chain made, a circle made, a tile
# of this kind used, a cell used with one side bound, two, three, four.
LOGITS_2 = numbers(
    """
    # fewer than 18 tiles left, to lay
     826   19   24   10   29  -26  -13
    -127 -110  -73  -66  -82 -115  -16  -15   36   37   31   86   49  # end
     284  322    5  -80  185  203   -9    3  -22   29    0   49   18  # capped line
      39   22  -43  -28 -113 -102  -24  -18  -32  -12   -5  -33   -7  # open line
     -10  -15  -18   46   14  -10   -3   -5  -15   -2   -4    1   -2  # poor line
    # fewer than 18 tiles left, next
    -431  -37   20    0    0    0    0
    -167 -115    3  -29    1  -27   21  -75 -101    3  -21  -26  -15  # end
    -468 -308  -56    6 -294 -231  -21  -39   45  -29    0    1   -9  # capped line
    -115  -96   -2  -38  -49  -38   25   33   31  -11    7   -4    0  # open line
     -24   27    7  -33   -7  -18   -3   14   28   21    4   13    3  # poor line
    # 18 to 35, to lay
     798 -120  -17   86   37  -72  -51
     -75  -58  -49   19  -54  -78   -4   51   15   19    5   10   60  # end
     333  326    8  -10  115  144   -7   37   27   49    9   44   59  # capped line
     -13   24    8  -27   41   -6   19  -72  -56  -19  -77  -59   18  # open line
     -48  -23  -41  -18   21   -7    2  -50  -66  -21  -29   22  -19  # poor line
    # 18 to 35, next
    -447  108   76    0    0    0    0
    -202 -168  -28  -50   19    4   27  -61 -122  -33  -40  -37  -12  # end
    -466 -387  -22  -11 -109 -141    9  -22   -5   10  -50  -71  -14  # capped line
    -146 -120  -13  -36  -13  -67   11  127   20   -5    5  -12  -13  # open line
     -16  -15   46  -91  -19  -29   25   34   22   29   -6  -22   26  # poor line
    # 36 and more, to lay
     634 -142  -15   62   -4  -56   -2
     -26  -37  -75  -72  -25  -74   14  -20  -14  -15   -5   -8    4  # end
     248  235    1   -3   49   35   -4   31   57   24   -5   34    9  # capped line
     -47  -23   58   16   16    4   22  -47  -42  -18  -20   -5  -21  # open line
     -66  -11   -2    3    3  -12    0  -39  -48  -27    0  -11    3  # poor line
    # 36 and more, next
    -393   60  109    0    0    0    0
    -169 -155  -56    9  -22   -3   -5  -66  -62  -14    0  -58   -9  # end
    -395 -324  -31    2  -64  -75   -9  -26  -27    1    0  -56   -9  # capped line
    -123 -109  -30  -33  -16  -51  -13  117   15   27    6    3   10  # open line
     -48  -38   -3  -39    2    6    0   27   63    9    0    5   -1  # poor line
    """,
    3,
    2,
    OTHERS + ROWS * COLUMNS,
)

LOGITS_3 = numbers(
    """
    # fewer than 18 tiles left, to lay
     882  -24   44   42   36  -24  -54
     -94  -85  -59  -56  -76  -89  -41    6   20   73   12   50   39  # end
     274  243   20 -117  211  151   13    0   18   17   74   29   42  # capped line
      18   23   20    3  -87 -105    7   -7  -33   -8  -75  -22    3  # open line
     -28   -8  -16   44   28    1    0  -24   19   -8   -2    2    0  # poor line
    # fewer than 18 tiles left, next
    -310  -62  -22    0    0    0    0
    -117 -115   15  -22   -2  -14   24  -59  -69   -7  -36  -28   42  # end
    -326 -182  -28    3 -152  -64    8  -32    1  -15    0  -18    2  # capped line
     -53  -42   14  -31   20   40   28   53   -8    1   10   -4   -3  # open line
     -17   12    1  -20   -7   -8   -9   30   -2   -8    4   -4    0  # poor line
    # fewer than 18 tiles left, after that
    -217  -42  -22    0    0    0    0
     -96  -69   15  -21   12   16   12  -56  -60  -19    0    9   15  # end
    -184 -137  -24   14  -92  -62    6  -25  -21  -12    1    0    4  # capped line
     -44  -32  -23  -32   25   -1   18   25   -5   -8    3    4   -1  # open line
     -21  -15   -1  -24  -17    4    2   15   -6   -9    6    3    0  # poor line
    # 18 to 35, to lay
     864 -153   25   73   29  -41  -61
     -78  -49  -76  -18  -51  -73  -32  -18  -29   68   24    8   93  # end
     323  265    8  -48  196   84   18   34   51   83   81   50    7  # capped line
      20   26  149  -13   60  -22   34  -26  -54   -5  -26   13   -8  # open line
     -56   -1  -11  -11   27    2  -12  -35  -33  -25    0    2    1  # poor line
    # 18 to 35, next
    -356   -7    9    0    0    0    0
    -114 -148  -12  -79    7  -13   17  -90 -120   -2  -30  -85    1  # end
    -353 -271  -34   58 -104  -70    2  -59  -21  -20  -23   13    4  # capped line
     -91  -71  -41   11  -15  -11   12   33   -5   -5  -26   32   17  # open line
     -21  -14    5    0  -14    1   -1    9   21    0    2    0   -3  # poor line
    # 18 to 35, after that
    -238    0  -34    0    0    0    0
     -98  -84   25  -19    3    9    6  -64  -81  -12  -28   42    3  # end
    -161 -150   -6   24  -58  -55    6    2    3    0    3   -1    1  # capped line
     -46  -52  -27    7   23   -2   40   27   -8  -13   -2    8   -1  # open line
      -1    1    1   -4   -2    0    2   13   37   -9    0    1    0  # poor line
    # 36 and more, to lay
     766 -169    7   52    9  -58   -4
     -81  -89  -81  -57  -36  -70  -18  -42  -19  -18   -1  -16    5  # end
     259  215   23   -2   95   68    0    4   21    8   -1   14   13  # capped line
     -15  -28   27  -45   47   51    7   -6  -65   24  -31   30   -7  # open line
     -27   -3  -17  -19    4   20   -2    7  -37   -4    0    0    0  # poor line
    # 36 and more, next
    -294   33   15    0    0    0    0
     -81  -84    3  -27   -4   19    7  -61  -84    9    1   -1    0  # end
    -308 -234  -54   18  -34  -54    9  -24   -5   -4    0    0    0  # capped line
     -62  -53  -17   39  -16  -36   -3   32  -13  -13   -2   24   -5  # open line
     -11   15    5   10    1   -2    0   -5   25   -1    0    1    0  # poor line
    # 36 and more, after that
    -182   42  -22    0    0    0    0
     -61  -18   35   -9  -14   27    2  -36  -43   10    0   -1    0  # end
    -126 -121   -9    8  -21  -29   -1   -4   -5  -15    0    1   -2  # capped line
     -34  -38   -7   15    1  -27   -5   36   11   -2    2    9   -4  # open line
      -7   14   19   16    0   -4   -2    5   24   -3    0    1    0  # poor line
    """,
    3,
    3,
    OTHERS + ROWS * COLUMNS,
)
