"""Themes of good moves of Azul, for puzzles: from JSON and steps alone."""

from azulejos.contract.rules import Json
from azulejos.games.azul.state import LETTERS, ROWS

POISON = 3  # tiles of a colour in the centre that are many
THEMES = ("two_at_once", "poison", "marker", "sacrifice", "last_round", "gray", "fill", "plan")


def themes(before: Json, after: Json, steps: list[Json]) -> list[str]:
    """The themes of a move, in the order of THEMES; the last one if there is no other."""
    kinds = {step["kind"]: step for step in reversed(steps)}
    is_tiling = "take" not in kinds
    found = {
        "two_at_once": not is_tiling and fills_both_ways(before, kinds.get("put")),
        "poison": not is_tiling and is_poisoned(before, after),
        "marker": "marker" in kinds,
        "sacrifice": not is_tiling and "put" not in kinds,
        "last_round": ends_the_game(before) or ends_the_game(after),
        "gray": is_tiling,
        "fill": not is_tiling and kinds.get("put", {}).get("case") == "complete",
    }
    return [name for name in THEMES if found.get(name)] or [THEMES[-1]]


def fills_both_ways(position: Json, put: Json | None) -> bool:
    """Does a move complete a line whose tile gets neighbours across and down (coloured wall)?"""
    if put is None or put["case"] != "complete" or position["wall"] != "coloured":
        return False
    wall, row = position["boards"][put["seat"]]["wall"], put["line"] - 1
    column = (LETTERS.index(put["colour"]) + row) % ROWS

    def is_laid(r: int, c: int) -> bool:
        return 0 <= r < ROWS and 0 <= c < ROWS and wall[r][c] != "."

    is_across = is_laid(row, column - 1) or is_laid(row, column + 1)
    return is_across and (is_laid(row - 1, column) or is_laid(row + 1, column))


def is_poisoned(before: Json, after: Json) -> bool:
    """Does a move leave many tiles of a colour in the centre that the next seat has no room for?"""
    if after["turn"] is None or "phase" in after or "tiling" in after:
        return False
    board = after["boards"][after["turn"]]
    return any(
        after["centre"].count(colour) > before["centre"].count(colour)
        and after["centre"].count(colour) >= POISON
        and room_for(board, colour) < after["centre"].count(colour)
        for colour in LETTERS
    )


def room_for(board: Json, colour: str) -> int:
    """The tiles of a colour that the roomiest pattern line of a board can take."""
    rooms = [
        row + 1 - len(line)
        for row, line in enumerate(board["lines"])
        if line in ("", colour * len(line)) and colour not in board["wall"][row]
    ]
    return max(rooms, default=0)


def ends_the_game(position: Json) -> bool:
    """Will a row be complete at the end of the round? A23."""
    return any(
        len(row.replace(".", "")) == ROWS - 1 and len(line) == n
        for board in position["boards"]
        for n, (row, line) in enumerate(zip(board["wall"], board["lines"], strict=True), 1)
    )
