"""A language model as a player: it reads the position and the legal moves, and answers a move.

    python examples/language_model.py --opponent level1 --games 10

`ask` is the only part to replace: it takes a prompt and returns the model's answer. The stand-in
here picks by a rule, so that the example runs without a model. An answer without a legal move is
asked for once more, and then replaced by the first legal move; such failures are counted.
"""

import argparse
import re
from collections.abc import Callable

from azulejos import Position, find_player

Ask = Callable[[str], str]
TRIES = 2


def prompt(position: Position) -> str:
    """What the model is told: the position as text, and each legal move with what it leads to."""
    moves = [f"{move} ({position.forecast(move)})" for move in position.legal_moves]
    return (
        f"You play {position.game.name} as seat {position.turn}. The position:\n\n"
        f"{position.draw()}\n\nLegal moves:\n" + "\n".join(moves) + "\n\n"
        "Answer with one legal move on the last line."
    )


def pick_by_rule(prompt: str) -> str:
    """The stand-in for a model: the legal move with the most points in its forecast."""
    moves = re.findall(r"^(\S+) \((.*)\)$", prompt, re.MULTILINE)

    def points(forecast: str) -> int:
        return max(map(int, re.findall(r"-?\d+", forecast)), default=0)

    return max(moves, key=lambda move: points(move[1]))[0]


def choose(ask: Ask, position: Position) -> tuple[str, int]:
    """The model's move, and how many answers had none."""
    legal = set(position.legal_moves)
    for failures in range(TRIES):
        words = ask(prompt(position)).split()
        for word in reversed(words):
            if word.strip(".,*`") in legal:
                return word.strip(".,*`"), failures
    return position.legal_moves[0], TRIES


def play(ask: Ask, opponent: str, games: int, game: str = "azul") -> tuple[float, int]:
    """The model's share of the win over some games of two, seats in turn, and its failures."""
    player, share, failures = find_player(opponent), 0.0, 0
    for number in range(games):
        position, seat = Position(game, players=2), number % 2
        while not position.is_over:
            if position.needs_deal:
                position.deal(1000 * number + len(position.history))
            elif position.turn == seat:
                move, failed = choose(ask, position)
                position.push(move)
                failures += failed
            else:
                position.push(player.choose(position, entropy=len(position.history)).move)
        outcome = position.outcome
        share += outcome.shares[seat] if outcome else 0
    return share / games, failures


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default="azul")
    parser.add_argument("--opponent", nargs="+", default=["random", "level1", "level3"])
    parser.add_argument("--games", type=int, default=10)
    chosen = parser.parse_args()
    for name in chosen.opponent:
        share, failures = play(pick_by_rule, name, chosen.games, chosen.game)
        print(f"{name}: share of the win {share:.2f}, answers without a move {failures}")
