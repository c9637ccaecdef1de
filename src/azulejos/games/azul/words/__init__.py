"""Azul told line by line, as codes and arguments; the sentences are in the JSON files beside.

`explain` walks through a move on a copy of the state with the functions of the rules themselves, so
what is told is what happens; a law compares its last state with the one that `play` gives.
"""

from typing import Any

import numpy as np

from azulejos import batch
from azulejos.compiled.bits import count_ones, lowest_one
from azulejos.game import CHANCE, NOBODY, States
from azulejos.games.azul.evaluator import tiled_now
from azulejos.games.azul.rules import (
    FLOOR_COST,
    IDLE_LIMIT,
    TILING,
    across,
    complete_colours,
    complete_columns,
    complete_rows,
    down,
    end_round,
    give_up,
    lay,
    possible_columns,
    take,
)
from azulejos.games.azul.state import CENTRE, FLOOR, IN_CENTRE, ROWS, lid, tally, total
from azulejos.text import Text

LETTERS = "BYRKW"


def explain(s: Any, move: int) -> list[Text]:
    """What a legal move does, and what the rules then do by themselves."""
    return tell(copy_of(s), move)


def forecast(s: Any, move: int) -> Text:
    """What the mover's score comes to, if the wall is tiled after a legal move (A17 to A21)."""
    p, after = int(s.actor), copy_of(s)
    batch.play(after, np.array([move]))
    was, score = (int(tiled_now(each, each.boards[p], 0.0)) for each in (s, after[0]))
    if after[0].offered == 0:
        return Text("azul.forecast.tiled", {"seat": p, "score": score})
    change = "more" if score > was else "less" if score < was else "same"
    return Text(f"azul.forecast.{change}", {"seat": p, "score": score, "n": abs(score - was)})


def copy_of(s: Any) -> States:
    """An array of one that holds a copy of a state."""
    return np.array([s], s.dtype)


def tell(states: States, move: int) -> list[Text]:
    """Apply a legal move to states[0], telling each step."""
    s = states[0]
    if move >= TILING:
        p, r = int(s.actor), int(s.line)
        return [tell_lay(s, p, r, move % 5), *tell_tiling(s, p, r + 1)]
    lines = tell_take(s, move // 60, move // 6 % 10, move % 6)
    if s.offered == 0:
        s.idle_rounds += 1
        lines += tell_tiling(s, 0, 0)
    else:
        s.actor = (s.actor + 1) % s.players
    return lines


def colour(c: int) -> Text:
    return Text(f"azul.colour.{LETTERS[c]}")


def tell_take(s: Any, c: int, d: int, r: int) -> list[Text]:
    """A8 to A15: a turn of the offer."""
    p = int(s.actor)
    me = s.boards[p]
    n, rest = int(tally(s.tiles[d], c)), int(total(s.tiles[d]) - tally(s.tiles[d], c))
    room, fallen, in_lid = int(me.room[r]), int(me.fallen), int(total(lid(s)))
    takes_marker = d == CENTRE and s.marker == IN_CENTRE
    take(s, c, d, r)

    source = Text("azul.centre") if d == CENTRE else Text("azul.display", {"number": d + 1})
    lines = [Text("azul.tell.take", {"seat": p, "n": n, "colour": colour(c), "source": source})]
    if rest and d != CENTRE:
        lines.append(Text("azul.tell.rest", {"n": rest}))
    if takes_marker:
        lines.append(Text("azul.tell.marker" if fallen < 7 else "azul.tell.beside", {"seat": p}))
    if r != FLOOR:
        held = r + 1 - int(me.room[r])
        code = "azul.tell.complete" if held == r + 1 else "azul.tell.line"
        lines.append(Text(code, {"n": min(n, room), "line": r + 1, "held": held}))
    if n > room:
        cost = int(FLOOR_COST[me.fallen])
        lines.append(Text("azul.tell.floor", {"n": n - room, "cost": cost}))
    if beyond := int(total(lid(s))) - in_lid:
        lines.append(Text("azul.tell.lid", {"n": beyond}))
    return lines


def tell_tiling(s: Any, p: int, start: int) -> list[Text]:
    """A17 to A21, from line `start` of seat p until a choice is due or all have tiled."""
    lines: list[Text] = []
    while p < s.players:
        me = s.boards[p]
        for r in [r for r in range(start, ROWS) if me.room[r] == 0]:
            columns = int(possible_columns(s, me, r))
            if count_ones(columns) > 1:
                s.actor, s.line = p, r
                return [*lines, Text("azul.tell.choice", {"seat": p, "line": r + 1})]
            if columns:
                lines.append(tell_lay(s, p, r, lowest_one(columns)))
            else:
                lines.append(
                    Text(
                        "azul.tell.jam", {"seat": p, "line": r + 1, "colour": colour(me.colour[r])}
                    )
                )
                give_up(me, r)
        lines += tell_floor(me, p)
        p, start = p + 1, 0
    return lines + tell_end(s)


def tell_lay(s: Any, p: int, r: int, column: int) -> Text:
    """A20: one tile on the wall and what it scores."""
    me = s.boards[p]
    c, score = int(me.colour[r]), int(me.score)
    lay(s, me, r, column)
    args = {
        "seat": p,
        "line": r + 1,
        "column": column + 1,
        "colour": colour(c),
        "points": int(me.score) - score,
        "across": int(across(me.spaces, r, column)),
        "down": int(down(me.spaces, r, column)),
    }
    runs = [name for name in ("across", "down") if args[name]]
    return Text(f"azul.tell.lay.{'.'.join(runs) or 'alone'}", args)


def tell_floor(me: Any, p: int) -> list[Text]:
    """A21: what the floor costs."""
    cost = int(FLOOR_COST[me.fallen])
    me.score = max(0, int(me.score) - cost)
    me.floor = me.fallen = 0
    return (
        [Text("azul.tell.cost", {"seat": p, "cost": cost, "score": int(me.score)})] if cost else []
    )


def tell_end(s: Any) -> list[Text]:
    """A22 to A27: who starts the next round, or why the game is over and the bonuses."""
    end_round(s)
    if s.actor == CHANCE:
        return [Text("azul.tell.starter", {"seat": int(s.first)})]
    assert s.actor == NOBODY
    boards = [s.boards[p] for p in range(s.players)]
    has_row = any(complete_rows(me) for me in boards)
    reason = "row" if has_row else "idle" if s.idle_rounds == IDLE_LIMIT else "supply"
    lines = [Text(f"azul.tell.over.{reason}")]
    for p, me in enumerate(boards):
        counted = {
            "rows": (2, complete_rows(me)),
            "columns": (7, complete_columns(me)),
            "colours": (10, complete_colours(me)),
        }
        for name, (points, bits) in counted.items():
            if n := count_ones(bits):
                lines.append(
                    Text(f"azul.tell.bonus.{name}", {"seat": p, "n": n, "points": points * n})
                )
    return lines
