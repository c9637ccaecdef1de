"""What search thinks of a position: a stream of `Info`, the same for library, protocol and page.

    >>> from azulejos import Position
    >>> position = Position("azul")
    >>> _ = position.deal(1)
    >>> *_, info = analyse(position, Limit(nodes=200))
    >>> info.best in position.legal_moves, info.nodes, info.is_final
    (True, 200, True)

The rest of a round or game that is short enough is solved exactly first; otherwise the tree grows
until the limit. A limit in nodes gives the same answer every time.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from time import perf_counter

import numpy as np

from azulejos import batch
from azulejos.position import Position
from azulejos.rng import make_rng
from azulejos.search.endings import Solution, Solver, left_at
from azulejos.search.tree import NODE, draw_child, grow

LEAST_NODES = 2  # without which there is no move to name: the second makes the root's children
LEAST_CHUNK = 16  # simulations between two looks at the clock
CHUNK_SECONDS = 0.005  # between two looks at the clock
SOLVER_CHUNK = 4_000  # nodes of one try to solve, when no clock runs
FIRST_SOLVER_CHUNK = 64  # nodes of the first try when one runs; the next ones fit CHUNK_SECONDS
SOLVER_SHARE = 0.5  # of the time that may go to solving before the tree gets the rest
MOST_SIMULATIONS = 1 << 30
MOST_NODES = 1 << 22  # of a tree; it stops growing there, not searching
NODES_A_SIMULATION = 24  # that a tree grows by, at most on average: it expands at second visits


@dataclass(frozen=True)
class Limit:
    """When to stop: after seconds, after nodes, or when asked."""

    seconds: float | None = None
    nodes: int | None = None
    is_stopped: Callable[[], bool] = lambda: False


@dataclass(frozen=True)
class Style:
    """How a player searches."""

    blindness: float = 0.0  # 1: sees only its own points
    temperature: float = 1.0  # times the mind's own: flatter trusts the prior less
    solves: bool = True  # looks for exact endings
    guesses: bool = False  # plays by first impressions, drawn by lot, and looks no further


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


class Search:
    """The search of one position, from its first node to its last answer."""

    def __init__(self, position: Position, limit: Limit, style: Style, entropy: int = 1):
        self.position, self.limit, self.style = position, limit, style
        mind = position.game.mind
        self.states = np.concatenate([position.states] * 2)
        wanted = (limit.nodes or MOST_NODES) * NODES_A_SIMULATION + position.game.rules.MOST_MOVES
        self.nodes = np.zeros(min(wanted, MOST_NODES), NODE)
        self.used = np.ones(1, np.int64)
        self.told = np.zeros((position.game.rules.MOST_MOVES, 2, batch.SEATS))
        temperature = mind.TEMPERATURE * style.temperature
        self.settings = np.array([mind.EXPLORATION, mind.REDUCTION, temperature, style.blindness])
        self.rng = make_rng(entropy)
        self.simulations = 0
        self.start = perf_counter()

    @property
    def seconds(self) -> float:
        return perf_counter() - self.start

    def is_due(self, share: float = 1.0) -> bool:
        """Is the time up, or a part of it?"""
        seconds = self.limit.seconds
        return self.limit.is_stopped() or (seconds is not None and self.seconds >= share * seconds)

    # ---- Exact

    def solve(self) -> Solution | None:
        """The exact answer, if the ending is short enough to be found in its share of the limit."""
        mind, players = self.position.game.mind, self.position.players
        if not self.style.solves or left_at(self.states, 0) > mind.SOLVABLE_LEFT[players]:
            return None
        solver, nodes = Solver(self.states), self.limit.nodes or MOST_NODES
        chunk = SOLVER_CHUNK if self.limit.seconds is None else FIRST_SOLVER_CHUNK
        while nodes > 0 and not self.is_due(SOLVER_SHARE):
            before = self.seconds
            solution = solver.solve(self.states, min(nodes, chunk))
            if solution is not None:
                return solution
            nodes -= chunk  # what was solved so far is remembered
            if self.limit.seconds is not None:
                took = max(self.seconds - before, 1e-6)
                chunk = max(FIRST_SOLVER_CHUNK, int(chunk * min(2.0, CHUNK_SECONDS / took)))
        return None

    def tell_solution(self, solution: Solution) -> Info:
        """An exact answer in the form of all answers."""
        players = self.position.players
        win, points = (tuple(map(float, row[:players])) for row in solution.values)
        line = self.texts(solution.line)
        best = MoveInfo(line[0], solution.nodes, win, points, line)
        told = (win, points, solution.nodes, self.seconds, [best])
        return Info(line[0], *told, is_exact=True, is_final=True)

    # ---- Guessed

    def guess(self) -> str:
        """A move drawn by lot, the better it looks the more likely."""
        grow(self.nodes, self.used, self.states, self.rng, self.settings, LEAST_NODES, self.told)
        return self.texts([int(self.nodes[draw_child(self.nodes, 0, self.rng)].move)])[0]

    # ---- Estimated

    def run(self, every: float | None) -> Iterator[None]:
        """Grow the tree to the limit; yields whenever something should be told on the way."""
        chunk, told_at = LEAST_NODES, 0.0
        most = MOST_SIMULATIONS if self.limit.nodes is None else self.limit.nodes
        while chunk > 0:
            before = self.seconds
            grow(self.nodes, self.used, self.states, self.rng, self.settings, chunk, self.told)
            self.simulations += chunk
            if self.is_due():
                return
            took = max(self.seconds - before, 1e-6)
            rest = np.inf if self.limit.seconds is None else self.limit.seconds - self.seconds
            chunk = max(LEAST_CHUNK, int(chunk * min(4.0, CHUNK_SECONDS / took, rest / took)))
            chunk = min(chunk, most - self.simulations)
            if every is not None and self.seconds >= told_at + every:
                told_at = self.seconds
                yield

    def tell(self, lines: int, is_final: bool) -> Info:
        """What the tree says now."""
        root = self.nodes[0]
        children = self.nodes[root.first : root.first + root.children]
        order = np.argsort(-children["visits"], kind="stable")
        moves = [self.tell_move(root.first + i, i, n < lines) for n, i in enumerate(order)]
        visited = [move for move in moves if move.visits] or moves[:1]
        total = sum(move.visits for move in visited) or 1
        win, points = (
            tuple(sum(getattr(m, name)[p] * m.visits for m in visited) / total for p in self.seats)
            for name in ("win", "points")
        )
        best = visited[0].move
        return Info(best, win, points, self.simulations, self.seconds, visited, is_final=is_final)

    @property
    def seats(self) -> range:
        return range(self.position.players)

    def tell_move(self, node: int, i: int, has_line: bool) -> MoveInfo:
        """One child of the root."""
        child = self.nodes[node]
        win, points = (
            tuple(float(x) / max(1, int(child.visits)) for x in row[: self.position.players])
            for row in self.told[i]
        )
        line = self.texts(self.line(node) if has_line else [int(child.move)])
        return MoveInfo(line[0], int(child.visits), win, points, line)

    def line(self, node: int) -> list[int]:
        """The moves from a child of the root on that were visited most, as far as seats decide."""
        moves = [int(self.nodes[node].move)]
        states = self.states[:1].copy()
        batch.play(states, np.array(moves))
        while self.nodes[node].children and states[0].actor >= 0:
            first = int(self.nodes[node].first)
            children = self.nodes[first : first + int(self.nodes[node].children)]
            node = first + int(children["visits"].argmax())
            if self.nodes[node].visits == 0:
                break
            moves.append(int(self.nodes[node].move))
            batch.play(states, np.array(moves[-1:]))
        return moves

    def texts(self, moves: list[int]) -> list[str]:
        """A line of moves as texts, each named in the state it is played in."""
        states, texts = self.states[:1].copy(), []
        for move in moves:
            texts.append(self.position.game.notation.move_text(states[0], move))
            batch.play(states, np.array([move]))
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
        yield search.tell_solution(solution)
        return
    for _ in search.run(every):
        yield search.tell(lines, is_final=False)
    yield search.tell(lines, is_final=True)
