"""What everybody must agree to: taking a move back, ending the game."""

from dataclasses import replace
from typing import Literal

from azulejos.server.table.table import Event, Offer, Table
from azulejos.server.table.verbs.drafts import Draft, events
from azulejos.server.table.verbs.moves import finish
from azulejos.server.table.verbs.refusals import refuse, require_deciding, require_status


def offer(table: Table, person: str, what: Literal["takeback", "end"], now: float) -> list[Event]:
    """Ask the others to take a move back, or to end the game without a result for ratings."""
    require_status(table, "playing")
    mine = require_deciding(table, person)
    if table.offer:
        raise refuse("offer_open")
    if table.declined & set(mine):
        raise refuse("offer_declined")
    if what == "takeback" and table.plan.is_rated:
        raise refuse("rated_takeback")
    ply = takeback_ply(table, mine) if what == "takeback" else len(table.position.history)
    agreed = [i for i, seat in enumerate(table.seats) if i in mine or seat.thinker]
    asked = Offer(what, mine[0], ply, frozenset(agreed))
    data = {"seat": mine[0], "what": what, "ply": ply, "agreed": agreed}
    return events(table, now, [("offered", data), *consent(table, asked)])


def takeback_ply(table: Table, mine: list[int]) -> int:
    """The ply before the last move of one of some seats, if no deal came after it."""
    walk, found = table.position.copy(), -1
    while walk.history and found < 0:
        walk.pop()
        if walk.needs_deal:
            break
        if walk.turn in mine:
            found = len(walk.history)
    if found < 0:
        raise refuse("no_takeback")
    return found


def answer(table: Table, person: str, yes: bool, now: float) -> list[Event]:
    """Agree or not to what was offered; it happens when everybody has agreed.

    Whoever asked may think better of it.
    """
    mine, asked = require_deciding(table, person), table.offer
    if not asked:
        raise refuse("no_offer")
    if not yes:
        return events(table, now, [("answered", {"seat": mine[0], "yes": False})])
    new = [seat for seat in mine if seat not in asked.agreed]
    if not new:
        raise refuse("agreed")
    drafts: list[Draft] = [("answered", {"seat": seat, "yes": True}) for seat in new]
    drafts += consent(table, replace(asked, agreed=asked.agreed | frozenset(new)))
    return events(table, now, drafts)


def consent(table: Table, asked: Offer) -> list[Draft]:
    """What follows once everybody has agreed; nothing before."""
    if len(asked.agreed) < len(table.seats):
        return []
    if asked.what == "takeback":
        return [("taken_back", {"ply": asked.ply})]
    return [finish("agreed", table.position, table.out)]
