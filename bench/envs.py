"""Speed of the environments on one core, as a ratio to `batch` without observations.

    python bench/envs.py

The yardstick lists all legal moves and plays one in each game with `azulejos.batch`, and draws
deals. The environments do the same, and write observations, masks and rewards. Both run in turn in
the same process, by CPU time; the median of many steps counts. Fails if the vector environment has
less than a third of the yardstick's speed.
"""

import sys
from collections.abc import Callable
from functools import partial
from statistics import median
from time import process_time
from typing import Any

import numpy as np

from azulejos import batch
from azulejos.envs import VectorEnv, azul_v0, blue_v0

GAMES = 1024
STEPS = 300
LEAST_RATIO = 1 / 3
SINGLE_STEPS = 20_000


def seconds(run: Callable[[], Any]) -> float:
    start = process_time()
    run()
    return process_time() - start


def measure(game: str, players: int) -> tuple[float, float]:
    """Steps per second of the vector environment, and of the yardstick."""
    env, rng = VectorEnv(game, GAMES, players), np.random.default_rng(1)
    env.reset(seed=1)
    rules, entropy = env.variant.game.rules, batch.make_rng(1)
    moves, counts = np.zeros((GAMES, rules.MAX_MOVES), np.int16), np.zeros(GAMES, np.int64)
    deals = np.zeros((GAMES, rules.DEAL_SIZE), np.int64)
    ours, theirs = [], []
    for _ in range(STEPS):
        actions = (rng.random(env.masks.shape, np.float32) * env.masks).argmax(axis=1)
        states = env.states

        def yardstick(states: Any = states) -> None:
            batch.legal_moves(states, moves, counts)
            batch.play(states, moves[:, 0])
            batch.draw(states, entropy, deals)
            batch.settle(states, deals)

        theirs.append(seconds(yardstick))
        ours.append(seconds(partial(env.step, actions)))
    return GAMES / median(ours), GAMES / median(theirs)


def measure_single(module: Any, players: int) -> float:
    """Steps per second of PettingZoo's environment: look at the last observation and play."""
    env, steps, used = module.env(players=players), 0, 0.0
    while steps < SINGLE_STEPS:
        env.reset(seed=steps)
        start = process_time()
        for _agent in env.agent_iter():
            observed, _, is_over, _, _ = env.last()
            env.step(None if is_over else int(observed["action_mask"].argmax()))
            steps += 1
        used += process_time() - start
    return steps / used


def main() -> int:
    """Measure and print; return the exit code."""
    worst = np.inf
    for game, players in (("azul", 2), ("azul", 4), ("blue", 2), ("blue", 3)):
        ours, theirs = measure(game, players)
        worst = min(worst, ours / theirs)
        print(f"{game} {players}  vector={ours:,.0f}/s  batch={theirs:,.0f}/s  ", end="")
        print(f"ratio={ours / theirs:.2f}")
    for module, players in ((azul_v0, 2), (blue_v0, 3)):
        print(f"{module.__name__}  pettingzoo={measure_single(module, players):,.0f}/s")
    return 0 if worst >= LEAST_RATIO else 1


if __name__ == "__main__":
    sys.exit(main())
