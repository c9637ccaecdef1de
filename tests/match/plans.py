"""Match plans for tests."""

from typing import Any

from azulejos.match.plan import MatchPlan


def make_plan(**changed: Any) -> MatchPlan:
    """A plan of three games between two quick players, with some fields changed."""
    fields: dict[str, Any] = {
        "game": "azul",
        "options": {},
        "players": ("random", "greedy"),
        "seats": 2,
        "games": 3,
        "seconds": None,
        "nodes": None,
        "seed": 1,
    }
    return MatchPlan(**fields | changed)
