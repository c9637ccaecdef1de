"""Golden games, move counts and signatures of search, stored beside this file: how rules and search
behaved when they were written.

`python -m tests.golden.make` writes them again; the difference in git shows what a change did.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from azulejos import batch
from azulejos.cli.bench import signature
from azulejos.compiled.rng import make_rng
from azulejos.contract.rules import States
from azulejos.contract.verbs import game_of
from azulejos.position import Position
from tests.playthrough import script
from tests.walk import VARIANTS, walk

FOLDER = Path(__file__).parent
COUNTS = FOLDER / "move_counts.json"
SIGNATURES = FOLDER / "signatures.json"
DEPTH = 3
FIRST_SEED = 531  # its games score, and one of them draws blind


def game_file(variant: str) -> Path:
    return FOLDER / f"{variant}.txt"


def seed_of(variant: str) -> int:
    return FIRST_SEED + list(VARIANTS).index(variant)


def golden_game(variant: str) -> Iterator[str]:
    """The lines of a game: its first position, then each event and the position after it."""
    yield f"# {variant}, seed {seed_of(variant)}"
    for position in walk(variant, script(seed_of(variant))):
        yield from (f"> {event}" for event in position.history[-1:])
        yield position.to_text()
    assert position.outcome is not None
    yield f"# shares {position.outcome.shares}, scores {position.outcome.scores}"


def read_game(variant: str) -> Iterator[tuple[str, str]]:
    """The events of a golden game, each with the position after it; the first event is empty."""
    event = ""
    for line in game_file(variant).read_text(encoding="utf-8").splitlines():
        if line.startswith("> "):
            event = line[2:]
        elif not line.startswith("#"):
            yield event, line


def counted_positions(variant: str) -> dict[str, Position]:
    """The positions of a golden game from which move sequences are counted."""
    texts = [text for _, text in read_game(variant)]
    places = {"after the first deal or move": 1, "at a third": len(texts) // 3}
    places |= {"at two thirds": 2 * len(texts) // 3, "ten before the end": len(texts) - 11}
    return {name: Position.from_text(texts[place]) for name, place in places.items()}


def count_sequences(states: States, depth: int) -> list[int]:
    """The number of sequences of legal moves of each length up to `depth`; deals between moves are
    drawn from the entropy 1.
    """
    rules = game_of(states).rules
    deals = np.zeros((len(states), rules.DEAL_SIZE), np.int64)
    batch.draw(states, make_rng(1), deals)
    batch.settle(states, deals)
    moves, counts = np.zeros((len(states), rules.MAX_MOVES), np.int16), np.zeros(len(states), int)
    batch.legal_moves(states, moves, counts)
    if depth == 1:
        return [int(counts.sum())]
    after = np.repeat(states, counts)
    batch.play(after, np.concatenate([moves[i, :n] for i, n in enumerate(counts)]).astype(int))
    return [int(counts.sum()), *count_sequences(after, depth - 1)]


def move_counts(variant: str) -> dict[str, list[int]]:
    positions = counted_positions(variant)
    return {name: count_sequences(p.states, DEPTH) for name, p in positions.items()}


def main() -> None:
    for variant in VARIANTS:
        game_file(variant).write_text("\n".join(golden_game(variant)) + "\n", encoding="utf-8")
    counts = {variant: move_counts(variant) for variant in VARIANTS}
    COUNTS.write_text(json.dumps(counts, indent=1) + "\n", encoding="utf-8")
    signatures = {variant: signature(variant) for variant in VARIANTS}
    SIGNATURES.write_text(json.dumps(signatures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
