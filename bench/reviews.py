"""Figures about reviews: `python bench/reviews.py [GAMES]`.

Prints the mean accuracy of each level in games between neighbouring levels, how often a planted
blunder (a move that search says loses 10 points or more) is found as such, whether two reviews of a
game are equal, whether luck and skill add up, and the processor time of a review.
"""

import sys
from time import process_time

from azulejos import Position, Record, find_player
from azulejos.game import Json
from azulejos.search.review import Evaluation, ReviewedEntry, evaluate, review, summarise
from azulejos.search.settings import Limit
from azulejos.server.thinking.review import NODES, entry_json

PLANT_NODES = 20_000  # of the search that chooses the blunder
LEAST = 10.0  # points that it loses


def play(levels: tuple[int, int], seed: int) -> Position:
    """A game between two levels, in which the second one begins every other time."""
    position = Position("azul")
    while not position.is_over:
        if position.needs_deal:
            position.deal(seed * 100 + len(position.history))
            continue
        level = levels[(position.actor + seed) % 2]
        choice = find_player(f"level{level}").choose(
            position, entropy=seed * 1000 + len(position.history)
        )
        position.push(choice.move)
    return position


def loss_of(before: Evaluation, after: Evaluation, seat: int) -> float:
    return before.score(seat) - after.score(seat)


def plant(game: Position, seed: int) -> tuple[Record, int] | None:
    """The game up to a blunder that replaces one of its moves, and its ply; None if none fits."""
    limit = Limit(nodes=PLANT_NODES)
    for ply in range(10 + seed % 15, len(game.history)):
        position = game.first()
        for text in game.history[:ply]:
            position.push(text)
        if position.turn is None:
            continue
        best, seat = evaluate(position, limit), position.actor
        for move in position.legal_moves[::-1]:
            after = position.copy()
            after.push(move)
            if loss_of(best, evaluate(after, limit), seat) >= LEAST:
                return Record.from_position(after), ply + 1
    return None


def sent(entry: ReviewedEntry) -> Json:
    """An entry as it is stored: without the time that its searches took."""
    parts = (entry.ply, entry.text, entry.seat, entry.after, entry.spread, entry.judgement)
    return entry_json(*parts)


def main(games: int) -> None:
    limit, by_level = Limit(nodes=NODES), {level: [0.0, 0] for level in range(1, 9)}
    found = planted = equal = adds_up = 0
    seconds: list[float] = []
    for n in range(games):
        levels = (1 + n % 7, 2 + n % 7)
        game = play(levels, n)
        record, began = Record.from_position(game), process_time()
        entries = list(review(record, limit))
        seconds.append(process_time() - began)
        for seat in range(2):
            summary = summarise(entries, seat)
            total = by_level[levels[(seat + n) % 2]]
            total[0] += summary.accuracy
            total[1] += 1
            lead = summary.lead
            parts = lead.at_start + lead.by_deals + lead.by_own_moves + lead.by_other_moves
            adds_up += abs(parts - (game.scores[seat] - game.scores[1 - seat])) < 1e-6
        if n % 7 == 0:
            again = list(review(record, limit))
            equal += [sent(entry) for entry in entries] == [sent(entry) for entry in again]
        if (made := plant(game, n)) is not None:
            planted += 1
            blunder = next(review(made[0], limit, start=made[1] - 1)).judgement
            found += bool(blunder and blunder.grade == "blunder" and blunder.best)
    for level, (points, count) in by_level.items():
        print(f"level {level}: accuracy {points / max(1, count):.3f} in {count} games")
    print(f"planted blunders found: {found} of {planted}")
    print(f"equal reviews: {equal} of {len(range(0, games, 7))}")
    print(f"luck and skill add up: {adds_up} of {2 * games}")
    print(
        f"processor time of a review: mean {sum(seconds) / games:.1f} s, most {max(seconds):.1f} s"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
