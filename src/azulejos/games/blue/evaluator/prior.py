"""Which moves of BLUE look good: a logit for each, by what becomes of the sides that it touches.

A tile's segment and ends meet something at each side: a free cell with some prospect, or what lies
behind; see `sides.py`. How good that is has a table, and so has what becomes of the other sides of
the free cells beside it. A logit is a sum over the inputs of a move, each counted as much as the
prior says, see `networks.py`; the prior by hand is in `handmade.py`.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.compiled.bits import index, write_row
from azulejos.compiled.jit import jit
from azulejos.game import LOGIT_SCALE
from azulejos.games.blue.evaluator.handmade import LOGITS_2, LOGITS_3
from azulejos.games.blue.evaluator.sides import (
    AFTER,
    CAPPED,
    DEMANDED,
    END,
    FAR_KIND,
    MET,
    MET_CAPPED,
    MET_END,
    MET_LINE,
    POOR,
    PROSPECT,
    PROSPECTS,
    SEGMENT,
    SIDES,
    THROUGH,
    TILE_COLOURS,
    TOUCHES,
    around,
    case,
    prospects,
    roles,
    tiles_left,
    turn_of,
)
from azulejos.games.blue.evaluator.value import cases
from azulejos.games.blue.rules import FITTING, FITTING_COUNT, legal_moves
from azulejos.games.blue.state import (
    BLOCKED,
    CELLS,
    CODES,
    COLOURS,
    MAX_PLAYERS,
    ORIGIN,
    STEPS,
    WRAP,
)

# Cases that no side is in stand for a chain and a circle made, a tile of this kind used, and, one
# after another, sides touched.
MADE_CHAIN, MADE_CIRCLE, KIND, TOUCHED = 0, 1, 2, 3
PHASES = len(LOGITS_3)
PHASE_TILES = 18  # left, for each
ROLES = COLOURS + 1  # the last: of a colour that nobody has
PRIOR = PHASES * ROLES * SIDES  # inputs of a move: by phase, role and case
MAX_MOVE_FEATURES = 64  # that a move has at most


def handmade_prior(players: int) -> NDArray[np.float32]:
    """By phase, role and case, how much it counts: the tables of `handmade.py`."""
    others = (MADE_CHAIN, MADE_CIRCLE, KIND, *range(TOUCHED + 1, TOUCHED + 5))
    table, hundredths = np.zeros((PHASES, ROLES, SIDES)), (LOGITS_2, LOGITS_3)[players - 2]
    table[:, : hundredths.shape[1], cases(*others)] = hundredths / 100
    return table.reshape(-1).astype(np.float32)


# ---- What becomes of what a tile meets, as sums of cases: worked out with one case at a time


def _end_looks(looks: NDArray[np.float64]) -> NDArray[np.float64]:
    """By what an end meets: what becomes of that."""
    table = np.zeros((len(looks), MET))
    table[:, :PROSPECTS] = looks[:, PROSPECTS * END : PROSPECTS * (END + 1)]
    table[:, MET_END], table[:, MET_CAPPED] = looks[:, MADE_CIRCLE], looks[:, MADE_CHAIN]
    for far in range(1, PROSPECTS):
        before = looks[:, PROSPECTS * FAR_KIND[far] + far]
        table[:, MET_LINE + far] = looks[:, PROSPECTS * CAPPED + far] - before
    return table


def _segment_looks(looks: NDArray[np.float64], ends: NDArray[np.float64]) -> NDArray[np.float64]:
    """By what a segment meets at both sides: what becomes of that."""
    table = np.zeros((len(looks), MET, MET))
    for one, other in np.ndindex(MET, MET):
        if one >= MET_LINE and other >= MET_LINE:
            table[:, one, other] = _joined(looks, ends, one, other)
        elif one < PROSPECTS and other < PROSPECTS:
            if one and other:
                table[:, one, other] = looks[:, PROSPECTS * FAR_KIND[other] + one]
                table[:, one, other] += looks[:, PROSPECTS * FAR_KIND[one] + other]
        elif min(one, other) < PROSPECTS:
            near, what = min(one, other), max(one, other)
            longer = looks[:, PROSPECTS * THROUGH[_kind(what)] + near]
            table[:, one, other] = longer if near else _waste(looks, what)
    return table + looks[:, KIND, None, None]


def _joined(looks: Any, ends: Any, one: int, other: int) -> Any:
    """What a segment makes of two things that it joins."""
    if one in (MET_END, MET_CAPPED):
        return ends[:, MET_CAPPED if other == MET_END else other]
    if other in (MET_END, MET_CAPPED):
        return ends[:, one]
    if one == MET_LINE:
        return _waste(looks, other)
    return _waste(looks, one) if other == MET_LINE else 0


def _kind(met: int) -> int:
    """What lies behind a side, of what is met there."""
    return {MET_END: END, MET_CAPPED: CAPPED}.get(met) or int(FAR_KIND[met - MET_LINE])


def _waste(looks: Any, met: int) -> Any:
    """What it counts that a line is lost."""
    far = met - MET_LINE
    return -looks[:, PROSPECTS * FAR_KIND[far] + far] if 0 < far < PROSPECTS else 0


def _parts(table: NDArray[np.float64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For each column of a table the cases that are not 0 there, and how often they count."""
    flat = table.reshape(len(table), -1)
    numbers = np.zeros((flat.shape[1], PARTS), np.int64)
    amounts = np.zeros((flat.shape[1], PARTS), np.int64)
    for i, column in enumerate(flat.T):
        there = np.flatnonzero(column)
        numbers[i, : len(there)], amounts[i, : len(there)] = there, column[there]
    return numbers, amounts


PARTS = 4  # cases at most
EACH = np.eye(SIDES)
END_CASES, END_TIMES = _parts(_end_looks(EACH))
SEGMENT_CASES, SEGMENT_TIMES = _parts(_segment_looks(EACH, _end_looks(EACH)))

KINDS = 64  # pairs of what lies behind two sides that face each other, 8 * one + other
AXES = 2 * CODES * KINDS  # what a turn's table of pairs needs
CELL_NOTES = MAX_PLAYERS * AXES  # two numbers for each cell
SIDE_NOTES = CELL_NOTES + 2 * CELLS  # a number for each side and colour
CASE_NOTES = SIDE_NOTES + 16  # by role and case
END_NOTES = CASE_NOTES + ROLES * SIDES  # by role and what an end meets
SEGMENT_NOTES = END_NOTES + ROLES * MET  # by role and what a segment meets
FIRST = SEGMENT_NOTES + ROLES * MET * MET  # where the prospects begin
PRIOR_SCRATCH_SIZE = FIRST + 1


@jit
def prepare(s: Any, prior: Any, scratch: Any) -> None:
    """How much each case counts in this phase, and what that makes of what a tile meets. Then for
    each turn, code and pair of what lies behind two of its sides: how good these look to the seat
    to lay, by the kinds left now.
    """
    first, phase = prospects(s), phase_of(s) * ROLES * SIDES
    scratch[FIRST] = first
    for i in range(ROLES * SIDES):
        scratch[CASE_NOTES + i] = np.int64(np.floor(LOGIT_SCALE * prior[index(phase + i)] + 0.5))
    for role in range(ROLES):
        note_met(scratch, role, MET, END_CASES, END_TIMES, END_NOTES)
        note_met(scratch, role, MET * MET, SEGMENT_CASES, SEGMENT_TIMES, SEGMENT_NOTES)
    for turn in range(s.players):
        role = roles(s, turn)
        for axis in range(2):
            for code in range(BLOCKED + 1):
                at = turn * AXES + (axis * CODES + code) * KINDS
                note_pairs(scratch, at, code, axis, role, first)


@jit
def phase_of(s: Any) -> Any:
    """How far the game is: by the tiles left."""
    return min(PHASES - 1, tiles_left(s) // PHASE_TILES)


@jit
def note_met(scratch: Any, role: Any, size: Any, numbers: Any, times: Any, at: Any) -> None:
    """What becomes of what an end or a segment of a role meets."""
    for i in range(size):
        total: Any = 0
        for k in range(PARTS):
            case = numbers[index(i), index(k)]
            total += times[index(i), index(k)] * scratch[index(CASE_NOTES + role * SIDES + case)]
        scratch[index(at + role * size + i)] = total


@jit
def note_pairs(scratch: Any, at: Any, code: Any, axis: Any, role: Any, first: Any) -> None:
    """How good two sides of a code that face each other prior, by what lies behind them."""
    for one in range(POOR + 1):
        for other in range(POOR + 1):
            word, total = one << 8 * axis | other << 8 * axis + 16, 0
            for side in (axis, axis + 2):
                if DEMANDED[index(code)] >> side & 1 and word >> 8 * side & 7:
                    c = DEMANDED[index(code)] >> 4 + 2 * side & 3
                    mine = CASE_NOTES + SIDES * (role >> 2 * c & 3)
                    total += scratch[index(mine + case(code, side, word, first))]
            scratch[index(at + 8 * one + other)] = total


@jit
def prior(s: Any, scratch: Any, moves: Any, logits: Any) -> int:
    """Legal moves: what becomes of the sides that they touch, seen by the seat to lay."""
    turn = turn_of(s)
    role = roles(s, turn)
    first, pairs = np.int64(scratch[FIRST]), turn * AXES
    if s.laid == 0:
        n = legal_moves(s, moves)
        scratch[CELL_NOTES + 2 * ORIGIN] = scratch[CELL_NOTES + 2 * ORIGIN + 1] = 0
        survey(s, ORIGIN, pairs, first, scratch)
        for i in range(n):
            logits[i] = tile_logit(np.int64(moves[i]) // CELLS, role, scratch)
        return n
    for i in range(np.int64(s.edges)):
        cell = np.int64(s.edge[index(i)])
        word = around(s.board, cell, first)
        at = CELL_NOTES + 2 * cell
        scratch[index(at)] = (word ^ 1 << 31) - (1 << 31)  # a signed number has as many bits
        scratch[index(at + 1)] = cell_looks(np.int64(s.board[index(cell)]), word, pairs, scratch)
    n, row = 0, CODES * np.int64(s.kinds)
    for i in range(np.int64(s.edges)):
        cell = np.int64(s.edge[index(i)])
        code = np.int64(s.board[index(cell)])
        count = int(FITTING_COUNT[index(row + code)])
        if count == 0:
            continue
        write_row(moves, n, FITTING, row + code, cell)
        survey(s, cell, pairs, first, scratch)
        base = scratch[index(CASE_NOTES + TOUCHED + TOUCHES[index(code)])]
        base -= scratch[index(CELL_NOTES + 2 * cell + 1)]
        for k in range(count):
            o = np.int64(FITTING[index(row + code), index(k)]) // CELLS
            logits[index(n + k)] = base + tile_logit(o, role, scratch)
        n += count
    return n


@jit
def cell_looks(code: Any, word: Any, pairs: Any, scratch: Any) -> Any:
    """How good the sides of a cell prior, given what lies behind them."""
    at = pairs + KINDS * code
    one = scratch[index(at + (word << 3 & 56 | word >> 16 & 7))]
    return one + scratch[index(at + KINDS * CODES + (word >> 5 & 56 | word >> 24 & 7))]


@jit
def survey(s: Any, cell: Any, pairs: Any, first: Any, scratch: Any) -> None:
    """Note what a tile at a cell meets at each side, by its colour there, and from bit 8 on what
    that does to the cell beside it.
    """
    word = np.int64(scratch[index(CELL_NOTES + 2 * cell)])
    for side in range(4):
        behind = word >> 8 * side & 255
        beside = cell + STEPS[index(side)] & WRAP
        before = np.int64(s.board[index(beside)])
        at = CELL_NOTES + 2 * beside
        for c in range(COLOURS):
            met = behind >> 3
            if behind == 0:
                after = np.int64(AFTER[index(COLOURS * side + c), index(before)])
                met = np.int64(PROSPECT[index(first + 4 * after + (side ^ 2))])
                if before > 0 and before != after:
                    more = cell_looks(after, np.int64(scratch[index(at)]), pairs, scratch)
                    met |= np.int64(more - scratch[index(at + 1)]) << 8
            scratch[index(SIDE_NOTES + 4 * side + c)] = met


@jit
def tile_logit(o: Any, role: Any, scratch: Any) -> Any:
    """What a tile's segment and ends make of what they meet, and do to the cells beside them."""
    colours, run = TILE_COLOURS[index(o)], SEGMENT[index(o)]
    c = colours >> 2 * run & 3
    one = np.int64(scratch[index(SIDE_NOTES + 4 * run + c)])
    other = np.int64(scratch[index(SIDE_NOTES + 4 * run + 8 + c)])
    at = SEGMENT_NOTES + MET * (MET * (role >> 2 * c & 3) + (one & 255)) + (other & 255)
    logit = scratch[index(at)] + (one >> 8) + (other >> 8)
    for side in (1 - run, 3 - run):
        c = colours >> 2 * side & 3
        met = np.int64(scratch[index(SIDE_NOTES + 4 * side + c)])
        logit += scratch[index(END_NOTES + MET * (role >> 2 * c & 3) + (met & 255))] + (met >> 8)
    return logit


# ---- The inputs of a move one by one, for training


@jit
def move_features(s: Any, move: Any, numbers: Any, amounts: Any) -> int:
    """Write the inputs of a move, and their amounts; return how many: the sum of what they count
    is the move's logit.
    """
    role, first, phase = roles(s, turn_of(s)), prospects(s), phase_of(s) * ROLES * SIDES
    o, cell, n = move // CELLS, move & WRAP, 0
    colours, run = TILE_COLOURS[index(o)], SEGMENT[index(o)]
    word: Any = 0
    if s.laid:
        word, code = around(s.board, cell, first), np.int64(s.board[index(cell)])
        numbers[0], amounts[0] = phase + TOUCHED + TOUCHES[index(code)], 1.0
        n = cell_inputs(code, word, role, first, phase, -1.0, numbers, amounts, 1)
    met = np.zeros(4, np.int64)
    for side in range(4):
        c, behind = colours >> 2 * side & 3, word >> 8 * side & 255
        beside = cell + STEPS[index(side)] & WRAP
        before = np.int64(s.board[index(beside)])
        met[side] = behind >> 3
        if behind == 0:
            after = np.int64(AFTER[index(COLOURS * side + c), index(before)])
            met[side] = PROSPECT[index(first + 4 * after + (side ^ 2))]
            if before > 0 and before != after:
                there = around(s.board, beside, first)
                n = cell_inputs(after, there, role, first, phase, 1.0, numbers, amounts, n)
                n = cell_inputs(before, there, role, first, phase, -1.0, numbers, amounts, n)
    mine = phase + SIDES * (role >> 2 * (colours >> 2 * run & 3) & 3)
    at = MET * met[run] + met[run + 2]
    n = part_inputs(SEGMENT_CASES[index(at)], SEGMENT_TIMES[index(at)], mine, numbers, amounts, n)
    for side in (1 - run, 3 - run):
        mine = phase + SIDES * (role >> 2 * (colours >> 2 * side & 3) & 3)
        at = met[side]
        n = part_inputs(END_CASES[index(at)], END_TIMES[index(at)], mine, numbers, amounts, n)
    return n  # type: ignore[no-any-return]


@jit
def cell_inputs(
    code: Any,
    word: Any,
    role: Any,
    first: Any,
    phase: Any,
    amount: Any,
    numbers: Any,
    amounts: Any,
    n: Any,
) -> Any:
    """The inputs of a free cell's sides, each in some amount, written from place n on."""
    for side in range(4):
        if DEMANDED[index(code)] >> side & 1 and word >> 8 * side & 7:
            mine = role >> 2 * (DEMANDED[index(code)] >> 4 + 2 * side & 3) & 3
            numbers[n] = phase + SIDES * mine + case(code, side, word, first)
            amounts[n] = amount
            n += 1
    return n


@jit
def part_inputs(cases: Any, times: Any, at: Any, numbers: Any, amounts: Any, n: Any) -> Any:
    """The inputs of what becomes of what is met, written from place n on."""
    for k in range(PARTS):
        if times[k]:
            numbers[n], amounts[n] = at + cases[k], times[k]
            n += 1
    return n
