"""How well reasons explain moves, measured on games of a level against itself:

    python bench/reasons.py share --positions 300 --player level4
    python bench/reasons.py themes --mistakes 40

`share` prints how often no fact speaks for the best move, so that only the difference in points is
said, by variant, and the time that reasons take. `themes` compares the reasons of mistakes of a
level, found by `best`, with an exhaustive comparison: after the best move and after the mistake
`best` plays on to the end of the round, or of a game of BLUE, many times with the same entropies,
and what differs most in points on average is the theme: lines that score (complete), tiles that
fall (floor), bonuses, the points of the other seats (deny), or who begins (marker).
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator
from time import perf_counter

from azulejos import Limit, Position, analyse, find_player
from azulejos.games import GAMES
from azulejos.search.reasons import Explanation, explain_choice, explain_move
from azulejos.search.review import evaluate, judge_move

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


# ---- Themes


PLAYOUTS = 24  # after each of the two moves
PLAYOUT_NODES = 150
BEGINNING = 1.5  # points of beginning a round
TIE = 0.5  # points within which two themes are equal
LEAST = 1.0  # points of a theme; below that the difference lies after the round
GRADE = 4.0  # points that a mistake loses at least


def count_themes(position: Position, move: str) -> dict[str, float]:
    """The mean points of the mover by theme, from playing on many times after a move."""
    totals: defaultdict[str, float] = defaultdict(float)
    for n in range(PLAYOUTS):
        after, seat = position.copy(), position.actor
        steps = [step.to_json() for step in after.steps(move)]
        after.push(move)
        while after.turn is not None or (after.needs_deal and after.game.name == "blue"):
            if after.needs_deal:
                after.deal(1_000 * n + len(after.history))
                continue
            *_, info = analyse(after, Limit(nodes=PLAYOUT_NODES), lines=0, entropy=n + 1)
            steps += [step.to_json() for step in after.steps(info.best)]
            after.push(info.best)
        for step in steps:
            for theme, points in theme_points(step, seat, position.players).items():
                totals[theme] += points
        totals["bonus"] += progress(after, seat)
    return {theme: total / PLAYOUTS for theme, total in totals.items()}


def progress(position: Position, seat: int) -> float:
    """The points of columns and colours of Azul that are on their way: a square law."""
    if position.game.name != "azul" or position.is_over:
        return 0.0
    wall = position.view()["boards"][seat]["wall"]
    columns = [sum(row[c] != "." for row in wall) for c in range(5)]
    colours = ["".join(wall).count(letter) for letter in "BYRKW"]
    return float(sum(7 * n**2 for n in columns) + sum(10 * n**2 for n in colours)) / 25


def theme_points(step: dict[str, object], seat: int, players: int) -> dict[str, float]:
    """The points of a step for a seat, by theme; those of others count against it."""
    kind, points = step["kind"], float(str(step.get("points") or 0))
    if kind == "start":
        return {"marker": BEGINNING * (step["seat"] == seat)}
    if not points or step.get("seat") is None:
        return {}
    if step["seat"] != seat:
        return {"deny": -points / (players - 1)}
    return {{"pay": "floor", "bonus": "bonus"}.get(str(kind), "complete"): points}


def mistakes(player: str, seed: int) -> Iterator[tuple[str, Position, str, str]]:
    """Positions in which a level makes a mistake: the variant, its move, and the best one."""
    bot, quick = find_player(player), Limit(nodes=NODES)
    for variant, position in positions(player, seed):
        if len(position.legal_moves) < 5 or "tiling" in position.view():
            continue
        before = evaluate(position, quick)
        move = bot.choose(position, entropy=seed + len(position.history)).move
        after = position.copy()
        after.push(move)
        assert before.info
        found = judge_move(
            position, position.actor, move, before.info, evaluate(after, quick), quick
        )
        if found.loss >= GRADE:
            yield variant, position, move, found.best


def print_themes(player: str, number: int, seed: int) -> None:
    """Print how often the reasons shown name the theme that playing on finds."""
    named = n = 0
    for variant, position, move, best in mistakes(player, seed):
        good, bad = count_themes(position, best), count_themes(position, move)
        gains = {x: good.get(x, 0.0) - bad.get(x, 0.0) for x in {*good, *bad}}
        most = max(gains.values())
        if most < LEAST:
            continue
        n, why = n + 1, explain_choice(position, best, other=move)
        themes = {x for x, gain in gains.items() if gain > most - TIE}
        assert position.game.reasons
        names = position.game.reasons.THEMES
        is_named = bool(themes & {names.get(reason.kind, "") for reason in why.reasons})
        named += is_named
        shown = ", ".join(f"{x} {gain:+.1f}" for x, gain in sorted(gains.items()))
        print(f"{n} {variant} {best} not {move}: {shown} | {is_named} {why}", flush=True)
        if n == number:
            break
    print(f"named: {named} of {number}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["share", "themes"])
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--mistakes", type=int, default=40)
    parser.add_argument("--player", default="level4")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if asked.what == "share":
        print_share(asked.player, asked.positions, asked.seed)
    else:
        print_themes(asked.player, asked.mistakes, asked.seed)


if __name__ == "__main__":
    main()
