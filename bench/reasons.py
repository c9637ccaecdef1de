"""How well reasons explain moves, measured on games of a level against itself:

    python bench/reasons.py share --positions 300 --player level4
    python bench/reasons.py themes --mistakes 40

`share` prints how often nothing but points can be said about the best move, by variant, and the
time that reasons take. `themes` compares the reasons of mistakes with an exhaustive comparison: the
round is played out many times after the best move and after the mistake by the same player, and
what differs most in points (wall, floor, bonus, other seats) is the theme.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from time import perf_counter

from azulejos import Limit, Position, analyse, find_player
from azulejos.games import GAMES
from azulejos.search.reasons import Explanation, explain_move

NODES = 2_000  # of the search of a position
POOR = ("later", "nothing")  # kinds that say nothing but points
EVERY = 3  # decisions between two positions


def positions(player: str, seed: int) -> Iterator[tuple[str, Position]]:
    """Positions of games of all variants, one game of each in turn."""
    while True:
        for game in GAMES.values():
            for variant, (players, options) in game.variants.items():
                for position in game_positions(
                    Position(game.name, players, **options), player, seed
                ):
                    yield variant, position
        seed += 1


def game_positions(position: Position, player: str, seed: int) -> Iterator[Position]:
    """Every third decision of a game."""
    bot, decisions = find_player(player), 0
    while not position.is_over:
        entropy = seed * 1_000 + len(position.history)
        if position.needs_deal:
            position.deal(entropy)
            continue
        decisions += 1
        if decisions % EVERY == seed % EVERY:
            yield position
        position.push(bot.choose(position, entropy=entropy).move)


def explain(position: Position) -> tuple[Explanation, float]:
    """The reasons for the best move, and the seconds that they take."""
    *_, info = analyse(position, Limit(nodes=NODES))
    start = perf_counter()
    return explain_move(position, info.best, info), perf_counter() - start


def print_share(player: str, number: int, seed: int) -> None:
    """Print the share of positions in which only points speak for the best move."""
    counts: Counter[str] = Counter()
    poor: Counter[str] = Counter()
    bare: Counter[str] = Counter()
    times, kinds = [], Counter[str]()
    for n, (variant, position) in enumerate(positions(player, seed)):
        if n == number:
            break
        why, seconds = explain(position)
        counts[variant] += 1
        poor[variant] += any(reason.kind in POOR for reason in why.reasons)
        bare[variant] += all(reason.kind in POOR for reason in why.reasons)
        kinds.update(reason.kind for reason in why.reasons)
        times.append(seconds)
    for variant, count in counts.items():
        print(f"{variant}: {poor[variant]} of {count}")
    print(f"fallback: {poor.total() / number:.1%}, without any fact: {bare.total() / number:.1%}")
    print("kinds:", dict(kinds.most_common()))
    times.sort()
    print(f"seconds: median {times[len(times) // 2]:.3f}, 95 % {times[int(0.95 * len(times))]:.3f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["share"])
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--player", default="level4")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    print_share(asked.player, asked.positions, asked.seed)


if __name__ == "__main__":
    main()
