"""The faults of an Azul position written as JSON: badly formed, or reached by no game.

Only the JSON is read, in plain Python, so that bad input never becomes a state. Every fault is a
`Text` that names the field or the clause. The checks are by counting, so an empty list means that
nothing is known against the position, not that a game leads to it.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any, TypeGuard

from azulejos.contract.fields import field_fault, field_faults, is_number, is_tally
from azulejos.contract.rules import Json
from azulejos.games.azul.state import (
    COLOUR_BONUS,
    COLOURS,
    COLUMN_BONUS,
    DISPLAY_TILES,
    FLOOR_SPACES,
    IDLE_LIMIT,
    LETTERS,
    MARKER_LETTER,
    PLAYERS,
    ROW_BONUS,
    ROWS,
    SIDES,
    TILES_PER_COLOUR,
    WALL,
    displays,
)
from azulejos.text import Text

ALL_LETTERS = set(LETTERS)
MAX_TILE_POINTS = ROWS + COLOURS  # A20
MAX_BONUS = ROWS * ROW_BONUS + COLOURS * (COLUMN_BONUS + COLOUR_BONUS)  # A24


def faults(data: Any) -> list[Text]:
    """The faults of a position; the rules are checked only if its form is right."""
    wrong = list(form_faults(data))
    return wrong or [
        *board_faults(data),
        *table_faults(data),
        *phase_faults(data),
        *count_faults(data),
    ]


# ---- Form


def form_faults(data: Any) -> Iterator[Text]:
    """Fields that are missing or have a wrong type or range."""
    if not isinstance(data, dict) or data.get("game") != "azul":
        yield field_fault("game")
        return
    n: Any = data.get("players")
    marker, offered = data.get("marker"), data.get("displays")
    has_players = is_number(n, min(PLAYERS), max(PLAYERS))
    yield from field_faults({"wall": data.get("wall") in SIDES, "players": has_players})
    if not has_players:
        return
    limits = {"round": (1, 999), "turn": (0, n - 1), "first": (0, n - 1)}
    limits["idle_rounds"] = (0, IDLE_LIMIT)
    checks = {name: is_number(data.get(name), *both) for name, both in limits.items()}
    checks["marker"] = marker == "centre" or is_number(marker, 0, n - 1)
    checks["displays"] = is_list(offered, displays(n)) and all(
        is_letters(letters, DISPLAY_TILES) for letters in offered
    )
    checks["centre"] = is_letters(data.get("centre"), COLOURS * TILES_PER_COLOUR)
    for name in ("bag", "lid"):
        checks[name] = is_tally(data.get(name), LETTERS, TILES_PER_COLOUR)
    checks["phase"] = data.get("phase") in (None, "offer", "tiling", "deal", "over")
    checks["tiling"] = is_tiling(data, n)
    checks["boards"] = is_list(data.get("boards"), n)
    yield from field_faults(checks)
    if checks["boards"]:
        for p, board in enumerate(data["boards"]):
            yield from board_form_faults(f"boards[{p}]", board)


def is_tiling(data: Json, n: int) -> bool:
    """Is the choice that is due on the gray side rightly formed, if there is one?"""
    if "tiling" not in data and data.get("phase") != "tiling":
        return True
    tiling = data.get("tiling")
    return (
        isinstance(tiling, dict)
        and is_number(tiling.get("seat"), 0, n - 1)
        and is_number(tiling.get("line"), 1, ROWS)
        and data.get("phase") in (None, "tiling")
    )


def board_form_faults(name: str, board: Any) -> Iterator[Text]:
    """The fields of a seat's board."""
    if not isinstance(board, dict):
        yield field_fault(name)
        return
    lines, wall, floor = board.get("lines"), board.get("wall"), board.get("floor")
    checks = {
        "lines": is_list(lines, ROWS)
        and all(is_letters(line, r + 1) and len(set(line)) < 2 for r, line in enumerate(lines)),
        "wall": is_list(wall, ROWS)
        and all(
            isinstance(row, str) and len(row) == COLOURS and set(row) <= ALL_LETTERS | {"."}
            for row in wall
        ),
        "floor": isinstance(floor, str)
        and len(floor) <= FLOOR_SPACES
        and is_letters(floor.replace(MARKER_LETTER, "", 1), FLOOR_SPACES),
        "score": is_number(board.get("score"), 0, 999),
    }
    yield from field_faults({f"{name}.{field}": is_right for field, is_right in checks.items()})


def is_list(value: Any, n: int) -> TypeGuard[list[Any]]:
    return isinstance(value, list) and len(value) == n


def is_letters(value: Any, most: int) -> bool:
    return isinstance(value, str) and len(value) <= most and set(value) <= ALL_LETTERS


# ---- Boards


def board_faults(data: Json) -> Iterator[Text]:
    """Walls and lines that break A4, A12 or A18, and scores that the wall cannot have given."""
    for p, board in enumerate(data["boards"]):
        for r, row in enumerate(board["wall"]):
            line = board["lines"][r]
            if line and line[0] in row:
                yield Text("azul.fault.line", {"seat": p, "line": r + 1})
            if data["wall"] == "coloured":
                if any(x not in (".", colour) for x, colour in zip(row, WALL[r], strict=True)):
                    yield Text("azul.fault.wall.coloured", {"seat": p, "line": r + 1})
            elif has_double(row):
                yield Text("azul.fault.wall.gray", {"seat": p, "line": r + 1})
        for column in range(COLOURS):
            if data["wall"] == "gray" and has_double("".join(row[column] for row in board["wall"])):
                yield Text("azul.fault.column", {"seat": p, "column": column + 1})
        if board["score"] > max_points(data, board):
            yield Text("azul.fault.score", {"seat": p, "score": board["score"]})


def has_double(letters: str) -> bool:
    laid = letters.replace(".", "")
    return len(set(laid)) < len(laid)


def wall_size(board: Json) -> int:
    return ROWS * COLOURS - "".join(board["wall"]).count(".")


def max_points(data: Json, board: Json) -> int:
    """A bound on the points of a wall, whatever the order in which its tiles were laid."""
    bonus = MAX_BONUS if data.get("phase") == "over" else 0
    return MAX_TILE_POINTS * wall_size(board) + bonus


# ---- Table


def table_faults(data: Json) -> Iterator[Text]:
    """A2: the tiles of each colour; A6: only the last displays are short; A9, A15: the marker."""
    tiles = Counter("".join([*data["displays"], data["centre"]]))
    for board in data["boards"]:
        tiles.update("".join([*board["lines"], *board["wall"], board["floor"]]))
    for letter in LETTERS:
        n = tiles[letter] + data["bag"][letter] + data["lid"][letter]
        if n != TILES_PER_COLOUR:
            yield Text("azul.fault.tiles", {"colour": Text(f"azul.colour.{letter}"), "number": n})
    sizes = [len(letters) for letters in data["displays"]]
    short = [d for d, size in enumerate(sizes) if 0 < size < DISPLAY_TILES]
    if short and (sum(data["bag"].values()) or sum(sizes[short[0] + 1 :])):
        yield Text("azul.fault.display", {"display": short[0] + 1})
    for p, board in enumerate(data["boards"]):
        if (MARKER_LETTER in board["floor"]) != should_show_marker(data, p):
            yield Text("azul.fault.marker", {"seat": p})


def should_show_marker(data: Json, p: int) -> bool:
    """A9: whether the marker must lie on a seat's floor line. It does not if the line was full
    (A15) or has been emptied (A21).
    """
    floor = data["boards"][p]["floor"]
    if data["marker"] != p or phase(data) in ("deal", "over"):
        return False
    if phase(data) == "tiling" and p < data["tiling"]["seat"]:
        return False
    return len(floor) < FLOOR_SPACES or MARKER_LETTER in floor


# ---- Phases


def phase(data: Json) -> str:
    """The phase of a position: offer, tiling, deal or over."""
    return str(data.get("phase") or ("tiling" if "tiling" in data else "offer"))


def phase_faults(data: Json) -> Iterator[Text]:
    """Tiles, lines and walls that cannot be in the phase of the position."""
    now = phase(data)
    on_offer = any(data["displays"]) or data["centre"]
    if bool(on_offer) != (now == "offer"):
        yield Text("azul.fault.offer" if now == "offer" else "azul.fault.left", {"phase": now})
    tiled: int = data["players"]
    if now in ("offer", "tiling"):
        tiled = data["tiling"]["seat"] if now == "tiling" else 0
    for p, board in enumerate(data["boards"]):
        if p < tiled and (board["floor"] or any(is_complete(board, r) for r in range(ROWS))):
            yield Text("azul.fault.tiled", {"seat": p})
        may_have_row = now == "over" or (now == "tiling" and p <= tiled)
        if not may_have_row and any("." not in row for row in board["wall"]):
            yield Text("azul.fault.row", {"seat": p})
    if now == "offer":
        yield from offer_faults(data)
    elif now == "tiling":
        yield from tiling_faults(data)
    else:
        yield from between_faults(data, now)


def is_complete(board: Json, r: int) -> bool:
    return len(board["lines"][r]) == r + 1


def offer_faults(data: Json) -> Iterator[Text]:
    """A7, A8: until the marker is taken, each turn empties one display."""
    emptied = data["displays"].count("")
    boards = data["boards"]
    if emptied == 0 and (
        data["centre"]
        or data["marker"] != "centre"
        or any(
            board["floor"] or any(is_complete(board, r) for r in range(ROWS)) for board in boards
        )
    ):
        yield Text("azul.fault.untouched")
    was_dealt_in_full = sum(data["bag"].values()) > 0
    if data["marker"] == "centre" and was_dealt_in_full:
        due = (data["first"] + emptied) % data["players"]
        if data["turn"] != due:
            yield Text("azul.fault.turn", {"seat": data["turn"], "due": due})


def tiling_faults(data: Json) -> Iterator[Text]:
    """A17, A18: a choice is for the seat's first complete line, which has at least two spaces."""
    seat, r = data["tiling"]["seat"], data["tiling"]["line"] - 1
    board = data["boards"][seat]
    is_first = not any(is_complete(board, above) for above in range(r))
    if data["wall"] != "gray" or not is_complete(board, r) or not is_first:
        yield Text("azul.fault.choice", {"seat": seat, "line": r + 1})
        return
    colour = board["lines"][r][0]
    spaces = [
        column
        for column in range(COLOURS)
        if board["wall"][r][column] == "." and all(row[column] != colour for row in board["wall"])
    ]
    if len(spaces) < 2:
        yield Text("azul.fault.choice", {"seat": seat, "line": r + 1})
    if data["turn"] != seat:
        yield Text("azul.fault.turn", {"seat": data["turn"], "due": seat})


def between_faults(data: Json, now: str) -> Iterator[Text]:
    """A22 to A27: after a tiling the game is over exactly when the rules end it."""
    has_row = any("." not in row for board in data["boards"] for row in board["wall"])
    has_supply = any([*data["bag"].values(), *data["lid"].values()])
    has_ended = has_row or not has_supply or data["idle_rounds"] == IDLE_LIMIT
    if has_ended != (now == "over"):
        yield Text("azul.fault.end" if has_ended else "azul.fault.unended")
    if now == "deal" and data["marker"] != data["first"]:
        yield Text("azul.fault.starter", {"seat": data["first"]})


# ---- Counting rounds


def count_faults(data: Json) -> Iterator[Text]:
    """A17, A27: each round lays at most one tile in a row, and idle rounds end the game."""
    now = phase(data)
    finished = data["round"] - (now != "over")
    for p, board in enumerate(data["boards"]):
        tilings = data["round"] if now == "tiling" else finished
        if any(COLOURS - row.count(".") > tilings for row in board["wall"]):
            yield Text("azul.fault.fast", {"seat": p})
    idle = data["idle_rounds"]
    laid = sum(wall_size(board) for board in data["boards"])
    if (
        idle > finished + (now == "tiling")
        or finished > IDLE_LIMIT * laid + idle
        or (idle == IDLE_LIMIT and now in ("offer", "deal"))
    ):
        yield Text("azul.fault.idle", {"number": idle})
