"""What search thinks of a position: a stream of `Info`, the same for library, protocol and page.

    >>> from azulejos import Position
    >>> position = Position("azul")
    >>> _ = position.deal(1)
    >>> *_, info = analyse(position, Limit(nodes=200))
    >>> info.best in position.legal_moves, info.nodes, info.is_final
    (True, 200, True)

The rest of a round or game that is short enough is solved exactly first, and what then remains of
the limit goes to foresight of the next deals; otherwise the tree grows until the limit. A limit in
nodes gives the same answer every time.
"""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from time import perf_counter
from typing import TypeVar

import numpy as np

from azulejos import batch
from azulejos.compiled.rng import make_rng
from azulejos.game import States
from azulejos.network import Network
from azulejos.position import Position
from azulejos.search.foresight import DEAL_NODES, MARGIN, Candidate, Foresight
from azulejos.search.networks import shipped
from azulejos.search.solver import Solution, Solver, Worths, left_at
from azulejos.search.tree import Child, Tree

Found = TypeVar("Found")

LEAST_NODES = 2  # without which there is no move to name: the second makes the root's children
LEAST_CHUNK = 16  # simulations between two looks at the clock
CHUNK_SECONDS = 0.005  # between two looks at the clock
SOLVER_CHUNK = 4_000  # nodes of one try to solve, when no clock runs
FIRST_SOLVER_CHUNK = 64  # nodes of the first try when one runs; the next ones fit CHUNK_SECONDS
SOLVER_SHARE = 0.5  # of the time that may go to solving before the tree gets the rest
NEAR_SHARE = 0.7  # of time and nodes, up to which moves near the best are weighed before foresight
MAX_SIMULATIONS = 1 << 30


@dataclass(frozen=True)
class Limit:
    """When to stop: after seconds, after nodes, or when asked."""

    seconds: float | None = None
    nodes: int | None = None
    is_stopped: Callable[[], bool] = lambda: False
    threads: int = 1  # that think at once


@dataclass(frozen=True)
class Style:
    """How a player searches."""

    lot: float = 0.0  # how freely it draws its move by lot; 0: always the best that it knows
    solves: bool = True  # looks for exact endings
    foresees: bool = True  # tells moves apart that are solved and near by what the next deals bring
    guesses: bool = False  # plays by first impressions, drawn by lot, and looks no further
    knows: Callable[[States], Network] = shipped  # what it knows about a kind of game


PLAIN = Style()


@dataclass(frozen=True)
class MoveInfo:
    """One move that was looked at."""

    move: str
    visits: int
    win: tuple[float, ...]  # each seat's share of the victory
    points: tuple[float, ...]  # each seat's final points to expect
    line: list[str] = field(default_factory=list)  # how it is likely to go on, the move first


@dataclass(frozen=True)
class Info:
    """What is known so far."""

    best: str
    win: tuple[float, ...]
    points: tuple[float, ...]
    nodes: int
    seconds: float
    moves: list[MoveInfo]  # best first
    is_exact: bool = False  # solved, not estimated
    is_final: bool = False
    network: str = ""  # digest of what it was estimated by


class Search:
    """The search of one position, from its first node to its last answer."""

    def __init__(self, position: Position, limit: Limit, style: Style, entropy: int = 1):
        self.start = perf_counter()
        self.position, self.limit, self.style = position, limit, style
        self.states, self.rng = position.states, make_rng(entropy)
        self.network = style.knows(self.states)

    @property
    def seconds(self) -> float:
        return perf_counter() - self.start

    @property
    def most_nodes(self) -> int:
        return self.limit.nodes or MAX_SIMULATIONS

    def is_due(self, share: float = 1.0) -> bool:
        """Is the time up, or a part of it?"""
        seconds = self.limit.seconds
        return self.limit.is_stopped() or (seconds is not None and self.seconds >= share * seconds)

    # ---- Exact

    def solve(self) -> Solution | None:
        """The exact answer, if the ending is short enough to be found in its share of the limit."""
        evaluator, players = self.position.game.evaluator, self.position.players
        if not self.style.solves or left_at(self.states, 0) > evaluator.SOLVABLE_REMAINING[players]:
            return None
        self.solver = Solver(self.states, self.network)
        attempt = partial(self.solver.solve, self.states)
        return self.try_to_solve(attempt, self.most_nodes, SOLVER_SHARE)

    def try_to_solve(
        self, attempt: Callable[[int], Found | None], most_nodes: int, share: float
    ) -> Found | None:
        """What attempts with a few nodes each find, before these are all or the time is up."""
        chunk = SOLVER_CHUNK if self.limit.seconds is None else FIRST_SOLVER_CHUNK
        while self.solver.nodes < most_nodes and not self.is_due(share):
            before = self.seconds
            found = attempt(min(most_nodes - self.solver.nodes, chunk))
            if found is not None:
                return found
            if self.limit.seconds is not None:
                took = max(self.seconds - before, 1e-6)
                chunk = max(FIRST_SOLVER_CHUNK, int(chunk * min(2.0, CHUNK_SECONDS / took)))
        return None

    def tell_solution(self, solution: Solution) -> Info:
        """An exact answer in the form of all answers."""
        players = self.position.players
        win, points = (tuple(map(float, row[:players])) for row in solution.best.values)
        line = self.texts(solution.best.moves)
        best = MoveInfo(line[0], solution.nodes, win, points, line)
        told = (win, points, solution.nodes, self.seconds, [best])
        return Info(line[0], *told, is_exact=True, is_final=True, network=self.network.digest)

    # ---- Foreseen

    def foresee(self, solution: Solution, lines: int, every: float | None) -> Iterator[Info]:
        """Tell moves of about the same worth apart until the limit, if there are such moves."""
        foresight, told_at = self.begin_foresight(solution), self.seconds
        while not foresight.is_over and foresight.look_into_deal(self.is_due):
            if every is not None and foresight.has_seen_enough and self.seconds >= told_at + every:
                told_at = self.seconds
                yield self.tell_foresight(foresight, lines, is_final=False)
        if foresight.has_seen_enough:
            yield self.tell_foresight(foresight, lines, is_final=True)
        else:
            yield self.tell_solution(solution)

    def begin_foresight(self, solution: Solution) -> Foresight:
        """The moves near the best one, with best play from each on; none where nothing is open."""
        near = self.near_best(solution) if self.style.foresees and solution.is_open else []
        lines = (self.solver.follow(self.states, *pair) for pair in near)
        seat, nodes = int(self.states[0].actor), self.most_nodes - self.solver.nodes
        return Foresight(self.plant(DEAL_NODES), lines, seat, nodes)

    def near_best(self, solution: Solution) -> Worths:
        """Moves that are worth hardly less than the best, as many as can be weighed in time."""
        least, found = solution.best.worth - MARGIN, solution.moves[:1]
        for move, most in solution.moves[1:]:
            if most > least:
                attempt = partial(self.solver.weigh, self.states, move, least)
                worth = self.try_to_solve(attempt, int(NEAR_SHARE * self.most_nodes), NEAR_SHARE)
                if worth is None:
                    break
                found += [(move, worth)] if worth > least else []
        return sorted(found, key=lambda pair: -pair[1])

    def tell_foresight(self, foresight: Foresight, lines: int, is_final: bool) -> Info:
        """What the deals say so far; sampled as they are, it is not exact."""
        ranked = foresight.ranked()
        moves = [self.tell_candidate(candidate, n < lines) for n, candidate in enumerate(ranked)]
        best, nodes = moves[0], self.solver.nodes + foresight.nodes
        known = (best.win, best.points, nodes, self.seconds, moves)
        return Info(best.move, *known, is_final=is_final, network=self.network.digest)

    def tell_candidate(self, candidate: Candidate, has_line: bool) -> MoveInfo:
        """One move near the best."""
        win, points = (tuple(row[: self.position.players]) for row in candidate.values.tolist())
        line = self.texts(candidate.line.moves if has_line else candidate.line.moves[:1])
        return MoveInfo(line[0], candidate.nodes, win, points, line)

    # ---- Guessed

    def guess(self) -> str:
        """A move drawn by lot, the better it looks the more likely."""
        tree = self.plant(LEAST_NODES, self.style.lot)
        tree.grow(LEAST_NODES)
        return self.texts([tree.draw()])[0]

    # ---- Estimated

    def plant(self, simulations: int, flatness: float = 1.0, threads: int = 1) -> Tree:
        """A tree with room for so many simulations."""
        evaluator = self.position.game.evaluator
        how = (
            evaluator.EXPLORATION,
            evaluator.FPU_REDUCTION,
            flatness * evaluator.PRIOR_TEMPERATURE,
            evaluator.EXPANSION_VISITS,
        )
        return Tree(self.states, self.network, how, simulations, self.rng, threads)

    def estimate(self, lines: int, every: float | None) -> Iterator[Info]:
        """Grow a tree to the limit, and tell what it says on the way and at the end."""
        chunk, told_at = LEAST_NODES, 0.0
        most = MAX_SIMULATIONS if self.limit.nodes is None else self.limit.nodes
        with closing(self.plant(most, threads=self.limit.threads)) as tree:
            while chunk > 0:
                before, done = self.seconds, tree.simulations
                tree.grow(chunk)
                if self.is_due():
                    break
                chunk = self.next_chunk(tree.simulations - done, self.seconds - before)
                chunk = min(chunk, most - tree.simulations)
                if every is not None and self.seconds >= told_at + every:
                    told_at = self.seconds
                    yield self.tell(tree, lines, is_final=False)
            yield self.tell(tree, lines, is_final=True)

    def next_chunk(self, chunk: int, took: float) -> int:
        """How many simulations fit before the next look at the clock, after some took so long."""
        if self.limit.seconds is None and self.limit.threads > 1:
            return MAX_SIMULATIONS  # a round, whatever the clock says
        rest = np.inf if self.limit.seconds is None else self.limit.seconds - self.seconds
        wanted = min(4.0, CHUNK_SECONDS / max(took, 1e-6), rest / max(took, 1e-6))
        return max(LEAST_CHUNK, int(chunk * wanted))

    def tell(self, tree: Tree, lines: int, is_final: bool) -> Info:
        """What the tree says now."""
        children, players = tree.children(), self.position.players
        win, points = (tuple(row[:players]) for row in tree.means()[:2].tolist())
        moves = [self.tell_move(tree, child, n < lines) for n, child in enumerate(children)]
        known = (win, points, tree.simulations, self.seconds, moves)
        return Info(moves[0].move, *known, is_final=is_final, network=self.network.digest)

    def tell_move(self, tree: Tree, child: Child, has_line: bool) -> MoveInfo:
        """One move at the root."""
        players = self.position.players
        win, points = (tuple(row[:players]) for row in child.told)
        line = self.texts(tree.line(child.move) if has_line else [child.move])
        return MoveInfo(line[0], child.visits, win, points, line)

    def texts(self, moves: list[int]) -> list[str]:
        """A line of moves as texts, each named in the state it is played in."""
        states, move_text = self.states, self.position.game.notation.move_text
        texts = [move_text(states[0], moves[0])]
        for before, move in pairwise(moves):
            states = states.copy()
            batch.play(states, np.array([before]))
            texts.append(move_text(states[0], move))
        return texts


def analyse(
    position: Position,
    limit: Limit,
    style: Style = PLAIN,
    *,
    lines: int = 3,
    every: float | None = None,
    entropy: int = 1,
) -> Iterator[Info]:
    """Think about a position in which a seat decides; the last `Info` is final."""
    search = Search(position, limit, style, entropy)
    solution = search.solve()
    if solution is not None:
        yield from search.foresee(solution, lines, every)
    else:
        yield from search.estimate(lines, every)
