"""Writes the transcripts of endings: `python -m tests.engine.golden.make`.

Each request is about a last decision of a game in which every move ends the game and one move is
better than all others. The answer follows from the rules alone, whatever network is used.
"""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from azulejos import GAMES, Position

FOLDER = Path(__file__).parent
ENDINGS = 4  # of each game


def last_decision(game: str, seed: int) -> Position:
    """The last decision of a random game."""
    dice = random.Random(seed)
    position = Position(game, GAMES[game].players[seed % len(GAMES[game].players)])
    while not position.is_over:
        if position.needs_deal:
            position.deal(dice.getrandbits(64))
        else:
            position.push(dice.choice(position.legal_moves))
    while position.turn is None:
        position.pop()
    return Position.from_json(position.to_json())


def best_end(position: Position) -> tuple[str, Any] | None:
    """The best move and its outcome, if every move ends the game and only one is best."""
    seat, ends = position.actor, []
    for move in position.legal_moves:
        after = position.copy()
        after.push(move)
        if after.outcome is None:
            return None
        ahead = after.scores[seat] - max(s for p, s in enumerate(after.scores) if p != seat)
        ends.append((after.outcome.shares[seat], ahead, move, after.outcome))
    ends.sort(key=lambda end: end[:2])
    if len(ends) > 1 and not (ends[-2][0] <= ends[-1][0] and ends[-2][1] < ends[-1][1]):
        return None
    return ends[-1][2:]


def transcript(game: str) -> Iterator[dict[str, Any]]:
    """Requests about endings of a game and their answers."""
    found, seed = 0, 0
    while found < ENDINGS:
        position, seed = last_decision(game, seed), seed + 1
        end = best_end(position)
        if end is None:
            continue
        found += 1
        move, outcome = end
        values = {"win": list(outcome.shares), "points": list(map(float, outcome.scores))}
        id, any_number = f"{game} {found}", {"nodes": "*", "seconds": "*", "network": "*"}
        limit = {"nodes": 2000}
        data = position.to_json()
        yield {"send": {"id": id, "op": "analyse", "position": data, "limit": limit}}
        moves = [{"move": move, "visits": "*", **values, "line": [move]}]
        yield {
            "expect": {
                "id": id,
                "final": True,
                "best": move,
                **values,
                **any_number,
                "exact": True,
                "moves": moves,
            }
        }


def main() -> None:
    for game in GAMES:
        lines = [json.dumps(line) + "\n" for line in transcript(game)]
        (FOLDER / f"{game}-endings.jsonl").write_text("".join(lines))


if __name__ == "__main__":
    main()
