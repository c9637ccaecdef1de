"""The pairings of a Swiss tournament: equal points, never twice the same people.

As in the Dutch system, people are ranked by points and rating, and within a group of equal points
the upper half is paired with the lower half. An odd group sends its last one down. Then partners
are exchanged (`matching.py`) at the lowest cost: no pairing repeats, points are as near as they can
be, both had the first seat about as often, and halves meet in order, in this order of importance.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

import numpy as np

from azulejos.server.tournaments.history import Entrant, History, Round, seat_pair
from azulejos.server.tournaments.matching import Costs, Pair, improve

REPEATED = 1e12  # costs: people who have met
POINTS = 1e6  # the square of a difference of one point
SAME_SEAT = (0.0, 1e3, 3e6)  # both had the same seat more often: by no, one, two or more games
GOOD = 2.0  # cost that is not worth an exchange: two ranks away from the middle of a group


def pair_round(entrants: Sequence[Entrant], history: History) -> Round:
    """The next round of those who are active."""
    ranked = rank(entrants, history)
    byes = []
    if len(ranked) % 2:
        byes = [choose_bye(ranked, history)]
        ranked = [each for each in ranked if each.person not in byes]
    people = [each.person for each in ranked]
    points = [history.points[person] for person in people]
    pairs = improve(fold(points), find_costs(people, points, history), POINTS, GOOD)
    tables = [seat_pair(history, people[min(pair)], people[max(pair)]) for pair in pairs]
    return Round(tables=list(tables), byes=byes)


def find_costs(people: Sequence[str], points: Sequence[float], history: History) -> Costs:
    """The cost of pairing any two people; they are ranked."""
    sizes = Counter(points)
    middle = np.array([sizes[value] / 2 for value in points])
    order = np.arange(len(people))
    apart = np.subtract.outer(points, points)
    from_middle = abs(abs(np.subtract.outer(order, order)) - middle[:, None])
    firsts = np.array([history.firsts(person) for person in people], np.int64)
    is_same_side = np.multiply.outer(firsts, firsts) > 0
    more = np.minimum(np.minimum.outer(abs(firsts), abs(firsts)), 2) * is_same_side
    costs: Costs = REPEATED * history.times_met(people)
    costs += np.where(apart == 0, from_middle, POINTS * apart**2)
    costs += np.array(SAME_SEAT)[more]
    return costs


def rank(entrants: Sequence[Entrant], history: History) -> list[Entrant]:
    """Those who are active by points, rating and the order of joining."""
    active = [each for each in entrants if each.is_active]
    return sorted(active, key=lambda x: (-history.points[x.person], -x.rating, x.number))


def choose_bye(ranked: Sequence[Entrant], history: History) -> str:
    """The lowest of those who had the fewest byes."""
    fewest = min(history.byes[each.person] for each in ranked)
    return next(x.person for x in reversed(ranked) if history.byes[x.person] == fewest)


def fold(points: Sequence[float]) -> list[Pair]:
    """Pairs of people who are given by their points, the best first: in every group of equal points
    the upper half with the lower half; the last of an odd group goes down to the next.
    """
    pairs: list[Pair] = []
    floating: list[int] = []
    for _, group in groupby(range(len(points)), key=points.__getitem__):
        members = floating + list(group)
        floating = [members.pop()] if len(members) % 2 else []
        half = len(members) // 2
        pairs += zip(members[:half], members[half:], strict=True)
    return pairs
