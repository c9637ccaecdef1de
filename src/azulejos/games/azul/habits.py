"""Statistics of how a seat plays Azul, from the JSON and steps of a whole game."""

from azulejos.contract.rules import Json

HABITS: tuple[str, ...] = ("floor", "wasted", "rows", "columns", "colours")


def stage(position: Json) -> int:
    """The part of the game that a position belongs to: its round."""
    return int(position["round"])


def count_habits(steps: list[Json], last: Json, seat: int) -> dict[str, float]:
    """By habit: points paid for floor lines, tiles in lines that were never filled, and points of
    the three bonuses; from the steps of a whole game and its last position.
    """
    own = [step for step in steps if step.get("seat") == seat]
    found = dict.fromkeys(HABITS, 0.0)
    found["floor"] = float(-sum(step["points"] for step in own if step["kind"] == "pay"))
    found["wasted"] = float(sum(len(line) for line in last["boards"][seat]["lines"]))
    for step in own:
        if step["kind"] == "bonus":
            found[step["case"]] = float(step["points"])
    return found
