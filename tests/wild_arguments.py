"""Calls the public functions with wild arguments: run in a process of its own by `test_misuse.py`.

Every call has to return or to raise an ordinary Python exception. Prints how many did what.
"""

import random
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from azulejos import GAMES, AzulejosError, Position, batch, iter_records
from azulejos.contract.game import Game
from azulejos.contract.rules import States


def middle_states(game: Game, n: int) -> States:
    """States from the middle of games."""
    players = game.players[-1]
    states = game.new_states(n)
    batch.setup(states, players, game.choose(players, {}))
    deals = np.zeros((n, game.rules.DEAL_SIZE), np.int64)
    out, counts = np.zeros((n, game.rules.MAX_MOVES), np.int16), np.zeros(n, np.int64)
    for _ in range(7):
        batch.draw(states, batch.make_rng(3), deals)
        batch.settle(states, deals)
        batch.legal_moves(states, out, counts)
        batch.play(states, out[:, 0])
    return states


def damage(states: States, dice: random.Random) -> States:
    """States with some bytes changed: a few, or all."""
    damaged = states.copy()
    flat = damaged.view(np.uint8)
    for _ in range(dice.choice([1, 1, 1, 2, 5, 50])):
        flat[dice.randrange(len(flat))] = dice.choice([0, 1, 2, 3, 5, 127, 128, 255])
    if dice.random() < 0.1:
        flat[:] = np.frombuffer(dice.randbytes(len(flat)), np.uint8)
    return damaged


def wild_array(game: Game, states: States, dice: random.Random) -> Any:
    """Something that might be passed where an array belongs."""
    n, rules = len(states), game.rules
    dtype = dice.choice([np.int8, np.int16, np.int64, np.uint64, np.float64, np.bool_, object])
    rows, columns = dice.choice([0, 1, n, n + 1]), dice.choice([0, 1, 4, rules.MAX_MOVES])
    makers: list[Callable[[], Any]] = [
        lambda: np.zeros((rows, columns), dtype),
        lambda: np.zeros(rows, dtype),
        lambda: np.zeros((n, rules.MAX_MOVES), np.int16),
        lambda: np.zeros((n, rules.MAX_MOVES - 1), np.int16),
        lambda: np.zeros((rules.MAX_MOVES, n), np.int16).T,
        lambda: np.zeros((n, rules.ACTION_SPACE), np.bool_),
        lambda: np.zeros((n, rules.DEAL_SIZE), np.int64),
        lambda: np.full((n, rules.DEAL_SIZE), dice.randrange(-(1 << 62), 1 << 62)),
        lambda: np.zeros((n, 2, batch.SEATS)),
        lambda: np.zeros(n, np.int64),
        lambda: np.full(n, dice.randrange(-(1 << 40), 1 << 40)),
        lambda: np.array([dice.randrange(rules.ACTION_SPACE) for _ in range(n)]),
        lambda: states,
        lambda: states.view(np.uint8)[: 2 * n].view(np.int16),
        lambda: batch.make_rng(1),
        lambda: [0] * n,
        lambda: None,
        lambda: "moves",
        lambda: np.broadcast_to(np.int64(0), (n,)),
        lambda: np.ma.zeros(n, np.int64),
    ]
    return dice.choice(makers)()


def wild_call(dice: random.Random) -> None:
    """One call with wild arguments."""
    game = dice.choice(list(GAMES.values()))
    states: Any = damage(MIDDLES[game.name], dice) if dice.random() < 0.7 else MIDDLES[game.name]
    states = dice.choice([states, states, states, states[:0], states[::2], states[None], states[0]])
    verb = dice.choice(
        ["setup", "legal_moves", "legal_mask", "play", "draw", "settle", "result", "play_out"]
    )
    counted = {"legal_moves": 2, "setup": 2, "draw": 2}.get(verb, 1)
    around = MIDDLES[game.name]
    good: dict[str, list[Any]] = {
        "legal_moves": [
            np.zeros((len(around), game.rules.MAX_MOVES), np.int16),
            np.zeros(len(around), np.int64),
        ],
        "legal_mask": [np.zeros((len(around), game.rules.ACTION_SPACE), np.bool_)],
        "play": [np.array([dice.randrange(game.rules.ACTION_SPACE) for _ in around])],
        "draw": [batch.make_rng(1), np.zeros((len(around), game.rules.DEAL_SIZE), np.int64)],
        "settle": [np.zeros((len(around), game.rules.DEAL_SIZE), np.int64)],
        "result": [np.zeros((len(around), 2, batch.SEATS))],
        "play_out": [batch.make_rng(1)],
    }
    if verb in good and dice.random() < 0.6:
        arguments = good[verb]
    else:
        arguments = [wild_array(game, around, dice) for _ in range(counted)]
    getattr(batch, verb)(states, *arguments)


WILD: list[Any] = [None, 3, -1, 1.5, True, b"", "", "x" * 99, [], {}, np.int64(9), "\x00", 1j]


def wild_text_call(dice: random.Random) -> None:
    """One call of the other public functions with wild arguments."""
    position = Position(dice.choice(list(GAMES)))
    wild: Any = dice.choice(WILD)
    calls: list[Callable[[], Any]] = [
        lambda: position.push(wild),
        lambda: position.deal(wild),
        lambda: position.draw(wild),
        lambda: position.explain(wild),
        lambda: Position(wild, wild),
        lambda: Position(players=wild),
        lambda: Position.from_text(wild),
        lambda: Position.from_json(wild),
        lambda: list(iter_records(wild)),
        lambda: position.game.new_states(wild),
    ]
    dice.choice(calls)()


MIDDLES = {game.name: middle_states(game, 5) for game in GAMES.values()}


def main() -> None:
    seed, calls = map(int, sys.argv[1:])
    dice = random.Random(seed)
    done = refused = other = 0
    for number in range(calls):
        try:
            wild_call(dice) if number % 4 else wild_text_call(dice)
            done += 1
        except AzulejosError as wrong:
            wrong.message("es")
            refused += 1
        except (TypeError, ValueError):
            other += 1
    print(f"{done} done, {refused} refused, {other} other errors")


if __name__ == "__main__":
    main()
