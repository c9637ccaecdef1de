"""The start of a game: pledges and nonces of the players' clients, and what happens without them.

Nonces are revealed when every place is taken, and so every pledge is fixed. A place whose nonce
does not come in time is freed: the game does not start without it. The others then reveal new
nonces, whose pledges are the nonces that they have revealed: each of a client's nonces is the hash
of the next.
"""

import math

from azulejos.server.table import fair
from azulejos.server.table.table import Table
from azulejos.server.table.verbs.decision import Decision
from azulejos.server.table.verbs.moves import add_deals, time_out
from azulejos.server.table.verbs.refusals import Repeated, refuse, require_seats, require_status
from azulejos.server.timing import TIMING

MAX_RETRIES = 8  # after which pledges cannot be replaced, so that nobody delays a start for ever


def start_if_ready(decision: Decision) -> None:
    """Start the game if every place is taken and no nonce is missing: draw seating and deals."""
    table = decision.table
    if any(seat.is_open for seat in table.seats) or table.awaited:
        return
    order = list(range(len(table.seats)))
    if table.plan.seating == "lot":
        order = fair.draw_seating(table.seed, table.plan.id, table.texts, table.nonces)
    decision.add("started", order=order)
    add_deals(decision)


def pledge(table: Table, person: str, text: str, now: float) -> Decision:
    """Give or replace the pledge of a person's first seat, as a client does that lost its nonce.

    Nonces that others have revealed before are not used: everybody reveals a new one.
    """
    require_status(table, "open")
    seat = require_seats(table, person)[0]
    if table.seats[seat].pledge == text:
        raise Repeated(table.version)
    if table.retries >= MAX_RETRIES:
        raise refuse("late_pledge")
    decision = Decision(table, now)
    decision.add("pledged", seat=seat, pledge=text)
    return decision


def reveal(table: Table, person: str, nonce: str, commitment: str, now: float) -> Decision:
    """Reveal the nonce that a person's seat has pledged; with the last one the game starts.

    The client names the commitment that it was given, and so shows that it has it.
    """
    mine = require_seats(table, person)
    if any(table.seats[i].nonce == nonce for i in mine):
        raise Repeated(table.version)
    require_status(table, "open")
    if commitment != table.plan.commitment:
        raise refuse("other_commitment")
    if not table.awaited:
        raise refuse("early_reveal")
    seats = [
        i for i in mine if i in table.awaited and table.seats[i].pledge == fair.pledge_of(nonce)
    ]
    if not seats:
        raise refuse("other_pledge")
    decision = Decision(table, now)
    for seat in seats:
        decision.add("revealed", seat=seat, nonce=nonce)
    start_if_ready(decision)
    return decision


def check_time(
    table: Table, now: float, sure_until: float = math.inf, down_until: float = 0.0
) -> Decision:
    """Let a seat lose on time whose clock is up; before the start, free places that are late, and
    close a table of a tournament whose people have not come.

    Nobody is late who could not reach a server: after a downtime there is time to reveal again.
    """
    if table.status != "open":
        return time_out(table, now, sure_until)
    decision = Decision(table, now)
    if table.reveal_by is not None and now >= max(table.reveal_by, down_until + TIMING.reveal_s):
        for seat in table.awaited:
            decision.add("left", seat=seat, is_late=True)
        close_if_empty(decision)
    if table.start_by is not None and now >= max(table.start_by, down_until + TIMING.start_s):
        for seat in decision.table.awaited:
            decision.add("left", seat=seat, is_late=True)
        decision.add("closed")
    return decision


def close_if_empty(decision: Decision) -> None:
    """Close a table at which nobody sits any more; one of a tournament waits on."""
    if not decision.table.people() and not decision.table.plan.tournament:
        decision.add("closed")
