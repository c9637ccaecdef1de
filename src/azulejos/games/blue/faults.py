"""The faults of a BLUE position written as JSON: badly formed, or reached by no game.

Only the JSON is read, in plain Python, so that bad input never becomes a state. Every fault is a
`Text` that names the field or the clause. An empty list means that a game leads to the position:
tiles that fit and are all joined to the one at 0,0 can be laid in some order.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from azulejos.contract.fields import field_fault, field_faults, is_number, is_tally
from azulejos.contract.rules import Json
from azulejos.games.blue.state import (
    DRAWS,
    FULL_SUPPLY,
    LETTERS,
    MAX_LAID,
    PLAYERS,
    SEATINGS,
    SUPPLIES,
    TILES,
)
from azulejos.text import Text

Place = tuple[int, int]  # x grows east, y grows south

AROUND = ((0, -1), (1, 0), (0, 1), (-1, 0))  # in the order of a tile's sides
PLACE = re.compile(r"(0|-?[1-9]\d?),(0|-?[1-9]\d?)", re.ASCII)
SIDES = re.compile(f"[{LETTERS}]{{4}}")


def faults(data: Any) -> list[Text]:
    """The faults of a position; the rules are checked only if its form is right."""
    wrong = list(form_faults(data))
    return wrong or [*tile_faults(data), *count_faults(data), *phase_faults(data)]


# ---- Form


def form_faults(data: Any) -> Iterator[Text]:
    """Fields that are missing or have a wrong type or range."""
    if not isinstance(data, dict) or data.get("game") != "blue":
        yield field_fault("game")
        return
    n: Any = data.get("players")
    if not is_number(n, min(PLAYERS), max(PLAYERS)):
        yield field_fault("players")
        return
    seatings = [names.split(",") for names in SEATINGS[n]]
    checks = {
        "colours": data.get("colours") in seatings,
        "draw": data.get("draw") in DRAWS,
        "turn": is_number(data.get("turn"), 0, n - 1),
        "tiles_per_type": is_supply(data.get("tiles_per_type")),
        "left": is_tally(data.get("left"), LETTERS, FULL_SUPPLY),
        "drawn": "drawn" not in data or data["drawn"] in tuple(LETTERS),
        "phase": data.get("phase") in (None, "deal", "over"),
        "tiles": is_board(data.get("tiles")),
    }
    yield from field_faults(checks)


def is_supply(value: Any) -> bool:
    return type(value) is int and value in map(int, SUPPLIES)


def is_board(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and len(value) <= MAX_LAID
        and all(is_form(PLACE, name) and is_form(SIDES, sides) for name, sides in value.items())
    )


def is_form(form: re.Pattern[str], value: Any) -> bool:
    return isinstance(value, str) and form.fullmatch(value) is not None


# ---- Tiles


def tile_faults(data: Json) -> Iterator[Text]:
    """Tiles with wrong sides (B1), not joined to 0,0 (B5), or touching in unequal colours (B6)."""
    tiles = read_tiles(data["tiles"])
    for place, sides in tiles.items():
        if sides not in TILES:
            yield Text("blue.fault.tile", {"place": place_text(place), "tile": sides})
    if tiles and (0, 0) not in tiles:
        yield Text("blue.fault.origin")
        return
    for place in tiles.keys() - set(laying_order(tiles)):
        yield Text("blue.fault.apart", {"place": place_text(place)})
    for (x, y), sides in tiles.items():
        for side in (1, 2):  # each seam once
            beside = x + AROUND[side][0], y + AROUND[side][1]
            if beside in tiles and tiles[beside][side + 2 & 3] != sides[side]:
                args = {"place": place_text((x, y)), "other": place_text(beside)}
                yield Text("blue.fault.sides", args)


def read_tiles(tiles: dict[str, str]) -> dict[Place, str]:
    """The sides of each tile by its place."""
    return {parse_place(name): sides for name, sides in tiles.items()}


def parse_place(name: str) -> Place:
    x, y = map(int, name.split(","))
    return x, y


def place_text(place: Place) -> str:
    return f"{place[0]},{place[1]}"


def laying_order(places: Iterable[Place]) -> list[Place]:
    """B5: the places in an order in which tiles can be laid on them; the given order if possible.
    Places that are not joined to 0,0 are left out.
    """
    waiting, reached, order = list(places), {(0, 0)}, []
    while now := [place for place in waiting if extend(place, reached)]:
        order += now
        waiting = [place for place in waiting if place not in now]
    return order


def extend(place: Place, reached: set[Place]) -> bool:
    """Whether a place is reached; if so, the places around it are reached too."""
    if place not in reached:
        return False
    reached.update((place[0] + dx, place[1] + dy) for dx, dy in AROUND)
    return True


# ---- Counting


def count_faults(data: Json) -> Iterator[Text]:
    """B4: the tiles laid and left are the supply; B3: seats lay in turn."""
    laid = Counter(kind_of(sides) for sides in data["tiles"].values() if sides in TILES)
    for letter in LETTERS:
        n = laid[letter] + data["left"][letter]
        if n != data["tiles_per_type"]:
            args = {"kind": kind_text(letter), "number": n, "all": data["tiles_per_type"]}
            yield Text("blue.fault.tiles", args)
    due = len(data["tiles"]) % data["players"]
    if data["turn"] != due and any(data["left"].values()):
        yield Text("blue.fault.turn", {"seat": data["turn"], "due": due})


def kind_of(sides: str) -> str:
    """The kind of a tile: the colour of its segment."""
    return LETTERS[TILES.index(sides) // 4]


def kind_text(letter: str) -> Text:
    return Text(f"blue.colour.{letter}")


# ---- Phases


def phase_faults(data: Json) -> Iterator[Text]:
    """B9: the game is over when no tile is left; B4, blind: before that a tile is drawn or due."""
    is_over = not any(data["left"].values())
    phase, drawn = data.get("phase"), data.get("drawn")
    if is_over and (phase == "deal" or drawn):
        yield Text("blue.fault.end")
    if phase == "over" and not is_over:
        yield Text("blue.fault.unended")
    if is_over:
        return
    if data["draw"] == "open":
        if phase == "deal" or drawn:
            yield Text("blue.fault.open")
    elif (phase == "deal") == bool(drawn):
        yield Text("blue.fault.draw")
    elif drawn and data["left"][drawn] == 0:
        yield Text("blue.fault.drawn", {"kind": kind_text(drawn)})
