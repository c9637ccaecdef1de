"""The prior of BLUE: the logit of each move, by the sides of free cells that come and go.

A tile meets something at each of its sides: a free cell with some prospect, an end, or a line, see
`sides.py`. A logit is the sum of the weights of a move's features, times their amounts: +1 for each
side of a free cell that comes, -1 for each that goes. The weights come from a network (`prior`, see
`network.py`) or from the tables of `handmade.py`.

| feature indexed by                        | amount                            |
| ----------------------------------------- | --------------------------------- |
| phase, role of the colour, case of a side | sides created minus sides removed |
| phase, role, MADE_CHAIN or MADE_CIRCLE    | chains or circles made            |
| phase, role of the tile's segment, KIND   | 1                                 |
| phase, role 0, TOUCHED + sides touched    | 1, except for the first tile      |
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.compiled.bits import index, write_row
from azulejos.compiled.jit import jit, kernel
from azulejos.compiled.types import float32, int16, int32, of
from azulejos.contract.evaluation import LOGIT_SCALE
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
    STATE,
    STEPS,
    WRAP,
)

# Features that are not about sides take the numbers of cases below END, which need no weight: a
# chain or circle made, a tile of this kind used, and TOUCHED plus the number of sides touched.
MADE_CHAIN, MADE_CIRCLE, KIND, TOUCHED = 0, 1, 2, 3
PHASES = len(LOGITS_3)
PHASE_TILES = 18  # tiles left in a phase
ROLES = COLOURS + 1  # the last: of a colour that nobody has
MOVE_FEATURES = PHASES * ROLES * SIDES
MAX_MOVE_FEATURES = 64  # active at once


def handmade_prior(players: int) -> NDArray[np.float32]:
    """The weights by phase, role and case, from the tables of `handmade.py`."""
    others = (MADE_CHAIN, MADE_CIRCLE, KIND, *range(TOUCHED + 1, TOUCHED + 5))
    table, hundredths = np.zeros((PHASES, ROLES, SIDES)), (LOGITS_2, LOGITS_3)[players - 2]
    table[:, : hundredths.shape[1], cases(*others)] = hundredths / 100
    return table.reshape(-1).astype(np.float32)


# ---- Which cases come and go when an end or a segment meets something, as sums of cases. The
# functions compute sums of weights; applied to unit vectors they tell the amount of each case.


def _end_sums(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """By what an end meets: the sum of weights of the cases that come and go."""
    table = np.zeros((len(weights), MET))
    table[:, :PROSPECTS] = weights[:, PROSPECTS * END : PROSPECTS * (END + 1)]
    table[:, MET_END], table[:, MET_CAPPED] = weights[:, MADE_CIRCLE], weights[:, MADE_CHAIN]
    for far in range(1, PROSPECTS):
        before = weights[:, PROSPECTS * FAR_KIND[far] + far]
        table[:, MET_LINE + far] = weights[:, PROSPECTS * CAPPED + far] - before
    return table


def _segment_sums(weights: NDArray[np.float64], ends: NDArray[np.float64]) -> NDArray[np.float64]:
    """By what a segment meets at both sides: the sum of weights of the cases that come and go."""
    table = np.zeros((len(weights), MET, MET))
    for one, other in np.ndindex(MET, MET):
        if one >= MET_LINE and other >= MET_LINE:
            table[:, one, other] = _joined(weights, ends, one, other)
        elif one < PROSPECTS and other < PROSPECTS:
            if one and other:
                table[:, one, other] = weights[:, PROSPECTS * FAR_KIND[other] + one]
                table[:, one, other] += weights[:, PROSPECTS * FAR_KIND[one] + other]
        elif min(one, other) < PROSPECTS:
            near, what = min(one, other), max(one, other)
            longer = weights[:, PROSPECTS * THROUGH[_kind(what)] + near]
            table[:, one, other] = longer if near else _lost(weights, what)
    return table + weights[:, KIND, None, None]


def _joined(weights: Any, ends: Any, one: int, other: int) -> Any:
    """The same for a segment that joins two things."""
    if one in (MET_END, MET_CAPPED):
        return ends[:, MET_CAPPED if other == MET_END else other]
    if other in (MET_END, MET_CAPPED):
        return ends[:, one]
    if one == MET_LINE:
        return _lost(weights, other)
    return _lost(weights, one) if other == MET_LINE else 0


def _kind(met: int) -> int:
    """The kind of thing behind a side where something is met."""
    return {MET_END: END, MET_CAPPED: CAPPED}.get(met) or int(FAR_KIND[met - MET_LINE])


def _lost(weights: Any, met: int) -> Any:
    """Minus the weight of the side at the far end of a line that is lost."""
    far = met - MET_LINE
    return -weights[:, PROSPECTS * FAR_KIND[far] + far] if 0 < far < PROSPECTS else 0


def _parts(table: NDArray[np.float64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """By column of a table the cases that are not 0 there, and their amounts."""
    flat = table.reshape(len(table), -1)
    indices = np.zeros((flat.shape[1], PARTS), np.int64)
    amounts = np.zeros((flat.shape[1], PARTS), np.int64)
    columns, cases = np.nonzero(flat.T)
    places = np.arange(len(columns)) - np.searchsorted(columns, columns)  # in their columns
    indices[columns, places], amounts[columns, places] = cases, flat[cases, columns]
    return indices, amounts


PARTS = 4  # cases of one column, at most
UNIT = np.eye(SIDES)
END_CASES, END_AMOUNTS = _parts(_end_sums(UNIT))
SEGMENT_CASES, SEGMENT_AMOUNTS = _parts(_segment_sums(UNIT, _end_sums(UNIT)))

# The layout of the scratch array. First by turn, axis, code and pair the sum of weights of two
# sides of a cell that face each other.
PAIRS = 64  # what lies behind the two sides: 8 * one + other
AXES = 2 * CODES * PAIRS  # the size of the table of a turn
CELL_START = MAX_PLAYERS * AXES  # by cell: the result of `around`, and its sum of weights
SIDE_START = CELL_START + 2 * CELLS  # by side and colour: what `survey` writes
CASE_START = SIDE_START + 16  # by role and case: its weight
END_START = CASE_START + ROLES * SIDES  # by role and what an end meets: the sum of weights
SEGMENT_START = END_START + ROLES * MET  # the same for a segment
FIRST = SEGMENT_START + ROLES * MET * MET  # the result of `prospects`
PRIOR_SCRATCH_SIZE = FIRST + 1


@kernel(of(STATE).const, float32[:].const, int32[PRIOR_SCRATCH_SIZE])
def prepare(s: Any, prior: Any, scratch: Any) -> None:
    """Write the scratch array, whose layout stands above: the weights of the cases in this phase,
    their sums by what a tile meets, and for each turn the sums over the sides of a cell.
    """
    first, phase = prospects(s), phase_of(s) * ROLES * SIDES
    scratch[FIRST] = first
    for i in range(ROLES * SIDES):
        scratch[CASE_START + i] = np.int64(np.floor(LOGIT_SCALE * prior[index(phase + i)] + 0.5))
    for role in range(ROLES):
        prepare_met(scratch, role, MET, END_CASES, END_AMOUNTS, END_START)
        prepare_met(scratch, role, MET * MET, SEGMENT_CASES, SEGMENT_AMOUNTS, SEGMENT_START)
    for turn in range(s.players):
        role = roles(s, turn)
        for axis in range(2):
            for code in range(BLOCKED + 1):
                at = turn * AXES + (axis * CODES + code) * PAIRS
                prepare_pairs(scratch, at, code, axis, role, first)


@jit
def phase_of(s: Any) -> Any:
    """The phase of the game, by the tiles left."""
    return min(PHASES - 1, tiles_left(s) // PHASE_TILES)


@jit
def prepare_met(scratch: Any, role: Any, size: Any, cases: Any, times: Any, at: Any) -> None:
    """Write the sums of weights by what an end or a segment of a role meets."""
    for i in range(size):
        total: Any = 0
        for k in range(PARTS):
            case = cases[index(i), index(k)]
            total += times[index(i), index(k)] * scratch[index(CASE_START + role * SIDES + case)]
        scratch[index(at + role * size + i)] = total


@jit
def prepare_pairs(scratch: Any, at: Any, code: Any, axis: Any, role: Any, first: Any) -> None:
    """Write the sums of weights of two sides that face each other, by what lies behind them."""
    for one in range(POOR + 1):
        for other in range(POOR + 1):
            word, total = one << 8 * axis | other << 8 * axis + 16, 0
            for side in (axis, axis + 2):
                if DEMANDED[index(code)] >> side & 1 and word >> 8 * side & 7:
                    c = DEMANDED[index(code)] >> 4 + 2 * side & 3
                    mine = CASE_START + SIDES * (role >> 2 * c & 3)
                    total += scratch[index(mine + case(code, side, word, first))]
            scratch[index(at + 8 * one + other)] = total


@kernel(of(STATE).const, int32[PRIOR_SCRATCH_SIZE], int16["MAX_MOVES"], int32["MAX_MOVES"])
def prior(s: Any, scratch: Any, moves: Any, logits: Any) -> int:
    """Write the legal moves and their logits for the seat that lays next; return their number."""
    turn = turn_of(s)
    role = roles(s, turn)
    first, pairs = np.int64(scratch[FIRST]), turn * AXES
    if s.laid == 0:
        n = legal_moves(s, moves)
        scratch[CELL_START + 2 * ORIGIN] = scratch[CELL_START + 2 * ORIGIN + 1] = 0
        survey(s, ORIGIN, pairs, first, scratch)
        for i in range(n):
            logits[i] = tile_logit(np.int64(moves[i]) // CELLS, role, scratch)
        return n
    for i in range(np.int64(s.edges)):
        cell = np.int64(s.edge[index(i)])
        word = around(s.board, cell, first)
        at = CELL_START + 2 * cell
        scratch[index(at)] = (word ^ 1 << 31) - (1 << 31)  # as a signed number of 32 bits
        scratch[index(at + 1)] = cell_logit(np.int64(s.board[index(cell)]), word, pairs, scratch)
    n, row = 0, CODES * np.int64(s.kinds)
    for i in range(np.int64(s.edges)):
        cell = np.int64(s.edge[index(i)])
        code = np.int64(s.board[index(cell)])
        count = int(FITTING_COUNT[index(row + code)])
        if count == 0:
            continue
        write_row(moves, n, FITTING, row + code, cell)
        survey(s, cell, pairs, first, scratch)
        base = scratch[index(CASE_START + TOUCHED + TOUCHES[index(code)])]
        base -= scratch[index(CELL_START + 2 * cell + 1)]
        for k in range(count):
            o = np.int64(FITTING[index(row + code), index(k)]) // CELLS
            logits[index(n + k)] = base + tile_logit(o, role, scratch)
        n += count
    return n


@jit
def cell_logit(code: Any, word: Any, pairs: Any, scratch: Any) -> Any:
    """The sum of weights of the sides of a cell; `word` is the result of `around`."""
    at = pairs + PAIRS * code
    one = scratch[index(at + (word << 3 & 56 | word >> 16 & 7))]
    return one + scratch[index(at + PAIRS * CODES + (word >> 5 & 56 | word >> 24 & 7))]


@jit
def survey(s: Any, cell: Any, pairs: Any, first: Any, scratch: Any) -> None:
    """Write what a tile at a cell meets at each side, by its colour there, and from bit 8 on the
    change of the logit by the other sides of the cell beside it.
    """
    word = np.int64(scratch[index(CELL_START + 2 * cell)])
    for side in range(4):
        behind = word >> 8 * side & 255
        beside = cell + STEPS[index(side)] & WRAP
        before = np.int64(s.board[index(beside)])
        at = CELL_START + 2 * beside
        for c in range(COLOURS):
            met = behind >> 3
            if behind == 0:
                after = np.int64(AFTER[index(COLOURS * side + c), index(before)])
                met = np.int64(PROSPECT[index(first + 4 * after + (side ^ 2))])
                if before > 0 and before != after:
                    more = cell_logit(after, np.int64(scratch[index(at)]), pairs, scratch)
                    met |= np.int64(more - scratch[index(at + 1)]) << 8
            scratch[index(SIDE_START + 4 * side + c)] = met


@jit
def tile_logit(o: Any, role: Any, scratch: Any) -> Any:
    """The part of a move's logit that depends on the oriented tile, after `survey` of its cell."""
    colours, run = TILE_COLOURS[index(o)], SEGMENT[index(o)]
    c = colours >> 2 * run & 3
    one = np.int64(scratch[index(SIDE_START + 4 * run + c)])
    other = np.int64(scratch[index(SIDE_START + 4 * run + 8 + c)])
    at = SEGMENT_START + MET * (MET * (role >> 2 * c & 3) + (one & 255)) + (other & 255)
    logit = scratch[index(at)] + (one >> 8) + (other >> 8)
    for side in (1 - run, 3 - run):
        c = colours >> 2 * side & 3
        met = np.int64(scratch[index(SIDE_START + 4 * side + c)])
        logit += scratch[index(END_START + MET * (role >> 2 * c & 3) + (met & 255))] + (met >> 8)
    return logit


# ---- The features of a move, for training


@jit
def move_features(s: Any, move: Any, indices: Any, amounts: Any) -> int:
    """Write the features of a move and their amounts; return their number. The sum of weights times
    amounts is the move's logit.
    """
    role, first, phase = roles(s, turn_of(s)), prospects(s), phase_of(s) * ROLES * SIDES
    o, cell, n = move // CELLS, move & WRAP, 0
    colours, run = TILE_COLOURS[index(o)], SEGMENT[index(o)]
    word: Any = 0
    if s.laid:
        word, code = around(s.board, cell, first), np.int64(s.board[index(cell)])
        indices[0], amounts[0] = phase + TOUCHED + TOUCHES[index(code)], 1.0
        n = cell_features(code, word, role, first, phase, -1.0, indices, amounts, 1)
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
                n = cell_features(after, there, role, first, phase, 1.0, indices, amounts, n)
                n = cell_features(before, there, role, first, phase, -1.0, indices, amounts, n)
    mine = phase + SIDES * (role >> 2 * (colours >> 2 * run & 3) & 3)
    at = MET * met[run] + met[run + 2]
    n = part_features(
        SEGMENT_CASES[index(at)], SEGMENT_AMOUNTS[index(at)], mine, indices, amounts, n
    )
    for side in (1 - run, 3 - run):
        mine = phase + SIDES * (role >> 2 * (colours >> 2 * side & 3) & 3)
        at = met[side]
        n = part_features(END_CASES[index(at)], END_AMOUNTS[index(at)], mine, indices, amounts, n)
    return n  # type: ignore[no-any-return]


@jit
def cell_features(
    code: Any,
    word: Any,
    role: Any,
    first: Any,
    phase: Any,
    amount: Any,
    indices: Any,
    amounts: Any,
    n: Any,
) -> Any:
    """Write the features of a free cell's sides with an amount, from place n on; return the end."""
    for side in range(4):
        if DEMANDED[index(code)] >> side & 1 and word >> 8 * side & 7:
            mine = role >> 2 * (DEMANDED[index(code)] >> 4 + 2 * side & 3) & 3
            indices[n] = phase + SIDES * mine + case(code, side, word, first)
            amounts[n] = amount
            n += 1
    return n


@jit
def part_features(cases: Any, times: Any, at: Any, indices: Any, amounts: Any, n: Any) -> Any:
    """Write the features of the cases that come and go, from place n on; return the end."""
    for k in range(PARTS):
        if times[k]:
            indices[n], amounts[n] = at + cases[k], times[k]
            n += 1
    return n
