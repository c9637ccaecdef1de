"""Foresight: what it compares, that it finds better moves, and that it keeps its limits."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from azulejos.position import Position
from azulejos.search.analysis import Search, analyse
from azulejos.search.driver import (
    FORESEE,
    OVER,
    SOLVE,
    SOLVE_NEAR,
    count_searched,
    search_rival,
)
from azulejos.search.foresight import (
    DEAL_NODES,
    HALVINGS,
    MARGIN,
    MAX_DEALS,
    MIN_DEALS,
    SURE_DEALS,
)
from azulejos.search.info import Info
from azulejos.search.minimax import OPEN_DEALS
from azulejos.search.networks import handmade_network
from azulejos.search.settings import Limit, Style
from azulejos.search.verbs import remaining_at
from azulejos.written import move_texts
from tests.walk import VARIANTS, Script, play, walk

HANDMADE = Style(find_network=handmade_network)
SOLVER_ONLY = Style(find_network=handmade_network, has_foresight=False)
IN_ROUNDS = [name for name in VARIANTS if name.startswith("azul")]
PLENTY = Limit(nodes=1_000_000)
MAX_REMAINING = 4  # solving then takes a few thousand nodes


def endings(variant: str, seed: int = 1) -> Iterator[Position]:
    """Decisions near the end of a round or game, in games of random moves."""
    while True:
        for position in walk(variant, Script(choices=(5, 2, 9, 4), entropy=seed)):
            if position.turn is not None and remaining_at(position.states, 0) <= MAX_REMAINING:
                yield position.copy()
        seed += 1


def begin_comparison(position: Position, limit: Limit = PLENTY, entropy: int = 1) -> Search:
    """A comparison without any deals yet."""
    search = Search(position, limit, HANDMADE, entropy)
    search.begin()
    while search.head.phase in (SOLVE, SOLVE_NEAR):
        search.step()
    assert not search.head.is_tree
    return search


def is_over(search: Search) -> bool:
    return bool(search.head.phase == OVER)


def candidates(search: Search) -> Any:
    """The candidates of a comparison, the best by the solver first."""
    return search.state.candidates[: search.head.candidates]


def add_deal(search: Search) -> None:
    """Search all rivals after one more deal."""
    for rival in range(search.head.rivals):
        search_rival(search.state, rival)
    count_searched(search.state, int(search.head.rivals))


def open_endings(variant: str, seed: int = 1) -> Iterator[Position]:
    """Those with moves to compare."""
    return (
        position for position in endings(variant, seed) if not is_over(begin_comparison(position))
    )


def last_info(position: Position, limit: Limit, style: Style = HANDMADE, entropy: int = 1) -> Info:
    *_, info = analyse(position, limit, style, entropy=entropy)
    return info


@pytest.mark.parametrize("variant", IN_ROUNDS)
def test_moves_near_the_best_are_compared_over_deals(variant: str) -> None:
    for position in islice(open_endings(variant), 3):
        foresight = begin_comparison(position)
        info, solved = last_info(position, PLENTY), last_info(position, PLENTY, SOLVER_ONLY)
        assert solved.is_exact
        assert not info.is_exact
        assert info.best == info.moves[0].move == info.moves[0].line[0]
        assert (info.win, info.points) == (info.moves[0].win, info.moves[0].points)
        assert {move.move for move in info.moves} <= set(position.legal_moves)
        assert solved.best in {move.move for move in info.moves}
        assert len(info.moves) == len(candidates(foresight)) > 1
        assert info.nodes >= sum(move.visits for move in info.moves) > 0
        for move in info.moves:
            assert sum(move.win) == pytest.approx(1, abs=1e-3)
        solver, n = foresight.state.solver, foresight.head.candidates
        lines = solver.lines[:n]
        assert len({end.tobytes() for end in solver.ends[:n]}) == len(lines)
        assert all(lines[0].utility - MARGIN < line.utility <= lines[0].utility for line in lines)


def test_the_preferred_move_is_better_over_other_deals_too() -> None:
    gains = []
    for position in islice(open_endings("azul-2-coloured"), 24):
        seat, best = position.turn, last_info(position, PLENTY).best
        assert seat is not None
        others = begin_comparison(position, entropy=1_000)
        moves = others.state.solver.lines["moves"][: others.head.candidates, 0]
        texts = move_texts(position.states, moves.tolist())
        preferred = texts.index(best)
        if preferred != 0:
            others.state.rivals[:2], others.head.rivals = (preferred, 0), 2
            for _ in range(40):
                add_deal(others)
            means = candidates(others)["utilities"][:, :40].mean(axis=1)
            gains.append(means[preferred] - means[0])
    assert len(gains) > 2
    assert np.mean(gains) > 0


def test_nodes_and_entropy_give_the_same_answer() -> None:
    position = next(open_endings("azul-2-coloured"))
    first, second, other = (last_info(position, Limit(nodes=40_000), entropy=n) for n in (1, 1, 2))
    assert (first.moves, first.nodes) == (second.moves, second.nodes)
    assert first.moves != other.moves


def test_several_threads_give_the_same_answer_as_one() -> None:
    endings = open_endings("azul-2-coloured")
    position = next(one for one in endings if begin_comparison(one).head.candidates >= 3)
    one, two, four = (last_info(position, Limit(nodes=40_000, threads=n)) for n in (1, 2, 4))
    assert not one.is_exact
    assert (one.moves, one.nodes) == (two.moves, two.nodes) == (four.moves, four.nodes)


@pytest.mark.parametrize("variant", ["azul-2-gray", "azul-3-coloured"])
def test_nodes_are_never_more_than_asked_for(variant: str) -> None:
    is_foreseen = set()
    for position in islice(open_endings(variant), 4):
        solved = last_info(position, PLENTY, SOLVER_ONLY)
        compared = begin_comparison(position).head.candidates
        for nodes in (solved.nodes + 1, 2_500, 5_000, 20_000, 50_000):
            info = last_info(position, Limit(nodes=nodes))
            assert info.nodes <= nodes
            is_foreseen.add(not info.is_exact)
            if info.is_exact:
                assert (info.best, info.win) == (solved.best, solved.win)
            else:
                assert nodes >= MIN_DEALS * DEAL_NODES * 2
                assert len(info.moves) == compared
                assert info.moves[0].visits >= MIN_DEALS * DEAL_NODES
    assert is_foreseen == {True, False}


def test_the_worse_half_is_dropped() -> None:
    endings = open_endings("azul-2-coloured")
    foresight = next(f for f in map(begin_comparison, endings) if f.head.candidates >= 4)
    solved_nodes = int(foresight.head.nodes)
    while foresight.head.deals < HALVINGS[0]:
        add_deal(foresight)
    found = candidates(foresight)
    ranked = sorted(range(len(found)), key=lambda i: -found[i].utility)
    rivals = foresight.state.rivals[: foresight.head.rivals].tolist()
    assert rivals == ranked[: max(2, len(ranked) // 2)]
    add_deal(foresight)
    assert found["deals"][ranked].tolist() == [HALVINGS[0] + (i in rivals) for i in ranked]
    assert foresight.head.nodes - solved_nodes == found["nodes"].sum()


def test_the_comparison_ends_as_soon_as_it_is_significant_and_not_before() -> None:
    foresight = begin_comparison(next(open_endings("azul-2-coloured")))
    noise = np.array([0.1, -0.1] * (SURE_DEALS // 2))
    assert is_over_after(foresight, 0.5 + noise, np.full(SURE_DEALS, 0.4))
    assert not is_over_after(foresight, 0.5 + noise, np.full(SURE_DEALS, 0.45))
    noise = np.array([0.3, -0.3] * (MAX_DEALS // 2))
    assert not is_over_after(foresight, 0.5 + noise[1:], np.full(MAX_DEALS - 1, 0.45))
    assert is_over_after(foresight, 0.5 + noise, np.full(MAX_DEALS, 0.45))


def is_over_after(foresight: Search, *utilities: NDArray[np.float64]) -> bool:
    """Does the comparison of two moves end after deals with these utilities?"""
    head, n = foresight.head, len(utilities[0]) - 1
    head.phase, head.rivals, head.searched, head.deals = FORESEE, 2, 0, n
    foresight.state.rivals[:2] = 0, 1
    for candidate, found in zip(candidates(foresight), utilities, strict=False):
        candidate.deals, candidate.utilities[:n], candidate.found = n, found[:n], found[n]
    count_searched(foresight.state, 2)
    return is_over(foresight)


def test_the_clock_is_read_before_every_search() -> None:
    foresight = begin_comparison(next(open_endings("azul-2-coloured")))
    answers, solved_nodes = iter([False, True]), foresight.head.nodes
    foresight.limit = Limit(is_stopped=lambda: next(answers))
    assert foresight.step()
    assert not foresight.step()
    assert foresight.head.nodes == solved_nodes + DEAL_NODES  # the first move was searched
    assert foresight.head.deals == 0  # which does not count
    assert not candidates(foresight)["deals"].any()


def test_intermediate_answers_are_given_and_a_stop_ends_the_search() -> None:
    position = next(open_endings("azul-2-coloured"))
    received: list[Info] = []
    for info in analyse(
        position, Limit(is_stopped=lambda: len(received) >= 3), HANDMADE, every=0.0
    ):
        received.append(info)
    assert [info.is_final for info in received] == [False] * 3 + [True]
    assert [info.nodes for info in received] == sorted(info.nodes for info in received)
    stopped = last_info(position, Limit(nodes=1_000_000, is_stopped=lambda: bool(received)))
    assert stopped.nodes > 0


@pytest.mark.parametrize("variant", VARIANTS)
def test_where_no_deal_follows_the_solution_is_the_answer(variant: str) -> None:
    """No deal is left, or only deals that the solver expanded."""
    ended = 0
    for seed in range(8):
        position = play(variant, Script(choices=(5, 2, 9, 4), entropy=seed))
        while position.turn is None:
            position.pop()
        search = begin_comparison(position)
        if search.state.solver.work.counts[OPEN_DEALS] == 0:
            ended += 1
            info = last_info(position, PLENTY)
            assert info.is_exact
            assert info.moves == last_info(position, PLENTY, SOLVER_ONLY).moves
    assert ended > 2
