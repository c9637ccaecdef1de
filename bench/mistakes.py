"""The kinds of mistakes that reviews find in games of weak players:

    python bench/mistakes.py azul level1 level3 random --games 20

Each player plays against itself. A mistake is a move that loses two points or more (`review`); its
kinds are the themes of the best move, which was missed, and in Azul `floor`: more tiles fell than
by the best move. Prints the mistakes in a game of one seat, and the share of them of each kind.
"""

import argparse
from collections import Counter
from statistics import fmean

from azulejos import Position, Record, find_player
from azulejos.search.review import ReviewedEntry, review
from azulejos.search.settings import Limit
from azulejos.teaching.habits import is_denial

NODES = 1_000  # of the review of a move


def play(game: str, name: str, seed: int) -> Record:
    """A game of a player against itself."""
    position, player = Position(game, 2), find_player(name)
    while not position.is_over:
        entropy = seed * 1_000 + len(position.history)
        if position.needs_deal:
            position.deal(entropy)
        else:
            position.push(player.choose(position, entropy=entropy).move)
    return Record.from_position(position)


def fallen(position: Position, move: str) -> int:
    """The tiles that a move lets fall to the floor."""
    steps = [step.to_json() for step in position.steps(move)]
    return sum(step["count"] for step in steps if step["kind"] == "fall")


def kinds_of(position: Position, entry: ReviewedEntry) -> list[str]:
    """The kinds of a mistake."""
    judged = entry.judgement
    assert judged
    after = position.copy()
    after.push(judged.best)
    steps = [step.to_json() for step in position.steps(judged.best)]
    kinds = position.game.themes(position.to_json(), after.to_json(), steps)
    if any(is_denial(reason.seat, entry.seat) for reason in judged.reasons):
        kinds = ["deny", *kinds]
    is_floor = fallen(position, entry.text) > fallen(position, judged.best)
    return ["floor", *kinds] if is_floor else kinds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("names", nargs="+")
    parser.add_argument("--games", type=int, default=20)
    asked = parser.parse_args()
    for name in asked.names:
        kinds: Counter[str] = Counter()
        numbers, losses = [], []
        for seed in range(1, asked.games + 1):
            record, found = play(asked.game, name, seed), 0
            entries = list(review(record, Limit(nodes=NODES)))
            for position, entry in zip(record.positions(), entries, strict=False):
                if entry.judgement and entry.judgement.grade:
                    kinds.update(kinds_of(position, entry))
                    losses.append(entry.judgement.loss)
                    found += 1
            numbers.append(found / 2)
        shares = [f"{kind} {n / len(losses):.0%}" for kind, n in kinds.most_common()]
        print(f"{name}: {fmean(numbers):.1f} mistakes of {fmean(losses):.1f} points,", *shares)


if __name__ == "__main__":
    main()
