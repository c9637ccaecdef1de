"""The search of a position from Python: a stream of `Info`.

    >>> from azulejos import Position
    >>> from azulejos.search.settings import Limit
    >>> position = Position("azul")
    >>> _ = position.deal(1)
    >>> *_, info = analyse(position, Limit(nodes=200))
    >>> info.best in position.legal_moves, info.nodes, info.is_final
    (True, 200, True)

Here are the clock, the threads and the texts of a search; `driver.py` says how it goes on. Before a
deal, `deals.py` averages over deals. A limit in nodes gives the same answer every time.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from itertools import pairwise
from time import perf_counter

import numpy as np

from azulejos import kernels
from azulejos.compiled.rng import make_rng
from azulejos.errors import NoDecision
from azulejos.network import Network
from azulejos.position import Position
from azulejos.search import driver
from azulejos.search.choice import sample_prior
from azulejos.search.deals import average_deals
from azulejos.search.driver import (
    FORESEE,
    MIN_NODES,
    NEAR_SHARE,
    OVER,
    SEARCH_TREE,
    SOLVE,
    SOLVE_NEAR,
)
from azulejos.search.foresight import CANDIDATE, DEAL_NODES, MAX_CANDIDATES, MIN_DEALS
from azulejos.search.info import INFO, MOVE_INFO, Info, MoveInfo
from azulejos.search.puct import search_parameters
from azulejos.search.settings import DEFAULT_STYLE, Limit, Style
from azulejos.search.solver import new_solver
from azulejos.search.tree import Tree
from azulejos.search.tree_memory import TreeMemory
from azulejos.search.verbs import remaining_at
from azulejos.written import move_text

CHUNK_SECONDS = 0.005  # between two readings of the clock
SOLVER_CHUNK = 4_000  # nodes of one attempt to solve, if no clock runs
MIN_CHUNKS = {SOLVE: 64, SOLVE_NEAR: 64, FORESEE: DEAL_NODES, SEARCH_TREE: 16}  # nodes, if one runs
SHARES = {SOLVE: 0.5, SOLVE_NEAR: NEAR_SHARE, FORESEE: 1.0, SEARCH_TREE: 1.0}  # of the time
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
        self.executor: ThreadPoolExecutor | None = None  # of foresight with several threads

    @property
    def seconds(self) -> float:
        """The time since the search began."""
        return perf_counter() - self.start

    @property
    def phase(self) -> int:
        """The phase that is due."""
        return int(self.state.head["phase"][0])  # quicker than an attribute of a record

    @property
    def nodes(self) -> int:
        """The nodes visited so far."""
        return int(self.state.head["nodes"][0])

    @property
    def max_nodes(self) -> int:
        """The limit in nodes."""
        nodes = self.limit.nodes
        return MAX_SIMULATIONS if nodes is None else min(nodes, MAX_SIMULATIONS)

    def is_due(self, share: float = 1.0) -> bool:
        """Is the search stopped, or a share of its time used up?"""
        seconds = self.limit.seconds
        return self.limit.is_stopped() or (seconds is not None and self.seconds >= share * seconds)

    def new_tree(self, simulations: int, temperature: float = 1.0, threads: int = 1) -> Tree:
        """A tree with room for so many simulations."""
        parameters = search_parameters(self.position.game.evaluator, temperature)
        return Tree(self.states, self.network, parameters, simulations, self.rng.copy(), threads)

    def sample_prior(self) -> str:
        """A move sampled by its prior at the style's temperature."""
        tree = self.new_tree(MIN_NODES, self.style.temperature)
        return self.move_texts([sample_prior(tree.state)])[0]

    # ---- The loop

    def run(self, lines: int, every: float | None) -> Iterator[Info]:
        """Search until the limit; yield an `Info` every few seconds and at the end."""
        self.begin()
        reported = 0.0
        with closing(self):
            while self.step():
                is_time = every is not None and self.seconds >= reported + every
                if is_time and self.has_answer:
                    reported = self.seconds
                    yield self.info(lines)
            if self.memory and self.head.is_tree:
                self.memory.keep(self.tree)
            yield self.info(lines, is_final=True)

    def begin(self) -> None:
        """Allocate the memory, and begin to solve the position if it is near its end."""
        most = self.position.game.evaluator.SOLVABLE_REMAINING[self.position.players]
        is_solvable = self.style.has_solver and remaining_at(self.states, 0) <= most
        self.tree = self.new_tree(max(self.max_nodes, DEAL_NODES), threads=self.limit.threads)
        self.state = driver.SearchState(
            np.zeros(1, driver.SEARCH),
            new_solver(self.states, self.network, is_solvable),
            self.tree.state,
            np.zeros(MAX_CANDIDATES, CANDIDATE),
            np.zeros(MAX_CANDIDATES, np.int64),
        )
        self.head = self.state.head[0]
        self.head.max_nodes, self.head.entropy = self.max_nodes, self.rng[0]
        self.head.has_foresight = self.style.has_foresight
        if not is_solvable:
            driver.give_up(self.state)
        self.begin_phase()

    def begin_phase(self) -> None:
        """Prepare the phase that is due."""
        is_timed, phase = self.limit.seconds is not None, self.phase
        self.chunk = MIN_CHUNKS.get(phase, 0) if is_timed else SOLVER_CHUNK
        if phase == FORESEE and self.limit.threads > 1:
            threads = min(self.limit.threads, MAX_CANDIDATES)  # each searches one candidate
            trees = [self.new_tree(DEAL_NODES) for _ in range(threads)]
            self.states_of_threads = [self.state._replace(tree=tree.state) for tree in trees]
            self.executor = ThreadPoolExecutor(threads)
        if phase == SEARCH_TREE and self.memory:
            self.tree = self.memory.begin(self.tree)
            self.state = self.state._replace(tree=self.tree.state)
        if phase == SEARCH_TREE:
            self.chunk = MIN_CHUNKS[phase] if self.memory else MIN_NODES

    def step(self) -> bool:
        """Work for a few milliseconds, or give up a phase whose time is up; is there more to do?"""
        phase, nodes, before = self.phase, self.nodes, self.seconds
        if self.is_due(SHARES[phase]) and (nodes or phase != SEARCH_TREE):
            driver.give_up(self.state)
        else:
            self.work()
        if self.phase == phase:
            self.chunk = self.next_chunk(self.nodes - nodes, self.seconds - before)
        else:
            self.begin_phase()
        return self.phase != OVER

    def work(self) -> None:
        """Work for a chunk, in the threads that the phase has."""
        if self.phase == FORESEE and self.executor:
            first, states = int(self.head.searched), self.states_of_threads
            together = range(first, min(first + len(states), int(self.head.rivals)))
            list(self.executor.map(driver.search_rival, states, together))
            driver.count_searched(self.state, len(together))
        elif self.phase == SEARCH_TREE and self.tree.parallel:
            before = self.tree.simulations
            self.tree.simulate(min(self.chunk, int(self.head.max_nodes) - before))
            driver.count_simulations(self.state, self.tree.simulations - before)
        else:
            driver.advance(self.state, self.chunk)

    def next_chunk(self, done: int, took: float) -> int:
        """The nodes until the next reading of the clock, after some took so many seconds."""
        phase, seconds = self.phase, self.limit.seconds
        if seconds is None and phase != SEARCH_TREE:
            return SOLVER_CHUNK
        if seconds is None and self.limit.threads > 1:
            return MAX_SIMULATIONS  # whole rounds: their lengths must not depend on the clock
        rest = np.inf if seconds is None else seconds - self.seconds
        factor = min(4.0, CHUNK_SECONDS / max(took, 1e-6), rest / max(took, 1e-6))
        return max(MIN_CHUNKS[phase], int(done * factor))

    def close(self) -> None:
        """Stop the threads."""
        self.tree.close()
        if self.executor:
            self.executor.shutdown()

    # ---- The answer

    @property
    def has_answer(self) -> bool:
        """Is there an answer that later ones improve?"""
        head = self.head
        if self.phase == SEARCH_TREE:
            return self.nodes > 0
        return bool(head.deals >= MIN_DEALS and head.searched == 0)

    def info(self, lines: int, is_final: bool = False) -> Info:
        """The answer so far."""
        found, players = np.zeros(1, INFO), self.position.players
        moves = np.empty(self.position.game.rules.MAX_MOVES, MOVE_INFO)
        driver.write_info(self.state, lines, found, moves)
        moves = moves[: found[0].moves]
        listed = zip(
            moves["line"],
            moves["length"].tolist(),
            moves["visits"].tolist(),
            moves["values"][:, :, :players].tolist(),
            strict=True,
        )
        infos = [
            self.move_info(line[:length].tolist(), visits, values)
            for line, length, visits, values in listed
        ]
        win, points = map(tuple, found[0].values[:, :players].tolist())
        nodes, is_exact = int(found[0].nodes), bool(found[0].is_exact)
        how = (nodes, self.seconds, infos, is_exact, is_final, self.network.digest)
        return Info(infos[0].move, win, points, *how)

    def move_info(self, line: list[int], visits: int, values: list[list[float]]) -> MoveInfo:
        """One move as `MoveInfo`."""
        texts = self.move_texts(line)
        win, points = map(tuple, values)
        return MoveInfo(texts[0], visits, win, points, texts)

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
        return Search(position, limit, style, entropy, memory).run(lines, every)
    steady = replace(style, has_foresight=False)  # deals are compared with each other

    def search(after: Position, part: Limit) -> Info:
        *_, info = analyse(after, part, steady, lines=1, entropy=entropy)
        return info

    return average_deals(position, limit, search, every, entropy)
