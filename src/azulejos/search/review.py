"""The review of a game: the evaluation after every move and deal, and a judgement of each move.

    >>> from azulejos import Position, Record
    >>> from azulejos.search.settings import Limit
    >>> game = Position("azul")
    >>> _ = game.deal(1)
    >>> game.push(game.legal_moves[-1])
    >>> *_, last = review(Record.from_position(game), Limit(nodes=200))
    >>> last.seat, last.judgement.best == last.text, last.judgement.grade in GRADES
    (0, False, True)

A move is judged by two evaluations of the same length: of the position after it, and of the
position after the best move. The difference is its loss in points: an inaccuracy from 2 points on,
a mistake from 4, a blunder from 8.

Each entry changes the expected lead of every seat. What deals change is luck, what moves change is
skill; with the lead expected at the start they add up to the final one, since every evaluation is
both the end of one entry and the beginning of the next.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from azulejos import batch, kernels
from azulejos.contract.marks import Mark
from azulejos.contract.reasons import Reason
from azulejos.contract.steps import Step, sentence
from azulejos.position import Position
from azulejos.record import Record
from azulejos.search.analysis import analyse
from azulejos.search.deals import listed_deals
from azulejos.search.info import Info
from azulejos.search.networks import shipped_network
from azulejos.search.playouts import lead_spread
from azulejos.search.reasons import Figures, compare
from azulejos.search.settings import Limit, Style
from azulejos.text import Text

WIN_IN_POINTS = 30.0  # points ahead that go with a whole win: in an even game one is 3 % of it
GRADES = {"blunder": 8.0, "mistake": 4.0, "inaccuracy": 2.0}  # least loss in points of each grade
HALVING = 4.0  # points lost that halve the accuracy of a move
MAX_SWINGS = 3  # of a summary
# Evaluations are compared with each other; foresight would add the noise of its sampled deals.
REVIEW_STYLE = Style(has_foresight=False)


def in_points(lead: float, win: float) -> float:
    """A lead in points and a win share as one number, in points."""
    return (lead + WIN_IN_POINTS * win) / 2


@dataclass(frozen=True)
class Evaluation:
    """Expected win shares and points of the seats in a position."""

    win: tuple[float, ...]  # expected win share of each seat
    points: tuple[float, ...]  # expected final points of each seat
    is_exact: bool = False  # solved to the end of the round or game
    info: Info | None = None  # the search behind it, if a seat decides

    def lead(self, seat: int) -> float:
        """The points that a seat is ahead of the best other."""
        return self.points[seat] - max(p for q, p in enumerate(self.points) if q != seat)

    def score(self, seat: int) -> float:
        """How well a seat stands, in points: half by its lead, half by its win share."""
        return in_points(self.lead(seat), self.win[seat])


@dataclass(frozen=True)
class Judgement:
    """How good a move was for its seat."""

    best: str  # the best move
    line: list[str]  # principal variation, beginning with the best move
    win_lost: float  # win share lost against the best move; below 0 the move proved better
    lead_lost: float  # the same of the points ahead of the best other seat
    reasons: list[Reason]  # why the best move is better, if the move played has a grade
    marks: list[Mark] = field(
        default_factory=list
    )  # then both moves on the board, see `both_moves`

    @property
    def loss(self) -> float:
        """Both losses as one number, in points."""
        return max(0.0, in_points(self.lead_lost, self.win_lost))

    @property
    def grade(self) -> str:
        """The name of the loss in GRADES, "" if it is below all of them."""
        return next((name for name, least in GRADES.items() if self.loss >= least), "")

    @property
    def accuracy(self) -> float:
        """From 1 for no loss down to 0."""
        return float(0.5 ** (self.loss / HALVING))


@dataclass(frozen=True)
class ReviewedEntry:
    """A move or deal of the record, with the evaluations before and after it."""

    ply: int  # counted from 1, deals included
    text: str
    seat: int | None  # that moved; None: a deal
    before: Evaluation
    after: Evaluation
    judgement: Judgement | None  # of a move
    steps: list[Step]  # what it did
    spread: tuple[
        float, ...
    ]  # by seat: standard deviation of its lead at the end, as seen after it

    def lead_gained(self, seat: int) -> float:
        """The points by which it changed the expected lead of a seat."""
        return self.after.lead(seat) - self.before.lead(seat)

    def swing(self, seat: int) -> float:
        """The points that it gained or cost a seat."""
        return self.after.score(seat) - self.before.score(seat)


@dataclass(frozen=True)
class Lead:
    """Where the lead of a seat came from, in points; the first four add up to the last."""

    at_start: float  # expected before the first entry
    by_deals: float  # luck
    by_own_moves: float
    by_other_moves: float  # by those of the other seats
    at_end: float  # after the last entry, expected unless the game is over


@dataclass(frozen=True)
class Summary:
    """How a seat played."""

    seat: int
    decisions: int
    accuracy: float  # mean of its moves
    loss: float  # sum over its moves, in points
    grades: dict[str, int]  # number of its moves by grade
    swings: list[ReviewedEntry]  # the largest swings for the seat, moves of others and deals too
    lead: Lead


def review(record: Record, limit: Limit, *, start: int = 0) -> Iterator[ReviewedEntry]:
    """Review every entry of a game after the first `start`, until the limit's `is_stopped`.

    The limit holds for one evaluation; there is one for each entry, and another for each move that
    is not the best.
    """
    position = record.first()
    for entry in record.entries[:start]:
        position.push(entry.text)
    after = evaluate(position, limit)
    for ply, entry in enumerate(record.entries[start:], start + 1):
        played = position.copy()
        played.push(entry.text)
        before, after = after, evaluate(played, limit)
        reviewed = review_entry(position, ply, entry.text, before, after, limit)
        if limit.is_stopped():
            return
        yield reviewed
        position = played


def review_entry(
    position: Position, ply: int, text: str, before: Evaluation, after: Evaluation, limit: Limit
) -> ReviewedEntry:
    """Review a move or deal in a position, given the evaluations before and after it."""
    seat, judgement = position.turn, None
    if before.info is not None and seat is not None:
        judgement = judge_move(position, seat, text, before.info, after, limit)
    played = position.copy()
    played.push(text)
    steps, spread = position.steps(text), lead_spread(played)
    return ReviewedEntry(ply, text, seat, before, after, judgement, steps, spread)


def judge_move(
    position: Position, seat: int, move: str, info: Info, after: Evaluation, limit: Limit
) -> Judgement:
    """Compare a seat's move with the best one of a search."""
    line = info.moves[0].line
    if move == info.best:
        return Judgement(move, line, 0.0, 0.0, [])
    better = position.copy()
    better.push(info.best)
    best = evaluate(better, limit)
    win_lost = best.win[seat] - after.win[seat]
    lead_lost = best.lead(seat) - after.lead(seat)
    judgement = Judgement(info.best, line, win_lost, lead_lost, [])
    if not judgement.grade:
        return judgement
    figures = Figures(best.win, best.points), Figures(after.win, after.points)
    found = compare(position, (info.best, move), figures)
    said = sentence(position.game.name, position.steps(move)[0])
    shown = both_moves(found.marks, said)
    return replace(judgement, reasons=list(found.reasons), marks=shown)


def both_moves(marks: tuple[Mark, ...], played: Text) -> list[Mark]:
    """The marks of a comparison as a review shows them: the better move as one to be made, the
    other one as what was played, with what it cost its seat.
    """
    start = next((n for n, mark in enumerate(marks) if mark.tag == "B"), len(marks))
    kinds = ("path", "ghost", "danger")
    was = [
        replace(mark, kind="was", said=played, tag="", n=min(0, mark.n))
        for mark in marks[start:]
        if mark.kind in kinds or (mark.kind == "points" and mark.n < 0)
    ]
    return was + [replace(mark, tag="") for mark in marks[:start]]


def summarise(entries: list[ReviewedEntry], seat: int) -> Summary:
    """How a seat played in a reviewed game."""
    own = [entry.judgement for entry in entries if entry.seat == seat and entry.judgement]
    swings = sorted(entries, key=lambda entry: -abs(entry.swing(seat)))
    return Summary(
        seat,
        len(own),
        sum(judgement.accuracy for judgement in own) / max(1, len(own)),
        sum(judgement.loss for judgement in own),
        {name: sum(judgement.grade == name for judgement in own) for name in GRADES},
        swings[:MAX_SWINGS],
        explain_lead(entries, seat),
    )


def explain_lead(entries: list[ReviewedEntry], seat: int) -> Lead:
    """Where the lead of a seat came from in a reviewed game."""
    gained = [(entry.seat, entry.lead_gained(seat)) for entry in entries]
    return Lead(
        entries[0].before.lead(seat),
        sum(points for mover, points in gained if mover is None),
        sum(points for mover, points in gained if mover == seat),
        sum(points for mover, points in gained if mover not in (None, seat)),
        entries[-1].after.lead(seat),
    )


# ---- Evaluations


def evaluate(position: Position, limit: Limit) -> Evaluation:
    """The evaluation of any position, also a finished one or one before a deal."""
    if position.outcome:
        return Evaluation(position.outcome.shares, position.outcome.scores, is_exact=True)
    if position.turn is None:
        return evaluate_before_deal(position, limit)
    *_, info = analyse(position, limit, REVIEW_STYLE, lines=1)
    best = info.moves[0]
    return Evaluation(best.win, best.points, info.is_exact, info)


def evaluate_before_deal(position: Position, limit: Limit) -> Evaluation:
    """The mean over the possible deals, if the game can list them; else the evaluator's value."""
    deals, values = listed_deals(position), np.zeros((2, batch.SEATS))
    if not deals:
        out = np.zeros((1, 2, batch.SEATS))
        kernels.value(position.states, shipped_network(position.states).weights, out)
        return evaluation_of(out[0], position)
    seconds = None if limit.seconds is None else limit.seconds / len(deals)
    nodes = None if limit.nodes is None else max(1, limit.nodes // len(deals))
    for deal in deals:
        after = position.copy()
        after.push(deal.text)
        found = evaluate(after, Limit(seconds, nodes, limit.is_stopped))
        values[:, : position.players] += deal.chance * np.array([found.win, found.points])
    return evaluation_of(values, position)


def evaluation_of(values: Any, position: Position) -> Evaluation:
    """An evaluator's values as an `Evaluation`."""
    win, points = (tuple(map(float, row[: position.players])) for row in values)
    return Evaluation(win, points)
