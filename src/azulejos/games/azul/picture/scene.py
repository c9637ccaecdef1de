"""What an Azul position shows, in words: what the drawing and the terminal's drawing have in
common.

Reads the plain JSON form of a position and nothing else; no rules live here. The words come from
the catalogue under `azul.picture.`; a caller may give a seat a name of its own under "seat 0" …
"seat 3".
"""

from collections.abc import Iterator, Mapping
from typing import Any

from azulejos.games.azul.picture.art import COLOURS

COSTS = (1, 1, 2, 2, 2, 3, 3)  # A3
MINUS = "\N{MINUS SIGN}"


def seat_name(seat: int, say: Mapping[str, str]) -> str:
    return say.get(f"seat {seat}", f"{say['seat']} {seat}")


def actor(position: dict[str, Any]) -> int | None:
    """The seat whose decision is due; None while the deal is awaited and when the game is over."""
    turn: int = position["turn"]
    return None if position.get("phase") in ("deal", "over") else turn


def due_line(position: dict[str, Any], seat: int) -> int | None:
    tiling: dict[str, int] = position.get("tiling") or {}
    return tiling["line"] if tiling.get("seat") == seat else None


def activity(position: dict[str, Any], say: Mapping[str, str]) -> str:
    seat = actor(position)
    if seat is None:
        return say[position["phase"]]
    if line := due_line(position, seat):
        return f"{say['tiling']}: {seat_name(seat, say)}, {line}>?"
    return f"{say['turn']}: {seat_name(seat, say)}"


def status(position: dict[str, Any], say: Mapping[str, str]) -> str:
    return f"{say['round']} {position['round']} · {activity(position, say)}"


def notes(position: dict[str, Any], say: Mapping[str, str]) -> list[str]:
    """What else is worth knowing; all but the first only when there is something to know."""
    notes = [f"{say['first']}: {seat_name(position['first'], say)}"]
    if position.get("idle_rounds"):
        notes.append(f"{say['idle']}: {position['idle_rounds']}")
    deal = 4 * len(position["displays"])  # A6
    if position.get("phase") != "over" and sum(position["bag"].values()) < deal:
        notes.append(say["refill"])
    return notes


def summary(position: dict[str, Any], say: Mapping[str, str]) -> str:
    scores = [f"{seat_name(i, say)}: {b['score']}" for i, b in enumerate(position["boards"])]
    sources = [*enumerate(position["displays"], 1), ("C", centre(position))]
    offer = [f"{name} {tiles}" for name, tiles in sources if tiles]
    return " · ".join([status(position, say), *scores, *offer])


def by_colour(tiles: str) -> str:
    return "".join(sorted(tiles, key=COLOURS.index))


def centre(position: dict[str, Any]) -> str:
    return ("M" if position["marker"] == "centre" else "") + by_colour(position["centre"])


def holds_beside(position: dict[str, Any], seat: int) -> bool:
    """The marker is this seat's but in no floor: A15, or the floor was paid and emptied (A21)."""
    return bool(position["marker"] == seat and "M" not in position["boards"][seat]["floor"])


def counts(position: dict[str, Any]) -> Iterator[tuple[str, list[int]]]:
    for place in ("bag", "lid"):
        yield place, [position[place].get(colour, 0) for colour in COLOURS]
    yield "centre", [position["centre"].count(colour) for colour in COLOURS]


def ghost(row: int, column: int) -> str:
    return COLOURS[(column - row) % 5]  # A4


def floor_cost(floor: str) -> int:
    return sum(COSTS[: len(floor)])
