"""The parts of an Azul picture besides the tiles: names, status, notes and counts.

Both pictures, `svg.py` and `terminal.py`, use it. It reads the JSON form of a position and nothing
else; no rules live here. `labels` are the words of the catalogue under `azul.picture.`; a caller
may name seats by adding "seat 0" … "seat 3".
"""

from collections.abc import Iterator, Mapping
from typing import Any

from azulejos.games.azul.state import (
    CENTRE_LETTER,
    DISPLAY_TILES,
    LETTERS,
    MARKER_LETTER,
    SPACE_COSTS,
)

MINUS = "\N{MINUS SIGN}"


def seat_name(seat: int, labels: Mapping[str, str]) -> str:
    """The name of a seat."""
    return labels.get(f"seat {seat}", f"{labels['seat']} {seat}")


def actor(position: dict[str, Any]) -> int | None:
    """The seat whose decision is due; None before a deal and when the game is over."""
    turn: int = position["turn"]
    return None if position.get("phase") in ("deal", "over") else turn


def due_line(position: dict[str, Any], seat: int) -> int | None:
    """The line for which a seat has to choose a space, if it is this seat's choice."""
    tiling: dict[str, int] = position.get("tiling") or {}
    return tiling["line"] if tiling.get("seat") == seat else None


def activity(position: dict[str, Any], labels: Mapping[str, str]) -> str:
    """The seat to decide, or the event that comes next."""
    seat = actor(position)
    if seat is None:
        return labels[position["phase"]]
    if line := due_line(position, seat):
        return f"{labels['tiling']}: {seat_name(seat, labels)}, {line}>?"
    return f"{labels['turn']}: {seat_name(seat, labels)}"


def status(position: dict[str, Any], labels: Mapping[str, str]) -> str:
    """The round, and whose decision is due."""
    return f"{labels['round']} {position['round']} · {activity(position, labels)}"


def notes(position: dict[str, Any], labels: Mapping[str, str]) -> list[str]:
    """The seat that began the round, idle rounds, and whether the lid will refill the bag."""
    notes = [f"{labels['first']}: {seat_name(position['first'], labels)}"]
    if position.get("idle_rounds"):
        notes.append(f"{labels['idle']}: {position['idle_rounds']}")
    deal = DISPLAY_TILES * len(position["displays"])  # A6
    if position.get("phase") != "over" and sum(position["bag"].values()) < deal:
        notes.append(labels["refill"])
    return notes


def summary(position: dict[str, Any], labels: Mapping[str, str]) -> str:
    """The position in one line, for readers who do not see the picture."""
    scores = [f"{seat_name(i, labels)}: {b['score']}" for i, b in enumerate(position["boards"])]
    sources = [*enumerate(position["displays"], 1), (CENTRE_LETTER, centre(position))]
    offer = [f"{name} {tiles}" for name, tiles in sources if tiles]
    return " · ".join([status(position, labels), *scores, *offer])


def by_colour(tiles: str) -> str:
    """Tiles in the order of the colours."""
    return "".join(sorted(tiles, key=LETTERS.index))


def centre(position: dict[str, Any]) -> str:
    """The tiles in the centre, and the marker if it is there."""
    return (MARKER_LETTER if position["marker"] == "centre" else "") + by_colour(position["centre"])


def holds_beside(position: dict[str, Any], seat: int) -> bool:
    """Whether a seat has the marker, but not on its floor line (A15, A21)."""
    floor = position["boards"][seat]["floor"]
    return bool(position["marker"] == seat and MARKER_LETTER not in floor)


def counts(position: dict[str, Any]) -> Iterator[tuple[str, list[int]]]:
    """For bag, lid and centre: the number of tiles of each colour."""
    for place in ("bag", "lid"):
        yield place, [position[place].get(colour, 0) for colour in LETTERS]
    yield "centre", [position["centre"].count(colour) for colour in LETTERS]


def floor_cost(floor: str) -> int:
    """A3: the cost of a floor line."""
    return sum(SPACE_COSTS[: len(floor)])
