"""The notation of Azul: moves, deals and positions as text, and positions as JSON.

Every form can be written and parsed; `docs/notation.md` has the grammar. Parsing raises
`BadNotation` for a text that is no move or deal at all. Whether a move is legal is for `rules.py`,
whether a position is possible for `faults.py`.
"""

import re
from typing import Any

import numpy as np

from azulejos.compiled.jit import jit
from azulejos.compiled.writing import (
    close_list,
    close_object,
    close_text,
    number_field,
    open_list,
    open_object,
    open_text,
    text_field,
    word_field,
    write,
    write_byte,
    write_letter,
    write_name,
    write_number,
)
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
    floor_tile,
    lid,
    tally,
)
from azulejos.text import Text

FLOOR_LETTERS = LETTERS + MARKER_LETTER  # by tile of the floor

# as bytes, which compiled code writes
TILE_NAMES = FLOOR_LETTERS.encode()
SPACE_NAMES = b"." + TILE_NAMES  # by what a space of the wall holds
SOURCE_NAMES = b"123456789" + CENTRE_LETTER.encode()
LINE_NAMES = b"12345" + FLOOR_LETTER.encode()
SIDE_NAMES = " ".join(SIDES).encode()

TAKING = re.compile(
    f"([1-{CENTRE}{CENTRE_LETTER}])([{LETTERS}])([1-{ROWS}{FLOOR_LETTER}])", re.ASCII
)
LAYING = re.compile(f"([1-{ROWS}])>([1-{ROWS}])", re.ASCII)
DISPLAY = re.compile(f"-|[{LETTERS}]{{1,{DISPLAY_TILES}}}")


# ---- Moves and deals


@jit
def write_moves(s: Any, moves: Any, out: Any) -> None:
    """The texts of moves: `3B2`, `CRF`, or on the gray side `2>4`."""
    for move in moves:
        if move >= TILING:
            write_byte(LINE_NAMES[(move - TILING) // 5], out)
            write(b">", out)
            write_byte(LINE_NAMES[(move - TILING) % 5], out)
        else:
            write_byte(SOURCE_NAMES[move // 6 % 10], out)
            write_byte(TILE_NAMES[move // 60], out)
            write_byte(LINE_NAMES[move % 6], out)
        write(b" ", out)


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


@jit
def write_deal(s: Any, deal: Any, out: Any) -> None:
    """The text of a deal: `BBYR KKWW …`, the displays in order, `-` for one that stays empty."""
    for d in range(displays(s.players)):
        write_display_name(deal[d], out)
        write(b" ", out)


@jit
def write_display_name(tiles: Any, out: Any) -> None:
    """The letters of the tiles on a display, or `-` for none."""
    if tiles:
        write_tile_names(tiles, out)
    else:
        write(b"-", out)


@jit
def write_tile_names(tiles: Any, out: Any) -> None:
    """The letters of a multiset of tiles."""
    for c in range(COLOURS):
        for _ in range(tally(tiles, c)):
            write_byte(TILE_NAMES[c], out)


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


def parse_tiles(letters: str) -> int:
    """The multiset of tiles that letters name; `-` names none."""
    return sum(1 << 8 * LETTERS.index(letter) for letter in letters if letter != "-")


# ---- A position as JSON


@jit
def write_position(s: Any, out: Any) -> None:
    """The JSON of a position."""
    open_object(out)
    text_field(b"game", b"azul", out)
    word_field(b"wall", SIDE_NAMES, s.is_gray, out)
    number_field(b"players", s.players, out)
    number_field(b"round", s.round_number, out)
    number_field(b"turn", s.actor if s.actor >= 0 else s.first, out)
    number_field(b"first", s.first, out)
    number_field(b"idle_rounds", s.idle_rounds, out)
    write_name(b"displays", out)
    open_list(out)
    for d in range(displays(s.players)):
        write_tiles(s.tiles[d], out)
    close_list(out)
    write_name(b"centre", out)
    write_tiles(s.tiles[CENTRE], out)
    if s.marker == IN_CENTRE:
        text_field(b"marker", b"centre", out)
    else:
        number_field(b"marker", s.marker, out)
    write_name(b"bag", out)
    write_tallies(s.bag, out)
    write_name(b"lid", out)
    write_tallies(lid(s), out)
    write_name(b"boards", out)
    open_list(out)
    for p in range(s.players):
        write_board(s.boards[p], out)
    close_list(out)
    write_phase(s, out)
    close_object(out)


@jit
def write_phase(s: Any, out: Any) -> None:
    """The field of a position in which no turn of the offer is due."""
    if s.actor == CHANCE:
        text_field(b"phase", b"deal", out)
    elif s.actor == NOBODY:
        text_field(b"phase", b"over", out)
    elif s.offered == 0:
        write_name(b"tiling", out)
        open_object(out)
        number_field(b"seat", s.actor, out)
        number_field(b"line", s.line + 1, out)
        close_object(out)


@jit
def write_tiles(tiles: Any, out: Any) -> None:
    """The letters of a multiset of tiles."""
    open_text(out)
    write_tile_names(tiles, out)
    close_text(out)


@jit
def write_tallies(tiles: Any, out: Any) -> None:
    """A multiset of tiles as a number for each colour."""
    open_object(out)
    for c in range(COLOURS):
        write_letter(TILE_NAMES, c, out)
        write(b":", out)
        write_number(tally(tiles, c), out)
    close_object(out)


@jit
def write_board(me: Any, out: Any) -> None:
    """The JSON of a seat's board."""
    open_object(out)
    write_name(b"lines", out)
    open_list(out)
    for r in range(ROWS):
        open_text(out)
        for _ in range(r + 1 - me.room[r]):
            write_byte(TILE_NAMES[me.colour[r]], out)
        close_text(out)
    close_list(out)
    write_name(b"wall", out)
    open_list(out)
    for r in range(ROWS):
        open_text(out)
        for column in range(COLOURS):
            write_byte(SPACE_NAMES[me.wall[r, column]], out)
        close_text(out)
    close_list(out)
    write_name(b"floor", out)
    open_text(out)
    for i in range(me.fallen):
        write_byte(TILE_NAMES[floor_tile(me, i)], out)
    close_text(out)
    number_field(b"score", me.score, out)
    close_object(out)


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
