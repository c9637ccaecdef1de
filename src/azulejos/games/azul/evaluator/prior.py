"""Which moves of Azul look good: a logit for each, from what is on offer and on the boards.

A logit is a sum over the inputs of a move, each counted as much as the prior says, see
`networks.py`. What depends on the wall alone holds for a whole round: it is noted once, see `note`.
The prior by hand, from `handmade.py`, is what a search begins with before anything was learned.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.compiled.bits import count_ones, index, lowest_one, write_row
from azulejos.compiled.jit import jit
from azulejos.game import LOGIT_SCALE
from azulejos.games.azul.evaluator import handmade
from azulejos.games.azul.evaluator.value import PLACE, POINT, phase_of, place_worth
from azulejos.games.azul.rules import FIRST_COLUMN, FLOOR_COST, LINES, points, tiling_moves
from azulejos.games.azul.state import (
    CENTRE,
    COLOURS,
    FLOOR,
    FLOOR_SPACES,
    IN_CENTRE,
    MAX_PLAYERS,
    ROWS,
    SOURCES,
    displays,
    tally,
    total,
)

STAGES = 5  # rounds that are told apart, the last for later ones
GAINS = 11  # points of a tile: 0 to 10
COUNTS = 6  # of tiles in a row, a column or a colour: 0 to 5
MAX_GROUPS = 40  # on offer that are told apart
SIZES = 8  # of groups of tiles that are told apart, the last for more
LEADS, LEAD = 8, 6  # steps of points ahead that are told apart, and the points of each
FEW_GROUPS = 3  # as many on offer are not told apart, or so

# Where the inputs of a move begin. What holds for a round:
FILL = 0  # by round, line and tiles that it then lacks
PUT = FILL + STAGES * ROWS * ROWS  # by line, room before and tiles that fit
GAIN = PUT + ROWS * COUNTS * COUNTS  # by tiles that the line then lacks and points once laid
LINE_GAIN = GAIN + ROWS * GAINS  # by line, whether it is then complete, and points
COLOUR = LINE_GAIN + ROWS * 2 * GAINS  # by round, whether complete, and tiles on the wall
COLUMN = COLOUR + STAGES * 2 * COUNTS  # the same of its column
ROW = COLUMN + STAGES * 2 * COUNTS  # the same of its row
LAST = ROW + STAGES * 2 * COUNTS  # in a row that lacks one: by whether complete, and points ahead
LINE = LAST + 2 * LEADS  # by colour and line
TO_FLOOR = LINE + COLOURS * (ROWS + 1)  # by number of tiles
# What changes with every turn:
MARKER = TO_FLOOR + SIZES  # taken, by groups on offer
FROM_CENTRE = MARKER + MAX_GROUPS  # by tiles taken
PUSH = FROM_CENTRE + SIZES  # from a display: by tiles taken, and how many the centre has
AS_MANY = PUSH + SIZES * SIZES  # has another source as many of the colour?
OTHERS = AS_MANY + 2  # by the most that another source has, and tiles taken
DENY = OTHERS + SIZES * SIZES  # by the least another seat's started line lacks, and tiles taken
PASS_BY = DENY + SIZES * SIZES  # the same of an own line that does not get them
FINISH = PASS_BY + SIZES * SIZES  # by tiles then lacking, and the most that another source has
SUPPLY = FINISH + SIZES * SIZES  # by tiles then lacking, and all that other sources have
LATE = SUPPLY + SIZES * SIZES  # by groups on offer, a few at a time, and line
FALLS = LATE + SIZES * SIZES  # by tiles on the floor, whether the marker falls, and number
TILING = FALLS + 2 * SIZES * SIZES  # each point that a place is worth, in amounts
PRIOR = TILING + 1  # inputs

MAX_MOVE_FEATURES = 24  # that a move has at most
HIGHEST = np.array([max(0, word.bit_length() - 1) for word in range(1 << SIZES)])

MOVE_BITS = 10  # of a note that are free for a move
TURN_NOTES = MAX_PLAYERS * COLOURS * (ROWS + 1) * SIZES * SIZES  # where the other scratch begin
PRIOR_SCRATCH_SIZE = TURN_NOTES + PRIOR - MARKER
TURN = TURN_NOTES - MARKER  # plus where inputs begin: where their scratch begin


def handmade_prior(wall: int) -> NDArray[np.float32]:
    """How much each input counts on a wall, by the tables of `handmade.py`."""
    prior = np.zeros(PRIOR)
    fill = _section(prior, FILL, STAGES, ROWS, ROWS)
    put = _section(prior, PUT, ROWS, COUNTS, COUNTS)
    for r in range(ROWS):
        for missing in range(r + 1):
            fill[:, r, missing] = handmade.FILL[:, r * (r + 1) // 2 + missing]
        put[r] = handmade.TILE * np.arange(COUNTS)
        put[r, : r + 1] += handmade.BEGUN[r]
    _section(prior, GAIN, ROWS, GAINS)[:] = np.outer(handmade.GAIN[wall], np.arange(GAINS))
    counts = ((COLOUR, handmade.COLOUR_COUNT), (COLUMN, handmade.COLUMN_COUNT))
    for start, table in (*counts, (ROW, handmade.ROW_COUNT)):
        _section(prior, start, STAGES, 2, COUNTS)[:, :, :ROWS] = table
    numbers = np.arange(SIZES)
    _section(prior, TO_FLOOR, SIZES)[:] = handmade.TO_FLOOR + handmade.TO_FLOOR_EACH * numbers
    groups = np.arange(MAX_GROUPS)
    _section(prior, MARKER, MAX_GROUPS)[:] = handmade.MARKER + handmade.MARKER_EARLY * groups
    _section(prior, AS_MANY, 2)[:] = handmade.ELSEWHERE
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
    """The part of a prior that begins somewhere, as a table."""
    return prior[start : start + int(np.prod(shape))].reshape(shape)


# ---- What holds for a round


@jit
def prepare(s: Any, prior: Any, scratch: Any) -> None:
    """By seat, colour, line, free spaces and number of tiles: how good it looks to put so many
    there on an empty floor, by what does not change in a round, the wall. Then how much the inputs
    count that change with every turn.
    """
    for p in range(s.players):
        for c in range(COLOURS):
            for r in range(ROWS + 1):
                note_line(s, p, c, r, prior, scratch)
    for i in range(MARKER, PRIOR):
        scratch[index(TURN + i)] = whole(prior[index(i)])


@jit
def whole(logit: Any) -> Any:
    """A logit as `look` writes it."""
    return np.int64(np.floor(LOGIT_SCALE * logit + 0.5))


@jit
def note_line(s: Any, p: Any, c: Any, r: Any, prior: Any, scratch: Any) -> None:
    """The scratch on a colour in a line."""
    place = place_of_tile(s, s.boards[index(p)], c, r)
    for room in range(0 if r == FLOOR else 1, 1 if r == FLOOR else r + 2):
        for n in range(1, SIZES):
            logit = prior[index(FALLS + max(0, n - room))]
            if r == FLOOR:
                logit += prior[index(TO_FLOOR + n)]
            else:
                logit += prior[index(put_input(r, room, n))]
            at = place_of(p, c, r) + SIZES * room + n
            scratch[index(at)] = whole(logit) << MOVE_BITS
    listed = scratch[TURN_NOTES:]  # not used before the end
    for missing in range(r + 1 if r < FLOOR else 1):
        logit = np.float32(0.0)
        for i in range(place_inputs(s, p, place, c, r, missing, listed)):
            logit += prior[index(listed[index(i)])]
        for room in range(0 if r == FLOOR else 1, 1 if r == FLOOR else r + 2):
            for n in range(1, SIZES):
                if r == FLOOR or missing == max(0, room - n):
                    at = place_of(p, c, r) + SIZES * room + n
                    scratch[index(at)] += whole(logit) << MOVE_BITS


@jit
def place_of(p: Any, c: Any, r: Any) -> Any:
    """Where the scratch on a seat's line for a colour begin."""
    return ((p * COLOURS + c) * (ROWS + 1) + r) * SIZES * SIZES


@jit
def put_input(r: Any, room: Any, number: Any) -> Any:
    """The input of tiles put in a line."""
    return PUT + (r * COUNTS + room) * COUNTS + min(room, number)


@jit
def place_of_tile(s: Any, me: Any, c: Any, r: Any) -> Any:
    """What a tile of line r would score on the wall, and the tiles of its colour, column and row
    there.
    """
    if r == FLOOR:
        return 0, 0, 0, 0
    spaces = np.int64(me.spaces)
    column, gain = PLACE[index(c), index(r)], 0
    if s.is_gray:
        column, gain = best_place(spaces, np.int64(me.standing), r, c)
    else:
        gain = points(spaces | 1 << 5 * r + column, r, column)
    colours = count_ones(np.int64(me.laid) >> 6 * c & 31)
    columns = count_ones(spaces >> column & FIRST_COLUMN)
    return gain, colours, columns, count_ones(spaces >> 5 * r & 31)


@jit
def place_inputs(s: Any, p: Any, place: Any, c: Any, r: Any, missing: Any, out: Any) -> Any:
    """Write the inputs of a seat's line for a colour that then lacks some tiles; how many."""
    out[0] = LINE + c * (ROWS + 1) + r
    if r == FLOOR:
        return 1
    stage: Any = min(STAGES - 1, np.int64(s.round_number) - 1)
    k = int(missing == 0)
    gain, colours, columns, rows = place
    out[1] = FILL + (stage * ROWS + r) * ROWS + missing
    out[2] = GAIN + missing * GAINS + gain
    out[3] = LINE_GAIN + (r * 2 + k) * GAINS + gain
    out[4] = COLOUR + (stage * 2 + k) * COUNTS + colours
    out[5] = COLUMN + (stage * 2 + k) * COUNTS + columns
    out[6] = ROW + (stage * 2 + k) * COUNTS + rows
    if rows + 1 < COLOURS:
        return 7
    out[7] = LAST + k * LEADS + max(0, min(LEADS - 1, ahead(s, p) // LEAD + LEADS // 2))
    return 8


@jit
def ahead(s: Any, p: Any) -> Any:
    """How many points a seat is ahead of the best other."""
    best = np.int64(-1 << 30)
    for q in range(s.players):
        if q != p:
            best = max(best, np.int64(s.boards[index(q)].score))
    return np.int64(s.boards[index(p)].score) - best


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


# ---- Moves


@jit
def prior(s: Any, scratch: Any, moves: Any, logits: Any) -> int:
    """The moves of the offer or of the tiling and their logits; of equal displays only the first
    counts.
    """
    if s.offered == 0:
        return look_at_tiling(s, scratch, moves, logits)
    p, n = np.int64(s.actor), 0
    lines, twins = np.int64(s.boards[index(p)].allowed), twin_displays(s)
    demand = needs(s, p)
    for c in range(COLOURS):
        n = look_at_colour(s, p, c, lines >> 6 * c & 63, twins, demand, scratch, moves, logits, n)
    return n


@jit
def look_at_colour(
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
    """The moves that take a colour, written from place n on; where they end. What is taken from a
    display looks as good as the same number from another.
    """
    sources: Any = np.int64(s.offered) >> 10 * c & 1023
    offer = numbers_offered(s, c, sources)
    sources &= ~twins
    known: Any = 0  # by number of tiles, ten bits each: where their logits begin, 0 for nowhere
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
            judge(s, p, c, lines, number, d == CENTRE, offer, demand, scratch, logits, n)
            known |= n + 1 << 10 * min(number, 5)
        n += count_ones(lines)
    return n


@jit
def judge(
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
    """Write the logits of taking a number of a colour to each of the lines, from place n on."""
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
    late = TURN + LATE + SIZES * min(SIZES - 1, groups // FEW_GROUPS)
    falls = TURN + FALLS + 2 * SIZES * np.int64(me.fallen) + SIZES * marked
    while lines:
        r = lowest_one(lines)
        lines &= lines - 1
        room = np.int64(me.room[index(r)])
        missing, over = max(0, room - number), max(0, few - room)
        good = scratch[index(place_of(p, c, r) + SIZES * room + few)] >> MOVE_BITS
        good += scratch[index(TURN + FINISH + SIZES * missing + most)]
        good += scratch[index(TURN + SUPPLY + SIZES * missing + rest)]
        good += scratch[index(falls + over)] - scratch[index(TURN + FALLS + over)]
        good += scratch[index(late + r)]
        logits[index(n)] = logit + good + (passed if r == FLOOR or room > r else 0)
        n += 1


@jit
def centre_tiles(s: Any) -> Any:
    """The tiles in the centre, as far as they are told apart."""
    return min(SIZES - 1, total(s.tiles[CENTRE]) // 2)


@jit
def other_sources(offer: Any, number: Any) -> Any:
    """Bit by number: does another source offer so many of a colour? And the most that one does."""
    bit = 1 << number
    elsewhere = (offer[0] & ~bit) | (offer[1] & bit)
    return elsewhere, HIGHEST[index(elsewhere)]


@jit
def needs(s: Any, actor: Any) -> Any:
    """By colour, a byte each: tiles on offer, the least that a started line of the seat to decide
    lacks, and that one of another seat lacks (0: none is started).
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
    """Bit by number (7 for more): does a source offer so many of a colour? Do two?"""
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
def look_at_tiling(s: Any, scratch: Any, moves: Any, logits: Any) -> int:
    """The columns for the due tile of the gray side and how good they look."""
    n = tiling_moves(s, moves)
    for i in range(n):
        logits[i] = scratch[TURN + TILING] * tiling_place(s, np.int64(moves[i])) // POINT
    return n


@jit
def tiling_place(s: Any, move: Any) -> Any:
    """What a place for the due tile is worth, in parts of a POINT."""
    spaces = np.int64(s.boards[index(s.actor)].spaces)
    return place_worth(spaces, np.int64(s.line), move % 5, 1, phase_of(s))


# ---- The inputs of a move one by one, for training


@jit
def move_features(s: Any, move: Any, numbers: Any, amounts: Any) -> int:
    """Write the inputs of a move, and their amounts; return how many: the sum of what they count
    is the move's logit.
    """
    amounts[:MAX_MOVE_FEATURES] = 1.0
    if s.offered == 0:
        numbers[0], amounts[0] = TILING, tiling_place(s, move) / POINT
        return 1
    p, c, d, r = np.int64(s.actor), move // 60, move // 6 % 10, move % 6
    me, room = s.boards[index(p)], np.int64(s.boards[index(p)].room[index(r)])
    number, demand = tally(s.tiles[index(d)], c), needs(s, p)
    few, missing = min(SIZES - 1, number), max(0, room - number)
    n = place_inputs(s, p, place_of_tile(s, me, c, r), c, r, missing, numbers)
    offer = numbers_offered(s, c, np.int64(s.offered) >> 10 * c & 1023)
    elsewhere, most = other_sources(offer, few)
    is_marked = int(d == CENTRE and s.marker == IN_CENTRE)
    over = max(0, few - room)
    numbers[n] = TO_FLOOR + few if r == FLOOR else put_input(r, room, few)
    numbers[n + 1] = AS_MANY + (elsewhere >> few & 1)
    numbers[n + 2] = OTHERS + SIZES * most + few
    numbers[n + 3] = DENY + SIZES * tally(demand[2], c) + few
    numbers[n + 4] = FINISH + SIZES * missing + most
    rest = min(SIZES - 1, tally(demand[0], c) - number)
    numbers[n + 5] = SUPPLY + SIZES * missing + rest
    numbers[n + 6] = FALLS + 2 * SIZES * np.int64(me.fallen) + SIZES * is_marked + over
    n += 7
    if r == FLOOR or room > r:
        numbers[n] = PASS_BY + SIZES * tally(demand[1], c) + few
        n += 1
    groups = min(MAX_GROUPS - 1, count_ones(s.offered))
    numbers[n] = LATE + SIZES * min(SIZES - 1, groups // FEW_GROUPS) + r
    push = PUSH + SIZES * few + centre_tiles(s)
    numbers[n + 1] = FROM_CENTRE + few if d == CENTRE else push
    n += 2
    if is_marked:
        numbers[n] = MARKER + groups
        n += 1
    return n  # type: ignore[no-any-return]
