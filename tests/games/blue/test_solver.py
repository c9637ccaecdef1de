"""The last two tiles of BLUE as the evaluator solves them, against brute force."""

import numpy as np
import pytest

from azulejos import batch, kernels
from azulejos.compiled.rng import make_rng
from azulejos.games.blue import BLUE
from azulejos.search.networks import shipped_network
from azulejos.search.puct import utility
from azulejos.search.verbs import solve_at
from tests.search.brute_force import follow, sample_endings
from tests.walk import Script, contents, opening

ENDINGS = 60  # of each variant
CLOSE = 1e-6


@pytest.mark.parametrize("tiles", [1, 2])
@pytest.mark.parametrize("options", [(0,), (1,)], ids=["open", "blind"])
@pytest.mark.parametrize("variant", ["blue-3", "blue-2"])
def test_the_value_of_the_last_tiles_is_what_brute_force_finds(
    variant: str, options: tuple[int, ...], tiles: int
) -> None:
    states = np.repeat(opening(variant, Script(options=options)).states, ENDINGS)
    remaining = tiles + BLUE.evaluator.remaining(states[0]) - int(states[0].left.sum())
    sample_endings(states, remaining, remaining, make_rng(7))
    states = states[states["actor"] >= 0]
    weights = shipped_network(states).weights
    values = np.zeros((len(states), 2, batch.SEATS))
    before = contents(states)
    assert all(solve_at(states, i, out) for i, out in enumerate(values))
    assert contents(states) == before
    estimates = values.copy()
    kernels.value(states, weights, estimates)
    assert np.array_equal(estimates, values) == (tiles == 1)
    certain = 0
    stack, ranges = np.zeros(8, states.dtype), np.zeros((8, 2, batch.SEATS))
    for i, found in enumerate(values):
        stack[0], budget, utilities = states[i], np.array([100_000]), np.zeros(batch.SEATS)
        follow(stack, 0, weights, ranges, budget)
        assert budget[0] >= 0
        utility(found, int(states[i].players), utilities)
        least, most = ranges[0]  # they differ if the others have several best moves
        assert np.all(least - CLOSE <= utilities)
        assert np.all(utilities <= most + CLOSE)
        certain += bool(np.all(most - least <= CLOSE))
    assert len(values) > ENDINGS / 2
    assert certain > len(values) / 4
