"""Playing out a position with a bot, and what a move gave away, in points.

Nothing is kept here: the caller holds the position. `lessons.py` and `drills.py` say what is played
and to what end.
"""

from dataclasses import dataclass

from azulejos.compiled.rng import Rng
from azulejos.contract.steps import Step
from azulejos.position import Position
from azulejos.search.analysis import analyse
from azulejos.search.players import LEVELS, Player
from azulejos.search.rated import standing
from azulejos.search.review import evaluate, in_points
from azulejos.search.settings import Limit
from azulejos.text import Text

JUDGE_NODES = 4_000  # of each of the two evaluations of a move
ADVICE_NODES = 1_000  # of the searches that comment on a move
GOOD_LOSS, BAD_LOSS = 0.5, 4.0  # points given away: praised up to, and warned of from here
MAX_LINE = 6  # moves of a line that is shown
ADAPTIVE = "adaptive"  # the bot that keeps a game close


@dataclass(frozen=True)
class Event:
    """A move or deal, and what it did."""

    text: str
    seat: int | None  # that moved; None: a deal
    steps: list[Step]


@dataclass(frozen=True)
class Verdict:
    """A move compared with the best one."""

    loss: float  # points given away, half by lead and half by win share
    best: str
    line: list[Event]  # what would follow the move: the refutation, if the move is not good


def push_event(position: Position, text: str) -> Event:
    """Apply a legal move or deal and return what it did."""
    event = Event(text, position.turn, position.steps(text))
    position.push(text)
    return event


def play_on(
    position: Position, seat: int, bot: Player, rng: Rng, *, has_deals: bool = True
) -> list[Event]:
    """Let deals be drawn and a bot move for all other seats, until a seat decides or the end;
    without deals only until one is due.
    """
    events = []
    while not position.is_over and position.turn != seat:
        is_deal = position.needs_deal
        if is_deal and not has_deals:
            break
        text = position.draw_deal(rng) if is_deal else bot.choose(position).move
        events.append(push_event(position, text))
    return events


def adapted_level(position: Position, seat: int) -> int:
    """The level that keeps a game close: the better a seat stands, the higher."""
    return 1 + min(LEVELS - 1, int(LEVELS * standing(position, seat)))


def judge(position: Position, move: str, best: str, nodes: int = JUDGE_NODES) -> Verdict:
    """Compare a move with the one that is known to be best, by evaluations of what follows."""
    seat, limit = position.actor, Limit(nodes=nodes)
    played, better = position.copy(), position.copy()
    events = [push_event(played, move)]
    better.push(best)
    found, wanted = evaluate(played, limit), evaluate(better, limit)
    lead, win = wanted.lead(seat) - found.lead(seat), wanted.win[seat] - found.win[seat]
    loss = 0.0 if move == best else max(0.0, in_points(lead, win))
    rest = found.info.moves[0].line if found.info else []
    for text in rest[: MAX_LINE - 1]:
        events.append(push_event(played, text))
    return Verdict(loss, best, events)


def tell_line(position: Position, line: list[str]) -> list[Event]:
    """The first moves of a line, with what they do."""
    copy = position.copy()
    return [push_event(copy, text) for text in line[:MAX_LINE]]


def weigh(position: Position, move: str, nodes: int = ADVICE_NODES) -> Verdict:
    """Compare a move with the best one, which a search finds first."""
    *_, info = analyse(position, Limit(nodes=nodes), lines=0)
    return judge(position, move, info.best, nodes)


def comment_on(verdict: Verdict) -> Text | None:
    """The comment on a learner's move: praise, a better one, or nothing."""
    if verdict.loss >= BAD_LOSS:
        return Text("practice.better", {"move": verdict.best, "n": round(verdict.loss)})
    return Text("practice.good") if verdict.loss <= GOOD_LOSS else None
