"""Figures about reviews: `python bench/reviews.py [--games 200] [--nodes N] [--results FILE]`.

Prints the mean accuracy of each level in games between neighbouring levels, how often a planted
blunder (a move that a longer search says loses 10 points or more) is found as such, whether two
reviews of a game are equal, whether luck and skill add up, and the processor time of a review. A
file of results is continued: games that are in it are not played again.
"""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean, stdev
from time import process_time
from typing import Any

from azulejos import Position, Record, find_player
from azulejos.contract.rules import Json
from azulejos.search.review import ReviewedEntry, evaluate, review, summarise
from azulejos.search.settings import Limit
from azulejos.server.analysis.reviews import NODES, entry_json

LEVELS = 8
PLANT_NODES = 20_000  # of the search that says what the blunder loses
QUICK_NODES = 1_000  # of the search that chooses it
LEAST = 10.0  # points that it loses
EVERY_PLANT, EVERY_EQUAL = 2, 7  # every how many games a blunder is planted, a review made twice


def play(levels: tuple[int, int], seed: int) -> Position:
    """A game between two levels, in which the second one begins every other time."""
    position = Position("azul")
    while not position.is_over:
        entropy = seed * 1000 + len(position.history)
        if position.needs_deal:
            position.deal(entropy)
            continue
        player = find_player(f"level{levels[(position.actor + seed) % 2]}")
        position.push(player.choose(position, entropy=entropy).move)
    return position


def blunders(position: Position, moves: list[str], nodes: int) -> Iterator[str]:
    """Those of some moves that lose LEAST points, as a review counts them."""
    limit, seat = Limit(nodes=nodes), position.actor
    best = evaluate(position, limit).score(seat)
    for move in moves:
        after = position.copy()
        after.push(move)
        if best - evaluate(after, limit).score(seat) >= LEAST:
            yield move


def plant(game: Position, seed: int) -> tuple[Record, int] | None:
    """The game up to a blunder that replaces one of its moves, and its ply; None if none fits."""
    for ply in range(10 + seed % 15, len(game.history)):
        position = game.first()
        for text in game.history[:ply]:
            position.push(text)
        if position.turn is None:
            continue
        chosen = next(blunders(position, position.legal_moves[::-1], QUICK_NODES), None)
        if chosen and next(blunders(position, [chosen], PLANT_NODES), None):
            position.push(chosen)
            return Record.from_position(position), ply + 1
    return None


def sent(entry: ReviewedEntry) -> Json:
    """An entry as it is stored: without the time that its searches took."""
    parts = (entry.ply, entry.text, entry.seat, entry.after, entry.spread, entry.judgement)
    return entry_json(*parts)


def measure(n: int, limit: Limit) -> dict[str, Any]:
    """Play and review game `n`; what there is to say about it."""
    levels = (1 + n % (LEVELS - 1), 2 + n % (LEVELS - 1))
    game = play(levels, n)
    record, began = Record.from_position(game), process_time()
    entries = list(review(record, limit))
    result: dict[str, Any] = {"n": n, "seconds": process_time() - began}
    summaries = [summarise(entries, seat) for seat in range(2)]
    result["accuracy"] = {levels[(seat + n) % 2]: summaries[seat].accuracy for seat in range(2)}
    leads = [summary.lead for summary in summaries]
    parts = [
        each.at_start + each.by_deals + each.by_own_moves + each.by_other_moves for each in leads
    ]
    final = game.scores[0] - game.scores[1]
    result["adds_up"] = abs(parts[0] - final) < 1e-6 and abs(parts[1] + final) < 1e-6
    if n % EVERY_EQUAL == 0:
        again = list(review(record, limit))
        result["equal"] = [sent(entry) for entry in entries] == [sent(entry) for entry in again]
    if n % EVERY_PLANT == 0 and (made := plant(game, n)) is not None:
        judged = next(review(made[0], limit, start=made[1] - 1)).judgement
        result["found"] = bool(judged and judged.grade == "blunder" and judged.best)
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=NODES, help="of one evaluation of a review")
    parser.add_argument("--results", type=Path, help="file of results, continued")
    parsed = parser.parse_args()
    lines = (
        parsed.results.read_text().splitlines()
        if parsed.results and parsed.results.exists()
        else []
    )
    results = [json.loads(line) for line in lines]
    known = {each["n"] for each in results}
    for n in range(parsed.games):
        if n in known:
            continue
        results.append(json.loads(json.dumps(measure(n, Limit(nodes=parsed.nodes)))))
        if parsed.results:
            with parsed.results.open("a") as file:
                file.write(json.dumps(results[-1]) + "\n")
    report(results)


def report(results: list[dict[str, Any]]) -> None:
    for level in range(1, LEVELS + 1):
        found = [each["accuracy"][str(level)] for each in results if str(level) in each["accuracy"]]
        if len(found) > 1:
            error = stdev(found) / len(found) ** 0.5
            print(f"level {level}: accuracy {fmean(found):.3f} ± {error:.3f} in {len(found)} games")
    for key, name in (
        ("found", "planted blunders found"),
        ("equal", "equal reviews"),
        ("adds_up", "luck and skill add up"),
    ):
        values = [each[key] for each in results if key in each]
        print(f"{name}: {sum(values)} of {len(values)}")
    seconds = [each["seconds"] for each in results]
    print(f"processor time of a review: mean {fmean(seconds):.1f} s, most {max(seconds):.1f} s")


if __name__ == "__main__":
    main()
