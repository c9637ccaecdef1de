"""Prints what games, steps, evaluations, trees, endings and self-play of every variant come to.

`AZULEJOS_KERNELS=plain python -m tests.compiled.workload [VARIANT[:PART] …]` prints what plain
Python computes; the first line says which way it was.
"""

import hashlib
import json
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from azulejos import GAMES, batch
from azulejos.compiled import jit
from azulejos.compiled.rng import make_rng
from azulejos.learning.selfplay import SelfplayPlan, make_shard
from azulejos.learning.selfplay_game import SelfplaySettings
from azulejos.search.networks import shipped_network
from azulejos.search.puct import search_parameters
from azulejos.search.tree import Tree
from azulejos.search.verbs import points_now_at, prior_at, remaining_at
from azulejos.written import forecast, move_steps
from tests.playthrough import playthrough, script
from tests.search.answers import Solver, root_children
from tests.walk import VARIANTS, walk

CONFORMANCE = Path(__file__).parents[1] / "conformance"
SIMULATIONS = 16
SOLVED_NODES = 60


def digest(*arrays: Any) -> str:
    text = b"".join(np.ascontiguousarray(array).tobytes() for array in arrays)
    return hashlib.sha256(text).hexdigest()[:16]


def evaluations(variant: str) -> Iterator[str]:
    """Values and points of some positions of a game."""
    for position in islice(walk(variant, script(2)), 1, None, 9):
        points, values = np.zeros(4), np.zeros((1, 2, 4))
        points_now_at(position.states, 0, points)
        yield f"points {points.tolist()} {remaining_at(position.states, 0)}"
        if position.needs_deal or position.is_over or position.game.name == "blue":
            batch.value(position.states, shipped_network(position.states).weights, values)
            yield f"value {values.tolist()}"


def trees(variant: str) -> Iterator[str]:
    """A small tree of two positions of a game."""
    decisions = [x.copy() for x in walk(variant, script(3)) if x.turn is not None]
    for position in (decisions[0], decisions[-12]):
        evaluator = position.game.evaluator
        tree = Tree(
            position.states,
            shipped_network(position.states),
            search_parameters(evaluator),
            SIMULATIONS,
            make_rng(9),
        )
        tree.simulate(SIMULATIONS)
        moves, logits = np.zeros((2, position.game.rules.MAX_MOVES), np.int32)
        n = prior_at(tree.states, 0, tree.scratch[0], moves.astype(np.int16), logits)
        yield f"prior {n} {logits[:n].tolist()}"
        yield f"tree {[(x.move, x.visits, x.values) for x in root_children(tree)]}"
        yield f"totals {digest(tree.totals, tree.state.memory.rng)}"


def threaded_trees(variant: str) -> Iterator[str]:
    """A round of two threads, of a tree that counts as larger than it is."""
    position = next(x for x in walk(variant, script(5)) if x.turn is not None)
    parameters = search_parameters(position.game.evaluator)
    network = shipped_network(position.states)
    tree = Tree(position.states, network, parameters, 2 * SIMULATIONS, make_rng(8), threads=2)
    tree.simulate(SIMULATIONS)
    tree.simulations = 4 * SIMULATIONS
    assert tree.parallel
    done, rng = tree.parallel.run_round(SIMULATIONS), tree.state.memory.rng
    yield f"round {done} {digest(tree.totals, rng)}"
    yield f"threads {[(x.move, x.visits, x.values) for x in root_children(tree)]}"
    tree.parallel.close()


def steps(variant: str) -> Iterator[str]:
    """The effects of some moves and deals of a game."""
    for position in islice(walk(variant, script(6)), 0, None, 5):
        game, s = position.game, position.states[0]
        if position.turn is not None:
            move = game.notation.parse_move(s, position.legal_moves[-1])
            states = position.states
            yield f"steps {move_steps(states, move)} {forecast(states, move)}"


def records(variant: str) -> Iterator[str]:
    """Verdicts on some conformance records of the game."""
    for game in GAMES.values():
        if variant == next(iter(game.variants)):
            for file in sorted(CONFORMANCE.glob(f"{game.name}-*.jsonl")):
                for line in file.read_text(encoding="utf-8").splitlines()[::40]:
                    yield f"record {game.judge(json.loads(line))}"


def games(variant: str) -> Iterator[str]:
    """Two games, see `playthrough`."""
    for seed in range(2):
        for line in playthrough(variant, seed):
            yield line.removeprefix(f"{variant} ")


def endings(variant: str) -> Iterator[str]:
    """The exact solutions of the last decisions of a game."""
    decisions = [x.copy() for x in walk(variant, script(4)) if x.turn is not None]
    for position in decisions[-2:]:
        solver = Solver(position.states, shipped_network(position.states))
        found = solver.solve(position.states, SOLVED_NODES)
        yield f"solved {found and (found.moves, found.best.values.tolist(), found.nodes)}"


def shards(variant: str) -> Iterator[str]:
    """The samples of a game of self-play."""
    for game in GAMES.values():
        if variant == next(iter(game.variants)):  # in plain Python each takes seconds
            seats, options = game.variants[variant]
            settings = SelfplaySettings(2, 4, deep_share=0.1, deal_nodes=2, deals=1)
            plan = SelfplayPlan(game.name, seats, dict(options), settings, shard_games=1)
            yield f"shard {hashlib.sha256(make_shard(plan, plan.network(None), 0)).hexdigest()}"


PARTS = {
    part.__name__: part
    for part in (evaluations, trees, threaded_trees, endings, steps, records, games, shards)
}


def main() -> None:
    print(jit.way)
    for word in sys.argv[1:] or VARIANTS:
        variant, _, part = word.partition(":")
        for name in [part] if part else PARTS:
            for line in PARTS[name](variant):
                print(variant, line)


if __name__ == "__main__":
    main()
