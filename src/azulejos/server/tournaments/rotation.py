"""Rounds in which everybody meets everybody: a round robin, and a rotation for more seats.

The pairings of a round robin by the circle method: everybody meets everybody once.

With an odd number one has no opponent in each round. The first seat goes round: nobody has it
more than once more often than the second.

The tables of a rotation for three or four seats: every two people meet about equally often.

A round is filled greedily with people who have met least, then people change tables as long as
that lowers the sum of squares of how often those at one table have met. Seats at each table are
given so that everybody has every seat about equally often.
"""

from collections.abc import Sequence
from itertools import combinations, permutations
from random import Random

from azulejos.server.tournaments.history import Entrant, History, Round


def pair_round_robin(people: Sequence[str], number: int) -> Round:
    """A round, numbered from 1, of people who are given in the same order every time."""
    seats: list[str | None] = [*people, *([None] if len(people) % 2 else [])]
    last = len(seats) - 1
    turn = (number - 1) % last
    pairs = [(last, turn) if turn % 2 else (turn, last)]
    for i in range(1, len(seats) // 2):
        up, down = (turn + i) % last, (turn - i) % last
        pairs.append((up, down) if i % 2 else (down, up))
    tables: list[tuple[str, ...]] = []
    byes: list[str] = []
    for one, other in pairs:
        first, second = seats[one], seats[other]
        if first is not None and second is not None:
            tables.append((first, second))
        else:
            byes += [each for each in (first, second) if each is not None]
    return Round(tables, byes)


# ---- Rotation

ATTEMPTS = 12  # rounds that are made, the best of which is taken, while there are few people
FEW = 48
MAX_SWEEPS = 20


def pair_rotation(entrants: Sequence[Entrant], history: History, seats: int, seed: str) -> Round:
    """The next round of those who are active; the same seed gives the same round."""
    active = [each for each in entrants if each.is_active]
    if len(active) < seats:
        return Round([], [each.person for each in active])
    rng = Random(seed)
    people = [each.person for each in active]
    byes = choose_byes(people, history, len(people) % seats, rng)
    staying = [person for person in people if person not in byes]
    attempts = ATTEMPTS if len(staying) <= FEW else 1
    made = [improve(fill(staying, history, seats, rng), history) for _ in range(attempts)]
    best = min(made, key=lambda tables: sum(cost(table, history) for table in tables))
    return Round([choose_seats(table, history) for table in best], sorted(byes))


def choose_byes(people: Sequence[str], history: History, count: int, rng: Random) -> set[str]:
    """The entrants who do not play in a round: any of those who had the fewest byes."""
    order = list(people)
    rng.shuffle(order)
    return set(sorted(order, key=history.byes.__getitem__)[:count])


def fill(people: Sequence[str], history: History, seats: int, rng: Random) -> list[list[str]]:
    """Tables that are filled one by one with whoever has met those there least."""
    left = list(people)
    rng.shuffle(left)
    tables: list[list[str]] = []
    while left:
        table = [left.pop()]
        while len(table) < seats:
            chosen = min(range(len(left)), key=lambda i: meetings(left[i], table, history))
            table.append(left.pop(chosen))
        tables.append(table)
    return tables


def meetings(person: str, table: Sequence[str], history: History) -> int:
    """The sum of squares of how often an entrant has met the others at a table."""
    met = history.met[person]
    return sum(met.get(other, 0) ** 2 for other in table if other != person)


def cost(table: Sequence[str], history: History) -> int:
    met = history.met
    return sum(met[one].get(other, 0) ** 2 for one, other in combinations(table, 2))


def improve(tables: list[list[str]], history: History) -> list[list[str]]:
    """Let people change tables as long as that lowers the cost."""
    for _ in range(MAX_SWEEPS):
        has_changed = False
        for table in tables:
            if cost(table, history) > 0:
                moved = [move(table, i, tables, history) for i in range(len(table))]
                has_changed |= any(moved)
        if not has_changed:
            break
    return tables


def move(table: list[str], i: int, tables: list[list[str]], history: History) -> bool:
    """Let an entrant change places with one at another table if that lowers the cost."""
    for other in tables:
        if other is table:
            continue
        for j in range(len(other)):
            before = cost(table, history) + cost(other, history)
            table[i], other[j] = other[j], table[i]
            if cost(table, history) + cost(other, history) < before:
                return True
            table[i], other[j] = other[j], table[i]
    return False


def choose_seats(table: Sequence[str], history: History) -> tuple[str, ...]:
    """People by seat, so that everybody has had every seat about equally often."""

    def unevenness(order: tuple[str, ...]) -> int:
        return sum(history.seats[person].count(seat) for seat, person in enumerate(order))

    return min(permutations(table), key=unevenness)
