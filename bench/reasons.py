"""How well reasons explain moves, measured on games of a level against itself:

    python bench/reasons.py share --positions 300 --player level4
    python bench/reasons.py themes --mistakes 40

`share` prints how often no fact speaks for the best move, so that only the difference in points is
said, by variant, and the time that reasons take. `themes` compares the reasons of mistakes of a
level, as a review shows them, with a comparison of its own: after the best move and after the
mistake all lines to the end of the round are searched, or, where they are too many, 24 are played
on to there or for ten moves of BLUE, with other entropies than those of the reasons. What
differs most in points on average is the theme: lines that score (complete), tiles that fall
(floor), bonuses, the points of the other seats (deny), who begins (marker), or a game that ends
or goes on (end). Mistakes without such a difference are passed over. It fails if
fewer than 90 % of the others have a reason of that theme.
"""

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from time import perf_counter

from azulejos import Limit, Position, analyse, find_player
from azulejos.contract.reasons import Reason
from azulejos.contract.rules import Json
from azulejos.games import GAMES
from azulejos.search.reasons import Explanation, explain_move
from azulejos.search.review import Judgement, evaluate, judge_move
from azulejos.server.analysis.reviews import NODES as NODES_OF_REVIEW

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
FIRST_ENTROPY = 1_000  # of the playouts; the reasons play on with others
TURNS = 10  # moves and deals of BLUE
LEAVES = 2_500  # lines to the end of the round that are all compared
BEGINNING = 1.5  # points of beginning a round
ENDING = 10.0  # points of ending a game or prolonging it, whichever is better
TIE = 0.5  # points within which two themes are equal
LEAST = 1.0  # points of a theme; below that nothing differs before the next deal
GRADE = 4.0  # points that a mistake loses at least
REVIEW = Limit(nodes=NODES_OF_REVIEW)
SHOWN = 2  # reasons that hints and reviews show
LEAST_NAMED = 0.9  # of the mistakes
Lines = list[tuple[Position, list[Json]]]  # positions at their ends, and the steps to there


def count_themes(position: Position, move: str) -> dict[str, float]:
    """The mean points of the mover by theme after a move: in the best line of all to the end of the
    round if they are few, else in many that are played on.
    """
    seat, totals = position.actor, defaultdict[str, float](float)
    steps = [step.to_json() for step in position.steps(move)]
    after = position.copy()
    after.push(move)
    lines = best_line(after, steps) or [play_on(after, steps, n) for n in range(PLAYOUTS)]
    for end, line in lines:
        for step in line:
            for theme, points in theme_points(step, seat, position.players).items():
                totals[theme] += points
        totals["bonus"] += progress(end, seat)
        totals["end"] += ENDING * (end.is_over and end.game.name == "azul")
    return {theme: total / len(lines) for theme, total in totals.items()}


def best_line(position: Position, steps: list[Json]) -> Lines:
    """The line to the end of the round in which each seat chooses what brings it the largest lead,
    of all lines; empty if they are too many, or the game has no rounds.
    """
    if position.game.name == "azul" and position.turn is not None and is_small(position):
        return [search_all(position, steps)]
    return []


def is_small(position: Position) -> bool:
    """Are there few lines to the end of the round? Each takes all groups in some order."""
    view = position.view()
    if view.get("tiling") or any(view["displays"]):
        return False
    return bool(len(position.legal_moves) ** len(set(view["centre"])) <= LEAVES)


def search_all(position: Position, steps: list[Json]) -> tuple[Position, list[Json]]:
    """The best line for the seat to move; at its end a few simulations say who is how far ahead."""
    if position.turn is None:
        return position, steps
    seat, found = position.actor, list[tuple[float, int, tuple[Position, list[Json]]]]()
    for move in position.legal_moves:
        after = position.copy()
        more = [step.to_json() for step in after.steps(move)]
        after.push(move)
        end = search_all(after, [*steps, *more])
        found.append((evaluate(end[0], Limit(nodes=1)).score(seat), len(found), end))
    return max(found)[2]


def play_on(position: Position, steps: list[Json], n: int) -> tuple[Position, list[Json]]:
    """Play to the end of the round, or some turns of BLUE."""
    after, line, entropy = position.copy(), list(steps), FIRST_ENTROPY + n
    while after.turn is not None or (after.needs_deal and after.game.name == "blue"):
        if after.game.name == "blue" and len(after.history) - len(position.history) > TURNS:
            break
        if after.needs_deal:
            after.deal(1_000 * n + len(after.history))
            continue
        *_, info = analyse(after, Limit(nodes=PLAYOUT_NODES), lines=0, entropy=entropy)
        line += [step.to_json() for step in after.steps(info.best)]
        after.push(info.best)
    return after, line


def progress(position: Position, seat: int) -> float:
    """The points of columns and colours of Azul that are on their way: a square law."""
    if position.game.name != "azul" or position.is_over:
        return 0.0
    wall = position.view()["boards"][seat]["wall"]
    columns = [sum(row[c] != "." for row in wall) for c in range(5)]
    colours = ["".join(wall).count(letter) for letter in "BYRKW"]
    return float(sum(7 * n**2 for n in columns) + sum(10 * n**2 for n in colours)) / 25


def theme_points(step: Json, seat: int, players: int) -> dict[str, float]:
    """The points of a step for a seat, by theme; those of others count against it."""
    kind, points = step["kind"], float(step.get("points") or 0)
    if kind == "start":
        return {"marker": BEGINNING * (step["seat"] == seat)}
    if not points or step.get("seat") is None:
        return {}
    if step["seat"] != seat:
        return {"deny": -points / (players - 1)}
    return {{"pay": "floor", "bonus": "bonus"}.get(str(kind), "complete"): points}


def mistakes(player: str, seed: int) -> Iterator[tuple[str, Position, str, Judgement]]:
    """Positions in which a level makes a mistake: the variant, its move, and the review of it."""
    bot = find_player(player)
    for variant, position in positions(player, seed):
        if len(position.legal_moves) < 5 or "tiling" in position.view():
            continue
        before = evaluate(position, REVIEW)
        move = bot.choose(position, entropy=seed + len(position.history)).move
        after = position.copy()
        after.push(move)
        assert before.info
        found = judge_move(
            position, position.actor, move, before.info, evaluate(after, REVIEW), REVIEW
        )
        if found.loss >= GRADE:
            yield variant, position, move, found


def is_paid(reason: Reason) -> bool:
    """Does a reason say what the marker costs on the floor line?"""
    return reason.kind == "marker" and reason.text.args["cost"] > 0


def print_themes(player: str, number: int, seed: int) -> bool:
    """Print how often the reasons shown name the theme that the comparison finds; whether that is
    often enough.
    """
    named = Counter[bool]()
    for variant, position, move, found in mistakes(player, seed):
        if named.total() == number:
            break
        good, bad = count_themes(position, found.best), count_themes(position, move)
        gains = {x: good.get(x, 0.0) - bad.get(x, 0.0) for x in {*good, *bad}}
        gains["end"] = abs(gains["end"])
        most = max(gains.values())
        themes = {x for x, gain in gains.items() if gain > most - TIE}
        if most < LEAST:
            print(f"{variant} {found.best} not {move}: no theme", flush=True)
            continue
        assert position.game.reasons
        names = position.game.reasons.THEMES
        said = found.reasons[:SHOWN]
        told = {names.get(reason.kind, "") for reason in said}
        if any(is_paid(reason) for reason in said):
            told.add("floor")
        is_named = bool(themes & told)
        named[is_named] += 1
        shown = ", ".join(f"{x} {gain:+.1f}" for x, gain in sorted(gains.items()))
        sentences = " ".join(str(reason.text) for reason in said)
        print(f"{variant} {found.best} not {move}: {shown} | {is_named} {sentences}", flush=True)
    print(f"named: {named[True]} of {named.total()}")
    return named[True] >= LEAST_NAMED * named.total()


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
        sys.exit(not print_themes(asked.player, asked.mistakes, asked.seed))


if __name__ == "__main__":
    main()
