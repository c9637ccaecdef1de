"""Views of real games for the gallery: played by the library, drawn by the page.

`python web/gallery/fixtures.py` writes `fixtures.json` beside this file, which git ignores. Each
scene is a view, what every legal move would do, a refusal, and the views after the next moves.
"""

import json
from pathlib import Path
from typing import Any

from azulejos.errors import AzulejosError, IllegalMove
from azulejos.position import Position
from azulejos.search.players import find_player
from azulejos.text import Text

OUT = Path(__file__).parent / "fixtures.json"
NAMES = ("Inês", "Rui", "Maximiliano da Silva", "Lídia")
# as far as: a choice in the wall tiling, somebody about to end the game, the last move of a round
TILING, LAST, SCORING = -1, -2, -3
FOLLOWING = 3  # moves after each scene

# name, game, players, options, edition, how far, seed of the deals
SCENES: list[tuple[str, str, int, dict[str, str], str, int, int]] = [
    ("azul-2-opening", "azul", 2, {}, "azul", 1, 1),
    ("azul-2-middle", "azul", 2, {}, "azul", 38, 2),
    ("azul-2-mini", "azul", 2, {}, "azul-mini", 33, 3),
    ("azul-2-last", "azul", 2, {}, "azul", LAST, 4),
    ("azul-2-scoring", "azul", 2, {}, "azul", SCORING, 16),
    ("azul-2-over", "azul", 2, {}, "azul", 999, 5),
    ("azul-3-middle", "azul", 3, {}, "azul", 52, 6),
    ("azul-4-middle", "azul", 4, {}, "azul", 85, 7),
    ("azul-4-opening", "azul", 4, {}, "azul", 1, 7),
    ("azul-2-gray", "azul", 2, {"wall": "gray"}, "azul", 30, 8),
    ("azul-2-gray-tiling", "azul", 2, {"wall": "gray"}, "azul", TILING, 9),
    ("blue-3-opening", "blue", 3, {}, "blue", 0, 10),
    ("blue-3-early", "blue", 3, {}, "blue", 7, 11),
    ("blue-3-middle", "blue", 3, {}, "blue", 28, 12),
    ("blue-2-late", "blue", 2, {}, "blue", 46, 13),
    ("blue-3-blind", "blue", 3, {"draw": "blind"}, "blue", 40, 14),
    ("blue-3-over", "blue", 3, {}, "blue", 999, 15),
]


def said(value: Any) -> Any:
    """A sentence as the wire has it."""
    if isinstance(value, Text):
        return {"code": value.code, "args": {name: said(x) for name, x in value.args.items()}}
    return value


def view(position: Position, edition: str) -> dict[str, Any]:
    """What a board sees of a table where the viewer has the seat whose turn it is."""
    turn = position.turn
    return {
        "version": len(position.history),
        "ply": len(position.history),
        "status": "over" if position.is_over else "playing",
        "game": position.game.name,
        "edition": edition,
        "players": position.players,
        "options": position.options,
        "seats": [{"name": NAMES[seat]} for seat in range(position.players)],
        "you": [0 if turn is None else turn],
        "turn": turn,
        "position": position.view(),
        "moves": [] if turn is None else position.legal_moves,
    }


def play_on(position: Position, seed: int) -> list[dict[str, Any]]:
    """One move and the deals that follow it, or the deals alone if one is due, as events."""
    events: list[dict[str, Any]] = []
    if not position.needs_deal:
        seat = position.turn
        move = find_player("level2").choose(position, entropy=seed).move
        lines = [said(line) for line in position.explain(move)]
        position.push(move)
        event = {"kind": "moved", "data": {"seat": seat, "move": move}, "lines": lines}
        events.append({"version": len(position.history), **event})
    while position.needs_deal:
        dealt = {"deal": position.deal(seed + len(position.history))}
        event = {"kind": "dealt", "data": dealt, "lines": []}
        events.append({"version": len(position.history), **event})
    return events


def is_reached(position: Position, far: int) -> bool:
    if far == TILING:
        late = len(position.history) > 34
        return late and "tiling" in position.view()
    if far == LAST:
        walls = [row for board in position.view()["boards"] for row in board["wall"]]
        return position.turn is not None and any(row.count(".") == 1 for row in walls)
    if far == SCORING:
        left = "".join([*position.view()["displays"], position.view()["centre"]])
        return position.view()["round"] == 3 and len(left) > 0 and len(set(left)) == 1
    return len(position.history) >= far


def explained(position: Position) -> dict[str, Any]:
    """What each legal move would do, and why some others are refused."""
    answers: dict[str, Any] = {}
    if position.turn is None:
        return answers
    for move in position.legal_moves:
        lines = [said(line) for line in position.explain(move)]
        answers[move] = {"kind": "forecast", "lines": lines}
    if position.game.name == "azul":
        sources = {move[:2] for move in position.legal_moves if ">" not in move}
        tried = {source + line for source in sources for line in "12345F"}
        tried |= {f"{line}>{column}" for line in "12345" for column in "12345"}
        for move in sorted(tried - set(position.legal_moves)):
            try:
                position.copy().push(move)
            except IllegalMove as wrong:
                answers[move] = {
                    "kind": "refusal",
                    "error": said(wrong.text),
                    "clause": wrong.clause,
                }
            except AzulejosError as wrong:
                answers[move] = {"kind": "refusal", "error": said(wrong.text), "clause": ""}
    return answers


def make_scene(
    name: str, game: str, players: int, options: dict[str, str], edition: str, far: int, seed: int
) -> dict[str, Any]:
    position = Position(game, players=players, **options)
    if position.needs_deal:
        play_on(position, seed)
    while not position.is_over and not is_reached(position, far):
        play_on(position, seed)
    scene: dict[str, Any] = {"name": name, "steps": []}
    events: list[dict[str, Any]] = []
    for _ in range(FOLLOWING):
        step = {"view": view(position, edition), "events": events}
        scene["steps"].append(step | {"explained": explained(position)})
        if position.is_over:
            break
        events = play_on(position, seed)
    return scene


if __name__ == "__main__":
    OUT.write_text(json.dumps([make_scene(*scene) for scene in SCENES]), encoding="utf-8")
    print(OUT)
