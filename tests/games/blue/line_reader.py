"""A slow reader of lines of BLUE: the points of each seat by kind, from the tiles alone."""

from collections import Counter
from itertools import pairwise
from typing import Any

from tests.games.blue.slow_reader import SlowReader

Json = dict[str, Any]


def read_points(positions: list[Json]) -> Counter[tuple[int, str]]:
    """The points of the chains and circles that close in successive positions."""
    points: Counter[tuple[int, str]] = Counter()
    for before, after in pairwise(positions):
        new = after["tiles"].keys() - before["tiles"].keys()
        for place in new:
            reader = SlowReader(before, f"{place}:{after['tiles'][place]}")
            for seat in range(before["players"]):
                chains, circles = reader.new_lines(seat)
                points[seat, "chain"] += 10 * len(chains)
                points[seat, "circle"] += circles
    return points
