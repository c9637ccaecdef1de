"""Themes of good moves of BLUE, for puzzles: from JSON and steps alone."""

from azulejos.contract.rules import Json

LATE = 9  # tiles left in the endgame
THEMES = ("double", "close", "gift", "block", "endgame", "build")


def themes(before: Json, after: Json, steps: list[Json]) -> list[str]:
    """The themes of a move, in the order of THEMES; the last one if there is no other."""
    mover = before["turn"]
    closed = [step["seat"] for step in steps if step["kind"] in ("chain", "circle")]
    found = {
        "double": closed.count(mover) > 1,
        "close": closed.count(mover) == 1,
        "gift": any(seat not in (mover, None) for seat in closed),
        "block": any(step["kind"] == "block" for step in steps),
        "endgame": sum(before["left"].values()) <= LATE,
    }
    return [name for name in THEMES if found.get(name)] or [THEMES[-1]]
