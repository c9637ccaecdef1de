"""Positions, moves and steps as JSON, of random games: `facts.json` has a digest of each game's.

The digests were first made by code in plain Python that compiled code has replaced since.
"""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from azulejos.compiled.rng import make_rng
from azulejos.position import Position
from tests.playthrough import script
from tests.walk import VARIANTS, walk

FILE = Path(__file__).parent / "facts.json"
SEEDS = range(20)  # for each variant
NTH = 7  # every so many of the legal moves is explained


def game_facts(variant: str, seed: int) -> Iterator[Any]:
    """The facts of the positions of a game, and of what can happen next."""
    for ply, position in enumerate(walk(variant, script(seed))):
        yield [position.to_json(), position.view(), position.to_text()]
        if position.needs_deal:
            deal = position.draw_deal(make_rng(ply))
            yield [deal, facts_of(position, deal)]
        elif not position.is_over:
            moves = position.legal_moves
            yield moves
            for move in moves[ply % NTH :: NTH]:
                yield [facts_of(position, move), position.forecast(move).to_json()]


def facts_of(position: Position, event: str) -> list[Any]:
    """The steps of a move or deal."""
    return [step.to_json() for step in position.steps(event)]


def digest(variant: str, seed: int) -> str:
    """A digest of the facts of a game."""
    text = "\n".join(json.dumps(fact) for fact in game_facts(variant, seed))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def digests() -> dict[str, list[str]]:
    """The digests of all games, by variant."""
    return {variant: [digest(variant, seed) for seed in SEEDS] for variant in VARIANTS}


if __name__ == "__main__":
    FILE.write_text(json.dumps(digests(), indent=1) + "\n", encoding="utf-8")
