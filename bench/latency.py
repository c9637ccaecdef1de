"""How late the engine answers: beyond its limit, over random positions of all games; and how long
after its launch a warm process answers first.

    python bench/latency.py [--positions 1000] [--limits 0.02 0.2 1] [--launches 10]

Drives `azulejos engine` as anybody would, by its protocol. Run it on a quiet machine.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path
from time import perf_counter
from typing import Any, Self

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.walk import VARIANTS

from azulejos.position import Position
from azulejos.compiled.rng import below, make_rng

MOST_EVENTS = 70  # moves and deals into a game


class Engine:
    """An engine in a process of its own."""

    def __init__(self) -> None:
        self.start = perf_counter()
        command = [sys.executable, "-m", "azulejos", "engine"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.ask(op="quit")
        self.process.wait()

    def ask(self, **message: Any) -> dict[str, Any]:
        """Send a message; the last answer to it."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        answer: dict[str, Any] = json.loads(line) if line else {}
        return answer

    def think(self, position: dict[str, Any], seconds: float) -> float:
        """The seconds that an answer takes."""
        start = perf_counter()
        limit = {"seconds": seconds}
        answer = self.ask(id="a", op="analyse", position=position, limit=limit, lines=1)
        assert answer["final"], answer
        return perf_counter() - start


def random_positions(number: int) -> list[dict[str, Any]]:
    """Positions of all variants in turn in which a seat decides, after random moves."""
    rng, positions, names = make_rng(4), list[dict[str, Any]](), list(VARIANTS)
    while len(positions) < number:
        game = VARIANTS[names[len(positions) % len(names)]]
        players, options = game.variants[names[len(positions) % len(names)]]
        position, events = Position(game.name, players, **options), below(rng, MOST_EVENTS)
        while not position.is_over and (position.needs_deal or len(position.history) < events):
            if position.needs_deal:
                position.deal(rng)
            else:
                moves = position.legal_moves
                position.push(moves[below(rng, len(moves))])
        if not position.is_over:
            positions.append(position.to_json())
    return positions


def tell(what: str, seconds: list[float]) -> None:
    """The middle, nearly the worst and the worst, in milliseconds."""
    told = sorted(1000 * each for each in seconds)
    middle, most, worst = told[len(told) // 2], told[int(0.99 * len(told))], told[-1]
    print(f"{what}: median {middle:.1f}, 99 % {most:.1f}, worst {worst:.1f} ms ({len(told)} times)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--limits", type=float, nargs="*", default=[0.02, 0.2, 1.0])
    parser.add_argument("--launches", type=int, default=10)
    asked = parser.parse_args()
    positions = random_positions(asked.positions)
    for limit in asked.limits:
        with Engine() as engine:
            engine.ask(op="hello", id="h")
            late = [engine.think(position, limit) - limit for position in positions]
        tell(f"beyond {limit} s", late)
    first = []
    for n in range(asked.launches):
        with Engine() as engine:
            engine.think(positions[n % len(positions)], 0.02)
            first.append(perf_counter() - engine.start - 0.02)
    tell("first answer after launch", first)


if __name__ == "__main__":
    main()
