"""Improvement of pairings by exchange of partners.

Given pairs and the cost of every pair, partners are exchanged between two pairs as long as that
lowers the total cost. The result is a local optimum, and that is enough for what must never happen:
if everybody could be paired with at least half of all people, and every other pair costs more than
all allowed ones together, then no forbidden pair is left. For if u and v are a forbidden pair
among n people, they have together at least n allowed partners among the n - 2 others, so that one
of the (n - 2) / 2 other pairs has three of the four allowed connections to u and v; and of these
three, two make an exchange that leaves both new pairs allowed.
"""

import numpy as np
from numpy.typing import NDArray

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
