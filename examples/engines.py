"""Bots of several kinds as engines, to be measured by `azulejos match` or to play for you.

    azulejos match "cmd:python examples/engines.py rule" level1 --games 100 --seed 1

    first          the first legal move
    rule           the stand-in for a language model of `language_model.py`, which reads a prompt
    mcts [N]       the MCTS bot of OpenSpiel with random playouts, N simulations for each move
    ppo FILE       an agent trained by `train_ppo.py`: the move that its network likes best

`serve` makes an engine of any function from a position to one of its legal moves; it is all of the
engine protocol (docs/protocol.md) that a match needs.
"""

import json
import sys
from collections.abc import Callable
from typing import Any

from azulejos import Position

Choose = Callable[[Position], str]


def serve(name: str, choose: Choose) -> None:
    """Answer requests on standard input until `quit`."""
    for line in sys.stdin:
        request = json.loads(line)
        answer: dict[str, Any] = {"id": request.get("id")}
        match request["op"]:
            case "quit":
                return
            case "hello":
                answer |= {"name": name, "games": ["azul", "blue"], "ready": True}
            case "analyse":
                best = choose(Position.from_json(request["position"]))
                answer |= {"final": True, "best": best}
            case _:
                continue
        print(json.dumps(answer), flush=True)


def first() -> Choose:
    return lambda position: position.legal_moves[0]


def rule() -> Choose:
    import language_model

    return lambda position: language_model.choose(language_model.pick_by_rule, position)[0]


def mcts(simulations: str = "20") -> Choose:
    import numpy as np
    from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator

    from azulejos.envs.spiel import state_of

    rng = np.random.RandomState(1)

    def choose(position: Position) -> str:
        state, evaluator = state_of(position), RandomRolloutEvaluator(1, rng)
        bot = MCTSBot(state.get_game(), 2.0, int(simulations), evaluator, random_state=rng)
        return str(state.action_to_string(bot.step(state)))

    return choose


def ppo(file: str) -> Choose:
    import torch
    import train_ppo

    from azulejos.envs import Variant

    torch.set_num_threads(1)
    variant = Variant("azul", train_ppo.PLAYERS)
    agent = train_ppo.Agent(variant.highs)
    agent.load_state_dict(torch.load(file, weights_only=True))

    def choose(position: Position) -> str:
        seen = variant.observe(position)
        return variant.move_of(position, train_ppo.choose(agent, seen))

    return choose


BOTS: dict[str, Callable[..., Choose]] = {"first": first, "rule": rule, "mcts": mcts, "ppo": ppo}

if __name__ == "__main__":
    name, *arguments = sys.argv[1:]
    serve(name, BOTS[name](*arguments))
