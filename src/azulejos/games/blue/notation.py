"""The notation of BLUE: moves, draws and positions as text, and positions as JSON.

Every form can be written and parsed; `docs/notation.md` has the grammar. Parsing raises
`BadNotation` for a text that is no move or draw at all. Whether a move is legal is for `rules.py`,
whether a position is possible for `faults.py`. `places` finds the places `x,y` of the folded cells
of a state from the tiles laid.
"""

import re
import sys
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import numpy as np

from azulejos import kernels
from azulejos.compiled.bits import lowest_one
from azulejos.contract.fields import Fields, counts_text, parse_counts, parse_number
from azulejos.contract.rules import CHANCE, Json, Numbers, States
from azulejos.errors import BadNotation, BadPosition
from azulejos.games.blue.faults import AROUND, Place, faults, laying_order, place_text, read_tiles
from azulejos.games.blue.rules import NO_PLACE, NO_TILE
from azulejos.games.blue.state import (
    CELLS,
    COLOUR_NAMES,
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

CELL_BYTES = STATE["cells"].base.itemsize
OFFSETS = tuple(zip(STEPS.tolist(), AROUND, strict=True))  # to the cells and places around


# ---- Places


def places(s: Any) -> dict[int, Place]:
    """The place of every cell that holds a tile or touches one; of 0,0 before the first tile."""
    return unfold(s["cells"][: s["laid"]].tobytes())  # much quicker than attributes of a record


@lru_cache(maxsize=1024)  # a position is written in several ways, and the next one follows from it
def unfold(cells: bytes) -> dict[int, Place]:
    """The places of cells, and of those around them; each cell touches one before it."""
    if not cells:
        return {ORIGIN: (0, 0)}
    found = unfold(cells[:-CELL_BYTES]).copy()
    cell = int.from_bytes(cells[-CELL_BYTES:], sys.byteorder)
    x, y = found[cell]
    for step, (dx, dy) in OFFSETS:
        found.setdefault(cell + step & WRAP, (x + dx, y + dy))
    return found


def place_texts(s: Any) -> dict[int, str]:
    """The same as `places`, as texts."""
    return unfold_texts(s["cells"][: s["laid"]].tobytes())


@lru_cache(maxsize=1024)
def unfold_texts(cells: bytes) -> dict[int, str]:
    """The same as `unfold`, as texts."""
    found = unfold_texts(cells[:-CELL_BYTES]).copy() if cells else {}
    for cell, place in unfold(cells).items():
        if cell not in found:
            found[cell] = place_text(place)
    return found


def fold(place: Place) -> int:
    """The cell of a place."""
    return place[0] + SOUTH * place[1] & WRAP


# ---- Moves and draws


def move_text(s: Any, move: int) -> str:
    """The text of a move: `1,0:gwgb`, the place and the tile's sides north, east, south, west."""
    return move_texts(s, [move])[0]


def move_texts(s: Any, moves: Iterable[int]) -> list[str]:
    """The texts of several moves of one position."""
    names = place_texts(s)
    return [f"{names[move % CELLS]}:{TILES[move // CELLS]}" for move in moves]


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
    return CELLS * TILES.index(move[3]) + cell if places(s).get(cell) == place else NO_PLACE


def deal_text(s: Any, deal: Numbers) -> str:
    """The text of a draw: the letter of the kind drawn."""
    return LETTERS[deal[0]]


def parse_deal(s: Any, text: str) -> Numbers:
    """The draw of a text, as an array of one number."""
    if text not in tuple(LETTERS):
        raise BadNotation(Text("blue.form.deal", {"text": text[:40]}), text)
    return np.array([LETTERS.index(text)])


# ---- A position as JSON


def state_json(s: Any) -> Json:
    """The JSON of a position, its tiles in the order in which they were laid."""
    n, names, laid = int(s["players"]), place_texts(s), s["cells"][: s["laid"]]
    data: Json = {
        "game": "blue",
        "players": n,
        "colours": [COLOUR_NAMES[colour] for colour in s["colours"][:n]],
        "draw": DRAWS[s["is_blind"]],
        "turn": int(s["laid"]) % n,
        "tiles_per_type": int(s["tiles_per_type"]),
        "left": {letter: int(number) for letter, number in zip(LETTERS, s["left"], strict=True)},
        "tiles": {
            names[cell]: TILES[code - TAKEN]
            for cell, code in zip(laid.tolist(), s["board"][laid].tolist(), strict=True)
        },
    }
    if s["actor"] < 0:
        data["phase"] = "deal" if s["actor"] == CHANCE else "over"
    elif s["is_blind"]:
        data["drawn"] = LETTERS[lowest_one(s["kinds"])]
    return data


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
