"""Which moves of Azul look good: a logit for each, from what is on offer and on the boards.

What is looked at was chosen by hand, how much it counts was fitted to the visits of searches, see
`weights.py`. What depends on the wall alone holds for a whole round: it is noted once, see `note`.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.azul.rules import FIRST_COLUMN, FLOOR_COST, LINES, points, tiling_moves
from azulejos.azul.state import (
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
)
from azulejos.azul.weights import (
    BEGUN,
    COLOUR_COUNT,
    COLUMN_COUNT,
    DENY,
    ELSEWHERE,
    FILL,
    FINISH,
    FLOOR_POINT,
    GAIN,
    MARKER,
    MARKER_EARLY,
    OVER,
    PASS_BY,
    ROW_COUNT,
    TILE,
    TILING_POINT,
    TO_FLOOR,
    TO_FLOOR_EACH,
)
from azulejos.azul.worth import PLACE, POINT, phase_of, place_worth
from azulejos.bits import count_ones, index, lowest_one, write_row
from azulejos.game import LOGIT
from azulejos.jit import jit

NUMBERS = 8  # of tiles taken that are told apart, the last for more; of free spaces of a line
NOTES = MAX_PLAYERS * COLOURS * (ROWS + 1) * NUMBERS * NUMBERS
MOVE_BITS = 10  # of a note that are free for a move


def whole(logits: NDArray[np.float64]) -> NDArray[np.int64]:
    """Logits as `look` writes them."""
    return np.round(LOGIT * logits).astype(np.int64)


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


PUT = _put()
FALLS = _falls()
MORE_FALLS = whole(FALLS - FALLS[0, 0])  # than the same number on an empty floor
LOOK_ELSEWHERE, LOOK_DENY = whole(ELSEWHERE), whole(DENY)
LOOK_PASS_BY, LOOK_FINISH = whole(PASS_BY), whole(FINISH)
LOOK_MARKER, LOOK_EARLY = round(LOGIT * MARKER), round(LOGIT * MARKER_EARLY)


# ---- What holds for a round


@jit
def note(s: Any, notes: Any) -> None:
    """By seat, colour, line, free spaces and number of tiles: how good it looks to put so many
    there on an empty floor, by what does not change in a round, the wall.
    """
    stage = min(4, s.round_number - 1)
    for p in range(s.players):
        for c in range(COLOURS):
            for r in range(ROWS + 1):
                note_line(s, p, c, r, stage, notes)


@jit
def note_line(s: Any, p: Any, c: Any, r: Any, stage: Any, notes: Any) -> None:
    """The notes on a colour in a line."""
    me = s.boards[index(p)]
    places = np.zeros(ROWS)
    for missing in range(r + 1):
        if r < FLOOR:
            places[missing] = place_logit(s, me, np.int64(me.spaces), c, r, missing)
    for room in range(1 if r == FLOOR else r + 2):
        for n in range(1, NUMBERS):
            missing = max(0, room - n)
            logit = FALLS[0, 0, max(0, n - room)]
            if r == FLOOR:
                logit += TO_FLOOR + TO_FLOOR_EACH * n
            else:
                logit += PUT[stage, r, room, missing] + places[missing]
            at = place_of(p, c, r) + NUMBERS * room + n
            notes[index(at)] = np.int64(np.floor(LOGIT * logit)) << MOVE_BITS


@jit
def place_of(p: Any, c: Any, r: Any) -> Any:
    """Where the notes on a seat's line for a colour begin."""
    return ((p * COLOURS + c) * (ROWS + 1) + r) * NUMBERS * NUMBERS


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


# ---- Moves


@jit
def look(s: Any, notes: Any, moves: Any, logits: Any) -> int:
    """The moves of the offer or of the tiling and their logits; of equal displays only the first
    counts.
    """
    if s.offered == 0:
        return look_at_tiling(s, moves, logits)
    p, n = np.int64(s.actor), 0
    lines, twins = np.int64(s.boards[index(p)].allowed), twin_displays(s)
    demand = needs(s, p)
    for c in range(COLOURS):
        n = look_at_colour(s, p, c, lines >> 6 * c & 63, twins, demand, notes, moves, logits, n)
    return n


@jit
def look_at_colour(
    s: Any,
    p: Any,
    c: Any,
    lines: Any,
    twins: Any,
    demand: Any,
    notes: Any,
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
            is_marked = int(d == CENTRE and s.marker == IN_CENTRE)
            judge(s, p, c, lines, number, is_marked, offer, demand, notes, logits, n)
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
    is_marked: Any,
    offer: Any,
    demand: Any,
    notes: Any,
    logits: Any,
    n: Any,
) -> None:
    """Write the logits of taking a number of a colour to each of the lines, from place n on."""
    me, bit = s.boards[index(p)], 1 << min(7, number)
    supply, my_need, their_need = tally(demand[0], c), tally(demand[1], c), tally(demand[2], c)
    elsewhere = (offer[0] & ~bit) | (offer[1] & bit)
    logit = is_marked * (LOOK_MARKER + LOOK_EARLY * count_ones(s.offered))
    logit += LOOK_ELSEWHERE[index(int(elsewhere & bit != 0))]
    logit += LOOK_DENY[index(int(their_need > 0) + int(their_need > number))]
    passed = LOOK_PASS_BY[index(int(my_need > 0) + int(my_need > number))]
    while lines:
        r = lowest_one(lines)
        lines &= lines - 1
        room = np.int64(me.room[index(r)])
        missing, over = max(0, room - number), min(7, max(0, number - room))
        in_time = int(supply - number >= missing)
        finish = int(missing > 0) * (int(elsewhere >> missing != 0) + 2 * in_time)
        at = place_of(p, c, r) + NUMBERS * room + min(number, NUMBERS - 1)
        good = (notes[index(at)] >> MOVE_BITS) + LOOK_FINISH[index(finish)]
        good += MORE_FALLS[index(me.fallen), index(is_marked), index(over)]
        logits[index(n)] = logit + good + (passed if r == FLOOR or room > r else 0)
        n += 1


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
def look_at_tiling(s: Any, moves: Any, logits: Any) -> int:
    """The columns for the due tile of the gray side and how good they look."""
    spaces, phase = np.int64(s.boards[index(s.actor)].spaces), phase_of(s)
    n = tiling_moves(s, moves)
    for i in range(n):
        place = place_worth(spaces, np.int64(s.line), np.int64(moves[i]) % 5, 1, phase)
        logits[i] = TILING_POINT * place // (POINT // LOGIT)
    return n
