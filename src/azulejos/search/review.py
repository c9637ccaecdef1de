"""A whole game looked at again: what each seat could expect after every move and deal, which moves
lost something, how much, and what was better.

    >>> from azulejos import Position, Record
    >>> game = Position("azul")
    >>> _ = game.deal(1)
    >>> game.push(game.legal_moves[-1])
    >>> *_, last = review(Record.from_position(game), Limit(nodes=200))
    >>> last.seat, last.judgement.best == last.text, last.judgement.grade in GRADES
    (0, False, True)

A move is judged by two looks of the same length: at the position it led to, and at the one that the
best move would have led to. What it lost is reckoned in points and graded: from 2 on it is an
inaccuracy, from 4 a mistake, from 8 a blunder. Nothing is read or printed, and no game is named.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from azulejos import batch, game
from azulejos.compiled.jit import jit
from azulejos.position import Position
from azulejos.record import Record
from azulejos.search.analysis import Info, Limit, Style, analyse
from azulejos.search.explain import reasons
from azulejos.search.networks import shipped
from azulejos.search.puct import MAX_DEALS
from azulejos.text import Text

WIN_IN_POINTS = 30.0  # points ahead that go with a whole win: in an even game one is 3 % of it
GRADES = {"blunder": 8.0, "mistake": 4.0, "inaccuracy": 2.0}  # from how many points lost on
HALVING = 4.0  # points lost that halve the accuracy of a move
SWINGS = 3  # the biggest ones that a summary tells
STEADY = Style(foresees=False)  # looks are compared: none may have the luck of deals of its own


def in_points(lead: float, win: float) -> float:
    """A lead and a share of the win as one number."""
    return (lead + WIN_IN_POINTS * win) / 2


@dataclass(frozen=True)
class Outlook:
    """What the seats can expect."""

    win: tuple[float, ...]  # each seat's share of the victory
    points: tuple[float, ...]  # each seat's final points
    is_exact: bool = False  # certain to the end of the round or game
    info: Info | None = None  # the search behind it, if a seat decides

    def lead(self, seat: int) -> float:
        """The points that a seat is ahead of the best other."""
        return self.points[seat] - max(p for q, p in enumerate(self.points) if q != seat)

    def worth(self, seat: int) -> float:
        """How well a seat stands, in points: half by its lead, half by its share of the win."""
        return in_points(self.lead(seat), self.win[seat])


@dataclass(frozen=True)
class Judgement:
    """How good a move was for its seat."""

    best: str  # the move to play
    line: list[str]  # how it could have gone on, the best move first
    win_lost: float  # the share of the victory that it fell short by; below 0 it proved better
    lead_lost: float  # the points ahead of the best other seat that it fell short by
    reasons: list[Text]  # for the best move, if what was played has a grade

    @property
    def loss(self) -> float:
        """Both losses as one, in points."""
        return max(0.0, in_points(self.lead_lost, self.win_lost))

    @property
    def grade(self) -> str:
        """What the loss amounts to, "" if it is nothing to speak of."""
        return next((name for name, least in GRADES.items() if self.loss >= least), "")

    @property
    def accuracy(self) -> float:
        """From 1 for no loss down to 0."""
        return float(0.5 ** (self.loss / HALVING))


@dataclass(frozen=True)
class Step:
    """A move or deal of the game, and what the seats could expect before and after it."""

    ply: int  # counted from 1, deals too
    text: str
    seat: int | None  # that moved; None: a deal
    before: Outlook
    after: Outlook
    judgement: Judgement | None  # of a move

    def swing(self, seat: int) -> float:
        """The points that it brought a seat, or cost it."""
        return self.after.worth(seat) - self.before.worth(seat)


@dataclass(frozen=True)
class Summary:
    """How a seat played."""

    seat: int
    decisions: int
    accuracy: float  # mean of its moves
    loss: float  # points, of all its moves
    grades: dict[str, int]  # how many moves had each
    swings: list[Step]  # the biggest, whoever or whatever brought them about


def review(record: Record, limit: Limit) -> Iterator[Step]:
    """Every entry of a game, until the limit says stop; a look may take the limit, and there is one
    for each entry and another for each move that is not the best.
    """
    position = record.first()
    after = look(position, limit)
    for ply, entry in enumerate(record.entries, 1):
        played = position.copy()
        played.push(entry.text)
        before, after = after, look(played, limit)
        step = take_step(position, ply, entry.text, before, after, limit)
        if limit.is_stopped():
            return
        yield step
        position = played


def take_step(
    position: Position, ply: int, text: str, before: Outlook, after: Outlook, limit: Limit
) -> Step:
    """A move or deal in a position, with what could be expected before and after it."""
    seat, judgement = position.turn, None
    if before.info is not None and seat is not None:
        judgement = judge(position, seat, text, before.info, after, limit)
    return Step(ply, text, seat, before, after, judgement)


def judge(
    position: Position, seat: int, move: str, info: Info, after: Outlook, limit: Limit
) -> Judgement:
    """What a seat's move led to, against what the best one would have led to."""
    line = info.moves[0].line
    if move == info.best:
        return Judgement(move, line, 0.0, 0.0, [])
    better = position.copy()
    better.push(info.best)
    promised = look(better, limit)
    win_lost = promised.win[seat] - after.win[seat]
    lead_lost = promised.lead(seat) - after.lead(seat)
    judgement = Judgement(info.best, line, win_lost, lead_lost, [])
    if not judgement.grade:
        return judgement
    return replace(judgement, reasons=reasons(position, info.best, info))


def summarise(steps: list[Step], seat: int) -> Summary:
    """What the steps of a game say about a seat."""
    own = [step.judgement for step in steps if step.seat == seat and step.judgement]
    swings = sorted(steps, key=lambda step: -abs(step.swing(seat)))
    return Summary(
        seat,
        len(own),
        sum(judgement.accuracy for judgement in own) / max(1, len(own)),
        sum(judgement.loss for judgement in own),
        {name: sum(judgement.grade == name for judgement in own) for name in GRADES},
        swings[:SWINGS],
    )


# ---- Looks


def look(position: Position, limit: Limit) -> Outlook:
    """What the seats can expect in a position, whoever or whatever is next."""
    if position.outcome:
        return Outlook(position.outcome.shares, position.outcome.scores, is_exact=True)
    if position.turn is None:
        return look_at_deal(position, limit)
    *_, info = analyse(position, limit, STEADY, lines=1)
    best = info.moves[0]
    return Outlook(best.win, best.points, info.is_exact, info)


def look_at_deal(position: Position, limit: Limit) -> Outlook:
    """The mean over the deals that there can be, if they are a handful; else an estimate."""
    states, rules = position.states, position.game.rules
    deals, chances = np.zeros((MAX_DEALS, rules.DEAL_SIZE), np.int64), np.zeros(MAX_DEALS)
    n = list_deals(states, deals, chances)
    if n == 0:
        values = np.zeros((1, 2, batch.SEATS))
        batch.value(states, shipped(states).weights, values)
        return outlook_of(values[0], position)
    seconds = None if limit.seconds is None else limit.seconds / n
    nodes = None if limit.nodes is None else max(1, limit.nodes // n)
    values = np.zeros((2, batch.SEATS))
    for deal, chance in zip(deals[:n], chances[:n], strict=True):
        after = position.copy()
        after.push(position.game.notation.deal_text(states[0], deal))
        found = look(after, Limit(seconds, nodes, limit.is_stopped))
        values[:, : position.players] += chance * np.array([found.win, found.points])
    return outlook_of(values, position)


def outlook_of(values: Any, position: Position) -> Outlook:
    win, points = (tuple(map(float, row[: position.players])) for row in values)
    return Outlook(win, points)


@jit
def list_deals(states: Any, deals: Any, chances: Any) -> int:
    """The deals that can come in states[0] and their chances, if they are a handful; else 0."""
    return game.outcomes(states[0], deals, chances)
