"""Plays games of every variant from seeds and prints each event with a digest of what follows.

`AZULEJOS_KERNELS=plain python -m tests.playthrough 1 2 3` plays in plain Python.
"""

import hashlib
import json
import random
import sys
from collections.abc import Iterator

from azulejos.compiled import jit
from tests.walk import VARIANTS, Script, walk


def script(seed: int) -> Script:
    """A whole game of a seed."""
    dice = random.Random(seed)
    choices = tuple(dice.randrange(1000) for _ in range(500))
    options = tuple(dice.randrange(10) for _ in range(4))
    return Script(choices, dice.getrandbits(64), options=options)


def playthrough(variant: str, seed: int) -> Iterator[str]:
    """Each event of a game with a digest of position, legal moves and scores after it."""
    for position in walk(variant, script(seed)):
        told = json.dumps([position.to_json(), position.legal_moves, position.scores])
        digest = hashlib.sha256(told.encode()).hexdigest()[:16]
        yield f"{variant} {seed} {(position.history or ['opening'])[-1]} {digest}"


def main() -> None:
    print(jit.way)
    for variant in VARIANTS:
        for seed in map(int, sys.argv[1:]):
            print(*playthrough(variant, seed), sep="\n")


if __name__ == "__main__":
    main()
