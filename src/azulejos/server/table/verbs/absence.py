"""People who leave and come back, bots that play for them, and clocks after we were down."""

import math

from azulejos.server.table.table import Event, Table
from azulejos.server.table.verbs.drafts import events
from azulejos.server.table.verbs.moves import STAND_IN
from azulejos.server.table.verbs.refusals import (
    refuse,
    require_deciding,
    require_seats,
    require_status,
)


def go_away(table: Table, person: str, now: float) -> list[Event]:
    """Nobody listens any more for a person who sits here."""
    if table.status not in ("open", "playing"):
        return []
    seats = [seat for seat in table.seats_of(person) if not table.seats[seat].is_away]
    return events(table, now, [("away", {"seat": seat}) for seat in seats])


def come_back(table: Table, person: str, now: float) -> list[Event]:
    """A person who was away listens again."""
    if table.status not in ("open", "playing"):
        return []
    seats = [seat for seat in table.seats_of(person) if table.seats[seat].is_away]
    return events(table, now, [("back", {"seat": seat}) for seat in seats])


def claim(table: Table, person: str, seat: int, now: float) -> list[Event]:
    """Let a bot play for somebody who has been away too long."""
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
    return events(table, now, [("claimed", {"seat": seat, "by": mine[0], "bot": STAND_IN})])


def come_in_again(table: Table, person: str, now: float) -> list[Event]:
    """Take the seat back from the stand-in, before it has made too many moves."""
    require_status(table, "playing")
    seats = [seat for seat in require_seats(table, person) if table.seats[seat].can_return]
    if not seats:
        raise refuse("no_return")
    return events(table, now, [("returned", {"seat": seat}) for seat in seats])


def resume(table: Table, now: float, grace_s: float) -> list[Event]:
    """After we were down: clocks go on only after a grace, and nobody pays for the gap.

    Turns of days go on to the second.
    """
    waits = any(seat.is_away for seat in table.seats)
    kind = table.plan.clock.kind
    if table.status != "playing" or kind == "days" or (kind == "none" and not waits):
        return []
    return events(table, now, [("resumed", {"clock_from": now + grace_s})])
