"""BLUE tables for tests: a position by its moves, or as JSON by its tiles.

    table("0,0:wgwb 1,0:bgwg")

In the blind game each tile is drawn before it is laid.
"""

from typing import Any

from azulejos.position import Position

Json = dict[str, Any]

LETTERS = "wgb"

WORKED = (  # the rulebook's end: white 9 chains, gray 8 and a circle, blue 7 and 3 circles
    "0,0:wgbg 1,0:bgwg 0,1:bgwg 1,1:wbwg 1,2:wgbg -1,1:bgbw 1,-1:wgbg 1,3:bwgw 1,-2:wgwb "
    "1,-3:gbwb 1,4:gwbw 2,-2:bgwg 3,-2:wbwg 3,-1:wbgb 3,-3:gbwb 1,5:bwbg 1,6:bwgw 3,-4:gwgb "
    "3,-5:bwgw 0,3:gwgb 2,3:gbgw 2,-5:gwgb 4,-5:bgbw 0,5:wgbg -1,5:bgbw 2,5:bwgw 3,5:bgbw "
    "3,3:wbgb 4,3:wgwb 1,-4:gwgb 1,-5:wbgb 0,-5:wbwg -2,5:bwgw -3,5:bwbg -3,4:bwbg -1,-5:bgwg "
    "-2,-5:bgbw 2,-1:wbwg 2,0:wgbg 4,-1:gwgb 0,-1:wgwb 0,-2:gbwb -1,-2:wbwg 3,-6:bwbg 3,-7:wgbg "
    "4,-7:wbwg 2,-7:bgbw 4,2:bgwg 4,1:bwbg 4,0:gwbw 5,3:bgwg -2,-6:bwbg 5,1:bwgw -1,6:bwgw"
)
CORNER = "0,0:gwbw 0,-1:gbgw 1,-1:wgwb"  # white looks at 1,0 from the west and from the north
RING = "0,0:wgwb 0,-1:wgwb 1,-1:wbwg 2,-1:wgwb 2,0:wbwg 2,1:wgwb 0,1:wgwb 1,1:wbwg"  # around 1,0


def kind(sides: str) -> str:
    """The kind of a tile: the colour of its segment."""
    return sides[0] if sides[0] == sides[2] else sides[1]


def row(n: int) -> str:
    """Tiles of the white kind in a row from 0,0 to the east."""
    return " ".join(f"{x},0:gwbw" for x in range(n))


def table(moves: str = "", players: int = 3, **options: str) -> Position:
    """The position after some moves."""
    position = Position("blue", players, **options)
    for move in moves.split():
        if position.needs_deal:
            position.push(kind(move.split(":")[1]))
        position.push(move)
    return position


def table_json(moves: str = "", **changes: Any) -> Json:
    """The position after some moves as JSON, with changes; None takes a field away."""
    data = table(moves).to_json() | changes
    return {name: value for name, value in data.items() if value is not None}


def seen(position: Position, shape: str) -> list[tuple[str, str]]:
    """The chains or circles of a position: colour and places."""
    return [(found["colour"], " ".join(found["cells"])) for found in position.view()[shape]]


def spaces(position: Position) -> set[str]:
    """The free places that touch a tile."""
    tiles = {tuple(map(int, name.split(","))) for name in position.to_json()["tiles"]}
    around = {(x + dx, y + dy) for x, y in tiles for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))}
    return {f"{x},{y}" for x, y in around - tiles}


def play_out(position: Position, numbers: list[int]) -> None:
    """Play to the end: each number, taken modulo what is possible, chooses a move or a draw."""
    number = iter([*numbers, *([0] * 200)])
    while not position.is_over:
        if position.needs_deal:
            left = position.to_json()["left"]
            choices = [letter for letter in LETTERS if left[letter]]
        else:
            choices = position.legal_moves
        position.push(choices[next(number) % len(choices)])
