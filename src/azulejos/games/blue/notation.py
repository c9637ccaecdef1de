"""The notation of BLUE: moves, draws and positions as text, and positions as JSON.

Every form can be written and parsed; `docs/notation.md` has the grammar. Parsing raises
`BadNotation` for a text that is no move or draw at all. Whether a move is legal is for `rules.py`,
whether a position is possible for `faults.py`. `find_places` finds the places `x,y` of the folded
cells of a state from the tiles laid.
"""

import re
from typing import Any

import numpy as np

from azulejos import kernels
from azulejos.compiled.bits import lowest_one
from azulejos.compiled.jit import jit, kernel
from azulejos.compiled.types import of, within
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
    write_digits,
    write_letter,
    write_name,
    write_number,
    write_text,
    write_word,
)
from azulejos.contract.fields import Fields, counts_text, parse_counts, parse_number
from azulejos.contract.rules import CHANCE, NOBODY, Json, Numbers, States
from azulejos.errors import BadNotation, BadPosition
from azulejos.games.blue.faults import AROUND, Place, faults, laying_order, read_tiles
from azulejos.games.blue.rules import NO_PLACE, NO_TILE
from azulejos.games.blue.state import (
    CELLS,
    COLOUR_NAMES,
    COLOURS,
    DRAWS,
    LETTERS,
    ORIGIN,
    SEATINGS,
    SOUTH,
    STATE,
    STEPS,
    SUPPLIES,
    TAKEN,
    TILES,
    WRAP,
)
from azulejos.text import Text

MOVE = re.compile(rf"(0|-?[1-9]\d*),(0|-?[1-9]\d*):([{LETTERS}]{{4}})", re.ASCII)

NOWHERE = 1000  # as a coordinate; all places are nearer
DIRECTIONS = np.array(AROUND)  # to the places around

# as bytes, which compiled code writes
KIND_NAMES = LETTERS.encode()
TILE_NAMES = np.array([list(sides.encode()) for sides in TILES], np.uint8)
COLOUR_WORDS, DRAW_WORDS = (" ".join(names).encode() for names in (COLOUR_NAMES, DRAWS))


# ---- Places


@jit
def find_places(s: Any) -> Any:
    """The x and y of every cell that holds a tile or touches one, and of the first cell; NOWHERE
    for other cells. Each tile touches one that was laid before it.
    """
    places = np.full((CELLS, 2), NOWHERE, np.int32)
    places[ORIGIN, 0] = places[ORIGIN, 1] = 0
    for i in range(s.laid):
        cell = np.int64(s.cells[i])
        for side in range(4):
            beside = cell + STEPS[side] & WRAP
            if places[beside, 0] == NOWHERE:
                places[beside, 0] = places[cell, 0] + DIRECTIONS[side, 0]
                places[beside, 1] = places[cell, 1] + DIRECTIONS[side, 1]
    return places


@kernel(of(STATE).const, within[CELLS])
def place_of(s: Any, cell: Any) -> Any:
    """The x and y of a cell, or NOWHERE."""
    place = find_places(s)[cell]
    return int(place[0]), int(place[1])


def fold(place: Place) -> int:
    """The cell of a place."""
    return place[0] + SOUTH * place[1] & WRAP


# ---- Moves and draws


@jit
def write_moves(s: Any, moves: Any, out: Any) -> None:
    """The texts of moves: `1,0:gwgb`, the place and the tile's sides north, east, south, west."""
    places = find_places(s)
    for move in moves:
        write_place_name(places[move % CELLS], out)
        write(b":", out)
        write(TILE_NAMES[move // CELLS], out)
        write(b" ", out)


@jit
def write_place_name(place: Any, out: Any) -> None:
    """A place as in `-1,0`."""
    write_digits(place[0], out)
    write(b",", out)
    write_digits(place[1], out)


def parse_move(s: Any, text: str) -> int:
    """The number of a move; NO_TILE for sides that no tile has, NO_PLACE for a space that touches
    no tile.
    """
    move = MOVE.fullmatch(text)
    if move is None:
        raise BadNotation(Text("blue.form", {"text": text[:40]}), text)
    if move[3] not in TILES:
        return NO_TILE
    if max(len(move[1]), len(move[2])) > 3:  # no tile lies farther away than 53
        return NO_PLACE
    place = int(move[1]), int(move[2])
    cell = fold(place)
    return CELLS * TILES.index(move[3]) + cell if place_of(s, cell) == place else NO_PLACE


@jit
def write_deal(s: Any, deal: Any, out: Any) -> None:
    """The text of a draw: the letter of the kind drawn."""
    write_byte(KIND_NAMES[deal[0]], out)


def parse_deal(s: Any, text: str) -> Numbers:
    """The draw of a text, as an array of one number."""
    if text not in tuple(LETTERS):
        raise BadNotation(Text("blue.form.deal", {"text": text[:40]}), text)
    return np.array([LETTERS.index(text)])


# ---- A position as JSON


@jit
def write_position(s: Any, out: Any) -> None:
    """The JSON of a position."""
    open_object(out)
    write_fields(s, find_places(s), out)
    close_object(out)


@jit
def write_fields(s: Any, places: Any, out: Any) -> None:
    """The fields of a position, its tiles in the order in which they were laid."""
    text_field(b"game", b"blue", out)
    number_field(b"players", s.players, out)
    write_name(b"colours", out)
    open_list(out)
    for p in range(s.players):
        write_word(COLOUR_WORDS, s.colours[p], out)
    close_list(out)
    word_field(b"draw", DRAW_WORDS, s.is_blind, out)
    number_field(b"turn", s.laid % s.players, out)
    number_field(b"tiles_per_type", s.tiles_per_type, out)
    write_name(b"left", out)
    open_object(out)
    for kind in range(COLOURS):
        write_letter(KIND_NAMES, kind, out)
        write(b":", out)
        write_number(s.left[kind], out)
    close_object(out)
    write_name(b"tiles", out)
    open_object(out)
    for i in range(s.laid):
        write_place(places[s.cells[i]], out)
        write(b":", out)
        write_text(TILE_NAMES[s.board[s.cells[i]] - TAKEN], out)
    close_object(out)
    if s.actor == CHANCE:
        text_field(b"phase", b"deal", out)
    elif s.actor == NOBODY:
        text_field(b"phase", b"over", out)
    elif s.is_blind:
        write_name(b"drawn", out)
        write_letter(KIND_NAMES, lowest_one(s.kinds), out)


@jit
def write_place(place: Any, out: Any) -> None:
    open_text(out)
    write_place_name(place, out)
    close_text(out)


def parse_json(data: Json) -> States:
    """The position of a JSON, as an array of one state. Raises `BadPosition` with the reason if no
    game can reach it. Tiles are laid in the given order if that is possible.
    """
    if wrong := faults(data):
        raise BadPosition(wrong[0])
    states = np.zeros(1, STATE)
    kernels.setup(states, data["players"], read_options(data))
    tiles = read_tiles(data["tiles"])
    for place in laying_order(tiles):
        o = TILES.index(tiles[place])
        kernels.settle(states, np.array([[o // 4]]))
        kernels.play(states, np.array([CELLS * o + fold(place)]))
    if "drawn" in data:
        kernels.settle(states, np.array([[LETTERS.index(data["drawn"])]]))
    return states


def read_options(data: Json) -> Numbers:
    """The options of a position, as the numbers of their choices."""
    return np.array(
        [
            SEATINGS[data["players"]].index(",".join(data["colours"])),
            DRAWS.index(data["draw"]),
            SUPPLIES.index(str(data["tiles_per_type"])),
        ]
    )


# ---- A position as one line of text


def json_text(data: Json) -> str:
    """A position as one line: `blue players=3 colours=white,gray,blue … tiles=0,0:wgwb/1,0:…`."""
    fields = {"players": data["players"], "colours": ",".join(data["colours"])}
    fields |= {name: data[name] for name in ("draw", "turn", "tiles_per_type")}
    fields["left"] = counts_text(data["left"])
    fields |= {name: data[name] for name in ("drawn", "phase") if name in data}
    fields["tiles"] = "/".join(f"{name}:{x}" for name, x in data["tiles"].items()) or "-"
    return " ".join(["blue", *(f"{name}={value}" for name, value in fields.items())])


def parse_text(text: str) -> Json:
    """The JSON of a position written as one line; the fields may have any order."""
    fields = Fields(text)
    data: Json = {"game": fields.name, "draw": fields.read("draw", str)}
    for name in ("players", "turn", "tiles_per_type"):
        data[name] = fields.read(name, parse_number)
    data["colours"] = fields.read("colours", lambda x: x.split(","))
    data["left"] = fields.read("left", lambda x: parse_counts(x, LETTERS))
    data["tiles"] = fields.read("tiles", read_tile_list)
    return data | {name: fields.read(name, str) for name in ("drawn", "phase") if name in fields}


def read_tile_list(word: str) -> dict[str, str]:
    """The sides of each tile by its place, from `0,0:wgwb/1,0:gwgb`, or `-` for none."""
    words = [] if word == "-" else word.split("/")
    tiles = dict(tile.partition(":")[::2] for tile in words)
    if len(tiles) < len(words):  # two tiles in one place
        raise ValueError(word)
    return tiles
