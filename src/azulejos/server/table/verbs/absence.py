"""Absence: people who lose their connection and return, stand-ins, clocks after a downtime."""

import math

from azulejos.server.table.table import Table
from azulejos.server.table.verbs.decision import Decision
from azulejos.server.table.verbs.moves import STAND_IN
from azulejos.server.table.verbs.refusals import (
    refuse,
    require_deciding,
    require_seats,
    require_status,
)


def mark_away(table: Table, person: str, now: float) -> Decision:
    """Mark the seats of a person as away: the person has no connection any more."""
    decision = Decision(table, now)
    if table.status in ("open", "playing"):
        for seat in table.seats_of(person):
            if not table.seats[seat].is_away:
                decision.add("away", seat=seat)
    return decision


def mark_back(table: Table, person: str, now: float) -> Decision:
    """Mark the seats of a person as present again."""
    decision = Decision(table, now)
    if table.status in ("open", "playing"):
        for seat in table.seats_of(person):
            if table.seats[seat].is_away:
                decision.add("back", seat=seat)
    return decision


def claim(table: Table, person: str, seat: int, now: float) -> Decision:
    """Let a bot play for a seat whose person has been away too long."""
    require_status(table, "playing")
    mine = require_deciding(table, person)
    if not 0 <= seat < len(table.seats) or seat in mine or table.seats[seat].thinker:
        raise refuse("no_claim")
    since = table.seats[seat].away_since
    if since is None:
        raise refuse("not_away")
    wait_s = table.plan.clock.claim_s - (now - since)
    if wait_s > 0:
        raise refuse("claim_early", n=math.ceil(wait_s))
    decision = Decision(table, now)
    decision.add("claimed", seat=seat, by=mine[0], bot=STAND_IN)
    return decision


def return_to_seat(table: Table, person: str, now: float) -> Decision:
    """Take a seat back from its stand-in, before the stand-in has made too many moves."""
    require_status(table, "playing")
    seats = [seat for seat in require_seats(table, person) if table.seats[seat].can_return]
    if not seats:
        raise refuse("no_return")
    decision = Decision(table, now)
    for seat in seats:
        decision.add("returned", seat=seat)
    return decision


def resume(table: Table, now: float, grace_s: float) -> Decision:
    """Restart the clock after a downtime: it runs on after a grace, and the gap is not charged.

    Clocks with days for a turn are not restarted: downtime counts there.
    """
    decision = Decision(table, now)
    waits = any(seat.is_away for seat in table.seats)
    kind = table.plan.clock.kind
    if table.status == "playing" and kind != "days" and (kind != "none" or waits):
        decision.add("resumed", clock_from=now + grace_s)
    return decision
