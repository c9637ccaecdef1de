"""The notation of Azul: moves, deals and positions as text, and positions as JSON.

Every form can be written and parsed; `docs/notation.md` has the grammar. Parsing raises
`BadNotation` for a text that is no move or deal at all. Whether a move is legal is for `rules.py`,
whether a position is possible for `faults.py`.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import numpy as np

from azulejos.contract.fields import Fields, counts_text, parse_counts, parse_number, parse_word
from azulejos.contract.rules import CHANCE, NOBODY, Json, Numbers, States
from azulejos.errors import BadNotation, BadPosition
from azulejos.games.azul.faults import faults
from azulejos.games.azul.rules import EVERY_LINE, FLOORS, TILING
from azulejos.games.azul.state import (
    CENTRE,
    CENTRE_LETTER,
    COLOURS,
    DISPLAY_TILES,
    FLOOR,
    FLOOR_LETTER,
    IN_CENTRE,
    LETTERS,
    MARKER_LETTER,
    ROWS,
    SIDES,
    STATE,
    displays,
    lid,
)
from azulejos.text import Text

FLOOR_LETTERS = LETTERS + MARKER_LETTER  # by tile of the floor

TAKING = re.compile(
    f"([1-{CENTRE}{CENTRE_LETTER}])([{LETTERS}])([1-{ROWS}{FLOOR_LETTER}])", re.ASCII
)
LAYING = re.compile(f"([1-{ROWS}])>([1-{ROWS}])", re.ASCII)
WALL_LETTERS = ("." + LETTERS).encode().ljust(256)  # of what a byte of a wall says
DISPLAY = re.compile(f"-|[{LETTERS}]{{1,{DISPLAY_TILES}}}")


# ---- Moves and deals


def source_text(d: int) -> str:
    """The name of a source in moves: the number of a display, or the centre's letter."""
    return CENTRE_LETTER if d == CENTRE else str(d + 1)


def write_move(move: int) -> str:
    """The text of a move: `3B2`, `CRF`, or on the gray side `2>4`."""
    if move >= TILING:
        r, column = divmod(move - TILING, 5)
        return f"{r + 1}>{column + 1}"
    c, d, r = move // 60, move // 6 % 10, move % 6
    return f"{source_text(d)}{LETTERS[c]}{FLOOR_LETTER if r == FLOOR else r + 1}"


MOVE_TEXTS = [write_move(move) for move in range(TILING + ROWS * COLOURS)]


def move_text(s: Any, move: int) -> str:
    """The text of a move, which is the same in every position."""
    return MOVE_TEXTS[move]


def move_texts(s: Any, moves: Iterable[int]) -> list[str]:
    """The texts of several moves of one position."""
    return [MOVE_TEXTS[move] for move in moves]


def parse_move(s: Any, text: str) -> int:
    """The number of a move, whose text must name a display, a colour and a line that exist."""
    if laying := LAYING.fullmatch(text):
        return TILING + 5 * (int(laying[1]) - 1) + int(laying[2]) - 1
    taking = TAKING.fullmatch(text)
    if taking is None or (taking[1] != CENTRE_LETTER and int(taking[1]) > displays(int(s.players))):
        raise BadNotation(Text("azul.form", {"text": text[:40]}), text)
    d = CENTRE if taking[1] == CENTRE_LETTER else int(taking[1]) - 1
    r = FLOOR if taking[3] == FLOOR_LETTER else int(taking[3]) - 1
    return 60 * LETTERS.index(taking[2]) + 6 * d + r


def deal_text(s: Any, deal: Numbers) -> str:
    """The text of a deal: `BBYR KKWW …`, the displays in order, `-` for one that stays empty."""
    return " ".join(tiles_text(deal[d]) or "-" for d in range(displays(int(s.players))))


def parse_deal(s: Any, text: str) -> Numbers:
    """The tiles of each display of a deal; the letters of a display may have any order."""
    names = text.split()
    if len(names) != displays(int(s.players)) or not all(map(DISPLAY.fullmatch, names)):
        raise BadNotation(
            Text("azul.form.deal", {"text": text[:60], "n": displays(int(s.players))}), text
        )
    deal = np.zeros(CENTRE, np.int64)
    deal[: len(names)] = [parse_tiles(name) for name in names]
    return deal


@lru_cache(maxsize=4096)  # a display holds one of only 126 multisets
def tiles_text(tiles: Any) -> str:
    """The letters of a multiset of tiles."""
    return "".join(letter * n for letter, n in tallies(tiles).items())


def parse_tiles(letters: str) -> int:
    """The multiset of tiles that letters name; `-` names none."""
    return sum(1 << 8 * LETTERS.index(letter) for letter in letters if letter != "-")


# ---- A position as JSON


def state_json(s: Any) -> Json:
    """The JSON of a position."""
    n, actor = int(s["players"]), int(s["actor"])  # much quicker than attributes of a record
    tiles, marker = s["tiles"].tolist(), int(s["marker"])
    data: Json = {
        "game": "azul",
        "wall": SIDES[s["is_gray"]],
        "players": n,
        "round": int(s["round_number"]),
        "turn": actor if actor >= 0 else int(s["first"]),
        "first": int(s["first"]),
        "idle_rounds": int(s["idle_rounds"]),
        "displays": [tiles_text(tiles[d]) for d in range(displays(n))],
        "centre": tiles_text(tiles[CENTRE]),
        "marker": "centre" if marker == IN_CENTRE else marker,
        "bag": tallies(s["bag"]),
        "lid": tallies(lid(s)),
        "boards": [board_json(me) for me in s["boards"][:n]],
    }
    if actor < 0:
        data["phase"] = "deal" if actor == CHANCE else "over"
    elif s["offered"] == 0:
        data["tiling"] = {"seat": actor, "line": int(s["line"]) + 1}
    return data


def tallies(tiles: Any) -> dict[str, int]:
    """A multiset of tiles, which has a byte for each colour, as a number for each colour."""
    return dict(zip(LETTERS, int(tiles).to_bytes(8, "little"), strict=False))


def board_json(me: Any) -> Json:
    """The JSON of a seat's board."""
    colour, room, floor = me["colour"].tolist(), me["room"].tolist(), int(me["floor"])
    fallen, wall = int(me["fallen"]), me["wall"].tobytes().translate(WALL_LETTERS).decode()
    return {
        "lines": [LETTERS[colour[r]] * (r + 1 - room[r]) for r in range(ROWS)],
        "wall": [wall[start : start + COLOURS] for start in range(0, len(wall), COLOURS)],
        "floor": "".join(FLOOR_LETTERS[(floor >> 4 * i & 15) - 1] for i in range(fallen)),
        "score": int(me["score"]),
    }


def parse_json(data: Json) -> States:
    """The position of a JSON, as an array of one state. Raises `BadPosition` with the reason if no
    game can reach it.
    """
    if wrong := faults(data):
        raise BadPosition(wrong[0])
    return make_states(data)


def make_states(data: Json) -> States:
    """The position of a JSON without faults, as an array of one state."""
    states = np.zeros(1, STATE)
    s = states[0]
    s.players = data["players"]
    s.is_gray = SIDES.index(data["wall"])
    s.round_number = data["round"]
    s.first = data["first"]
    s.idle_rounds = data["idle_rounds"]
    s.marker = IN_CENTRE if data["marker"] == "centre" else data["marker"]
    s.bag = sum(n << 8 * LETTERS.index(letter) for letter, n in data["bag"].items())
    for d, letters in [*enumerate(data["displays"]), (CENTRE, data["centre"])]:
        s.tiles[d] = parse_tiles(letters)
        for letter in letters:
            s.offered |= 1 << 10 * LETTERS.index(letter) + d
    s.actor = {"deal": CHANCE, "over": NOBODY}.get(data.get("phase", ""), data["turn"])
    s.line = data["tiling"]["line"] - 1 if "tiling" in data else 0
    for p, board in enumerate(data["boards"]):
        read_board(s.boards[p], board)
    for p in range(len(data["boards"]), len(s.boards)):
        read_board(s.boards[p], EMPTY_BOARD)
    return states


EMPTY_BOARD: Json = {
    "lines": [""] * ROWS,
    "wall": ["." * COLOURS] * ROWS,
    "floor": "",
    "score": 0,
}


def read_board(me: Any, board: Json) -> None:
    """Write a seat's board, with the bit fields that follow from it."""
    me.score = board["score"]
    me.fallen = len(board["floor"])
    me.floor = sum((FLOOR_LETTERS.index(x) + 1) << 4 * i for i, x in enumerate(board["floor"]))
    for r, row in enumerate(board["wall"]):
        for column, letter in enumerate(row):
            if letter != ".":
                c = LETTERS.index(letter)
                me.wall[r, column] = c + 1
                me.spaces |= 1 << 5 * r + column
                me.laid |= 1 << 6 * c + r
                me.standing |= 1 << 5 * c + column
    me.allowed = EVERY_LINE * 63 & ~me.laid
    for r, line in enumerate(board["lines"]):
        me.room[r] = r + 1 - len(line)
        if line:
            c = me.colour[r] = LETTERS.index(line[0])
            is_open = len(line) <= r
            me.allowed = me.allowed & ~(EVERY_LINE << r) | is_open << 6 * c + r
    me.allowed |= FLOORS


# ---- A position as one line of text


def json_text(data: Json) -> str:
    """A position as one line: `azul players=2 wall=coloured … displays=BBYR,-,… board0=12/…`."""
    fields = {name: data[name] for name in ("players", "wall", "round", "turn", "first")}
    fields |= {"marker": data["marker"], "idle": data["idle_rounds"]}
    if "phase" in data:
        fields["phase"] = data["phase"]
    if "tiling" in data:
        fields["tiling"] = "{seat}:{line}".format_map(data["tiling"])
    fields["displays"] = ",".join(letters or "-" for letters in data["displays"])
    fields["centre"] = data["centre"] or "-"
    for name in ("bag", "lid"):
        fields[name] = counts_text(data[name])
    for p, board in enumerate(data["boards"]):
        lines = ",".join(line or "-" for line in board["lines"])
        fields[f"board{p}"] = "/".join(
            [str(board["score"]), lines, ",".join(board["wall"]), board["floor"] or "-"]
        )
    return " ".join(["azul", *(f"{name}={value}" for name, value in fields.items())])


def parse_text(text: str) -> Json:
    """The JSON of a position written as one line; the fields may have any order."""
    fields = Fields(text)
    data: Json = {"game": fields.name, "wall": fields.read("wall", str)}
    for name, field in NUMBERS.items():
        data[name] = fields.read(field, parse_number)
    data["marker"] = fields.read("marker", lambda x: x if x == "centre" else parse_number(x))
    data["displays"] = fields.read("displays", lambda x: list(map(parse_word, x.split(","))))
    data["centre"] = fields.read("centre", parse_word)
    for name in ("bag", "lid"):
        data[name] = fields.read(name, lambda x: parse_counts(x, LETTERS))
    data["boards"] = [fields.read(f"board{p}", read_board_text) for p in range(data["players"])]
    if "phase" in fields:
        data["phase"] = fields.read("phase", str)
    if "tiling" in fields:
        seat, line = fields.read("tiling", read_pair)
        data["tiling"] = {"seat": seat, "line": line}
    return data


NUMBERS = {  # names in JSON: names in the line of text
    "players": "players",
    "round": "round",
    "turn": "turn",
    "first": "first",
    "idle_rounds": "idle",
}


def read_pair(word: str) -> tuple[int, int]:
    """The two numbers of `1:2`."""
    first, second = word.split(":")
    return parse_number(first), parse_number(second)


def read_board_text(word: str) -> Json:
    """The JSON of a board written as `12/-,BB,-,KKK,-/B....,…/MBB`."""
    score, lines, wall, floor = word.split("/")
    return {
        "lines": list(map(parse_word, lines.split(","))),
        "wall": wall.split(","),
        "floor": parse_word(floor),
        "score": parse_number(score),
    }
