"""Exact endings against brute force: every line tried, nothing remembered, no bounds."""

import numpy as np
import pytest
from numpy.typing import NDArray

from azulejos import batch
from azulejos.game import CHANCE, Rules, States
from azulejos.search.endings import Solver, estimate_at, left_at, legal_and_prior, play_at
from azulejos.search.tree import MOST_DEALS, utility
from tests.walk import VARIANTS, Script, walk

LEFT = 2  # so little is left that brute force can follow every line
MOST_LINES = 2_000
POSITIONS = 12  # for each variant and way to play it


def worth(states: States) -> NDArray[np.float64]:
    """The utility by seat of a state in which no seat decides."""
    values, out = np.zeros((2, batch.SEATS)), np.zeros(batch.SEATS)
    estimate_at(states, 0, values)
    utility(values, int(states[0].players), 0.0, out)
    return out


def brute_force(states: States, rules: Rules, lines: list[int]) -> NDArray[np.float64]:
    """The utility by seat when each takes its own best and deals are averaged."""
    s = states[0]
    if s.actor < 0:
        deals, chances = np.zeros((MOST_DEALS, rules.DEAL_SIZE), np.int64), np.zeros(MOST_DEALS)
        n = rules.outcomes(s, deals, chances) if s.actor == CHANCE else 0
        if n == 0:
            lines[0] += 1
            return worth(states)
        result = np.zeros(batch.SEATS)
        for deal, chance in zip(deals[:n], chances[:n], strict=True):
            after = states.copy()
            batch.settle(after, deal[None])
            result += chance * brute_force(after, rules, lines)
        return result
    best = np.full(batch.SEATS, -1.0)
    for move in moves_of(states, rules):
        after = states.copy()
        play_at(after, 0, move)
        result = brute_force(after, rules, lines) if lines[0] < MOST_LINES else best
        best = max(best, result, key=lambda result: float(result[s.actor]))
    return best


def moves_of(states: States, rules: Rules) -> list[int]:
    moves, logits = np.zeros(rules.MOST_MOVES, np.int16), np.zeros(rules.MOST_MOVES)
    return list(map(int, moves[: legal_and_prior(states, 0, moves, logits)]))


def waits_for_a_known_deal(states: States, rules: Rules, line: list[int]) -> bool:
    """Does a line end before a deal that the solver averages over, so that its end says less?"""
    after = states.copy()
    for move in line:
        play_at(after, 0, move)
    deals, chances = np.zeros((MOST_DEALS, rules.DEAL_SIZE), np.int64), np.zeros(MOST_DEALS)
    return after[0].actor == CHANCE and rules.outcomes(after[0], deals, chances) > 0


@pytest.mark.parametrize("options", [(0,), (1,)], ids=["usual", "other options"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_solver_agrees_with_brute_force(variant: str, options: tuple[int, ...]) -> None:
    solved = 0
    for seed in range(100):
        script = Script(choices=(seed * 7, 3, 11, 5, 2), entropy=seed, options=options)
        for position in walk(variant, script):
            states, rules = position.states, position.game.rules
            if position.turn is None or not 0 < left_at(states, 0) <= LEFT:
                continue
            lines = [0]
            expected = brute_force(states, rules, lines)
            if lines[0] >= MOST_LINES:
                continue
            solution = Solver(states).solve(states, 1_000_000)
            assert solution is not None
            best, value = solution.moves[0]
            assert value == pytest.approx(expected[position.actor], abs=1e-6)
            assert best in moves_of(states, rules)
            if not waits_for_a_known_deal(states, rules, solution.line):
                ended = np.zeros(batch.SEATS)
                utility(solution.values, position.players, 0.0, ended)
                assert ended[position.actor] == pytest.approx(expected[position.actor], abs=1e-6)
            solved += 1
            if solved == POSITIONS:
                return
    assert solved > 0


def test_a_search_that_runs_out_of_nodes_says_so_and_goes_on_from_what_it_knows() -> None:
    *_, position = walk("azul-2-coloured", Script(choices=(1, 2, 3), entropy=5, events=8))
    states = position.states
    solver = Solver(states)
    assert solver.solve(states, 3) is None
    tries = 1
    while solver.solve(states, 2_000) is None:
        tries += 1
        assert tries < 10_000
