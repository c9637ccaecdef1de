"""The last two tiles of BLUE, solved exactly without playing them out.

Whoever lays wants the largest lead over the best other; with a lead of 0, the fewest who share the
win. A tile scores by what it meets: its class is its kind, whether its segment makes a chain, and
whether each of its ends makes nothing, a circle or a chain. There are 54 classes, so that a set of
them is one word. For the last tile, it is enough to know which classes some free cell offers. The
tile before it changes the classes of few cells: its own, those beside it, and those at the far ends
of the lines that it touches.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.compiled.bits import index, lowest_one
from azulejos.compiled.jit import jit
from azulejos.games.blue.evaluator.sides import ALONG, DEMANDED, tiles_left
from azulejos.games.blue.rules import BESIDE, FITTING, FITTING_COUNT, LINE, points, write_result
from azulejos.games.blue.state import (
    BLOCKED,
    CELLS,
    CHAIN_POINTS,
    CIRCLE_POINTS,
    CODES,
    LETTERS,
    STEPS,
    TAKEN,
    TILES,
    WRAP,
)

SOLVED_TILES = 2  # left, or fewer; more than one take longer than an evaluation
HAS_END, HAS_CAPPED = 1, 2  # behind a side of a free cell: an end; a line with an end
KIND_CLASSES = 18  # classes of a kind: 9 * segment + 3 * one end + other end
CLASSES = 3 * KIND_CLASSES
END_POINTS = (0, CIRCLE_POINTS, CHAIN_POINTS)
MOST_CHANGED = 5  # cells whose classes a tile changes
WORSE = -(1 << 30)


def _classes() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """By oriented tile and what lies behind the sides of its cell, two bits each: its class. By
    class: the points, 16 bits for each colour.
    """
    table, gains = np.zeros((len(TILES), 256), np.int64), np.zeros(CLASSES, np.int64)
    for o, sides in enumerate(TILES):
        kind, run = o // 4, int(sides[1] == sides[3])
        ends = sorted((1 - run, 3 - run), key=lambda side: sides[side])
        for word in range(256):
            behind = [word >> 2 * side & 3 for side in range(4)]
            chain = int(behind[run] in (1, 2) and behind[run + 2] in (1, 2))
            met = [behind[side] % 3 for side in ends]
            table[o, word] = KIND_CLASSES * kind + 9 * chain + 3 * met[0] + met[1]
            gain = CHAIN_POINTS * chain << 16 * kind
            for side, what in zip(ends, met, strict=True):
                gain += END_POINTS[what] << 16 * LETTERS.index(sides[side])
            gains[table[o, word]] = gain
    return table.reshape(-1), gains


CLASS, GAINS = _classes()
OF_KINDS = np.array(  # by set of kinds: the set of their classes
    [
        sum((1 << KIND_CLASSES) - 1 << KIND_CLASSES * k for k in range(3) if kinds >> k & 1)
        for kinds in range(8)
    ]
)


@jit
def is_solved(s: Any) -> bool:
    """Is one tile left, and no draw due? To solve it takes no longer than to evaluate it."""
    return s.actor >= 0 and tiles_left(s) == 1


@jit
def solve(s: Any, out: Any) -> bool:
    """Write the result after best play of the last two tiles: by seat win shares, then points;
    False if more are left.
    """
    if tiles_left(s) > SOLVED_TILES:
        return False
    write_result(s, last_two(s) if tiles_left(s) == SOLVED_TILES else last_one(s), out)
    return True


@jit
def merit(s: Any, total: Any, p: Any) -> Any:
    """How a seat likes final points: by its lead over the best other, then by who shares a win."""
    mine = total >> 16 * np.int64(s.colours[index(p)]) & 0xFFFF
    best: Any = 0
    equals = 0
    for q in range(s.players):
        score = total >> 16 * np.int64(s.colours[index(q)]) & 0xFFFF
        best = max(best, score) if q != p else best
        equals += int(score == mine)
    return 4 * (mine - best) - (equals if mine == best else 0)


@jit
def best_total(s: Any, total: Any, classes: Any, p: Any) -> Any:
    """The points after the tile that a seat likes most, out of a set of classes."""
    best, chosen = WORSE, total
    while classes:
        after = total + GAINS[index(lowest_one(classes))]
        classes &= classes - 1
        liked = merit(s, after, p)
        if liked > best:
            best, chosen = liked, after
    return chosen


@jit
def behind_sides(board: Any, cell: Any) -> Any:
    """Flags of the bound sides of a free cell: HAS_END, HAS_CAPPED or 0, two bits each."""
    word: Any = 0
    sides = DEMANDED[index(board[index(cell)])] & 15
    while sides:
        side = lowest_one(sides)
        sides &= sides - 1
        step, along = STEPS[index(side)], ALONG[index(side)]
        beyond = cell + step & WRAP
        line = LINE[index(board[index(beyond)])]
        found = HAS_END
        while line == along:
            found = HAS_CAPPED
            beyond = beyond + step & WRAP
            line = LINE[index(board[index(beyond)])]
        word |= (found if line else 0) << 2 * side
    return word


@jit
def classes_at(board: Any, cell: Any, kinds: Any) -> Any:
    """The set of classes that tiles of some kinds have on a free cell."""
    row, classes = CODES * kinds + board[index(cell)], 0
    count = np.int64(FITTING_COUNT[index(row)])
    word = behind_sides(board, cell) if count else 0
    for k in range(count):
        o = np.int64(FITTING[index(row), index(k)]) // CELLS
        classes |= 1 << CLASS[index(256 * o + word)]
    return classes


@jit
def last_one(s: Any) -> Any:
    """The points after the best last tile."""
    classes, kinds = 0, np.int64(s.kinds)
    for i in range(np.int64(s.edges)):
        classes |= classes_at(s.board, np.int64(s.edge[index(i)]), kinds)
    return best_total(s, points(s), classes, np.int64(s.actor))


@jit
def last_two(s: Any) -> Any:
    """The points after the best last two tiles."""
    board, base = s.board, points(s)
    first = np.int64(s.actor)
    second = (first + 1) % s.players
    left = int(s.left[0] > 0) | int(s.left[1] > 0) << 1 | int(s.left[2] > 0) << 2
    offered = np.zeros(CELLS, np.int64)  # by cell of the edge: its classes
    at_least = np.zeros(MOST_CHANGED + 2, np.int64)  # by number of cells: what so many offer
    for i in range(np.int64(s.edges)):
        cell = np.int64(s.edge[index(i)])
        classes = classes_at(board, cell, left)
        offered[index(cell)] = classes
        count_in(at_least, classes)
    changed, seen = np.zeros(MOST_CHANGED + 2, np.int64), np.zeros(CLASSES, np.int64)
    best, chosen = WORSE, base
    row = CODES * np.int64(s.kinds)
    for i in range(np.int64(s.edges)):
        cell = np.int64(s.edge[index(i)])
        code = np.int64(board[index(cell)])
        count = np.int64(FITTING_COUNT[index(row + code)])
        word = behind_sides(board, cell) if count else 0
        for k in range(count):
            o = np.int64(FITTING[index(row + code), index(k)]) // CELLS
            kind = o // 4
            mine = CLASS[index(256 * o + word)]
            kinds = left if s.left[index(kind)] > 1 else left & ~(1 << kind)
            classes = offered_after(board, cell, o, kinds, offered, at_least, changed)
            if classes == seen[index(mine)]:
                continue
            seen[index(mine)] = classes
            total = best_total(s, base + GAINS[index(mine)], classes, second)
            liked = merit(s, total, first)
            if liked > best:
                best, chosen = liked, total
    return chosen


@jit
def count_in(at_least: Any, classes: Any) -> None:
    """Count a cell that offers some classes."""
    for n in range(MOST_CHANGED, 0, -1):
        at_least[index(n + 1)] |= at_least[index(n)] & classes
    at_least[1] |= classes


@jit
def offered_after(
    board: Any, cell: Any, o: Any, kinds: Any, offered: Any, at_least: Any, changed: Any
) -> Any:
    """The classes that cells offer to tiles of some kinds after tile o was laid on a cell. The
    board is as before at the end.
    """
    code = board[index(cell)]
    changed[:] = 0
    count_in(changed, offered[index(cell)])
    before: Any = 0
    board[index(cell)] = TAKEN + o
    for side in range(4):
        beside = cell + STEPS[index(side)] & WRAP
        old: Any = np.int64(board[index(beside)])
        before |= old << 8 * side
        board[index(beside)] = BESIDE[index(4 * o + side), index(old)]
    new: Any = 0
    for side in range(4):
        step, along = STEPS[index(side)], ALONG[index(side)]
        there = cell + step & WRAP
        old = before >> 8 * side & 255
        if old >= TAKEN:
            while LINE[index(board[index(there)])] == along:
                there = there + step & WRAP
            old = np.int64(board[index(there)])
        if old < BLOCKED:
            count_in(changed, offered[index(there)])
            new |= classes_at(board, there, kinds)
    for side in range(4):
        board[index(cell + STEPS[index(side)] & WRAP)] = before >> 8 * side & 255
    board[index(cell)] = code
    for n in range(1, MOST_CHANGED + 1):
        new |= at_least[index(n)] & ~changed[index(n)]
    return (new | at_least[MOST_CHANGED + 1]) & OF_KINDS[index(kinds)]
