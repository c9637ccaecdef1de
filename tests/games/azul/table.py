"""Azul tables for tests: a position in a few words, its other tiles in the bag or the lid.

    table(board(lines="- BB"), board(floor="M"), centre="RRK", marker=1)

Words stand for lines and wall rows from the top; those left out are empty. A default table has
five, seven or nine displays of which those given are the first and the others were taken from.
"""

from collections import Counter
from typing import Any

from azulejos.position import Position

LETTERS = "BYRKW"
Json = dict[str, Any]


def board(lines: str = "", wall: str = "", floor: str = "", score: int = 0) -> Json:
    """One seat's board: `lines="B - RRR"`, `wall="B.... .B..."`."""
    held = [line.strip("-") for line in lines.split()]
    rows = wall.split()
    return {
        "lines": held + [""] * (5 - len(held)),
        "wall": rows + ["....."] * (5 - len(rows)),
        "floor": floor,
        "score": score,
    }


def table_json(
    *boards: Json, displays: str = "", bag: str | None = None, lid: str = "", **changes: Any
) -> Json:
    """A position as JSON. Tiles that are nowhere else are in the bag; in the lid if a bag is given;
    the round is the first that could have come to these walls.
    """
    filled = [word.strip("-") for word in displays.split()]
    longest = max(5 - row.count(".") for seat in boards for row in seat["wall"])
    is_after_tiling = changes.get("phase") == "over" or "tiling" in changes
    data: Json = {
        "game": "azul",
        "wall": "coloured",
        "players": len(boards),
        "round": max(1, 1 + longest + changes.get("idle_rounds", 0) - is_after_tiling),
        "turn": changes.get("first", 0),
        "first": 0,
        "idle_rounds": 0,
        "displays": filled + [""] * (2 * len(boards) + 1 - len(filled)),
        "centre": "",
        "marker": changes.get("first", 0) if changes.get("phase") == "deal" else "centre",
        "boards": list(boards),
    } | changes
    left = Counter(LETTERS * 20)
    left.subtract("".join([*data["displays"], data["centre"]]))
    for seat in boards:
        left.subtract("".join([*seat["lines"], *seat["wall"], seat["floor"]]))
    apart = Counter(lid if bag is None else bag)
    rest = {letter: left[letter] - apart[letter] for letter in LETTERS}
    given = {letter: apart[letter] for letter in LETTERS}
    data["bag"], data["lid"] = (rest, given) if bag is None else (given, rest)
    return data


def table(*boards: Json, **changes: Any) -> Position:
    """The position of `table_json`."""
    return Position.from_json(table_json(*boards, **changes))


def seat(position: Position, number: int) -> Json:
    """The tiles on a seat's board."""
    found: Json = position.to_json()["boards"][number]
    return found


def lines(position: Position, number: int) -> str:
    """A seat's pattern lines, as `board` takes them."""
    return " ".join(line or "-" for line in seat(position, number)["lines"])


def wall(position: Position, number: int) -> str:
    """A seat's wall, as `board` takes it."""
    return " ".join(seat(position, number)["wall"])


def letters(tally: dict[str, int]) -> str:
    """The tiles of bag or lid as letters."""
    return "".join(letter * n for letter, n in tally.items())


FOUR_COLUMNS = "BYRK. WBYR. KWBY. RKWB. YRKW."  # four players with these have 80 tiles

# All tiles but a yellow one: four walls that lack a column each, and what is left in the lines.
LAST_TILE = (
    board("- - - YY BBBB", "BYRK. WBYR. KWBY. RKWB. YRKW."),
    board("- - Y - WWWW", "BYR.W WBY.K KWB.R RKW.Y YRK.B"),
    board("- - - - KKKK", "BY.KW WB.RK KW.YR RK.BY YR.WB"),
    board("- - - - RRRR", "B.RKW W.YRK K.BYR R.WBY Y.KWB"),
)
