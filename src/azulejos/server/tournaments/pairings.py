"""Pairings for two seats: of a Swiss tournament and of an arena, improved by exchange of partners.

Given pairs and the cost of every pair, partners are exchanged between two pairs as long as that
lowers the total cost. The result is a local optimum, and that is enough for what must never happen:
if everybody could be paired with at least half of all people, and every other pair costs more than
all allowed ones together, then no forbidden pair is left. For if u and v are a forbidden pair among
n people, they have together at least n allowed partners among the n - 2 others, so that one of the
(n - 2) / 2 other pairs has three of the four allowed connections to u and v; and of these three,
two make an exchange that leaves both new pairs allowed.

The pairings of a Swiss tournament: equal points, never twice the same people.

As in the Dutch system, people are ranked by points and rating, and within a group of equal points
the upper half is paired with the lower half. An odd group sends its last one down. Then partners
are exchanged at the lowest cost: no pairing repeats, points are as near as they can be, both had
the first seat about as often, and halves meet in order, in this order of importance.

The pairings of an arena: those who are free, near in rank, and not the same two again at once.

Points: a win counts 2, a tie 1. After two wins in a row everything counts twice until a game is not
won. Whoever has waited longest is never left out. Built-in bots are always free, so they meet
people only, and are left out first.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from azulejos.server.tournaments.history import Entrant, History, Round, seat_pair

Pair = tuple[int, int]
Costs = NDArray[np.float64]  # of pairing any two people: symmetric

REACH = 40  # pairs before and after one in the list with which it exchanges partners
MAX_SWEEPS = 30
EPSILON = 1e-9


def improve(pairs: list[Pair], costs: Costs, bad: float, good: float = 0.0) -> list[Pair]:
    """Pairs of lower cost, made of the same people. Pairs whose cost is at least `bad` are
    exchanged with any other, those that cost more than `good` with pairs near in the list.
    """
    if not pairs:
        return []
    costs = costs.copy()
    np.fill_diagonal(costs, np.inf)
    made = np.array(pairs)
    paid = costs[made[:, 0], made[:, 1]]
    for _ in range(MAX_SWEEPS):
        has_changed = False
        for i in range(len(made)):
            if paid[i] <= good:
                continue
            reach = len(made) if paid[i] >= bad else REACH
            j, end = max(0, i - reach), min(len(made), i + reach + 1)
            while j < end:
                j = exchange(made[:end], paid, i, j, costs) + 1
                has_changed |= j <= end
        if not has_changed:
            break
    return [(int(a), int(b)) for a, b in made]


def exchange(
    made: NDArray[np.int64], paid: NDArray[np.float64], i: int, start: int, costs: Costs
) -> int:
    """Exchange partners between a pair and the first one, from `start` on, with which that lowers
    their cost. The number of that pair; that of all pairs if there is none.
    """
    a, b = made[i]
    c, d = made[start:].T
    ways = np.stack((costs[a, c] + costs[b, d], costs[a, d] + costs[b, c]))
    lower = np.flatnonzero(ways.min(axis=0) < paid[i] + paid[start : len(made)] - EPSILON)
    if not len(lower):
        return len(made)
    j = start + int(lower[0])
    c, d = made[j] if ways[0, lower[0]] <= ways[1, lower[0]] else made[j][::-1]
    made[i], made[j] = (a, c), (b, d)
    paid[i], paid[j] = costs[a, c], costs[b, d]
    return j


# ---- Swiss

REPEATED = 1e12  # costs: people who have met
POINTS = 1e6  # the square of a difference of one point
SAME_SEAT = (0.0, 1e3, 3e6)  # both had the same seat more often: by no, one, two or more games
GOOD = 2.0  # cost that is not worth an exchange: two ranks away from the middle of a group


def pair_swiss(entrants: Sequence[Entrant], history: History) -> Round:
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


# ---- Arena

FORBIDDEN = 1e6  # cost of people who must not be paired
MET = 3.0  # cost of every game that two people have played, in ranks
AGAIN_S = 15.0  # how long both must have waited before the same two meet again at once


def pair_free(
    free: Sequence[Entrant],
    history: History,
    ranks: dict[str, int],
    now: float,
    blocked: Mapping[str, set[str]] = MappingProxyType({}),
) -> Round:
    """Pairs of people who are free now; those who are not paired go on waiting. Bots meet people
    only, and nobody meets those with whom they are `blocked`.
    """
    waiting = choose_waiting(free)
    waiting.sort(key=lambda each: (ranks.get(each.person, len(ranks)), each.number))
    people = [each.person for each in waiting]
    costs = find_waiting_costs(waiting, history, ranks, now, blocked)
    first: list[Pair] = [(i, i + 1) for i in range(0, len(waiting), 2)]
    pairs = [pair for pair in improve(first, costs, FORBIDDEN) if costs[pair] < FORBIDDEN]
    return Round(tables=[seat_pair(history, people[a], people[b]) for a, b in pairs], byes=[])


def find_waiting_costs(
    waiting: Sequence[Entrant],
    history: History,
    ranks: Mapping[str, int],
    now: float,
    blocked: Mapping[str, set[str]],
) -> Costs:
    """The cost of pairing any two of those who wait."""
    people = [each.person for each in waiting]
    numbers = {person: number for number, person in enumerate(people)}
    is_bot = np.array([each.is_bot for each in waiting], bool)
    is_wrong = np.logical_and.outer(is_bot, is_bot)
    is_again = np.zeros_like(is_wrong)
    for one, each in enumerate(waiting):
        for person in numbers.keys() & blocked.get(each.person, set()):
            is_wrong[one, numbers[person]] = is_wrong[numbers[person], one] = True
        for person in numbers.keys() & history.last.get(each.person, set()):
            other = numbers[person]
            if now - max(each.free_since, waiting[other].free_since) < AGAIN_S:
                is_again[one, other] = is_again[other, one] = True
    places = np.array([float(ranks.get(person, len(ranks))) for person in people])
    costs: Costs = abs(np.subtract.outer(places, places)) + MET * history.times_met(people)
    costs += FORBIDDEN * is_again
    costs += FORBIDDEN * is_wrong
    return costs


def choose_waiting(free: Sequence[Entrant]) -> list[Entrant]:
    """An even number of those who are free: not more bots than people, and if one is left out, a
    bot, or whoever has waited least.
    """
    waiting = sorted(free, key=lambda each: (each.is_bot, each.free_since, each.number))
    people = sum(not each.is_bot for each in waiting)
    del waiting[2 * people :]
    return waiting[: len(waiting) // 2 * 2]
