"""Fresh records of BLUE: whole games in several styles, and games cut short by one fault.

Faults are made to break their clause, not found by asking the judge.
"""

import random
from collections.abc import Callable, Iterator
from typing import Any

from .blue import COLOURS, LETTERS, SIDES, TILES, Blue, Cell, beyond, cell_text, kind_of, opposite
from .blue import parse_move as parse
from .replay import replay_blue

Json = dict[str, Any]
Style = Callable[[Blue, str], float]
Maker = Callable[[random.Random, Json], Json | None]

UNREADABLE = ["", "pass", "0,0", "a,b:wgwb", "0,0;wgwb", "0,0:wgw", "0,0:wgwbw", "0,0:xgxb",
              "0:wgwb", "0,0:WGWB", "0, 1:wgwb", "1.0,0:wgwb", "0,0:wgwb\n"]  # fmt: skip


# -- styles ---------------------------------------------------------------------------------------


def neighbours(game: Blue, cell: Cell) -> int:
    return sum(beyond(cell, side) in game.tiles for side in SIDES)


def wander(_game: Blue, _text: str) -> float:
    return 1.0


def huddle(game: Blue, text: str) -> float:
    """Fill spaces between many tiles: chains, circles, and few spaces left."""
    return 10.0 ** neighbours(game, parse(text)[0])


def spread(game: Blue, text: str) -> float:
    """Stay on the outside: long thin figures."""
    (x, y), _ = parse(text)
    return 0.01 ** neighbours(game, (x, y)) * (1 + abs(x) + abs(y)) ** 2


def use_up(game: Blue, text: str) -> float:
    """Lay the kind of which the fewest are left, so that kinds run out early (B4)."""
    return 100.0 if game.left[kind_of(parse(text)[1])] == lowest_left(game) else 1.0


def lowest_left(game: Blue) -> int:
    return min(game.left[kind] for kind in game.kinds_on_offer())


def align(game: Blue, text: str) -> float:
    """Continue segments: long chains."""
    cell, sides = parse(text)
    runs = [side for side in SIDES if sides[side] == sides[opposite(side)]]
    return 20.0 ** sum(beyond(cell, side) in game.tiles for side in runs)


STYLES: dict[str, Style] = {
    "wander": wander,
    "huddle": huddle,
    "spread": spread,
    "use-up": use_up,
    "align": align,
}


def play_blue(rng: random.Random, name: str) -> Json:
    """A whole game, as a conformance record with its results."""
    players = rng.choice([2, 3, 3])
    colours = sorted(rng.sample(COLOURS, players), key=COLOURS.index)
    game = Blue(players, colours, rng.choice([18, 13]), rng.choice(["open", "blind"]))
    record: Json = {"game": "blue", "players": players, "colours": colours}
    record |= {"tiles_per_type": game.tiles_per_type, "draw": game.draw}
    draws = list(LETTERS * game.tiles_per_type)
    rng.shuffle(draws)
    if game.draw == "blind":
        record["draws"] = "".join(draws)
    record["moves"] = []
    while not game.is_over():
        if game.draw == "blind":
            game.draw_tile(draws[len(game.tiles)])
        moves = game.legal_moves()
        text = rng.choices(moves, [STYLES[name](game, text) for text in moves])[0]
        game.lay(text)
        record["moves"].append(text)
    return {**record, "blocked": game.blocked(), "final": game.final()}


# -- faults ---------------------------------------------------------------------------------------


def with_move(record: Json, move: int, text: str, clause: str) -> Json:
    """The record up to a move, and then this text instead."""
    header = {key: record[key] for key in record if key not in ("moves", "blocked", "final")}
    moves = [*record["moves"][:move], text]
    return {**header, "moves": moves, "illegal": {"clause": clause, "move": move}}


def each_turn(record: Json) -> Iterator[tuple[int, Blue]]:
    """The number of each move but the first, with the game before it (blind: before the draw)."""
    for (step, _), game in replay_blue(record):
        if step == "move" and not game.is_over():
            yield len(game.tiles), game


def a_turn(rng: random.Random, record: Json) -> tuple[int, Blue]:
    wanted = rng.randrange(1, len(record["moves"]))
    return next((move, game) for move, game in each_turn(record) if move == wanted)


def a_cell(rng: random.Random) -> Cell:
    return rng.randint(-4, 4), rng.randint(-4, 4)


def break_form(rng: random.Random, record: Json) -> Json:
    move = rng.randint(0, len(record["moves"]))
    return with_move(record, move, rng.choice(UNREADABLE), "form")


def break_b9(rng: random.Random, record: Json) -> Json:
    """One tile too many; where it lies, and whether it is one, does not matter (B9 first)."""
    sides = rng.choice([*TILES, "wwww", "wgwg"])
    text = f"{cell_text(a_cell(rng))}:{sides}"
    return with_move(record, len(record["moves"]), text, "B9")


def break_b1(rng: random.Random, record: Json) -> Json:
    move = rng.randrange(len(record["moves"]))
    sides = "".join(rng.choice(LETTERS) for _ in SIDES)
    while sides in TILES:
        sides = "".join(rng.choice(LETTERS) for _ in SIDES)
    place = rng.choice([record["moves"][move].split(":")[0], cell_text(a_cell(rng))])
    return with_move(record, move, f"{place}:{sides}", "B1")


def break_b5(rng: random.Random, record: Json) -> Json:
    """A first tile elsewhere, a cell that is taken, or one that touches nothing."""
    if rng.random() < 0.2:
        x, y = rng.choice([(1, 0), (0, -1), (5, 5)])
        return with_move(record, 0, f"{x},{y}:{rng.choice(TILES)}", "B5")
    move, game = a_turn(rng, record)
    cell = rng.choice(list(game.tiles))
    if rng.random() < 0.6:
        cell = a_cell(rng)
        while cell not in game.tiles and neighbours(game, cell):
            cell = (cell[0] + 1, cell[1] + 1)  # also cells that touch by a corner only
    return with_move(record, move, f"{cell_text(cell)}:{rng.choice(TILES)}", "B5")


def mismatches(game: Blue, cell: Cell, sides: str) -> bool:
    touching = [side for side in SIDES if beyond(cell, side) in game.tiles]
    return any(game.tiles[beyond(cell, side)][opposite(side)] != sides[side] for side in touching)


def break_b6(rng: random.Random, record: Json) -> Json | None:
    move, game = a_turn(rng, record)
    places = [(cell, sides) for cell in game.spaces() for sides in TILES]
    wrong = [(cell, sides) for cell, sides in places if mismatches(game, cell, sides)]
    cell, sides = rng.choice(wrong)
    return with_move(record, move, f"{cell_text(cell)}:{sides}", "B6")


def break_b4(rng: random.Random, record: Json) -> Json | None:
    """Another kind than the one drawn, or one of which no tile is left."""
    found = []
    for move, game in each_turn(record):
        absent = [kind for kind in LETTERS if game.left[kind] == 0]
        if record["draw"] == "blind":
            absent = [kind for kind in LETTERS if kind != record["draws"][move]]
        if not absent:
            continue
        cell, kind = rng.choice(game.spaces()), rng.choice(absent)
        sides = rng.choice([sides for sides in TILES if kind_of(sides) == kind])
        if not mismatches(game, cell, sides):
            found.append((move, f"{cell_text(cell)}:{sides}"))
    return with_move(record, *rng.choice(found), "B4") if found else None


FAULTS: dict[str, Maker] = {
    "form": break_form,
    "B1": break_b1,
    "B4": break_b4,
    "B5": break_b5,
    "B6": break_b6,
    "B9": break_b9,
}
