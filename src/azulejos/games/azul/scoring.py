"""Scoring of boards that a person sets up, as they lie on a real table (A17 to A27).

`complete` adds what follows from the boards by counting, so that nobody has to enter the bag.
`score` tiles the walls of boards at the end of a factory offer, with the steps of `effects.py`. No
position of a game in progress looks like those boards, since the rules tile as soon as the offer is
over; so their faults are checked here.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from azulejos.contract.rules import Json, States
from azulejos.contract.steps import Step
from azulejos.errors import BadPosition
from azulejos.games.azul.effects import write_tiling
from azulejos.games.azul.faults import board_faults, count_faults, form_faults, table_faults
from azulejos.games.azul.notation import EMPTY_BOARD, make_states
from azulejos.games.azul.rules import tile
from azulejos.games.azul.state import (
    COLOURS,
    IDLE_LIMIT,
    LETTERS,
    MARKER_LETTER,
    PLAYERS,
    SIDES,
    TILES_PER_COLOUR,
    displays,
)
from azulejos.games.azul.steps import STEP_TYPES
from azulejos.text import Text
from azulejos.written import read_steps, text_of


def complete(data: Json) -> Json:
    """A position with the fields that are left out, and with the bag that follows from the rest.

    What is badly formed stays as it is, for `faults` to name.
    """
    filled = fill(data)
    if "phase" in data or "tiling" in data or any(form_faults(filled)) or is_on_offer(filled):
        return filled
    return filled | between_rounds(filled)


def fill(data: Json) -> Json:
    """A position with everything but its phase."""
    none = dict.fromkeys(LETTERS, 0)
    n = data.get("players")
    n = n if type(n) is int and n in PLAYERS else PLAYERS[0]
    empty: Json = {"wall": SIDES[0], "players": n, "first": 0, "idle_rounds": 0, "lid": none}
    empty |= {"displays": [""] * int(displays(n)), "centre": "", "boards": [EMPTY_BOARD] * n}
    given = empty | data | {"bag": none}
    numbers: Json = {"round": 1, "turn": 0, "marker": 0} | given
    if any(form_faults(numbers)):
        return numbers
    filled: Json = numbers | least_round(given) | count_supply(given)
    if "marker" not in data:
        filled["marker"] = find_marker(given)
    if "turn" not in data:
        filled["turn"] = due_turn(filled)
    return filled


def least_round(data: Json) -> Json:
    """The first round in which the walls can look like this, if no round is given (A17)."""
    laid = max(COLOURS - row.count(".") for board in data["boards"] for row in board["wall"])
    return {} if "round" in data else {"round": laid + 1}


def count_supply(data: Json) -> Json:
    """A2, A6: bag and lid. If the bag cannot have all that is missing, the lid has been refilled
    into it.
    """
    seen = Counter("".join([*data["displays"], data["centre"]]))
    for board in data["boards"]:
        seen.update("".join([*board["lines"], *board["wall"], board["floor"]]))
    bag = {letter: TILES_PER_COLOUR - seen[letter] - data["lid"][letter] for letter in LETTERS}
    if min(bag.values()) >= 0:
        return {"bag": bag}
    refilled = {letter: max(0, TILES_PER_COLOUR - seen[letter]) for letter in LETTERS}
    return {"bag": refilled, "lid": dict.fromkeys(LETTERS, 0)}


def find_marker(data: Json) -> int | str:
    """The seat on whose floor line the marker lies; else it is in the centre during an offer, or
    with the seat that starts.
    """
    for p, board in enumerate(data["boards"]):
        if MARKER_LETTER in board["floor"]:
            return p
    return "centre" if is_on_offer(data) else int(data["first"])


def is_on_offer(data: Json) -> bool:
    return any(data["displays"]) or bool(data["centre"])


def due_turn(data: Json) -> int:
    """A7: the seat to move, by the displays that are empty while the marker is in the centre."""
    is_counted = data["marker"] == "centre" and is_on_offer(data)
    return int(data["first"] + data["displays"].count("") * is_counted) % int(data["players"])


def between_rounds(data: Json) -> Json:
    """The phase of boards without an offer, if their rounds are tiled."""
    has_row = any("." not in row for board in data["boards"] for row in board["wall"])
    if has_row or data["idle_rounds"] == IDLE_LIMIT:
        return {"phase": "over"}
    starts = data["first"] if data["marker"] == "centre" else data["marker"]  # A22
    return {"phase": "deal", "first": starts, "turn": starts, "marker": starts}


# ---- The end of a round


def score(data: Json) -> tuple[list[Step], States]:
    """Tile the walls of boards at the end of an offer: the steps, up to a choice on the gray side
    if there is one, and the state after them.
    """
    data = before_tiling(data)
    if wrong := list(tiling_faults(data)):
        raise BadPosition(wrong[0])
    states = make_states(data)
    states[0].idle_rounds += 1  # until a tile is laid
    steps = read_steps(STEP_TYPES, text_of(write_tiling, states))
    tile(states[0], 0, 0)
    return steps, states


def before_tiling(data: Json) -> Json:
    """The boards of a position at the end of an offer, with the bag that they leave."""
    filled = fill({name: data[name] for name in data if name not in ("phase", "tiling")})
    boards = filled["boards"] if isinstance(filled["boards"], list) else []
    if "marker" not in data and not any(map(has_marker, boards)):
        filled["marker"] = "centre"  # A22: nobody took it
    return filled


def has_marker(board: Any) -> bool:
    return isinstance(board, dict) and MARKER_LETTER in str(board.get("floor"))


def tiling_faults(data: Json) -> Iterator[Text]:
    """Why boards cannot lie like this at the end of an offer."""
    wrong = list(form_faults(data))
    yield from wrong
    if wrong:
        return
    yield from (*board_faults(data), *table_faults(data), *count_faults(data))
    if is_on_offer(data):
        yield Text("azul.fault.left", {"phase": "tiling"})
    for p, board in enumerate(data["boards"]):
        if any("." not in row for row in board["wall"]):
            yield Text("azul.fault.row", {"seat": p})
