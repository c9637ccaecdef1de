"""Reasons of BLUE: facts that speak for a move, compared with another one."""

from collections.abc import Mapping

from azulejos.contract.reasons import Played, Reason, advantages, avoided
from azulejos.contract.rules import Json
from azulejos.games.blue.facts import facts, reason_text
from azulejos.games.blue.marks import show_move, show_source
from azulejos.games.blue.state import CIRCLE_POINTS

__all__ = ["HORIZON", "THEMES", "compare", "facts", "show_move", "show_source"]

HORIZON = 10  # three to five turns of each seat
THEMES: Mapping[str, str] = {  # by kind
    **dict.fromkeys(("close", "circle", "ten", "open", "keeps", "circles"), "complete"),
    **dict.fromkeys(("dead", "line.chain", "line.circle"), "complete"),
    **dict.fromkeys(("block", "fill", "opens", "leave", "gift", "safe", "spoil"), "deny"),
    "line.others": "deny",
    "exact": "end",
}


def compare(before: Json, move: Played, other: Played) -> list[Reason]:
    """Facts that speak for a move."""
    own, rival = facts(before, move), facts(before, other)
    found = [*advantages(own, rival), *avoided(own, rival)]
    kinds = {fact.kind for fact in rival if fact.points > 0}
    if any(fact.kind == "close" for fact in own) and "circle" in kinds and "close" not in kinds:
        mover = before["turn"]
        found.append(Reason("ten", CIRCLE_POINTS, reason_text("ten"), mover))
    return found
