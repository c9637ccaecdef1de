"""The search of a position from Python: a stream of `Info`.

    >>> from azulejos import Position
    >>> from azulejos.search.settings import Limit
    >>> position = Position("azul")
    >>> _ = position.deal(1)
    >>> *_, info = analyse(position, Limit(nodes=200))
    >>> info.best in position.legal_moves, info.nodes, info.is_final
    (True, 200, True)

A short rest of a round or game is solved exactly, and what then remains of the limit goes to
foresight. Otherwise a tree search runs until the limit. Before a deal, `deals.py` averages over
deals. A limit in nodes gives the same answer every time.
"""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from itertools import pairwise
from time import perf_counter
from typing import TypeVar

import numpy as np

from azulejos import kernels
from azulejos.compiled.rng import make_rng
from azulejos.errors import NoDecision
from azulejos.network import Network
from azulejos.position import Position
from azulejos.search.deals import average_deals
from azulejos.search.foresight import DEAL_NODES, MARGIN, MAX_CANDIDATES, Candidate, Foresight
from azulejos.search.info import Info, MoveInfo
from azulejos.search.puct import search_parameters
from azulejos.search.settings import DEFAULT_STYLE, Limit, Style
from azulejos.search.solver import MoveUtilities, Solution, Solver
from azulejos.search.tree import Child, Tree
from azulejos.search.tree_memory import TreeMemory
from azulejos.search.verbs import remaining_at
from azulejos.written import move_text

Found = TypeVar("Found")

MIN_NODES = 2  # the second simulation expands the root; before it there is no move to name
MIN_CHUNK = 16  # simulations between two readings of the clock
CHUNK_SECONDS = 0.005  # between two readings of the clock
SOLVER_CHUNK = 4_000  # nodes of one attempt to solve, if no clock runs
FIRST_SOLVER_CHUNK = 64  # nodes of the first attempt if one runs; later ones fit CHUNK_SECONDS
SOLVER_SHARE = 0.5  # of the time, for the attempt to solve the position
NEAR_SHARE = 0.7  # of time and nodes, until which solving moves near the best may go on
MAX_SIMULATIONS = 1 << 30  # visits are counted in 32 bits


def check_decision(position: Position) -> None:
    """Raise NoDecision unless a seat has to decide in a position."""
    if position.turn is None:
        raise NoDecision(is_over=position.is_over)


class Search:
    """The search of one position, from its first node to its last answer."""

    def __init__(
        self,
        position: Position,
        limit: Limit,
        style: Style,
        entropy: int = 1,
        memory: TreeMemory | None = None,
    ):
        """Begin the search of a position in which a seat decides; the clock runs from here."""
        check_decision(position)
        self.start = perf_counter()
        self.position, self.limit, self.style = position, limit, style
        self.states, self.rng = position.states, make_rng(entropy)
        self.network: Network = style.find_network(self.states)
        is_kept = limit.nodes is None and limit.threads == 1
        self.memory = memory if is_kept else None

    @property
    def seconds(self) -> float:
        """The time since the search began."""
        return perf_counter() - self.start

    @property
    def max_nodes(self) -> int:
        """The limit in nodes."""
        nodes = self.limit.nodes
        return MAX_SIMULATIONS if nodes is None else min(nodes, MAX_SIMULATIONS)

    def is_due(self, share: float = 1.0) -> bool:
        """Is the search stopped, or a share of its time used up?"""
        seconds = self.limit.seconds
        return self.limit.is_stopped() or (seconds is not None and self.seconds >= share * seconds)

    # ---- The solver

    def solve(self) -> Solution | None:
        """The exact solution, if it is found within its share of the limit."""
        evaluator, players = self.position.game.evaluator, self.position.players
        if not self.style.has_solver:
            return None
        if remaining_at(self.states, 0) > evaluator.SOLVABLE_REMAINING[players]:
            return None
        self.solver = Solver(self.states, self.network)
        attempt = partial(self.solver.solve, self.states)
        return self.solve_in_chunks(attempt, self.max_nodes, SOLVER_SHARE)

    def solve_in_chunks(
        self, attempt: Callable[[int], Found | None], max_nodes: int, share: float
    ) -> Found | None:
        """Call `attempt` with a few nodes at a time until it finds something; None if the nodes or
        the share of the time are used up first. The solver's table keeps what attempts found.
        """
        chunk = SOLVER_CHUNK if self.limit.seconds is None else FIRST_SOLVER_CHUNK
        while self.solver.nodes < max_nodes and not self.is_due(share):
            before = self.seconds
            found = attempt(min(max_nodes - self.solver.nodes, chunk))
            if found is not None:
                return found
            if self.limit.seconds is not None:
                took = max(self.seconds - before, 1e-6)
                chunk = max(FIRST_SOLVER_CHUNK, int(chunk * min(2.0, CHUNK_SECONDS / took)))
        return None

    def solution_info(self, solution: Solution) -> Info:
        """A solution as `Info`."""
        players = self.position.players
        win, points = (tuple(map(float, row[:players])) for row in solution.best.values)
        line = self.move_texts(solution.best.moves)
        best = MoveInfo(line[0], solution.nodes, win, points, line)
        found = (win, points, solution.nodes, self.seconds, [best])
        return Info(line[0], *found, is_exact=True, is_final=True, network=self.network.digest)

    # ---- Foresight

    def run_foresight(self, solution: Solution, lines: int, every: float | None) -> Iterator[Info]:
        """Compare moves of similar utility until the limit, if there are such moves."""
        reported = self.seconds
        with closing(self.begin_foresight(solution)) as foresight:
            while not foresight.is_over and foresight.add_deal(self.is_due):
                is_time = every is not None and self.seconds >= reported + every
                if is_time and foresight.has_enough_deals:
                    reported = self.seconds
                    yield self.foresight_info(foresight, lines, is_final=False)
            if foresight.has_enough_deals:
                yield self.foresight_info(foresight, lines, is_final=True)
            else:
                yield self.solution_info(solution)

    def begin_foresight(self, solution: Solution) -> Foresight:
        """The comparison of the moves near the best; without candidates if no line is open."""
        near = self.near_best(solution) if self.style.has_foresight and solution.is_open else []
        lines = (self.solver.best_line(self.states, *pair) for pair in near)
        seat, nodes = int(self.states[0].actor), self.max_nodes - self.solver.nodes
        threads = min(self.limit.threads, MAX_CANDIDATES)  # each searches one candidate at a time
        trees = [self.new_tree(DEAL_NODES) for _ in range(threads)]
        return Foresight(trees, lines, seat, nodes)

    def near_best(self, solution: Solution) -> MoveUtilities:
        """The moves within MARGIN of the best, as many as can be solved in time, best first."""
        least, found = solution.best.utility - MARGIN, solution.moves[:1]
        for move, upper_bound in solution.moves[1:]:
            if upper_bound > least:
                attempt = partial(self.solver.solve_move, self.states, move, least)
                nodes = int(NEAR_SHARE * self.max_nodes)
                utility = self.solve_in_chunks(attempt, nodes, NEAR_SHARE)
                if utility is None:
                    break
                found += [(move, utility)] if utility > least else []
        return sorted(found, key=lambda pair: -pair[1])

    def foresight_info(self, foresight: Foresight, lines: int, is_final: bool) -> Info:
        """The comparison so far as `Info`; it is not exact, since the deals are sampled."""
        ranked = foresight.ranked()
        moves = [self.candidate_info(candidate, n < lines) for n, candidate in enumerate(ranked)]
        best, nodes = moves[0], self.solver.nodes + foresight.nodes
        found = (best.win, best.points, nodes, self.seconds, moves)
        return Info(best.move, *found, is_final=is_final, network=self.network.digest)

    def candidate_info(self, candidate: Candidate, has_line: bool) -> MoveInfo:
        """One of the compared moves as `MoveInfo`."""
        win, points = (tuple(row[: self.position.players]) for row in candidate.values.tolist())
        line = self.move_texts(candidate.line.moves if has_line else candidate.line.moves[:1])
        return MoveInfo(line[0], candidate.nodes, win, points, line)

    # ---- The prior alone

    def sample_prior(self) -> str:
        """A move sampled by its prior at the style's temperature."""
        tree = self.new_tree(MIN_NODES, self.style.temperature)
        tree.simulate(MIN_NODES)
        return self.move_texts([tree.sample_move()])[0]

    # ---- The tree

    def new_tree(self, simulations: int, temperature: float = 1.0, threads: int = 1) -> Tree:
        """A tree with room for so many simulations."""
        parameters = search_parameters(self.position.game.evaluator, temperature)
        return Tree(self.states, self.network, parameters, simulations, self.rng, threads)

    def run_tree(self, lines: int, every: float | None) -> Iterator[Info]:
        """Search a tree until the limit; yield an `Info` every few seconds and at the end."""
        chunk, reported = MIN_CHUNK if self.memory else MIN_NODES, 0.0
        new = self.new_tree(self.max_nodes, threads=self.limit.threads)
        with closing(self.memory.begin(new) if self.memory else new) as tree:
            while chunk > 0:
                before, done = self.seconds, tree.simulations
                tree.simulate(chunk)
                if self.is_due():
                    break
                chunk = self.next_chunk(tree.simulations - done, self.seconds - before)
                chunk = min(chunk, self.max_nodes - tree.simulations)
                if every is not None and self.seconds >= reported + every:
                    reported = self.seconds
                    yield self.tree_info(tree, lines, is_final=False)
            if self.memory:
                self.memory.keep(tree)
            yield self.tree_info(tree, lines, is_final=True)

    def next_chunk(self, chunk: int, took: float) -> int:
        """The simulations until the next reading of the clock, after a chunk took some seconds."""
        if self.limit.seconds is None and self.limit.threads > 1:
            return MAX_SIMULATIONS  # whole rounds: their lengths must not depend on the clock
        rest = np.inf if self.limit.seconds is None else self.limit.seconds - self.seconds
        factor = min(4.0, CHUNK_SECONDS / max(took, 1e-6), rest / max(took, 1e-6))
        return max(MIN_CHUNK, int(chunk * factor))

    def tree_info(self, tree: Tree, lines: int, is_final: bool) -> Info:
        """The tree as `Info`."""
        children, players = tree.root_children(), self.position.players
        win, points = (tuple(row[:players]) for row in tree.root_value()[:2].tolist())
        moves = [self.child_info(tree, child, n < lines) for n, child in enumerate(children)]
        found = (win, points, tree.simulations, self.seconds, moves)
        return Info(moves[0].move, *found, is_final=is_final, network=self.network.digest)

    def child_info(self, tree: Tree, child: Child, has_line: bool) -> MoveInfo:
        """One move at the root as `MoveInfo`."""
        players = self.position.players
        win, points = (tuple(row[:players]) for row in child.values)
        line = tree.principal_variation(child.move) if has_line else [child.move]
        texts = self.move_texts(line)
        return MoveInfo(texts[0], child.visits, win, points, texts)

    def move_texts(self, moves: list[int]) -> list[str]:
        """A line of moves as texts, each written in the state in which it is played."""
        states = self.states
        texts = [move_text(states, moves[0])]
        for before, move in pairwise(moves):
            states = states.copy()
            kernels.play(states, np.array([before]))
            texts.append(move_text(states, move))
        return texts


def analyse(
    position: Position,
    limit: Limit,
    style: Style = DEFAULT_STYLE,
    *,
    lines: int = 3,
    every: float | None = None,
    entropy: int = 1,
    memory: TreeMemory | None = None,
) -> Iterator[Info]:
    """Search a position; the last `Info` is final.

    If a deal is due, the answer is the average over deals, and its moves are the deals: see
    `deals.py`. `lines` is the number of moves for which the principal variation is given, `every`
    the seconds between intermediate answers (None: only the final one). With a memory, a search
    that only time limits begins with what the last one of its seat found. Raises NoDecision at once
    if the game is over.
    """
    if not position.needs_deal:
        check_decision(position)
        return _stream(Search(position, limit, style, entropy, memory), lines, every)
    steady = replace(style, has_foresight=False)  # deals are compared with each other

    def search(after: Position, part: Limit) -> Info:
        *_, info = analyse(after, part, steady, lines=1, entropy=entropy)
        return info

    return average_deals(position, limit, search, every, entropy)


def _stream(search: Search, lines: int, every: float | None) -> Iterator[Info]:
    solution = search.solve()
    if solution is not None:
        yield from search.run_foresight(solution, lines, every)
    else:
        yield from search.run_tree(lines, every)
