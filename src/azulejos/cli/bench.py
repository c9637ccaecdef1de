"""`azulejos bench`: measure the speed of the engine on this machine, on one core.

Rates are those of the best of many short runs: the others are disturbed by other processes.
"""

import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from time import perf_counter

import numpy as np

from azulejos import batch, kernels
from azulejos.cli.console import Parser, say, track
from azulejos.compiled.rng import below, make_rng
from azulejos.contract.game import Game
from azulejos.errors import AzulejosError
from azulejos.games import GAMES
from azulejos.position import Position
from azulejos.search.analysis import analyse
from azulejos.search.networks import shipped_network
from azulejos.search.settings import Limit, Style
from azulejos.text import Text

VARIANTS = {name: game for game in GAMES.values() for name in game.variants}
START = "start"  # as a name to measure: the start of a new process
RUN_GAMES = 500  # games in one run, a few dozen milliseconds
ARENA_BYTES = 1 << 20  # of the states that are copied: more than the L1 cache, as in a search
COPIES = 200_000
SEARCH_NODES = 4_000  # of one search
SIGNATURE_NODES = 1_000  # of one search for the signature
SEARCHED_EVENTS = (1, 20, 45)  # moves and deals into a game, where searches are measured
EVALUATIONS = 2_000

# what a new process runs until its first move in a game
FIRST_MOVE = "p = Position('{}'); p.needs_deal and p.deal(1); p.push(p.legal_moves[0])"


def run(arguments: list[str]) -> int:
    """Run the command; return its exit code."""
    names = [*VARIANTS, START]
    parser = Parser("azulejos bench", description=say("cli.bench"))
    parser.add("--json", "cli.json", action="store_true")
    parser.add("--seconds", "cli.bench.seconds", type=float, default=1.0)
    only = say("cli.bench.only", names=", ".join(names))
    parser.add_argument("--only", nargs="+", default=names, metavar="NAME", help=only)
    parser.add("--signature", "cli.bench.signature", action="store_true")
    chosen = parser.parse_args(arguments)
    for name in chosen.only:
        if name not in names:
            raise AzulejosError(Text("cli.bench.noname", {"name": name, "names": ", ".join(names)}))
    if not 0 < chosen.seconds <= 3600:
        raise AzulejosError(Text("cli.bench.seconds.wrong"))
    if chosen.signature:
        signed = {name: signature(name) for name in chosen.only if name != START}
        print(json.dumps(signed, indent=2))
        return 0
    measured: dict[str, dict[str, float]] = {}
    for name in track(chosen.only, "bench"):
        measured[name] = measure(name, chosen.seconds)
        if not chosen.json:
            figures = (f"{key}={value:,.10g}" for key, value in measured[name].items())
            print(name, *figures, sep="  ")
    if chosen.json:
        print(json.dumps(measured | measured.pop(START, {})))
    return 0


def measure(name: str, seconds: float) -> dict[str, float]:
    """All figures of a variant, or of START."""
    if name == START:
        return measure_start()
    game = VARIANTS[name]
    games_per_s, moves_per_game = measure_playouts(name, seconds)
    return {
        "moves_per_s": round(games_per_s * moves_per_game),
        "games_per_s": round(games_per_s),
        "search_nodes_per_s": round(measure_search(name, seconds)),
        "eval_per_s": round(measure_evaluations(name, seconds)),
        "copy_ns": round(measure_copies(game, seconds), 2),
        "state_bytes": game.state.itemsize,
    }


def measure_playouts(name: str, seconds: float) -> tuple[float, float]:
    """Random games per second, from setup to scores with all legal moves listed; moves per game."""
    game = VARIANTS[name]
    players, options = game.variants[name]
    chosen = game.choose(players, options)
    states, rng, moves = game.new_states(RUN_GAMES), make_rng(1), []
    results = np.zeros((RUN_GAMES, 2, batch.SEATS))

    def play() -> None:
        kernels.setup(states, players, chosen)
        moves.append(kernels.play_out(states, rng))
        kernels.result(states, results)

    best = best_seconds(play, seconds)
    return RUN_GAMES / best, sum(moves) / len(moves) / RUN_GAMES


def sample_position(name: str, events: int) -> Position:
    """A position some random events into a game, in which a seat decides."""
    players, options = VARIANTS[name].variants[name]
    position, rng = Position(VARIANTS[name].name, players, **options), make_rng(1)
    while len(position.history) < events or position.needs_deal:
        if position.needs_deal:
            position.deal(rng)
        else:
            moves = position.legal_moves
            position.push(moves[below(rng, len(moves))])
    return position


def signature(name: str) -> str:
    """A digest of the visits of each move in searches of fixed positions and nodes.

    A change of code that keeps it does not change how the search plays.
    """
    digest = hashlib.sha256()
    for events in SEARCHED_EVENTS:
        limit, style = Limit(nodes=SIGNATURE_NODES), Style(has_solver=False)
        *_, info = analyse(sample_position(name, events), limit, style, lines=0)
        digest.update(json.dumps([(move.move, move.visits) for move in info.moves]).encode())
    return digest.hexdigest()[:12]


def measure_search(name: str, seconds: float) -> float:
    """Simulations of a tree search per second over a few positions, without the solver."""
    positions = [sample_position(name, events) for events in SEARCHED_EVENTS]
    limit, style = Limit(nodes=SEARCH_NODES), Style(has_solver=False)

    def search() -> None:
        for position in positions:
            for _ in analyse(position, limit, style, lines=1):
                pass

    return len(positions) * SEARCH_NODES / best_seconds(search, seconds)


def measure_evaluations(name: str, seconds: float) -> float:
    """Evaluations of quiet states per second."""
    game = VARIANTS[name]
    players, options = game.variants[name]
    states, out = game.new_states(EVALUATIONS), np.zeros((EVALUATIONS, 2, batch.SEATS))
    kernels.setup(states, players, game.choose(players, options))
    network = shipped_network(states)
    kernels.play_to_rollout_end(states, network.prior, make_rng(1))
    return EVALUATIONS / best_seconds(
        lambda: kernels.value(states, network.weights, out), seconds / 4
    )


def measure_copies(game: Game, seconds: float) -> float:
    """Nanoseconds to copy a state inside compiled code."""
    states = game.new_states(ARENA_BYTES // game.state.itemsize)
    return best_seconds(lambda: kernels.copy_about(states, COPIES), seconds / 4) / COPIES * 1e9


def best_seconds(act: Callable[[], None], seconds: float) -> float:
    """The shortest run of `act`, of as many as fit in a time, after one to warm up."""
    act()
    best, end = float("inf"), perf_counter() + seconds
    while True:
        start = perf_counter()
        act()
        now = perf_counter()
        best = min(best, now - start)
        if now > end:
            return best


def measure_start() -> dict[str, float]:
    """Seconds that a new process takes to a first move in every game, without and with a cache."""
    code = "; ".join(["from azulejos import Position", *map(FIRST_MOVE.format, GAMES)])
    with tempfile.TemporaryDirectory() as empty:
        environment = os.environ | {"XDG_CACHE_HOME": empty}
        times = []
        for _ in range(2):
            start = perf_counter()
            subprocess.run([sys.executable, "-c", code], env=environment, check=True)
            times.append(round(perf_counter() - start, 2))
    return {"cold_start_s": times[0], "warm_start_s": times[1]}
