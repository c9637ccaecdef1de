"""BLUE told line by line, as codes and arguments; the sentences are in the JSON files beside.

`explain` plays a move on a copy of the state and tells what is there afterwards that was not there
before: chains, circles, blocked spaces, the end.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from azulejos import batch
from azulejos.game import NOBODY, Json
from azulejos.games.blue.faults import COLOUR_NAMES
from azulejos.games.blue.notation import move_text
from azulejos.games.blue.rules import WORTH
from azulejos.games.blue.state import CELLS, LETTERS
from azulejos.games.blue.view import blocked, closed_lines, result
from azulejos.text import Text


def explain(s: Any, move: int) -> list[Text]:
    """What a legal move does, and what the rules then do by themselves."""
    after = np.array([s], s.dtype)
    batch.play(after, np.array([move]))
    return [
        *tell_lay(s, after[0], move),
        *tell_lines(s, after[0]),
        *tell_blocked(s, after[0]),
        *(tell_end(after[0]) if after[0].actor == NOBODY else []),
    ]


def forecast(s: Any, move: int) -> Text:
    """What the mover's points come to after a legal move."""
    after = np.array([s], s.dtype)
    batch.play(after, np.array([move]))
    p, (_, scores) = int(s.actor), result(after[0])
    return Text("blue.forecast", {"seat": p, "n": int(scores[p])})


def colour(c: int) -> Text:
    return Text(f"blue.colour.{LETTERS[c]}")


def tell_lay(s: Any, after: Any, move: int) -> Iterator[Text]:
    """B4, B5: which tile goes where, and whether it was the last of its kind."""
    place, tile = move_text(s, move).split(":")
    kind = move // CELLS // 4
    args = {"seat": int(s.actor), "colour": colour(s.colours[s.actor])}
    yield Text("blue.tell.lay", args | {"tile": tile, "place": place, "kind": colour(kind)})
    if after.left[kind] == 0 and after.actor != NOBODY:
        yield Text("blue.tell.last", {"kind": colour(kind)})


def tell_lines(s: Any, after: Any) -> Iterator[Text]:
    """B10, B11: the chains and circles that the tile closes."""
    (chains, circles), (old_chains, old_circles) = closed_lines(after), closed_lines(s)
    yield from (tell_line(after, "chain", line) for line in chains if line not in old_chains)
    yield from (tell_line(after, "circle", line) for line in circles if line not in old_circles)


def tell_line(s: Any, name: str, line: Json) -> Text:
    """One chain or circle: where, how long, and who gets points for it (B3)."""
    c, cells = COLOUR_NAMES.index(line["colour"]), line["cells"]
    args = {
        "colour": colour(c),
        "first": cells[0],
        "last": cells[-1],
        "cells": "; ".join(cells),
        "n": len(cells) - 2,
        "points": int(WORTH[2 if name == "chain" else 1]),
    }
    owners = [p for p in range(s.players) if s.colours[p] == c]
    if owners:
        return Text(f"blue.tell.{name}", args | {"seat": owners[0]})
    return Text(f"blue.tell.{name}.nobody", args)


def tell_blocked(s: Any, after: Any) -> Iterator[Text]:
    """B7: the spaces that no tile can take any more."""
    before = blocked(s)
    places = [place for place in blocked(after) if place not in before]
    if places:
        yield Text("blue.tell.blocked", {"n": len(places), "places": "; ".join(places)})


def tell_end(s: Any) -> Iterator[Text]:
    """B9, B12: the scores, and who has won."""
    yield Text("blue.tell.over")
    shares, scores = result(s)
    for p in range(s.players):
        args = {"seat": p, "colour": colour(s.colours[p]), "n": int(scores[p])}
        yield Text("blue.tell.score", args)
    winners = [str(p) for p in range(s.players) if shares[p] > 0]
    *others, last = winners
    if others:
        yield Text("blue.tell.shared", {"seats": ", ".join(others), "last": last})
    else:
        yield Text("blue.tell.winner", {"seat": int(last)})
