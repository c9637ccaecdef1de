"""draft"""
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.blue.state import *
from azulejos.bits import index, write_row
from azulejos.game import CHANCE, NOBODY
from azulejos.jit import jit
from azulejos.rng import below

MOVES = len(TILES) * CELLS
MOST_MOVES = 440
DEAL_SIZE = 1
NO_TILE, NO_PLACE = MOVES, MOVES + 1

def _meets(o, demand):
    return all(want in (".", has) for want, has in zip(demand, TILES[o]))

def _fits():
    rows = np.zeros((8, CODES, 8), np.int16)
    counts = np.zeros((8, CODES), np.int8)
    for kinds in range(8):
        for code, demand in enumerate(DEMANDS):
            if code:
                tiles = [o for o in range(12) if kinds >> o // 4 & 1 and _meets(o, demand)]
                rows[kinds, code, : len(tiles)] = [CELLS * o for o in tiles]
                counts[kinds, code] = len(tiles)
    return rows.reshape(-1, 8), counts.reshape(-1)

def _beside():
    table = np.zeros((12, 4, CODES), np.int8)
    for o in range(12):
        for side in range(4):
            for code in range(CODES):
                new = code
                if code < BLOCKED:
                    d = list(DEMANDS[code]); d[side ^ 2] = TILES[o][side]; d = "".join(d)
                    new = DEMANDS.index(d) if d in DEMANDS else BLOCKED
                table[o, side, code] = new
    return table.reshape(48, CODES)

FITS, COUNT = _fits()
BESIDE = _beside()
FAR_STEP = np.array([SOUTH if o & 2 else EAST for o in range(12)])
FAR_END = np.array([LETTERS.index(TILES[o][2 if o & 2 else 1]) for o in range(12)])

@jit
def setup(s, players, options):
    s.board[:] = 0
    s.edge[:] = 0
    s.cells[:] = 0
    s.laid = s.edges = 0
    s.players = players
    skipped = 2 - options[0] if players == 2 else 3
    s.colours[2] = -1
    for p in range(players):
        s.colours[p] = p + int(p >= skipped)
    s.is_blind = options[1]
    s.tiles_per_type = 13 if options[2] else 18
    s.left[:] = s.tiles_per_type
    s.kinds = 0 if s.is_blind else 7
    s.actor = CHANCE if s.is_blind else 0

@jit
def draw(s, rng, deal):
    k = below(rng, int(s.left[0]) + s.left[1] + s.left[2])
    deal[0] = int(k >= s.left[0]) + int(k >= s.left[0] + s.left[1])

@jit
def settle(s, deal):
    s.kinds = 1 << deal[0]
    s.actor = s.laid % s.players

@jit
def first_moves(s, out):
    n = 0
    for o in range(12):
        if s.kinds >> (o // 4) & 1:
            out[n] = CELLS * o
            n += 1
    return n

@jit
def legal_moves(s, out):
    if s.laid == 0:
        return first_moves(s, out)
    n = 0
    row = CODES * np.int64(s.kinds)
    for i in range(np.int64(s.edges)):
        cell = np.int64(s.edge[index(i)])
        code = row + s.board[index(cell)]
        write_row(out, n, FITS, code, cell)
        n += COUNT[index(code)]
    return n

@jit
def find(s, cell):
    i = 0
    while s.edge[index(i)] != cell:
        i += 1
    return i

@jit
def play(s, move):
    cell, o = move & WRAP, move >> 11
    n = np.int64(s.edges)
    if s.laid != 0:
        n -= 1
        s.edge[index(find(s, cell))] = s.edge[index(n)]
    s.board[index(cell)] = TAKEN + o
    s.cells[index(s.laid)] = cell
    for side in range(4):
        beside = cell + STEPS[side] & WRAP
        code = s.board[index(beside)]
        s.board[index(beside)] = BESIDE[index(4 * o + side), index(code)]
        s.edge[index(n)] = beside
        n += code == 0
    s.edges = n
    s.laid += 1
    kind = o >> 2
    left = s.left[index(kind)] - 1
    s.left[index(kind)] = left
    if s.is_blind:
        s.kinds = 0
        s.actor = CHANCE
    else:
        if left == 0:
            s.kinds &= ~(1 << kind)
        s.actor = 0 if s.actor + 1 == s.players else s.actor + 1
    if s.laid == 3 * s.tiles_per_type:
        s.actor = NOBODY

@jit
def run(s, cell):
    o = s.board[index(cell)] - TAKEN
    step = FAR_STEP[index(o)]
    n = 0
    while True:
        cell = cell + step & WRAP
        t = s.board[index(cell)] - TAKEN
        if t < 0:
            return -1
        if (t ^ o) & 2 == 0:
            return n
        n += 1

@jit
def points(s):
    p = 0
    for i in range(s.laid):
        cell = np.int64(s.cells[index(i)])
        n = run(s, cell)
        if n >= 0:
            p += (10 if n else 1) << 16 * FAR_END[index(s.board[index(cell)] - TAKEN)]
    return p

@jit
def result(s, out):
    p = points(s)
    for i in range(s.players):
        out[1, i] = p >> 16 * s.colours[i] & 65535
