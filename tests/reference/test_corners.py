"""The invented games of Azul come by every rare corner of the rules, so that comparing counts."""

import random
from typing import Any

from .azul import Azul
from .invent import LEGAL_KINDS, invent
from .replay import replay_azul

Json = dict[str, Any]

CORNERS = {
    "A6 refilled within a display",
    "A6 short display",
    "A9 marker after tiles",
    "A14 beyond the seventh space",
    "A15 marker beside the board",
    "A18 choice",
    "A19 jam",
    "A21 never below 0",
    "A22 nobody took the marker",
    "A23 row",
    "A24 column",
    "A24 colour",
    "A25 shared",
    "A25 by rows",
    "A26 no supply",
    "A27 three idle rounds",
    "A27 idle rounds broken off",
}


def corners_of_step(step: tuple[str, Any], before: Json, game: Azul) -> set[str]:
    found = set()
    if step[0] == "deal":
        bag = sum(before["bag"].values())
        if bag % 4 and bag < len("".join(step[1])):
            found.add("A6 refilled within a display")
        if any(len(display) < 4 for display in step[1]):
            found.add("A6 short display")
    elif step[0] == "choose":
        found.add("A18 choice")
    else:
        found |= corners_of_move(step[1], before)
    if any(game.jammed) and game.phase in ("deal", "over"):
        found.add("A19 jam")
    idle_before = before["idle_rounds"] - ("tiling" in before)  # without the round being tiled
    if idle_before > 0 and game.idle_rounds == 0:
        found.add("A27 idle rounds broken off")
    return found


def corners_of_move(text: str, before: Json) -> set[str]:
    found = set()
    seat = before["turn"]
    board = before["boards"][seat]
    where = before["centre"] if text[0] == "C" else before["displays"][int(text[0]) - 1]
    room = 0 if text[2] == "F" else int(text[2]) - len(board["lines"][int(text[2]) - 1])
    takes_marker = text[0] == "C" and before["marker"] == "centre"
    falling = max(0, where.count(text[1]) - room) + takes_marker
    if falling and len(board["floor"]) + falling - takes_marker > 7:
        found.add("A14 beyond the seventh space")
    if takes_marker and len(board["floor"]) == 7:
        found.add("A15 marker beside the board")
    if takes_marker and 0 < len(board["floor"]) < 7:
        found.add("A9 marker after tiles")
    return found


def corners_of_end(record: Json, game: Azul) -> set[str]:
    found = set()
    final = record["final"]
    if any(final["rows"]):
        found.add("A23 row")
    elif not game.bag and not game.lid:
        found.add("A26 no supply")
    else:
        found.add("A27 three idle rounds")
    if any(final["columns"]):
        found.add("A24 column")
    if any(final["colours"]):
        found.add("A24 colour")
    if len(final["winners"]) > 1:
        found.add("A25 shared")
    if final["scores"].count(max(final["scores"])) > len(final["winners"]):
        found.add("A25 by rows")
    return found


def corners(record: Json) -> set[str]:
    found = set()
    before = Azul(record["players"], record["wall"], record["first"]).as_json()
    for step, game in replay_azul(record):
        found |= corners_of_step(step, before, game)
        before = game.as_json()
    for earlier, later in zip(record["scores"], record["scores"][1:], strict=False):
        if any(score > 0 == fallen for score, fallen in zip(earlier, later, strict=True)):
            found.add("A21 never below 0")
    for entry in record["rounds"][:-1]:
        if not any(text[0] == "C" for text in entry["moves"]):
            found.add("A22 nobody took the marker")
    return found | corners_of_end(record, game)


def test_invented_games_reach_every_corner() -> None:
    rng = random.Random(27)
    missing = set(CORNERS)
    for number in range(400):
        style = LEGAL_KINDS["azul"][number % len(LEGAL_KINDS["azul"])]
        if style == "hoard" and "A26 no supply" not in missing:
            continue  # its games are long
        missing -= corners(invent(rng, "azul", style))
        if not missing:
            break
    assert not missing
