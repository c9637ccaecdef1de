"""Reasons of Azul: facts that speak for a move, compared with another one.

Facts of the better move that the other lacks, and facts against the other that the better one
avoids. A fact that both share says little, and is given only if there is nothing else.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from azulejos.contract.marks import Mark
from azulejos.contract.reasons import Played, Reason, advantages, avoided
from azulejos.contract.rules import Json
from azulejos.games.azul.facts import SOME, Turn, facts, reason_text
from azulejos.games.azul.marks import colour_text, show_move, show_source, source_place
from azulejos.games.azul.prospects import groups, most_room
from azulejos.games.azul.steps import Lay
from azulejos.text import Text

__all__ = ["HORIZON", "THEMES", "compare", "facts", "show_move", "show_source"]

HORIZON = 60  # a whole round
THEMES: Mapping[str, str] = {  # by kind
    **dict.fromkeys(("complete", "short", "scarce", "gather", "place", "stuck"), "complete"),
    **dict.fromkeys(("wait", "useless", "carry", "beside", "line.lay"), "complete"),
    **dict.fromkeys(("falls", "clean", "jam", "line.pay"), "floor"),
    **dict.fromkeys(("deny", "feed", "poison", "many", "last", "line.others"), "deny"),
    **dict.fromkeys(("column", "colour", "line.bonus"), "bonus"),
    **dict.fromkeys(("marker", "leave1"), "marker"),
    **dict.fromkeys(("end", "notyet", "row", "line.over", "exact"), "end"),
}


def compare(before: Json, move: Played, other: Played) -> list[Reason]:
    """Facts that speak for a move."""
    own, rival = facts(before, move), facts(before, other)
    found = [*advantages(own, rival), *(name_avoided(own, fact) for fact in avoided(own, rival))]
    if any(fact.kind == "end" for fact in own):  # both end the game
        found = [fact for fact in found if fact.kind != "notyet"]
    if not isinstance(move.steps[0], Lay):
        found += waiting(Turn(before, move), Turn(before, other))
    return found


def name_avoided(own: list[Reason], fact: Reason) -> Reason:
    """A fact against the other move: it drops tiles while this one drops none, or ends the game."""
    if fact.kind == "end":
        return replace(fact, kind="notyet", side="A")
    if fact.kind != "falls":
        return fact
    if any(each.kind == "falls" for each in own):
        return replace(fact, side="A")
    text = Text("azul.reason.otherwise.clean", fact.text.args)
    return replace(fact, kind="clean", text=text, side="A")


def waiting(own: Turn, rival: Turn) -> Iterator[Reason]:
    """The tiles of the other move will still be there: nobody can place them, or there are more
    groups of them than other seats.
    """
    colour, after = rival.group.colour, own.after
    if rival.put is None or colour == own.group.colour or own.is_last:
        return
    left = [group for group in groups(after) if group.colour == colour]
    names = colour_text(colour, 2)
    can_place = [seat for seat in own.others if most_room(after["boards"][seat], colour)]
    if left and not can_place:
        text = reason_text("useless", seat=own.next, colour=names)
        if len(own.others) > 1:
            text = reason_text("useless.all", colour=names)
        kind, points = "useless", 3 * SOME
    elif len(left) > len(own.others):
        text = reason_text("wait", count=sum(group.size for group in left), colour=names)
        kind, points = "wait", SOME
    else:
        return
    mark = Mark("look", tuple(map(source_place, left)), text)
    yield Reason(kind, points, text, own.seat, (mark,), side="B")
