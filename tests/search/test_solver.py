"""The solver against brute force, in hundreds of endings of every variant, in `make soak` in
thousands.
"""

import os
from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

from azulejos import batch
from azulejos.compiled.rng import make_rng
from azulejos.contract.rules import CHANCE, States
from azulejos.contract.verbs import game_of
from azulejos.search.networks import shipped_network
from azulejos.search.puct import MAX_DEALS, utility
from azulejos.search.verbs import solve_at
from tests.search.answers import Solution, Solver
from tests.search.brute_force import follow, sample_endings
from tests.walk import VARIANTS, Script, contents, opening, walk

POSITIONS = int(os.environ.get("ENDINGS", "40"))  # for each variant and way to play it
MAX_REMAINING = {"azul": 5, "blue": 2}  # brute force can then follow every line
BUDGET = 20_000  # states that brute force may visit; endings that need more are skipped
MARGIN = 0.05
MAX_DEPTH = 32  # moves and deals from such an ending
CLOSE = 1e-6


def endings(variant: str, options: tuple[int, ...], seed: int) -> States:
    """Endings of random games, near the end and less near."""
    states = np.repeat(opening(variant, Script(options=options)).states, POSITIONS)
    most, rng = MAX_REMAINING[game_of(states).name], make_rng(seed)
    for least in range(1, most + 1):
        part = states[least - 1 :: most].copy()
        remaining = least + following_draws(states)
        sample_endings(part, remaining, remaining, rng)
        states[least - 1 :: most] = part
    return states[states["actor"] >= 0]


def following_draws(states: States) -> int:
    """The part of `remaining` in BLUE beside the tiles left."""
    if "left" not in (states.dtype.names or ()):
        return 0
    return int(game_of(states).evaluator.remaining(states[0])) - int(states[0].left.sum())


def brute_force(states: States) -> NDArray[np.float64] | None:
    """The least and the most that each seat can get, None if there are too many lines."""
    stack, ranges = np.zeros(MAX_DEPTH, states.dtype), np.zeros((MAX_DEPTH, 2, batch.SEATS))
    budget = np.array([BUDGET])
    stack[0] = states[0]
    follow(stack, 0, shipped_network(states).weights, ranges, budget)
    return ranges[0] if budget[0] >= 0 else None


def compared(states: States) -> Iterator[tuple[States, NDArray[np.float64], Solution]]:
    """Each ending with what brute force and the solver say about it."""
    solver = Solver(states, shipped_network(states))
    for i in range(len(states)):
        ending = states[i : i + 1]
        expected = brute_force(ending)
        if expected is not None:
            solution = solver.solve(ending, 10_000_000)
            assert solution is not None
            yield ending, expected, solution


def after(states: States, line: list[int]) -> States:
    states = states.copy()
    for move in line:
        batch.play(states, np.array([move]))
    return states


def waits_for_a_known_deal(states: States) -> bool:
    """Is a deal due over which the solver averages, so that a line that ends here is not all?"""
    rules = game_of(states).rules
    deals, chances = np.zeros((MAX_DEALS, rules.DEAL_SIZE), np.int64), np.zeros(MAX_DEALS)
    return bool(states[0].actor == CHANCE) and rules.outcomes(states[0], deals, chances) > 0


@pytest.mark.parametrize("options", [(0,), (1,)], ids=["default options", "other options"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_solver_agrees_with_brute_force(variant: str, options: tuple[int, ...]) -> None:
    tried = certain = 0
    for ending, (least, most), solution in compared(endings(variant, options, seed=1 + options[0])):
        seat, (best, found_utility) = int(ending[0].actor), solution.moves[0]
        assert least[seat] - CLOSE <= found_utility <= most[seat] + CLOSE
        chosen = brute_force(after(ending, [best]))
        assert chosen is not None
        assert chosen[0, seat] - CLOSE <= found_utility <= chosen[1, seat] + CLOSE
        end = after(ending, solution.best.moves)
        assert solution.best.moves[0] == best
        assert end[0].actor < 0
        if not waits_for_a_known_deal(end):
            values = np.zeros(batch.SEATS)
            utility(solution.best.values, int(ending[0].players), values)
            assert values[seat] == pytest.approx(found_utility, abs=CLOSE)
        tried += 1
        certain += bool(most[seat] - least[seat] <= CLOSE)
    assert tried > POSITIONS * 0.8
    assert certain > tried * 0.5


def test_pruning_loses_nothing_with_four_tiles_and_three_seats() -> None:
    states = np.repeat(opening("blue-3", Script()).states, 10)
    sample_endings(states, 4, 4, make_rng(4))
    for ending in np.split(states, len(states)):
        solution = Solver(ending, shipped_network(ending)).solve(ending, 10_000_000)
        assert solution is not None
        seat = int(ending[0].actor)
        ranges = [after_best_replies(after(ending, [move]), seat) for move in moves_of(ending)]
        least, most = np.max(ranges, axis=0)
        assert least - CLOSE <= solution.best.utility <= most + CLOSE


def after_best_replies(states: States, seat: int) -> tuple[float, float]:
    """The least and the most that a seat gets after a best reply of the seat that decides, when two
    tiles are left then.
    """
    rows = []
    for reply in moves_of(states):
        ending, values, utilities = (
            after(states, [reply]),
            np.zeros((2, batch.SEATS)),
            np.zeros(batch.SEATS),
        )
        assert solve_at(ending, 0, values)
        utility(values, int(ending[0].players), utilities)
        rows.append(utilities)
    found = np.array(rows)
    own = found[:, int(states[0].actor)]
    best = found[own >= own.max() - CLOSE, seat]
    return float(best.min()), float(best.max())


def moves_of(states: States) -> list[int]:
    out, counts = np.empty((1, game_of(states).rules.MAX_MOVES), np.int16), np.empty(1, np.int64)
    batch.legal_moves(states, out, counts)
    return [int(move) for move in out[0, : counts[0]]]


@pytest.mark.parametrize("variant", ["azul-2-coloured", "azul-2-gray", "blue-2"])
def test_moves_near_the_best_can_be_solved_exactly(variant: str) -> None:
    """With more seats it matters which of equal moves the others take."""
    near = 0
    for states in np.split(endings(variant, (0,), seed=3)[:30], 30):
        seat, solver = int(states[0].actor), Solver(states, shipped_network(states))
        solution = solver.solve(states, 10_000_000)
        assert solution is not None
        utilities = {move: utility_after(states, move, seat) for move, _ in solution.moves}
        expected = {
            move: found_utility
            for move, found_utility in utilities.items()
            if found_utility is not None
        }
        least = solution.best.utility - MARGIN
        for move, most in solution.moves:
            found_utility = solver.solve_move(states, move, least, 10_000_000)
            assert found_utility is not None
            assert expected.get(move, found_utility) <= min(found_utility, most) + CLOSE
            if found_utility <= least:
                continue
            near += 1
            line = solver.best_line(states, move, found_utility)
            assert line.moves[0] == move
            assert contents(after(states, line.moves)) == contents(line.end)
            assert expected.get(move, found_utility) == pytest.approx(found_utility, abs=CLOSE)
    assert near > 60


def utility_after(states: States, move: int, seat: int) -> float | None:
    """The utility of a move to its seat by another solver, None if no seat decides after it."""
    states = after(states, [move])
    if states[0].actor < 0:
        return None
    solution = Solver(states, shipped_network(states)).solve(states, 10_000_000)
    assert solution is not None
    if waits_for_a_known_deal(solution.best.end):
        return None
    utilities = np.zeros(batch.SEATS)
    utility(solution.best.values, int(states[0].players), utilities)
    return float(utilities[seat])


def test_a_search_that_runs_out_of_nodes_returns_none_and_goes_on_from_its_table() -> None:
    *_, position = walk("azul-2-coloured", Script(choices=(1, 2, 3), entropy=5, events=8))
    states = position.states
    solver = Solver(states, shipped_network(states))
    assert solver.solve(states, 3) is None
    tries = 1
    while solver.solve(states, 2_000) is None:
        tries += 1
        assert tries < 10_000
