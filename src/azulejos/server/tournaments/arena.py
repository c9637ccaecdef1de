"""The pairings of an arena: those who are free, near in rank, and not the same two again at once.

Points: a win counts 2, a tie 1. After two wins in a row everything counts twice until a game is not
won. Whoever has waited longest is never left out. Built-in bots are always free, so they meet
people only, and are left out first.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np

from azulejos.server.tournaments.history import Entrant, History, Place, Round, seat_pair
from azulejos.server.tournaments.matching import Costs, Pair, improve

FORBIDDEN = 1e6  # cost of people who must not be paired
MET = 3.0  # cost of every game that two people have played, in ranks
AGAIN_S = 15.0  # how long both must have waited before the same two meet again at once
WIN, TIE, STREAK = 2, 1, 2  # points; wins in a row after which points count twice


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
    costs = find_costs(waiting, history, ranks, now, blocked)
    first: list[Pair] = [(i, i + 1) for i in range(0, len(waiting), 2)]
    pairs = [pair for pair in improve(first, costs, FORBIDDEN) if costs[pair] < FORBIDDEN]
    return Round(tables=[seat_pair(history, people[a], people[b]) for a, b in pairs], byes=[])


def find_costs(
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


def arena_points(places: Sequence[Place]) -> tuple[int, int]:
    """The points of one person's games in their order, and the wins in a row at the end."""
    total = streak = 0
    for place in places:
        if place.points is None:
            continue
        factor = 2 if streak >= STREAK else 1
        if place.points == 1.0:
            total += WIN * factor
            streak += 1
        else:
            total += TIE * factor if place.points else 0
            streak = 0
    return total, streak
