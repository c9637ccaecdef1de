"""Fresh random conformance records, legal and illegal, of both games.

`python -m tests.reference.invent --games 200 --seed 7 > fresh.jsonl` writes a mix of all kinds.
"""

import argparse
import json
import random
from collections.abc import Iterator
from typing import Any

from . import azul_faults, azul_games, blue_games

Json = dict[str, Any]

LEGAL_KINDS: dict[str, list[str]] = {
    "azul": [*azul_games.STYLES, "mixed"],
    "blue": list(blue_games.STYLES),
}
ILLEGAL_KINDS: dict[str, list[str]] = {
    "azul": list(azul_faults.FAULTS),
    "blue": list(blue_games.FAULTS),
}
HOSTS = {  # the games in which a fault is sought, where not every game has a place for it
    "A23-supply": ["hoard"],
    "A23-idle": ["refuse", "grumble", "jam"],
    "A23-row": ["aimless", "build", "shun", "suffer", "mixed"],
}


def invent(rng: random.Random, game: str, kind: str | None = None) -> Json:
    """A record of a kind in LEGAL_KINDS (with results) or ILLEGAL_KINDS; half and half if None."""
    if kind is None:
        kind = rng.choice(rng.choice([LEGAL_KINDS, ILLEGAL_KINDS])[game])
    if kind in LEGAL_KINDS[game]:
        return play(rng, game, kind)
    return spoil(rng, game, kind)


def play(rng: random.Random, game: str, style: str, wall: str | None = None) -> Json:
    if game == "blue":
        return blue_games.play_blue(rng, style)
    return azul_games.play_azul(rng, style, wall)


def spoil(rng: random.Random, game: str, kind: str) -> Json:
    """Break legal games in this way until one has a place for it."""
    makers = azul_faults.FAULTS if game == "azul" else blue_games.FAULTS
    quick = [style for style in LEGAL_KINDS[game] if style != "hoard"]
    hosts = HOSTS.get(kind, quick)
    wall = "gray" if kind in ("form-tiling", "A17-missing", "A17-surplus", "A18") else None
    while True:
        legal = play(rng, game, rng.choice(hosts), wall)
        faulty = makers[kind](rng, legal)
        if faulty is not None:
            return faulty


def invent_mix(rng: random.Random, games: int) -> Iterator[Json]:
    """Azul and BLUE in turn, two to one; kinds in turn too, so that none is missing for long."""
    kinds = {game: [*LEGAL_KINDS[game], *ILLEGAL_KINDS[game]] for game in ("azul", "blue")}
    waiting: dict[str, list[str]] = {"azul": [], "blue": []}
    for number in range(games):
        game = "blue" if number % 3 == 2 else "azul"
        if not waiting[game]:
            waiting[game] = rng.sample(kinds[game], len(kinds[game]))
        yield invent(rng, game, waiting[game].pop())


def main() -> None:
    parser = argparse.ArgumentParser(description="Write fresh conformance records, a line each.")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    for record in invent_mix(random.Random(options.seed), options.games):
        print(json.dumps(record, separators=(",", ":")), flush=True)


if __name__ == "__main__":
    main()
