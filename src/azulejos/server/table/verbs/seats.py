"""Seats: joining and leaving before the start, and the rematch."""

import unicodedata
from dataclasses import dataclass

from azulejos.contract.rules import Json
from azulejos.server.table.plan import bot_id
from azulejos.server.table.table import Table
from azulejos.server.table.verbs.decision import Decision
from azulejos.server.table.verbs.refusals import Repeated, refuse, require_seats, require_status
from azulejos.server.table.verbs.reveals import close_if_empty, start_if_ready
from azulejos.wire.tables import MAX_TEXT_LENGTH

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
