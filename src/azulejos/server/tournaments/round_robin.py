"""The pairings of a round robin by the circle method: everybody meets everybody once.

With an odd number one has no opponent in each round. The first seat goes round: nobody has it
more than once more often than the second.
"""

from collections.abc import Sequence

from azulejos.server.tournaments.history import Round


def pair_round(people: Sequence[str], number: int) -> Round:
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
