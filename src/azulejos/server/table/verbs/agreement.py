"""Agreement: taking a move back, and ending the game early. Every seat has to agree."""

from typing import Literal

from azulejos.contract.rules import CHANCE
from azulejos.server.table.table import Table
from azulejos.server.table.verbs.decision import Decision, refuse, require_deciding, require_status
from azulejos.server.table.verbs.moves import add_finish

What = Literal["takeback", "end"]


def offer(table: Table, person: str, what: What, now: float) -> Decision:
    """Offer to take a move back, or to end the game without a result for the ratings."""
    mine, ply = check_offer(table, person, what)
    agreed = [i for i, seat in enumerate(table.seats) if i in mine or seat.thinker]
    decision = Decision(table, now)
    decision.add("offered", seat=mine[0], what=what, ply=ply, agreed=agreed)
    add_consequence(decision)
    return decision


def check_offer(table: Table, person: str, what: What) -> tuple[list[int], int]:
    """Check that a person may make an offer; return the person's seats and the ply it leads to."""
    require_status(table, "playing")
    mine = require_deciding(table, person)
    if table.plan.tournament:
        raise refuse("tournament")
    if table.offer:
        raise refuse("offer_open")
    if table.declined & set(mine):
        raise refuse("offer_declined")
    if what == "takeback" and table.plan.is_rated:
        raise refuse("rated_takeback")
    if what == "end" and table.plan.is_rated and any(seat.bot for seat in table.seats):
        raise refuse("rated_end")  # a bot always agrees, and so nobody would lose to it
    return mine, takeback_ply(table, mine) if what == "takeback" else len(table.position.history)


def takeback_ply(table: Table, mine: list[int]) -> int:
    """The ply before the last move of one of some seats, if no deal came after that move."""
    for ply in range(len(table.position.history) - 1, -1, -1):
        actor = table.position.actor_at(ply)
        if actor == CHANCE:
            break
        if actor in mine:
            return ply
    raise refuse("no_takeback")


def answer(table: Table, person: str, yes: bool, now: float) -> Decision:
    """Agree to the open offer or decline it; it takes effect when every seat has agreed.

    The person who made the offer withdraws it by declining.
    """
    mine, offered = require_deciding(table, person), table.offer
    if not offered:
        raise refuse("no_offer")
    decision = Decision(table, now)
    if not yes:
        decision.add("answered", seat=mine[0], yes=False)
        return decision
    new = [seat for seat in mine if seat not in offered.agreed]
    if not new:
        raise refuse("agreed")
    for seat in new:
        decision.add("answered", seat=seat, yes=True)
    add_consequence(decision)
    return decision


def add_consequence(decision: Decision) -> None:
    """Carry out the open offer if every seat has agreed."""
    table = decision.table
    offered = table.offer
    if not offered or len(offered.agreed) < len(table.seats):
        return
    if offered.what == "takeback":
        decision.add("taken_back", ply=offered.ply)
    else:
        add_finish(decision, "agreed")
