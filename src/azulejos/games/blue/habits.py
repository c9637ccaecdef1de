"""Statistics of how a seat plays BLUE, from the JSON and steps of a whole game."""

from azulejos.contract.rules import Json

HABITS: tuple[str, ...] = ("chains", "circles", "gifts", "blocked")
STAGES = 3  # a game has no rounds: its beginning, its middle and its end


def stage(position: Json) -> int:
    """The part of the game that a position belongs to: the third of its tiles, from 1."""
    laid, left = len(position["tiles"]), sum(position["left"].values())
    return int(min(STAGES, 1 + STAGES * laid // max(1, laid + left)))


def count_habits(steps: list[Json], last: Json, seat: int) -> dict[str, float]:
    """By habit: points by chains and circles, points that own tiles closed for others, and spaces
    blocked by own tiles; from the steps of a whole game.
    """
    found, mover = dict.fromkeys(HABITS, 0.0), -1
    for step in steps:
        if step["kind"] == "lay":
            mover = step["seat"]
        elif step["kind"] in ("chain", "circle") and step["seat"] is not None:
            if step["seat"] == seat:
                found[f"{step['kind']}s"] += step["points"]
            elif mover == seat:
                found["gifts"] += step["points"]
        elif step["kind"] == "block" and mover == seat:
            found["blocked"] += step["count"]
    return found
