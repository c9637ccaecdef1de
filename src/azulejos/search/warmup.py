"""Compilation ahead of use: what there is to compile, what is compiled already, and who does it.

The code of a game is compiled in steps, each in a process of its own. A finished step leaves an
empty file in the cache folder, so that later processes know without trying that its code can be
loaded. `Preparation` runs the steps that are missing, as many at a time as there are cores;
`python -m azulejos.search.warmup GAME STEP` runs one. The number of seats and the options are no
part of any type, so each function is compiled once for a game.
"""

import os
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.compiled.disk_cache import open_cache
from azulejos.compiled.jit import IS_COMPILED, JitFunction, mode, watch_compilation
from azulejos.compiled.rng import make_rng
from azulejos.contract.game import Game
from azulejos.contract.rules import SEATS
from azulejos.errors import AzulejosError
from azulejos.games import GAMES, find_game
from azulejos.network import Network
from azulejos.position import Position
from azulejos.search import verbs
from azulejos.search.networks import shipped_network
from azulejos.search.players import Player, find_player
from azulejos.search.settings import Limit, Style
from azulejos.search.tree import SINGLE_THREADED_SIMULATIONS

WARMUP_LIMIT = Limit(nodes=64)
WARMUP_PLAYERS = ("best", "greedy", "level1")  # together they use every kind of search
MAX_PLIES = 500  # of each game that is played to load the rules; few games last so long
STRIDE = 7  # from one choice of a move to the next, with which every kind of step occurs
BAD_PLIES = 3  # at which illegal moves are tried
BAD_MOVES = ("1", "9,9:xxxx", "9")  # illegal, or not a move in any notation

RULES = ("rules",)  # the steps that a table needs
PARTS = ("rules", "prior", "value", "rollout")  # what a search calls
SEARCH = (*PARTS, "tree")  # the steps that a search needs,
SOLVER = (*SEARCH, "solver")  # and one that tries to solve the position
EARLIER = {"tree": PARTS, "solver": PARTS, "threads": SEARCH}  # they call what these compile
TYPICAL_FUNCTIONS = {
    "rules": 33,
    "prior": 25,
    "value": 18,
    "rollout": 3,
    "tree": 18,
    "solver": 14,
    "threads": 5,
}  # of Azul
LOW, LOWEST = 12, 19  # niceness for the first game, and for all others


# ---- What a step runs


def use_rules(game: Game) -> None:
    """Call everything once that a table calls: in a whole game with each choice of each option."""
    others = [{o.name: each} for o in game.options(game.players[0]) for each in o.choices[1:]]
    for options in ({}, *others):
        position = Position(game.name, game.players[0], **options)
        for ply in range(MAX_PLIES):
            if position.is_over:
                break
            use_ply(position, ply)
        Position.from_json(position.to_json())
        assert position.scores


def use_ply(position: Position, ply: int) -> None:
    """Play the next move or deal, and call everything else that a table calls meanwhile."""
    if position.needs_deal:
        text = position.draw_deal(ply)
    else:
        moves = position.legal_moves
        text = moves[STRIDE * ply % len(moves)]
        position.forecast(text)
    if ply < BAD_PLIES:
        for bad in BAD_MOVES:  # which runs the code that finds the reason
            with suppress(AzulejosError):
                position.copy().push(bad)
    position.steps(text)
    position.push(text)
    position.view()


def compile_prior(game: Game) -> None:
    """Compile the prior of the moves in a position."""
    evaluator, scratch = game.evaluator, new_scratch(game)
    max_moves = game.rules.MAX_MOVES
    compile_part(evaluator.prepare, game, network_of(game).prior, scratch)
    moves, logits = np.empty(max_moves, np.int16), np.empty(max_moves, np.int32)
    compile_part(evaluator.prior, game, scratch, moves, logits)


def compile_value(game: Game) -> None:
    """Compile the evaluation of a state."""
    weights, values = network_of(game).weights, np.empty((2, SEATS))
    compile_part(game.evaluator.value, game, weights, new_scratch(game), values)


def compile_rollout(game: Game) -> None:
    """Compile the rollout of a state."""
    compile_part(game.evaluator.rollout, game, new_scratch(game), make_rng(1))


def compile_part(function: Any, game: Game, *arrays: Any) -> None:
    """Compile a part of the evaluator for a state and arrays, without a call: a call from Python
    would need more code.
    """
    if isinstance(function, JitFunction):
        from numba import from_dtype, typeof

        function.dispatcher.compile((from_dtype(game.state), *map(typeof, arrays)))


def new_scratch(game: Game) -> NDArray[np.int32]:
    return np.zeros(game.evaluator.SCRATCH_SIZE, np.int32)


def network_of(game: Game) -> Network:
    """The network that a search uses at the beginning of a game."""
    with mode(is_plain=True):
        return shipped_network(Position(game.name).states)


def use_tree(game: Game) -> None:
    """Let players search without a solver."""
    position, _ = sample_decisions(game)
    verbs.remaining_at(position.states, 0)  # asked before a solver is tried
    Player("tree", style=Style(has_solver=False)).choose(position, WARMUP_LIMIT)
    find_player("level1").choose(position)


def use_solver(game: Game) -> None:
    """Let players choose who use everything but the tree; the solver for two seats is another than
    the one for more.
    """
    for seats in game.players:
        first, last = sample_decisions(game, seats)
        find_player("greedy").choose(first)
        Player("solver", style=Style(has_foresight=False)).choose(last, WARMUP_LIMIT)


def use_threads(game: Game) -> None:
    """Let a player search with several threads."""
    position, _ = sample_decisions(game)
    limit = Limit(nodes=2 * SINGLE_THREADED_SIMULATIONS, threads=2)
    Player("threads", style=Style(has_solver=False)).choose(position, limit)


STEPS: dict[str, Callable[[Game], None]] = {
    "rules": use_rules,
    "prior": compile_prior,
    "value": compile_value,
    "rollout": compile_rollout,
    "tree": use_tree,
    "solver": use_solver,
    "threads": use_threads,
}


def sample_decisions(game: Game, seats: int = 0) -> tuple[Position, Position]:
    """The first and the last decision of a game of random moves, played in plain Python so that
    nothing is compiled that another step compiles.
    """
    with mode(is_plain=True):
        position, rng = Position(game.name, seats or game.players[0]), make_rng(1)
        first = last = position
        while not position.is_over:
            if position.needs_deal:
                position.deal(rng)
                continue
            last = position.copy()
            first = last if first is position else first
            position.push(find_player("random").choose(position, entropy=1).move)
    return first, last


def warm_up_table(game: Game, seats: int, players: Iterable[Player]) -> None:
    """Load what players need in this process, or compile it."""
    for position in reversed(sample_decisions(game, seats)):
        for player in players:
            player.choose(position, WARMUP_LIMIT)


# ---- What is compiled already

STEPS_DIGEST = sha256(Path(__file__).read_bytes()).hexdigest()[:8]  # of what the steps are


class Step(NamedTuple):
    """A step of the compilation of a game."""

    game: str
    name: str

    @property
    def done_file(self) -> Path:
        """The file that says that the step is done."""
        return open_cache() / f"ready-{STEPS_DIGEST}" / f"{self.game}.{self.name}"

    @property
    def lock_file(self) -> Path:
        """The file that is locked by the process that compiles the step."""
        return self.done_file.with_name(f"{self.done_file.name}.lock")

    @property
    def is_done(self) -> bool:
        return self.done_file.exists()


def has_cache() -> bool:
    """Is there code to compile, and a folder to keep it in? Without, nothing can be prepared."""
    return IS_COMPILED and bool(open_cache().name)


def is_prepared(game: str, steps: Iterable[str] = SOLVER) -> bool:
    """Are steps of a game done?"""
    return not has_cache() or all(Step(game, name).is_done for name in steps)


# ---- Who compiles


class Preparation:
    """Compiles what is missing, step by step, in processes of its own that end with this one."""

    def __init__(self, jobs: int = 0):
        """Compile every game in `jobs` processes, by default as many as there are cores."""
        self.jobs = jobs or os.cpu_count() or 1
        every = [Step(game, name) for game in GAMES for name in STEPS] if has_cache() else []
        self._waiting = [step for step in every if not step.is_done]
        self._left = frozenset(self._waiting)  # with those that run; read without the lock
        self._first = next(iter(GAMES))  # the game that is compiled first
        self._running: dict[Step, subprocess.Popen[str]] = {}
        self._compiled: Counter[Step] = Counter()  # functions
        self._changed = threading.Condition()
        self._threads: list[threading.Thread] = []
        self.failed: dict[Step, str] = {}  # the last lines of what it printed

    def start(self) -> None:
        """Begin to compile, and return at once."""
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(self.jobs)]
        for thread in self._threads:
            thread.start()

    def join(self, timeout_s: float | None = None) -> bool:
        """Wait until everything is compiled; return False if that takes longer.

        Like `progress`, takes no lock: Ctrl-C in the main thread could leave it locked for ever.
        """
        end = None if timeout_s is None else monotonic() + timeout_s
        for thread in self._threads:
            thread.join(None if end is None else max(0.0, end - monotonic()))
        return self.is_over

    def stop(self) -> None:
        """Give up what is not compiled yet."""
        with self._changed:
            self._waiting.clear()
            self._left = frozenset(self._running)
            for process in self._running.values():
                process.kill()
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()

    def prefer(self, game: str) -> None:
        """Compile a game before all others."""
        with self._changed:
            self._first = game
            self._waiting.sort(key=lambda step: step.game != game)

    @property
    def is_over(self) -> bool:
        return not self._left

    @property
    def compiled(self) -> int:
        """How many functions were compiled so far."""
        return self._compiled.total()

    def has_left(self, game: str, steps: Iterable[str] = SOLVER) -> bool:
        """Are steps of a game still to be compiled?"""
        return not self._left.isdisjoint(Step(game, name) for name in steps)

    def progress(self, game: str, steps: Iterable[str] = tuple(STEPS)) -> tuple[int, int]:
        """How many functions of steps of a game are compiled, and how many there are, estimated
        until the end.
        """
        done, total, left = 0, 0, self._left
        for name in steps:
            step, typical = Step(game, name), TYPICAL_FUNCTIONS[name]
            total += typical
            done += min(self._compiled[step], typical - 1) if step in left else typical
        return done, total

    # ---- In a thread for each process

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: not self._waiting or self._next_step() is not None)
                step = self._next_step()
                if step is None:
                    return
                self._waiting.remove(step)
                process = start_step(step, LOW if step.game == self._first else LOWEST)
                self._running[step] = process
            self._follow(step, process)

    def _next_step(self) -> Step | None:
        """The next step that does not wait for another."""
        for step in self._waiting:
            earlier = {Step(step.game, name) for name in EARLIER.get(step.name, ())}
            if earlier.isdisjoint({*self._waiting, *self._running}):
                return step
        return None

    def _follow(self, step: Step, process: subprocess.Popen[str]) -> None:
        """Count the functions that a process compiles until it ends."""
        lines: list[str] = []
        assert process.stdout
        with process:
            for line in process.stdout:
                self._compiled[step] += 1
                lines = [*lines[-9:], line]
        with self._changed:
            if process.returncode != 0:
                self.failed[step] = "".join(lines)
            del self._running[step]
            self._left -= {step}
            self._changed.notify_all()


def warm_up() -> None:
    """Compile everything that is missing, and wait for it."""
    preparation = Preparation()
    preparation.start()
    preparation.join()
    assert not preparation.failed, preparation.failed


def start_step(step: Step, niceness: int) -> subprocess.Popen[str]:
    """Start a process that compiles a step; it ends when its standard input is closed."""
    return subprocess.Popen(
        [sys.executable, "-m", __spec__.name, *step, str(niceness)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,  # Ctrl-C in the terminal is for the process that waits
    )


# ---- The process that compiles a step


def main(game: str, name: str, niceness: str = "0") -> None:
    """Compile a step, unless another process has done it meanwhile; print each function."""
    threading.Thread(target=end_with_input, daemon=True).start()
    lower_priority(int(niceness))
    step = Step(game, name)
    step.done_file.parent.mkdir(exist_ok=True)
    with locked(step.lock_file):
        if not step.is_done:
            with watch_compilation(lambda function: print(function, flush=True)):
                STEPS[name](find_game(game))
            step.done_file.touch()


def end_with_input() -> None:
    """End this process when standard input is closed, as it is when the parent dies."""
    sys.stdin.read()
    os._exit(1)


def lower_priority(niceness: int) -> None:
    """Let other processes go first; with the lowest priority, all others."""
    if hasattr(os, "nice"):
        os.nice(niceness)
    if niceness == LOWEST and hasattr(os, "SCHED_IDLE"):
        with suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Keep other processes of this machine out of the block, where the system has such locks."""
    with file.open("a") as opened:
        with suppress(ImportError):
            import fcntl

            fcntl.flock(opened, fcntl.LOCK_EX)
        yield


if __name__ == "__main__":
    main(*sys.argv[1:])
