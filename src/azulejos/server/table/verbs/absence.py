"""Absence: people who lose their connection and return, stand-ins, clocks after a downtime."""

import math

from azulejos.server.table.clock import GRACE_S, Clock
from azulejos.server.table.table import Table
from azulejos.server.table.verbs.decision import (
    Decision,
    refuse,
    require_deciding,
    require_seats,
    require_status,
)
from azulejos.server.table.verbs.moves import STAND_IN, add_finish
from azulejos.server.table.verbs.seats import leave


def mark_away(table: Table, person: str, now: float) -> Decision:
    """Mark the seats of a person as away: the person has no connection any more.

    Whoever waits for quick pairing leaves the table.
    """
    decision = Decision(table, now)
    if table.plan.is_pairing and table.status == "open" and not table.awaited:
        return leave(table, person, now) if table.seats_of(person) else decision
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


def take_vacation(table: Table, person: str, start: float, until: float, now: float) -> Decision:
    """Do not charge a person's clock with days for a turn until a time: a vacation that began at
    `start`, or one that now ends at another time. Decides nothing where there is no such clock.
    """
    decision = Decision(table, now)
    if table.status == "playing" and table.plan.clock.kind == "days":
        for number in table.deciding(person):
            if not table.seats[number].is_out and table.seats[number].vacation_until != until:
                decision.add("vacation", seat=number, start=start, until=until)
    return decision


def claim(table: Table, person: str, seat: int, now: float) -> Decision:
    """Let a bot play for a seat whose person has been away too long."""
    mine = check_claim(table, person, seat, now)
    decision = Decision(table, now)
    decision.add("claimed", seat=seat, by=mine[0], bot=STAND_IN)
    return decision


def claim_win(table: Table, person: str, seat: int, now: float) -> Decision:
    """End a game of two whose other person has been away too long: whoever stayed wins."""
    mine = check_claim(table, person, seat, now)
    if len(table.seats) > 2:
        raise refuse("no_win")
    decision = Decision(table, now)
    decision.add("deserted", seat=seat, by=mine[0])
    add_finish(decision, "deserted")
    return decision


def check_claim(table: Table, person: str, seat: int, now: float) -> list[int]:
    """Check that a person may claim a seat; return the person's own seats."""
    require_status(table, "playing")
    mine = require_deciding(table, person)
    if not 0 <= seat < len(table.seats) or seat in mine or table.seats[seat].thinker:
        raise refuse("no_claim")
    since = table.seats[seat].away_since
    if since is None:
        raise refuse("not_away")
    if table.seats[seat].vacation_until > now:
        raise refuse("vacation")
    wait_s = table.plan.clock.claim_s - (now - since)
    if wait_s > 0:
        raise refuse("claim_early", n=math.ceil(wait_s))
    return mine


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


def resume(table: Table, now: float, down_until: float) -> Decision:
    """Restart the clock after a downtime: it runs on after a grace, and the gap is not charged.

    Clocks with days for a turn run on, but are up at the end of the grace at the earliest. Absences
    count from the end of the grace. Decides nothing if neither is affected.
    """
    decision = Decision(table, now)
    clock_from = down_until + GRACE_S
    away = [seat.away_since for seat in table.seats if seat.away_since is not None]
    has_waited = any(since < down_until for since in away) and table.plan.clock.kind != "days"
    if table.status == "playing" and (has_waited or is_affected(table.clock, down_until)):
        decision.add("resumed", clock_from=clock_from)
    return decision


def is_affected(clock: Clock, down_until: float) -> bool:
    """Would a clock charge a player for a downtime that ended at a time, or for its grace?"""
    deadline = clock.deadline()
    if deadline is None:
        return False
    if clock.plan.kind == "days":
        return clock.since < down_until and deadline < down_until + GRACE_S
    is_held = clock.since == clock.held_until  # it waits for the end of an earlier grace
    return clock.since < (down_until + GRACE_S if is_held else down_until)
