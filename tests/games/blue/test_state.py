"""The packing of BLUE's state: the folded grid, the codes of cells, and finding one of them."""

from itertools import product
from typing import Any

import numpy as np
import pytest

from azulejos.compiled.bits import find
from azulejos.compiled.jit import jit
from azulejos.games.blue.faults import place_text
from azulejos.games.blue.notation import fold, place_of
from azulejos.games.blue.rules import MAX_MOVES
from azulejos.games.blue.state import CODES, DEMANDS, EDGE_ROOM, STATE, TILES
from tests.games.blue.table import play_out, spaces, table


def test_the_folding_joins_only_places_56_or_more_apart() -> None:
    apart = [
        abs(x) + abs(y)
        for x, y in product(range(-70, 71), repeat=2)
        if (x, y) != (0, 0) and fold((x, y)) == fold((0, 0))
    ]
    assert min(apart) >= 56


def test_a_cell_has_128_cases() -> None:
    assert (len(DEMANDS), len(TILES), CODES) == (115, 12, 128)
    assert DEMANDS[0] == "...."


@jit
def find_in(rows: Any, number: int) -> int:
    return find(rows[0], number)


@pytest.mark.parametrize("place", [0, 1, 31, 32, 63, 64, 100, 127])
def test_find_gives_the_first_place(place: int) -> None:
    rows = np.arange(EDGE_ROOM, dtype=np.int16)[None]
    rows[0, place + 1 :] = rows[0, place]
    assert find_in(rows, place) == find(rows[0], place) == place


def test_the_edge_holds_every_free_place_beside_a_tile_but_the_blocked_ones() -> None:
    position = table(draw="blind")
    play_out(position, list(range(7, 800, 7)))
    while len(position.history) > 2:
        s = position.states[0]
        cells = s.edge[: s.edges].tolist()
        names = [place_text(place_of(s, cell)) for cell in cells]
        assert len(set(names)) == len(names)
        assert set(names) == spaces(position) - set(position.view()["blocked"])
        position.pop()


def test_the_most_moves_and_free_places_have_room() -> None:
    """A row of tiles leaves the most places free: two for each tile, and one at each end."""
    position = table()
    for x in range(53):
        moves = [move for move in position.legal_moves if move.startswith(f"{x},0:")]
        position.push(moves[x % len(moves)])
    s = position.states[0]
    assert s.edges == 108
    assert len(position.legal_moves) + 8 <= MAX_MOVES
    assert STATE.itemsize < 2500
