"""Two moves played on by quick searches: what each seat then scores, as reasons.

Both moves are played on a few times to the next deal or the end of the game, or as far as the
game's horizon. Each reply is the best one of a search of a few nodes, with its own entropy in each
line, so the same position gives the same lines. A sentence is `<game>.reason.line.<kind>` for the
steps of a kind that score, `<game>.reason.line.others` for another seat, and
`<game>.reason.line.over` for the end of the game; a game without such a sentence has no such
reasons.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from azulejos.contract.reasons import Reason
from azulejos.contract.rules import NOBODY
from azulejos.position import Position
from azulejos.search.analysis import analyse
from azulejos.search.settings import Limit, Style
from azulejos.text import Text, has_sentence

LINES = 8  # after each move
NODES = 100  # of the search of each reply
MIN_POINTS = 1.0  # of a difference that is told
OVER = 10.0  # weight of a game that ends for certain, and else does not
STYLE = Style(has_foresight=False)
Points = Counter[tuple[int, str]]  # by seat and kind of step
Means = dict[tuple[int, str], float]


def play_on(position: Position, move: str, horizon: int, entropy: int) -> list[str]:
    """The moves of a line that begins with a move."""
    after, line = position.copy(), [move]
    after.push(move)
    while after.turn is not None and len(line) < horizon:
        *_, info = analyse(after, Limit(nodes=NODES), STYLE, lines=0, entropy=entropy)
        line.append(info.best)
        after.push(info.best)
    return line


def line_points(position: Position, line: list[str]) -> Points:
    """The points of the steps of a line."""
    after, points = position.copy(), Points()
    for move in line:
        for step in after.steps(move):
            facts = step.to_json()
            if facts.get("points") and facts.get("seat") is not None:
                points[facts["seat"], facts["kind"]] += facts["points"]
        after.push(move)
    points[NOBODY, "over"] += after.is_over
    return points


def mean_points(position: Position, move: str, horizon: int) -> Means:
    """The mean of several lines."""
    total = Points()
    for entropy in range(1, LINES + 1):
        total.update(line_points(position, play_on(position, move, horizon, entropy)))
    return {key: points / LINES for key, points in total.items()}


def line_reasons(position: Position, move: str, other: str, horizon: int) -> list[Reason]:
    """The points of the seats after one move, and after another; the largest difference first."""
    own, rival = (mean_points(position, each, horizon) for each in (move, other))
    found = [*own_reasons(position, own, rival), *other_reasons(position, own, rival)]
    found += over_reasons(position.game.name, own, rival)
    return sorted(found, key=lambda reason: -reason.points)


def own_reasons(position: Position, own: Means, rival: Means) -> Iterator[Reason]:
    """The points of the mover, by kind of step."""
    seat, game = position.actor, position.game.name
    for kind in sorted({kind for mover, kind in {*own, *rival} if mover == seat}):
        found = own.get((seat, kind), 0.0), rival.get((seat, kind), 0.0)
        yield from told(f"{game}.reason.line.{kind}", seat, *found, found[0] - found[1])


def other_reasons(position: Position, own: Means, rival: Means) -> Iterator[Reason]:
    """All points of the other seat that loses most; the weight is the mean of all of them."""
    others = [seat for seat in range(position.players) if seat != position.actor]
    found = {seat: (seat_points(own, seat), seat_points(rival, seat)) for seat in others}
    lost = {seat: otherwise - points for seat, (points, otherwise) in found.items()}
    seat = max(others, key=lambda each: lost[each])
    points, otherwise = found[seat]
    if min(points, otherwise) >= 0:
        code, weight = f"{position.game.name}.reason.line.others", sum(lost.values()) / len(others)
        for reason in told(code, seat, points, otherwise, lost[seat]):
            yield replace(reason, points=weight)


def seat_points(means: Means, seat: int) -> float:
    """All points of a seat."""
    return sum(points for (each, _), points in means.items() if each == seat)


def told(code: str, seat: int, points: float, otherwise: float, gained: float) -> Iterator[Reason]:
    """The reason that the mover scores more, or another seat fewer points."""
    args = {"seat": seat, "n": round(abs(points)), "other": round(abs(otherwise))}
    if gained >= MIN_POINTS and args["n"] != args["other"] and has_sentence(code):
        yield Reason(f"line.{code.rsplit('.', 1)[1]}", gained, Text(code, args), seat)


def over_reasons(game: str, own: Means, rival: Means) -> Iterator[Reason]:
    """How often the game is over then."""
    share, other = (means.get((NOBODY, "over"), 0.0) for means in (own, rival))
    code, weight = f"{game}.reason.line.over", OVER * abs(share - other)
    if weight >= MIN_POINTS and has_sentence(code):
        text = Text(code, {"n": round(100 * share), "other": round(100 * other)})
        yield Reason("line.over", weight, text, -1)
