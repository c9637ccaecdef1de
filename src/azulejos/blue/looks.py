"""Which moves of BLUE look good: a logit for each, by what becomes of the sides that it touches.

A tile's segment and ends meet something at each side: a free cell with some prospect, or what lies
behind; see `sides.py`. How good that is has a table, and so has what becomes of the other sides of
the free cells beside it. How much everything counts was fitted to the visits of searches, see
`weights.py`.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.bits import index, write_row
from azulejos.blue.rules import FITTING, FITTING_COUNT, legal_moves
from azulejos.blue.sides import (
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
from azulejos.blue.state import (
    BLOCKED,
    CELLS,
    CODES,
    COLOURS,
    MAX_PLAYERS,
    ORIGIN,
    STEPS,
    WRAP,
)
from azulejos.blue.weights import LOGITS_2, LOGITS_3
from azulejos.blue.worth import cases
from azulejos.game import LOGIT
from azulejos.jit import jit

# Cases that no side is in stand for a chain and a circle made, a tile of this kind used, and, one
# after another, sides touched.
MADE_CHAIN, MADE_CIRCLE, KIND, TOUCHED = 0, 1, 2, 3
PHASES = len(LOGITS_3)
PHASE_TILES = 18  # left, for each


def _looks() -> NDArray[np.int32]:
    """By players (less 2), phase, role and case: the part of a logit."""
    others = (MADE_CHAIN, MADE_CIRCLE, KIND, *range(TOUCHED + 1, TOUCHED + 5))
    table = np.zeros((2, PHASES, COLOURS + 1, SIDES))
    for i, hundredths in enumerate((LOGITS_2, LOGITS_3)):
        table[i, :, : hundredths.shape[1], cases(*others)] = hundredths.transpose(2, 0, 1) / 100
    return np.round(LOGIT * table).astype(np.int32)


def _end_looks(looks: NDArray[np.int32]) -> NDArray[np.int32]:
    """By role and what an end meets: what becomes of that."""
    table = np.zeros((COLOURS + 1, MET), np.int32)
    table[:, :PROSPECTS] = looks[:, PROSPECTS * END : PROSPECTS * (END + 1)]
    table[:, MET_END], table[:, MET_CAPPED] = looks[:, MADE_CIRCLE], looks[:, MADE_CHAIN]
    for far in range(1, PROSPECTS):
        before = looks[:, PROSPECTS * FAR_KIND[far] + far]
        table[:, MET_LINE + far] = looks[:, PROSPECTS * CAPPED + far] - before
    return table


def _segment_looks(looks: NDArray[np.int32], ends: NDArray[np.int32]) -> NDArray[np.int32]:
    """By role and what a segment meets at both sides: what becomes of that."""
    table = np.zeros((COLOURS + 1, MET, MET), np.int32)
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


LOOKS = _looks()
END_LOOKS = np.array([[_end_looks(looks) for looks in phases] for phases in LOOKS])
SEGMENT_LOOKS = np.array(
    [
        [_segment_looks(*both) for both in zip(*phases, strict=True)]
        for phases in zip(LOOKS, END_LOOKS, strict=True)
    ]
)

KINDS = 64  # pairs of what lies behind two sides that face each other, 8 * one + other
AXES = 2 * CODES * KINDS  # what a turn's table of pairs needs
CELL_NOTES = MAX_PLAYERS * AXES  # two numbers for each cell
SIDE_NOTES = CELL_NOTES + 2 * CELLS  # a number for each side and colour
NOTES = SIDE_NOTES + 16 + 2
FIRST, PHASE = NOTES - 2, NOTES - 1  # where the prospects begin, and the phase


@jit
def note(s: Any, notes: Any) -> None:
    """For each turn, code and pair of what lies behind two of its sides: how good these look to the
    seat to lay, by the kinds left and the phase as they are now.
    """
    first, phase = prospects(s), min(PHASES - 1, tiles_left(s) // PHASE_TILES)
    notes[FIRST], notes[PHASE] = first, phase
    looks = LOOKS[index(s.players - 2), index(phase)]
    for turn in range(s.players):
        role = roles(s, turn)
        for axis in range(2):
            for code in range(BLOCKED + 1):
                at = turn * AXES + (axis * CODES + code) * KINDS
                note_pairs(notes, at, code, axis, role, first, looks)


@jit
def note_pairs(
    notes: Any, at: Any, code: Any, axis: Any, role: Any, first: Any, looks: Any
) -> None:
    """How good two sides of a code that face each other look, by what lies behind them."""
    for one in range(POOR + 1):
        for other in range(POOR + 1):
            word, total = one << 8 * axis | other << 8 * axis + 16, 0
            for side in (axis, axis + 2):
                if DEMANDED[index(code)] >> side & 1 and word >> 8 * side & 7:
                    c = DEMANDED[index(code)] >> 4 + 2 * side & 3
                    total += looks[index(role >> 2 * c & 3), index(case(code, side, word, first))]
            notes[index(at + 8 * one + other)] = total


@jit
def look(s: Any, notes: Any, moves: Any, logits: Any) -> int:
    """Legal moves: what becomes of the sides that they touch, seen by the seat to lay."""
    turn = turn_of(s)
    role = roles(s, turn)
    first, tables = np.int64(notes[FIRST]), (np.int64(s.players - 2), np.int64(notes[PHASE]))
    pairs = turn * AXES
    if s.laid == 0:
        n = legal_moves(s, moves)
        notes[CELL_NOTES + 2 * ORIGIN] = notes[CELL_NOTES + 2 * ORIGIN + 1] = 0
        survey(s, ORIGIN, pairs, first, notes)
        for i in range(n):
            logits[i] = tile_logit(np.int64(moves[i]) // CELLS, role, tables, notes)
        return n
    for i in range(np.int64(s.edges)):
        cell = np.int64(s.edge[index(i)])
        word = around(s.board, cell, first)
        at = CELL_NOTES + 2 * cell
        notes[index(at)] = (word ^ 1 << 31) - (1 << 31)  # a signed number has as many bits
        notes[index(at + 1)] = cell_looks(np.int64(s.board[index(cell)]), word, pairs, notes)
    n, row = 0, CODES * np.int64(s.kinds)
    for i in range(np.int64(s.edges)):
        cell = np.int64(s.edge[index(i)])
        code = np.int64(s.board[index(cell)])
        count = int(FITTING_COUNT[index(row + code)])
        if count == 0:
            continue
        write_row(moves, n, FITTING, row + code, cell)
        survey(s, cell, pairs, first, notes)
        base = LOOKS[index(tables[0]), index(tables[1]), 0, index(TOUCHED + TOUCHES[index(code)])]
        base -= notes[index(CELL_NOTES + 2 * cell + 1)]
        for k in range(count):
            o = np.int64(FITTING[index(row + code), index(k)]) // CELLS
            logits[index(n + k)] = base + tile_logit(o, role, tables, notes)
        n += count
    return n


@jit
def cell_looks(code: Any, word: Any, pairs: Any, notes: Any) -> Any:
    """How good the sides of a cell look, given what lies behind them."""
    at = pairs + KINDS * code
    one = notes[index(at + (word << 3 & 56 | word >> 16 & 7))]
    return one + notes[index(at + KINDS * CODES + (word >> 5 & 56 | word >> 24 & 7))]


@jit
def survey(s: Any, cell: Any, pairs: Any, first: Any, notes: Any) -> None:
    """Note what a tile at a cell meets at each side, by its colour there, and from bit 8 on what
    that does to the cell beside it.
    """
    word = np.int64(notes[index(CELL_NOTES + 2 * cell)])
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
                    more = cell_looks(after, np.int64(notes[index(at)]), pairs, notes)
                    met |= np.int64(more - notes[index(at + 1)]) << 8
            notes[index(SIDE_NOTES + 4 * side + c)] = met


@jit
def tile_logit(o: Any, role: Any, tables: Any, notes: Any) -> Any:
    """What a tile's segment and ends make of what they meet, and do to the cells beside them."""
    colours, run = TILE_COLOURS[index(o)], SEGMENT[index(o)]
    players, phase = tables
    c = colours >> 2 * run & 3
    one = np.int64(notes[index(SIDE_NOTES + 4 * run + c)])
    other = np.int64(notes[index(SIDE_NOTES + 4 * run + 8 + c)])
    segments = SEGMENT_LOOKS[index(players), index(phase), index(role >> 2 * c & 3)]
    logit = segments[index(one & 255), index(other & 255)] + (one >> 8) + (other >> 8)
    for side in (1 - run, 3 - run):
        c = colours >> 2 * side & 3
        met = np.int64(notes[index(SIDE_NOTES + 4 * side + c)])
        ends = END_LOOKS[index(players), index(phase), index(role >> 2 * c & 3)]
        logit += ends[index(met & 255)] + (met >> 8)
    return logit
