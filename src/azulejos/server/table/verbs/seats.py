"""Seats: joining and leaving, pledges and nonces before the start, and the rematch.

Nonces are revealed when every place is taken, and so every pledge is fixed. A place whose nonce
does not come in time is freed: the game does not start without it. The others then reveal new
nonces, whose pledges are the nonces that they have revealed: each of a client's nonces is the hash
of the next.
"""

import math
import unicodedata
from dataclasses import dataclass

from azulejos.contract.rules import Json
from azulejos.server.table import fair
from azulejos.server.table.plan import bot_id
from azulejos.server.table.table import Table
from azulejos.server.table.verbs.decision import (
    Decision,
    Repeated,
    refuse,
    require_seats,
    require_status,
)
from azulejos.server.table.verbs.moves import add_deals, time_out
from azulejos.server.timing import TIMING
from azulejos.wire.tables import MAX_TEXT_LENGTH

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


# ---- Seats

RATED_SEATS = 2  # of rated games with a built-in bot


@dataclass(frozen=True)
class Newcomer:
    """A person or bot that joins a table."""

    name: str
    person: str = ""  # a person's id; "" for a built-in bot
    bot: str = ""  # the name of a built-in bot
    rating: int | None = None  # of a built-in bot, if it is measured for what is played here
    text: str = ""  # the player's contribution to the fair deals
    is_program: bool = False  # the person is the account of a program
    pledge: str = ""  # the hash of the nonce that the player's client will reveal


def join(table: Table, newcomer: Newcomer, now: float, place: int | None = None) -> Decision:
    """Take a place, the first open one by default.

    When the last place is taken, the game starts or waits for the nonces that were pledged.

    In a casual game a person may take several places, but has to name each further one, so that a
    repeated request does not take a second place.
    """
    require_status(table, "open")
    if table.plan.invited and newcomer.person not in (table.plan.created_by, table.plan.invited):
        raise refuse("reserved")
    if table.plan.reserved:
        place = reserved_place(table, newcomer)
    if newcomer.is_program and table.plan.is_rated and not table.plan.accepts_bots:
        raise refuse("no_programs")
    if newcomer.bot and table.plan.is_rated:
        check_rated_bot(table, newcomer)
    if table.seats_of(newcomer.person) and (table.plan.is_rated or place is None):
        raise refuse("seated")
    check_text(newcomer.text)
    open_places = [i for i, seat in enumerate(table.seats) if seat.is_open]
    if place is None and open_places:
        place = open_places[0]
    if place not in open_places:
        raise refuse("no_place")
    data: Json = {"seat": place, "name": newcomer.name, "person": newcomer.person}
    data |= {"bot": newcomer.bot, "text": newcomer.text}
    if newcomer.rating is not None:
        data["rating"] = newcomer.rating
    if newcomer.is_program:
        data["is_program"] = True
    if newcomer.pledge:
        data["pledge"] = newcomer.pledge
    decision = Decision(table, now)
    decision.add("joined", **data)
    start_if_ready(decision)
    return decision


def check_rated_bot(table: Table, newcomer: Newcomer) -> None:
    """Check that a bot may join a rated game: its rating is measured for two players, and a clock
    runs, or whoever is about to lose would never move again. Games of tournaments are played
    anyway, and may not count.
    """
    is_counted = newcomer.rating is not None and table.plan.players == RATED_SEATS
    if not table.plan.tournament and not (is_counted and table.plan.clock.kind != "none"):
        raise refuse("rated_bots")


def reserved_place(table: Table, newcomer: Newcomer) -> int:
    """The place that a tournament has given a person or bot."""
    who = newcomer.person or bot_id(newcomer.bot)
    if who not in table.plan.reserved:
        raise refuse("reserved")
    if table.seats_of(newcomer.person):
        raise refuse("seated")
    return table.plan.reserved.index(who)


def check_text(text: str) -> None:
    """Check that a contribution to the fair deals is short and has no control characters."""
    if len(text) > MAX_TEXT_LENGTH:
        raise refuse("long_text", most=MAX_TEXT_LENGTH)
    if any(unicodedata.category(letter) in ("Cc", "Cs") for letter in text):
        raise refuse("odd_text")


def leave(table: Table, person: str, now: float) -> Decision:
    """Leave a table before the start; a table without people is closed."""
    require_status(table, "open")
    mine = require_seats(table, person)
    decision = Decision(table, now)
    for seat in mine:
        decision.add("left", seat=seat)
    close_if_empty(decision)
    return decision


def decline(table: Table, person: str, now: float) -> Decision:
    """Decline a challenge: its table is closed."""
    require_status(table, "open")
    if not person or person != table.plan.invited:
        raise refuse("reserved")
    decision = Decision(table, now)
    decision.add("declined")
    return decision


def rematch(table: Table, person: str, new_table: str, now: float) -> Decision:
    """Record the id of the table that continues this one; the first to ask decides it."""
    require_status(table, "over")
    require_seats(table, person)
    if table.rematch:
        raise Repeated(table.version)
    decision = Decision(table, now)
    decision.add("rematched", table=new_table)
    return decision
