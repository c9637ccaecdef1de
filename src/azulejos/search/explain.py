"""Why a move was chosen, as texts: what it gains, what it costs, and what it denies the others."""

import numpy as np

from azulejos import batch
from azulejos.position import Position
from azulejos.search.info import Info
from azulejos.search.verbs import points_now_at
from azulejos.text import Text

MIN_POINTS = 0.75  # smaller differences are not mentioned


def points_now(position: Position) -> tuple[float, ...]:
    """The points of each seat if everything that is certain were scored now."""
    out = np.zeros(batch.SEATS)
    points_now_at(position.states, 0, out)
    return tuple(out[: position.players])


def explain_choice(position: Position, move: str, info: Info | None = None) -> list[Text]:
    """The reasons for and against a move: its effect on the board and, if a search is given, what
    the search expects and how the move compares with the next best.
    """
    after = position.copy()
    after.push(move)
    gained = points_now(after)[position.actor] - points_now(position)[position.actor]
    texts = []
    if abs(gained) >= MIN_POINTS:
        code = "reason.gains" if gained > 0 else "reason.costs"
        texts.append(Text(code, {"move": move, "n": round(abs(gained))}))
    texts += denials(position, move, info)
    if info is not None:
        win, points = info.win[position.actor], info.points[position.actor]
        args = {"move": move, "win": round(100 * win), "points": round(points)}
        texts.append(Text("reason.exact" if info.is_exact else "reason.expects", args))
    return texts or [Text("reason.nothing", {"move": move})]


def denials(position: Position, move: str, info: Info | None) -> list[Text]:
    """The seats that expect fewer points after a move than after the best other one."""
    searched = [] if info is None else info.moves
    chosen = next((found for found in searched if found.move == move), None)
    other = next((found for found in searched if found.move != move and found.visits), None)
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
        if points >= MIN_POINTS
    ]
