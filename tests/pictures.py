"""The pictures in `docs/`; `python -m tests.pictures` writes them."""

import random
from collections.abc import Callable
from pathlib import Path

from azulejos import Position

DOCS = Path(__file__).parent.parent / "docs"


def play(position: Position, events: int, seed: int) -> Position:
    """A position after a number of random moves and deals; tiles go to the floor line only if no
    other move is legal.
    """
    rng = random.Random(seed)
    while len(position.history) < events:
        if position.needs_deal:
            position.deal(rng.getrandbits(64))
        else:
            moves = position.legal_moves
            position.push(rng.choice([move for move in moves if move[-1] != "F"] or moves))
    return position


def draw_azul() -> str:
    return play(Position("azul", players=3), 48, seed=5).svg() + "\n"


def draw_blue() -> str:
    return play(Position("blue"), 34, seed=4).svg() + "\n"


PICTURES: dict[str, Callable[[], str]] = {"azul.svg": draw_azul, "blue.svg": draw_blue}

if __name__ == "__main__":
    for name, draw in PICTURES.items():
        (DOCS / name).write_text(draw(), encoding="utf-8")
