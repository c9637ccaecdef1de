"""The prior of Azul: the logit of each move.

A logit is the sum of the weights of a move's features. The weights come from a network (`prior`,
see `network.py`) or from the tables of `handmade.py`. The part that depends on the wall alone holds
for a whole round; `prepare` computes it once and writes it to the scratch array.

A move takes a group (all tiles of a colour from a source) to a line. "Missing" are the tiles that
the line lacks after the move; "number" the tiles taken. Features of a move in the offer:

| from        | indexed by                                               | which moves            |
| ----------- | -------------------------------------------------------- | ---------------------- |
| FILL        | round, line, missing                                     | to a line              |
| PUT         | line, room before, tiles that fit                        | to a line              |
| GAIN        | missing, points of the tile once laid                    | to a line              |
| LINE_GAIN   | line, completed or not, points                           | to a line              |
| COLOUR      | round, completed or not, tiles of the colour on the wall | to a line              |
| COLUMN      | round, completed or not, tiles of the column             | to a line              |
| ROW         | round, completed or not, tiles of the row                | to a line              |
| LAST        | completed or not, points ahead of the best other         | row lacks one tile     |
| LINE        | colour, line or floor                                    | all                    |
| TO_FLOOR    | number                                                   | to the floor           |
| MARKER      | groups on offer                                          | taking the marker      |
| FROM_CENTRE | number                                                   | from the centre        |
| PUSH        | number, tiles in the centre                              | from a display         |
| AS_MANY     | does another source have as many of the colour?          | all                    |
| OTHERS      | most tiles of the colour in another source, number       | all                    |
| DENY        | least that a started line of another seat lacks, number  | all                    |
| PASS_BY     | least that a started line of the seat lacks, number      | to empty line or floor |
| FINISH      | missing, most tiles of the colour in another source      | all                    |
| SUPPLY      | missing, tiles of the colour in all other sources        | all                    |
| LATE        | groups on offer in steps of 3, line or floor             | all                    |
| FALLS       | tiles on the floor, marker taken, tiles that fall        | all                    |

A move of the gray side's tiling has one feature, TILING, by the value of its space.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.compiled.bits import count_ones, index, lowest_one, write_row
from azulejos.compiled.jit import jit, kernel
from azulejos.compiled.types import float32, int16, int32, of
from azulejos.contract.evaluation import LOGIT_SCALE
from azulejos.games.azul.evaluator import handmade
from azulejos.games.azul.evaluator.value import COLUMN_OF, POINT, phase_of, space_value
from azulejos.games.azul.rules import FIRST_COLUMN, LINES, points, tiling_moves
from azulejos.games.azul.state import (
    CENTRE,
    COLOURS,
    FLOOR,
    FLOOR_COST,
    FLOOR_SPACES,
    IN_CENTRE,
    MAX_PLAYERS,
    ROWS,
    SOURCES,
    STATE,
    displays,
    tally,
    total,
)

ROUNDS = 5  # the last for later ones
GAINS = 11  # points of a tile: 0 to 10
COUNTS = 6  # of tiles in a row, a column or a colour: 0 to 5
MAX_GROUPS = 40  # on offer; the last for more
SIZES = 8  # of groups of tiles, the last for more
LEADS, LEAD_STEP = 8, 6  # points ahead in 8 steps of 6
GROUPS_STEP = 3  # groups on offer that share a feature of LATE

# The index of the first feature of each group; the table in the docstring explains them. First
# those that hold for a round:
FILL = 0
PUT = FILL + ROUNDS * ROWS * ROWS
GAIN = PUT + ROWS * COUNTS * COUNTS
LINE_GAIN = GAIN + ROWS * GAINS
COLOUR = LINE_GAIN + ROWS * 2 * GAINS
COLUMN = COLOUR + ROUNDS * 2 * COUNTS
ROW = COLUMN + ROUNDS * 2 * COUNTS
LAST = ROW + ROUNDS * 2 * COUNTS
LINE = LAST + 2 * LEADS
TO_FLOOR = LINE + COLOURS * (ROWS + 1)
# Then those that change with every turn:
MARKER = TO_FLOOR + SIZES
FROM_CENTRE = MARKER + MAX_GROUPS
PUSH = FROM_CENTRE + SIZES
AS_MANY = PUSH + SIZES * SIZES
OTHERS = AS_MANY + 2
DENY = OTHERS + SIZES * SIZES
PASS_BY = DENY + SIZES * SIZES
FINISH = PASS_BY + SIZES * SIZES
SUPPLY = FINISH + SIZES * SIZES
LATE = SUPPLY + SIZES * SIZES
FALLS = LATE + SIZES * SIZES
TILING = FALLS + 2 * SIZES * SIZES
MOVE_FEATURES = TILING + 1

MAX_MOVE_FEATURES = 24  # active at once
HIGHEST_BIT = np.array([max(0, word.bit_length() - 1) for word in range(1 << SIZES)])

# The scratch array: by seat, colour, line, room and number of tiles the logit of what holds for a
# round, shifted by MOVE_BITS so that a rollout can put the move below it; then the weights of the
# features that change with every turn, the one of feature i at TURN + i.
MOVE_BITS = 10
TURN_START = MAX_PLAYERS * COLOURS * (ROWS + 1) * SIZES * SIZES
PRIOR_SCRATCH_SIZE = TURN_START + MOVE_FEATURES - MARKER
TURN = TURN_START - MARKER


def handmade_prior(side: int) -> NDArray[np.float32]:
    """The weights of the features on a side of the wall, from the tables of `handmade.py`."""
    prior = np.zeros(MOVE_FEATURES)
    fill = _section(prior, FILL, ROUNDS, ROWS, ROWS)
    put = _section(prior, PUT, ROWS, COUNTS, COUNTS)
    for r in range(ROWS):
        for missing in range(r + 1):
            fill[:, r, missing] = handmade.FILL[:, r * (r + 1) // 2 + missing]
        put[r] = handmade.TILE * np.arange(COUNTS)
        put[r, : r + 1] += handmade.BEGUN[r]
    _section(prior, GAIN, ROWS, GAINS)[:] = np.outer(handmade.GAIN[side], np.arange(GAINS))
    counts = ((COLOUR, handmade.COLOUR_COUNT), (COLUMN, handmade.COLUMN_COUNT))
    for start, table in (*counts, (ROW, handmade.ROW_COUNT)):
        _section(prior, start, ROUNDS, 2, COUNTS)[:, :, :ROWS] = table
    sizes = np.arange(SIZES)
    _section(prior, TO_FLOOR, SIZES)[:] = handmade.TO_FLOOR + handmade.TO_FLOOR_EACH * sizes
    groups = np.arange(MAX_GROUPS)
    _section(prior, MARKER, MAX_GROUPS)[:] = handmade.MARKER + handmade.MARKER_EARLY * groups
    _section(prior, AS_MANY, 2)[:] = handmade.AS_MANY
    for start, table in ((DENY, handmade.DENY), (PASS_BY, handmade.PASS_BY)):
        section = _section(prior, start, SIZES, SIZES)
        for lacking, number in np.ndindex(SIZES, SIZES):
            section[lacking, number] = table[int(lacking > 0) + int(lacking > number)]
    for start, what in ((FINISH, 1), (SUPPLY, 2)):
        section = _section(prior, start, SIZES, SIZES)
        for lacking, there in np.ndindex(SIZES, SIZES):
            section[lacking, there] = handmade.FINISH[what] if 0 < lacking <= there else 0.0
    falls = _section(prior, FALLS, FLOOR_SPACES + 1, 2, SIZES)
    for fallen, marked, over in np.ndindex(falls.shape):
        cost = FLOOR_COST[min(FLOOR_SPACES, fallen + marked + over)] - FLOOR_COST[fallen]
        falls[fallen, marked, over] = handmade.FLOOR_POINT * cost + handmade.OVER[min(4, over)]
    prior[TILING] = handmade.TILING_POINT
    return prior.astype(np.float32)


def _section(prior: NDArray[np.float64], start: int, *shape: int) -> NDArray[np.float64]:
    """The part of the weights that begins at `start`, as a table."""
    return prior[start : start + int(np.prod(shape))].reshape(shape)


# ---- Logits that hold for a round


@kernel(of(STATE).const, float32[:].const, int32[PRIOR_SCRATCH_SIZE])
def prepare(s: Any, prior: Any, scratch: Any) -> None:
    """Write the scratch array, whose layout stands above: for every seat, colour and line the
    logits with an empty floor, then the weights of the features that change with every turn.
    """
    for p in range(s.players):
        for c in range(COLOURS):
            for r in range(ROWS + 1):
                prepare_line(s, p, c, r, prior, scratch)
    for i in range(MARKER, MOVE_FEATURES):
        scratch[index(TURN + i)] = fixed_point(prior[index(i)])


@jit
def fixed_point(logit: Any) -> Any:
    """A logit as an integer in units of 1 / LOGIT_SCALE."""
    return np.int64(np.floor(LOGIT_SCALE * logit + 0.5))


@jit
def prepare_line(s: Any, p: Any, c: Any, r: Any, prior: Any, scratch: Any) -> None:
    """Write the scratch of a seat's line for a colour."""
    facts = tile_facts(s, s.boards[index(p)], c, r)
    for room in range(0 if r == FLOOR else 1, 1 if r == FLOOR else r + 2):
        for n in range(1, SIZES):
            logit = prior[index(FALLS + max(0, n - room))]
            if r == FLOOR:
                logit += prior[index(TO_FLOOR + n)]
            else:
                logit += prior[index(put_feature(r, room, n))]
            at = line_start(p, c, r) + SIZES * room + n
            scratch[index(at)] = fixed_point(logit) << MOVE_BITS
    listed = scratch[TURN_START:]  # free until `prepare` ends
    for missing in range(r + 1 if r < FLOOR else 1):
        logit = np.float32(0.0)
        for i in range(line_features(s, p, facts, c, r, missing, listed)):
            logit += prior[index(listed[index(i)])]
        for room in range(0 if r == FLOOR else 1, 1 if r == FLOOR else r + 2):
            for n in range(1, SIZES):
                if r == FLOOR or missing == max(0, room - n):
                    at = line_start(p, c, r) + SIZES * room + n
                    scratch[index(at)] += fixed_point(logit) << MOVE_BITS


@jit
def line_start(p: Any, c: Any, r: Any) -> Any:
    """Where the scratch of a seat's line for a colour begins."""
    return ((p * COLOURS + c) * (ROWS + 1) + r) * SIZES * SIZES


@jit
def put_feature(r: Any, room: Any, number: Any) -> Any:
    """The feature of tiles put in a line."""
    return PUT + (r * COUNTS + room) * COUNTS + min(room, number)


@jit
def tile_facts(s: Any, me: Any, c: Any, r: Any) -> Any:
    """The points of a tile of line r once laid, and the tiles of its colour, column and row on the
    wall.
    """
    if r == FLOOR:
        return 0, 0, 0, 0
    spaces = np.int64(me.spaces)
    column, gain = COLUMN_OF[index(c), index(r)], 0
    if s.is_gray:
        column, gain = best_space(spaces, np.int64(me.standing), r, c)
    else:
        gain = points(spaces | 1 << 5 * r + column, r, column)
    colours = count_ones(np.int64(me.laid) >> 6 * c & 31)
    columns = count_ones(spaces >> column & FIRST_COLUMN)
    return gain, colours, columns, count_ones(spaces >> 5 * r & 31)


@jit
def line_features(s: Any, p: Any, facts: Any, c: Any, r: Any, missing: Any, out: Any) -> Any:
    """Write the features of a move to line r that hold for a round; return their number."""
    out[0] = LINE + c * (ROWS + 1) + r
    if r == FLOOR:
        return 1
    round_index: Any = min(ROUNDS - 1, np.int64(s.round_number) - 1)
    k = int(missing == 0)
    gain, colours, columns, rows = facts
    out[1] = FILL + (round_index * ROWS + r) * ROWS + missing
    out[2] = GAIN + missing * GAINS + gain
    out[3] = LINE_GAIN + (r * 2 + k) * GAINS + gain
    out[4] = COLOUR + (round_index * 2 + k) * COUNTS + colours
    out[5] = COLUMN + (round_index * 2 + k) * COUNTS + columns
    out[6] = ROW + (round_index * 2 + k) * COUNTS + rows
    if rows + 1 < COLOURS:
        return 7
    out[7] = LAST + k * LEADS + max(0, min(LEADS - 1, ahead(s, p) // LEAD_STEP + LEADS // 2))
    return 8


@jit
def ahead(s: Any, p: Any) -> Any:
    """The points that a seat is ahead of the best other."""
    best = np.int64(-1 << 30)
    for q in range(s.players):
        if q != p:
            best = max(best, np.int64(s.boards[index(q)].score))
    return np.int64(s.boards[index(p)].score) - best


@jit
def best_space(spaces: Any, standing: Any, r: Any, c: Any) -> Any:
    """Gray side: the column where a tile scores most (A18, A20), and its points (0: no column)."""
    columns = ~(spaces >> 5 * r | standing >> 5 * c) & 31
    best, gain = 0, 0
    while columns:
        column = lowest_one(columns)
        n = points(spaces | 1 << 5 * r + column, r, column)
        if n > gain:
            best, gain = column, n
        columns &= columns - 1
    return best, gain


# ---- Logits of moves


@kernel(of(STATE).const, int32[PRIOR_SCRATCH_SIZE], int16["MAX_MOVES"], int32["MAX_MOVES"])
def prior(s: Any, scratch: Any, moves: Any, logits: Any) -> int:
    """Write the moves of the offer or the tiling and their logits; return their number. Of equal
    displays only the first is listed.
    """
    if s.offered == 0:
        return tiling_prior(s, scratch, moves, logits)
    p, n = np.int64(s.actor), 0
    lines, twins = np.int64(s.boards[index(p)].allowed), twin_displays(s)
    demand = needs(s, p)
    for c in range(COLOURS):
        n = colour_prior(s, p, c, lines >> 6 * c & 63, twins, demand, scratch, moves, logits, n)
    return n


@jit
def colour_prior(
    s: Any,
    p: Any,
    c: Any,
    lines: Any,
    twins: Any,
    demand: Any,
    scratch: Any,
    moves: Any,
    logits: Any,
    n: Any,
) -> Any:
    """Write the moves that take a colour, and their logits, from place n on; return the end. Equal
    numbers from different displays have equal logits, which are computed once.
    """
    sources: Any = np.int64(s.offered) >> 10 * c & 1023
    offer = numbers_offered(s, c, sources)
    sources &= ~twins
    known: Any = 0  # by number of tiles, ten bits each: where their logits begin plus 1, or 0
    while sources:
        d = lowest_one(sources)
        sources &= sources - 1
        number = tally(s.tiles[index(d)], c)
        write_row(moves, n, LINES, lines, 60 * c + 6 * d)
        if d < CENTRE and known >> 10 * number & 1023:
            same = (known >> 10 * number & 1023) - 1
            for i in range(ROWS + 1):
                logits[index(n + i)] = logits[index(same + i)]
        else:
            group_logits(s, p, c, lines, number, d == CENTRE, offer, demand, scratch, logits, n)
            known |= n + 1 << 10 * min(number, 5)
        n += count_ones(lines)
    return n


@jit
def group_logits(
    s: Any,
    p: Any,
    c: Any,
    lines: Any,
    number: Any,
    is_centre: Any,
    offer: Any,
    demand: Any,
    scratch: Any,
    logits: Any,
    n: Any,
) -> None:
    """Write the logits of taking a number of a colour to each of `lines`, from place n on."""
    me, few = s.boards[index(p)], min(SIZES - 1, number)
    elsewhere, most = other_sources(offer, few)
    rest = min(SIZES - 1, tally(demand[0], c) - number)
    marked = int(is_centre and s.marker == IN_CENTRE)
    logit = scratch[index(TURN + AS_MANY + (elsewhere >> few & 1))]
    logit += scratch[index(TURN + OTHERS + SIZES * most + few)]
    logit += scratch[index(TURN + DENY + SIZES * tally(demand[2], c) + few)]
    passed = scratch[index(TURN + PASS_BY + SIZES * tally(demand[1], c) + few)]
    groups = min(MAX_GROUPS - 1, count_ones(s.offered))
    if is_centre:
        logit += scratch[index(TURN + FROM_CENTRE + few)]
        logit += marked * scratch[index(TURN + MARKER + groups)]
    else:
        logit += scratch[index(TURN + PUSH + SIZES * few + centre_tiles(s))]
    late = TURN + LATE + SIZES * min(SIZES - 1, groups // GROUPS_STEP)
    falls = TURN + FALLS + 2 * SIZES * np.int64(me.fallen) + SIZES * marked
    while lines:
        r = lowest_one(lines)
        lines &= lines - 1
        room = np.int64(me.room[index(r)])
        missing, over = max(0, room - number), max(0, few - room)
        line_logit = scratch[index(line_start(p, c, r) + SIZES * room + few)] >> MOVE_BITS
        line_logit += scratch[index(TURN + FINISH + SIZES * missing + most)]
        line_logit += scratch[index(TURN + SUPPLY + SIZES * missing + rest)]
        line_logit += scratch[index(falls + over)] - scratch[index(TURN + FALLS + over)]
        line_logit += scratch[index(late + r)]
        logits[index(n)] = logit + line_logit + (passed if r == FLOOR or room > r else 0)
        n += 1


@jit
def centre_tiles(s: Any) -> Any:
    """The tiles in the centre in steps of 2, as PUSH counts them."""
    return min(SIZES - 1, total(s.tiles[CENTRE]) // 2)


@jit
def other_sources(offer: Any, number: Any) -> Any:
    """The numbers that other sources offer of a colour, as bits, and the largest of them.

    `offer` is the result of `numbers_offered`, `number` what is taken.
    """
    bit = 1 << number
    elsewhere = (offer[0] & ~bit) | (offer[1] & bit)
    return elsewhere, HIGHEST_BIT[index(elsewhere)]


@jit
def needs(s: Any, actor: Any) -> Any:
    """By colour, a byte each: the tiles on offer; the least that a started line of `actor` lacks;
    the least that one of another seat lacks (0: none is started).
    """
    supply: Any = 0
    theirs: Any = 0
    for d in range(SOURCES):
        supply += s.tiles[index(d)]
    for p in range(s.players):
        if p != actor:
            theirs = wanted(s.boards[index(p)], theirs)
    return supply, wanted(s.boards[index(actor)], 0), theirs


@jit
def numbers_offered(s: Any, c: Any, sources: Any) -> Any:
    """The numbers (7: or more) that a source offers of a colour, and those that two do, as bits."""
    once: Any = 0
    twice: Any = 0
    while sources:
        bit = 1 << min(7, tally(s.tiles[index(lowest_one(sources))], c))
        twice |= once & bit
        once |= bit
        sources &= sources - 1
    return once, twice


@jit
def wanted(me: Any, known: Any) -> Any:
    """`known` with the lines of a board: a byte for each colour, the least that a started line
    lacks.
    """
    for r in range(1, ROWS):
        room, c = np.int64(me.room[index(r)]), np.int64(me.colour[index(r)])
        if 0 < room <= r:
            least = known >> 8 * c & 255
            if least == 0 or room < least:
                known = known & ~(255 << 8 * c) | room << 8 * c
    return known


@jit
def twin_displays(s: Any) -> Any:
    """The displays that hold the same tiles as an earlier one, as bits."""
    twins: Any = 0
    for d in range(1, displays(s.players)):
        tiles = s.tiles[index(d)]
        for e in range(d):
            twins |= int(tiles == s.tiles[index(e)]) << d
    return twins


@jit
def tiling_prior(s: Any, scratch: Any, moves: Any, logits: Any) -> int:
    """Write the columns for the due tile of the gray side and their logits; return their number."""
    n = tiling_moves(s, moves)
    for i in range(n):
        logits[i] = scratch[TURN + TILING] * tiling_value(s, np.int64(moves[i])) // POINT
    return n


@jit
def tiling_value(s: Any, move: Any) -> Any:
    """The value of a space for the due tile, in units of POINT."""
    spaces = np.int64(s.boards[index(s.actor)].spaces)
    return space_value(spaces, np.int64(s.line), move % 5, 1, phase_of(s))


# ---- The features of a move, for training


@jit
def move_features(s: Any, move: Any, indices: Any, amounts: Any) -> int:
    """Write the features of a move and their amounts; return their number. The sum of weights times
    amounts is the move's logit.
    """
    amounts[:MAX_MOVE_FEATURES] = 1.0
    if s.offered == 0:
        indices[0], amounts[0] = TILING, tiling_value(s, move) / POINT
        return 1
    p, c, d, r = np.int64(s.actor), move // 60, move // 6 % 10, move % 6
    me, room = s.boards[index(p)], np.int64(s.boards[index(p)].room[index(r)])
    number, demand = tally(s.tiles[index(d)], c), needs(s, p)
    few, missing = min(SIZES - 1, number), max(0, room - number)
    n = line_features(s, p, tile_facts(s, me, c, r), c, r, missing, indices)
    offer = numbers_offered(s, c, np.int64(s.offered) >> 10 * c & 1023)
    elsewhere, most = other_sources(offer, few)
    is_marked = int(d == CENTRE and s.marker == IN_CENTRE)
    over = max(0, few - room)
    indices[n] = TO_FLOOR + few if r == FLOOR else put_feature(r, room, few)
    indices[n + 1] = AS_MANY + (elsewhere >> few & 1)
    indices[n + 2] = OTHERS + SIZES * most + few
    indices[n + 3] = DENY + SIZES * tally(demand[2], c) + few
    indices[n + 4] = FINISH + SIZES * missing + most
    rest = min(SIZES - 1, tally(demand[0], c) - number)
    indices[n + 5] = SUPPLY + SIZES * missing + rest
    indices[n + 6] = FALLS + 2 * SIZES * np.int64(me.fallen) + SIZES * is_marked + over
    n += 7
    if r == FLOOR or room > r:
        indices[n] = PASS_BY + SIZES * tally(demand[1], c) + few
        n += 1
    groups = min(MAX_GROUPS - 1, count_ones(s.offered))
    indices[n] = LATE + SIZES * min(SIZES - 1, groups // GROUPS_STEP) + r
    push = PUSH + SIZES * few + centre_tiles(s)
    indices[n + 1] = FROM_CENTRE + few if d == CENTRE else push
    n += 2
    if is_marked:
        indices[n] = MARKER + groups
        n += 1
    return n  # type: ignore[no-any-return]
