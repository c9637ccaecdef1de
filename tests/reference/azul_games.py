"""Fresh legal games of Azul, in styles that reach the rare corners of the rules.

A style weighs each legal move by what it would do; a seat picks at random by these weights.
"""

import copy
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .azul import Azul
from .azul_board import COLOURS

Json = dict[str, Any]


@dataclass(frozen=True)
class Prospect:
    """The effects of a legal move, as far as the styles care."""

    from_centre: bool
    to_floor: bool
    tiles: int  # how many tiles it takes
    falling: int  # how many of them go to the floor line
    completes_line: bool
    completes_row: bool  # ... and with it, at tiling, a row of the wall: the game ends (A23)
    jams: bool  # ... but no space of the wall takes its colour (A19)
    column_height: int  # ... and the tallest column it could go to
    floor_is_full: bool  # before the move
    line: int  # from 1, 0 for the floor
    room: int  # how many tiles the line still takes, 0 on the floor


LOCKABLE = 28  # more tiles than this seldom find room in incomplete lines
TRIALS = 20  # for a last round: two of three hoarding games come to one

Style = Callable[[Prospect], float]


def prospect(game: Azul, text: str) -> Prospect:
    source, colour, line = list(text)
    board = game.boards[game.turn]
    tiles = game.tiles_at(source).count(colour)
    row = None if line == "F" else int(line) - 1
    room = 0 if row is None else row + 1 - len(board.lines[row])
    completes = row is not None and tiles >= room
    spaces = []
    if row is not None and completes:
        coloured = game.wall == "coloured"
        spaces = (board.coloured_spaces if coloured else board.gray_spaces)(row, colour)
    heights = [5 - board.column_letters(column).count(".") for column in spaces]
    return Prospect(
        from_centre=source == "C",
        to_floor=row is None,
        tiles=tiles,
        falling=max(0, tiles - room),
        completes_line=completes,
        completes_row=row is not None and bool(spaces) and board.wall[row].count(".") == 1,
        jams=completes and not spaces,
        column_height=max(heights, default=0),
        floor_is_full=len(board.floor) == 7,
        line=0 if row is None else row + 1,
        room=room,
    )


# -- styles ---------------------------------------------------------------------------------------


def aimless(_: Prospect) -> float:
    return 1.0


def build(p: Prospect) -> float:
    """Fill lines with little waste: games as people play them."""
    return (20.0 if p.completes_line and not p.jams else 1.0) / (1 + 4 * p.falling) ** 2


def refuse(p: Prospect) -> float:
    """Everything to the floor (A13, A14, A21, A27)."""
    return 1.0 if p.to_floor else 0.0


def grumble(p: Prospect) -> float:
    """Nearly everything to the floor, so that idle rounds begin, break off and begin again."""
    return 1.0 if p.to_floor else 0.01


def shun(p: Prospect) -> float:
    """Leave the centre alone as long as a display is there (A9, A22)."""
    return build(p) * (0.0001 if p.from_centre else 1.0)


def suffer(p: Prospect) -> float:
    """Fill the floor from the displays, then take the marker (A15)."""
    if p.floor_is_full:
        return 1.0 if p.from_centre else 0.01
    return (0.0001 if p.from_centre else 1.0) * (1.0 + p.falling) ** 3


def hoard(p: Prospect) -> float:
    """Lay tiles from lines filled at once, and complete no row: the supply dwindles (A6, A26)."""
    if p.completes_row:
        return 0.0
    return 10.0 if p.completes_line and not p.jams else 1.0 if p.to_floor else 0.1


def lock_away(p: Prospect) -> float:
    """Give no tile back to the lid: to a line that stays incomplete, or to an empty first line."""
    if p.falling or p.completes_row or p.jams or (p.completes_line and p.line > 1):
        return 0.0
    return 0.3 ** (p.room - p.tiles)


def jam(p: Prospect) -> float:
    """Complete lines that the wall does not take, and no row (A19)."""
    if p.completes_row:
        return 0.000001
    return 50.0 if p.jams else 10.0 if p.completes_line else 0.1 if p.to_floor else 1.0


def tower(p: Prospect) -> float:
    """Raise columns, and with them colours, and complete a row only together with a column."""
    if p.completes_row and p.column_height < 4:
        return 0.000001
    weight = 4.0**p.column_height if p.completes_line and not p.jams else 1.0
    return weight / (1 + 4 * p.falling)


STYLES: dict[str, Style] = {
    "aimless": aimless,
    "build": build,
    "refuse": refuse,
    "grumble": grumble,
    "shun": shun,
    "suffer": suffer,
    "hoard": hoard,
    "jam": jam,
    "tower": tower,
}


def seat_styles(rng: random.Random, name: str, players: int) -> list[Style]:
    """The style of each seat in a game of that name: its own for all, but where that hinders."""
    if name == "mixed":
        return [rng.choice(list(STYLES.values())) for _ in range(players)]
    if name == "suffer":
        return [suffer, *[shun] * (players - 1)]
    return [STYLES[name]] * players


# -- a game ---------------------------------------------------------------------------------------


def draw_deal(rng: random.Random, game: Azul, clump: float) -> list[str]:
    """Displays drawn from bag and lid (A6); the more clumped, the fewer colours in a display."""
    bag, lid = list(game.bag), list(game.lid)
    order = rng.sample(COLOURS, 5)
    displays = []
    for _ in game.displays:
        display = ""
        while len(display) < 4 and (bag or lid):
            if not bag:
                bag, lid = lid, []
            bag.sort(key=order.index)
            display += bag.pop(0 if rng.random() < clump else rng.randrange(len(bag)))
        displays.append(display)
    return displays


def pick_move(rng: random.Random, game: Azul, style: Style) -> str | None:
    """A legal move at random by the weights of the style; None where it would have none."""
    moves = game.legal_moves()
    weights = [style(prospect(game, text)) for text in moves]
    return rng.choices(moves, weights)[0] if any(weights) else None


def pick_space(rng: random.Random, game: Azul, name: str) -> str:
    """Towers are built on the tallest column; others tile at random."""
    moves = game.legal_moves()
    if name != "tower":
        return rng.choice(moves)
    board = game.boards[game.turn]
    return min(moves, key=lambda text: board.column_letters(int(text[2]) - 1).count("."))


def play_round(
    rng: random.Random, game: Azul, name: str, styles: list[Style], clump: float
) -> Json:
    """Deal, play and tile a round; give it back as a record has it, without its tiling."""
    entry: Json = {"deal": draw_deal(rng, game, clump), "moves": []}
    game.deal(entry["deal"])
    while game.phase == "offer":
        text = pick_move(rng, game, styles[game.turn]) or rng.choice(game.legal_moves())
        game.take(text)
        entry["moves"].append(text)
    while game.phase == "tiling":
        game.choose(game.turn, pick_space(rng, game, name))
    return entry


def play_last_round(rng: random.Random, game: Azul) -> tuple[Azul, Json] | None:
    """Look for a round that gives no tile back, so that bag and lid stay empty (A26)."""
    if len(game.bag + game.lid) > LOCKABLE:
        return None
    for _ in range(TRIALS):
        trial = copy.deepcopy(game)
        entry: Json = {"deal": draw_deal(rng, trial, rng.random()), "moves": []}
        trial.deal(entry["deal"])
        while trial.phase == "offer" and (text := pick_move(rng, trial, lock_away)):
            trial.take(text)
            entry["moves"].append(text)
        while trial.phase == "tiling":
            trial.choose(trial.turn, rng.choice(trial.legal_moves()))
        if trial.phase == "over":
            return trial, entry
    return None


def play_azul(rng: random.Random, name: str, wall: str | None = None) -> Json:
    """A whole game, as a conformance record with its results."""
    players = 4 if name == "hoard" else rng.randint(2, 4)
    wall = wall or rng.choice(["coloured", "gray"])
    styles = seat_styles(rng, name, players)
    rng.shuffle(styles)
    clump = rng.choice([0.0, 0.0, 0.5, 0.9, 1.0]) if name != "suffer" else 0.9
    game = Azul(players, wall, rng.randrange(players))
    first, rounds = game.first, []
    while game.phase != "over":
        last = play_last_round(rng, game) if name == "hoard" else None
        if last is not None:
            game, entry = last
        else:
            entry = play_round(rng, game, name, styles, clump)
        if wall == "gray":
            entry["tiling"] = [[laying.text for laying in laid] for laid in game.laid]
        rounds.append(entry)
    record = {"game": "azul", "players": players, "wall": wall, "first": first, "rounds": rounds}
    return {**record, "scores": game.round_scores, "final": game.final()}
