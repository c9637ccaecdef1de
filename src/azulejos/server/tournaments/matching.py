"""Improvement of pairings by exchange of partners.

Given pairs and the cost of every pair, partners are exchanged between two pairs as long as that
lowers the total cost. The result is a local optimum, and that is enough for what must never happen:
if everybody could be paired with at least half of all people, and every other pair costs more than
all allowed ones together, then no forbidden pair is left. For if u and v are a forbidden pair
among n people, they have together at least n allowed partners among the n - 2 others, so that one
of the (n - 2) / 2 other pairs has three of the four allowed connections to u and v; and of these
three, two make an exchange that leaves both new pairs allowed.
"""

from collections.abc import Callable

Pair = tuple[int, int]
Cost = Callable[[int, int], float]

REACH = 40  # pairs before and after one in the list with which it exchanges partners
MAX_SWEEPS = 30
EPSILON = 1e-9


def improve(pairs: list[Pair], cost: Cost, bad: float, good: float = 0.0) -> list[Pair]:
    """Pairs of lower cost, made of the same people. Pairs whose cost is at least `bad` are
    exchanged with any other, those that cost more than `good` with pairs near in the list.
    """
    pairs = list(pairs)
    costs = [cost(*pair) for pair in pairs]
    for _ in range(MAX_SWEEPS):
        has_changed = False
        for i in range(len(pairs)):
            if costs[i] <= good:
                continue
            reach = len(pairs) if costs[i] >= bad else REACH
            for j in range(max(0, i - reach), min(len(pairs), i + reach + 1)):
                if i != j and exchange(pairs, costs, i, j, cost):
                    has_changed = True
        if not has_changed:
            break
    return pairs


def exchange(pairs: list[Pair], costs: list[float], i: int, j: int, cost: Cost) -> bool:
    """Exchange partners between two pairs if that lowers their cost."""
    (a, b), (c, d) = pairs[i], pairs[j]
    best, found = costs[i] + costs[j] - EPSILON, False
    for one, other in (((a, c), (b, d)), ((a, d), (b, c))):
        first, second = cost(*one), cost(*other)
        if first + second < best:
            best, found = first + second, True
            pairs[i], pairs[j], costs[i], costs[j] = one, other, first, second
    return found
