"""Why a move was chosen, in a sentence or two: what it gains, what it denies, what it costs."""

from typing import Any

import numpy as np

from azulejos import batch, game
from azulejos.compiled.jit import jit
from azulejos.position import Position
from azulejos.search.analysis import Info
from azulejos.text import Text

LEAST_POINTS = 0.75  # that are worth a word


@jit
def count_points(states: Any, out: Any) -> None:
    """What each seat's points would be if all that is certain were counted now."""
    game.points_now(states[0], out)


def points_now(position: Position) -> tuple[float, ...]:
    out = np.zeros(batch.SEATS)
    count_points(position.states, out)
    return tuple(out[: position.players])


def reasons(position: Position, move: str, info: Info | None = None) -> list[Text]:
    """What speaks for a move, and against it: on the board, and compared with the next best."""
    after = position.copy()
    after.push(move)
    gained = points_now(after)[position.actor] - points_now(position)[position.actor]
    told = []
    if abs(gained) >= LEAST_POINTS:
        code = "reason.gains" if gained > 0 else "reason.costs"
        told.append(Text(code, {"move": move, "n": round(abs(gained))}))
    told += denials(position, move, info)
    if info is not None:
        win, points = info.win[position.actor], info.points[position.actor]
        args = {"move": move, "win": round(100 * win), "points": round(points)}
        told.append(Text("reason.exact" if info.is_exact else "reason.expects", args))
    return told or [Text("reason.nothing", {"move": move})]


def denials(position: Position, move: str, info: Info | None) -> list[Text]:
    """The seats that can expect fewer points than after the move that was looked at next most."""
    looked_at = [] if info is None else info.moves
    chosen = next((found for found in looked_at if found.move == move), None)
    other = next((found for found in looked_at if found.move != move and found.visits), None)
    if chosen is None or other is None:
        return []
    lost = {
        seat: other.points[seat] - chosen.points[seat]
        for seat in range(position.players)
        if seat != position.actor
    }
    return [
        Text("reason.denies", {"move": move, "seat": seat, "n": round(points), "other": other.move})
        for seat, points in lost.items()
        if points >= LEAST_POINTS
    ]
