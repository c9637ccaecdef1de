"""A position in which a deal is due: the average over its deals, all of them or a sample.

    >>> from azulejos import Position, analyse, Limit
    >>> *_, info = analyse(Position("azul"), Limit(nodes=480))
    >>> info.best, len(info.moves), info.moves[0].line[0] == info.moves[0].move
    ('', 24, True)

Each deal is searched for an equal part of the limit. Not here: the search of a position in which a
seat decides, see `analysis.py`.
"""

from collections.abc import Callable, Iterator
from time import perf_counter
from typing import NamedTuple

import numpy as np

from azulejos import written
from azulejos.compiled.rng import make_rng
from azulejos.position import Position
from azulejos.search.info import Info, MoveInfo
from azulejos.search.puct import MAX_DEALS
from azulejos.search.settings import Limit
from azulejos.search.verbs import outcomes_at

SAMPLED = 24  # deals, if the game cannot list them all

Search = Callable[[Position, Limit], Info]  # the last answer about the position after a deal


class Deal(NamedTuple):
    """A deal that may come."""

    text: str
    chance: float


class Dealt(NamedTuple):
    """The result of a search after a deal."""

    deal: Deal
    seat: int | None  # that decides after it
    info: Info

    @property
    def lead(self) -> float:
        """The points by which the seat that decides is expected to be ahead of the best other."""
        others = [points for seat, points in enumerate(self.info.points) if seat != self.seat]
        return self.info.points[self.seat or 0] - max(others)


def listed_deals(position: Position) -> list[Deal]:
    """All deals of a position with their chances; empty if the game cannot list them."""
    states, rules = position.states, position.game.rules
    deals, chances = np.zeros((MAX_DEALS, rules.DEAL_SIZE), np.int64), np.zeros(MAX_DEALS)
    n = outcomes_at(states, 0, deals, chances)
    texts = (written.deal_text(states, deal) for deal in deals[:n])
    return [Deal(text, float(chance)) for text, chance in zip(texts, chances[:n], strict=True)]


def sampled_deals(position: Position, entropy: int) -> list[Deal]:
    """Some deals of a position; the same ones for the same entropy."""
    rng = make_rng(entropy)
    return [Deal(position.draw_deal(rng), 1 / SAMPLED) for _ in range(SAMPLED)]


def average_deals(
    position: Position, limit: Limit, search: Search, every: float | None, entropy: int
) -> Iterator[Info]:
    """Search after one deal after another; the last `Info` is final, and its moves are the deals,
    best first for the seat that decides after them.
    """
    start, reported, found = perf_counter(), 0.0, list[Dealt]()
    listed = listed_deals(position)
    deals = listed or sampled_deals(position, entropy)
    for n, deal in enumerate(deals):
        seconds = perf_counter() - start
        if found and (limit.is_stopped() or seconds >= (limit.seconds or np.inf)):
            break
        after = position.copy()
        after.push(deal.text)
        found.append(Dealt(deal, after.turn, search(after, part_of(limit, seconds, n, len(deals)))))
        seconds = perf_counter() - start
        if every is not None and seconds >= reported + every:
            reported = seconds
            yield mean_info(found, seconds)
    is_exact = len(found) == len(listed) and all(each.info.is_exact for each in found)
    yield mean_info(found, perf_counter() - start, is_exact=is_exact, is_final=True)


def part_of(limit: Limit, seconds: float, n: int, deals: int) -> Limit:
    """The limit of the search after deal n of so many, when some seconds have passed."""
    nodes = None if limit.nodes is None else max(1, limit.nodes // deals)
    rest = None if limit.seconds is None else max(1e-3, limit.seconds - seconds) / (deals - n)
    return Limit(rest, nodes, limit.is_stopped, limit.threads)


def mean_info(
    found: list[Dealt], seconds: float, *, is_exact: bool = False, is_final: bool = False
) -> Info:
    """The mean over deals, weighted by their chances, as `Info`."""
    chances = [each.deal.chance for each in found]
    values = np.average([(each.info.win, each.info.points) for each in found], 0, chances)
    win, points = map(tuple, values.tolist())
    moves = [move_info(each) for each in sorted(found, key=lambda each: -each.lead)]
    nodes, network = sum(each.info.nodes for each in found), found[0].info.network
    return Info("", win, points, nodes, seconds, moves, is_exact, is_final, network)


def move_info(dealt: Dealt) -> MoveInfo:
    """A deal as `MoveInfo`, with the line that is expected after it."""
    info, text = dealt.info, dealt.deal.text
    return MoveInfo(text, info.nodes, info.win, info.points, [text, *info.moves[0].line])
