"""Scoring of tiles that a person sets up, as they lie on a real table (B10 to B12).

`complete` adds what follows from the tiles by counting: those left, and whose turn it is. `score`
names every chain and circle.
"""

from collections import Counter

from azulejos.contract.rules import Json, States
from azulejos.contract.steps import Step
from azulejos.games.blue.effects import write_scoring
from azulejos.games.blue.faults import form_faults, kind_of
from azulejos.games.blue.notation import parse_json
from azulejos.games.blue.state import (
    DRAWS,
    FULL_SUPPLY,
    LETTERS,
    PLAYERS,
    SEATINGS,
    TILES,
)
from azulejos.games.blue.steps import STEP_TYPES
from azulejos.written import read_steps, text_of


def complete(data: Json) -> Json:
    """A position with the fields that are left out, and with what follows from its tiles.

    What is badly formed stays as it is, for `faults` to name.
    """
    n = data.get("players")
    n = n if type(n) is int and n in PLAYERS else PLAYERS[0]
    empty: Json = {"players": n, "colours": SEATINGS[n][0].split(","), "draw": DRAWS[0]}
    empty |= {"tiles_per_type": FULL_SUPPLY, "tiles": {}}
    filled = empty | data | {"turn": 0, "left": dict.fromkeys(LETTERS, 0)}
    if any(form_faults(filled)):
        return filled
    laid = Counter(kind_of(sides) for sides in filled["tiles"].values() if sides in TILES)
    left = {letter: max(0, filled["tiles_per_type"] - laid[letter]) for letter in LETTERS}
    filled |= {"left": left, "turn": len(filled["tiles"]) % n}
    return filled | phase_of(filled)


def phase_of(data: Json) -> Json:
    """B9, B4: the game is over, or in the blind variant a tile is to be drawn."""
    if not any(data["left"].values()):
        return {"phase": "over", "turn": 0}
    return {"phase": "deal"} if data["draw"] == "blind" and "drawn" not in data else {}


def score(data: Json) -> tuple[list[Step], States]:
    """Every chain and circle of a position and the scores as steps, and its state."""
    states = parse_json(complete(data))
    return read_steps(STEP_TYPES, text_of(write_scoring, states)), states
