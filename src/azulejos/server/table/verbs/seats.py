"""Sitting down and standing up before the start, the start itself, and the game after the game."""

import unicodedata
from dataclasses import dataclass

from azulejos.game import Json
from azulejos.server.table import fair
from azulejos.server.table.table import Event, Table
from azulejos.server.table.verbs.drafts import Draft, events
from azulejos.server.table.verbs.moves import deal
from azulejos.server.table.verbs.refusals import Repeated, refuse, require_seats, require_status

TEXT_LENGTH = 64  # letters that a player may add for fair deals


@dataclass(frozen=True)
class Newcomer:
    """Somebody who sits down."""

    name: str
    person: str = ""
    bot: str = ""  # a player of the house
    text: str = ""  # for fair deals
    is_program: bool = False  # the account of a program


def join(table: Table, newcomer: Newcomer, now: float, place: int | None = None) -> list[Event]:
    """Sit down, at a place or at the first that is open; the last to come starts the game.

    A person may have several seats of a casual game, but names the place of each further one: so
    that to ask twice is not to sit down twice.
    """
    require_status(table, "open")
    if newcomer.is_program and table.plan.is_rated and not table.plan.accepts_bots:
        raise refuse("no_programs")
    if newcomer.bot and table.plan.is_rated:
        raise refuse("rated_bots")
    if table.seats_of(newcomer.person) and (table.plan.is_rated or place is None):
        raise refuse("seated")
    require_text(newcomer.text)
    open_places = [i for i, seat in enumerate(table.seats) if seat.is_open]
    if place is None and open_places:
        place = open_places[0]
    if place not in open_places:
        raise refuse("no_place")
    data: Json = {"seat": place, "name": newcomer.name, "person": newcomer.person}
    data |= {"bot": newcomer.bot, "text": newcomer.text}
    if newcomer.is_program:
        data["is_program"] = True
    drafts: list[Draft] = [("joined", data)]
    if len(open_places) == 1:
        texts = table.texts
        texts[place] = newcomer.text
        drafts += start(table, texts)
    return events(table, now, drafts)


def require_text(text: str) -> None:
    """A text for fair deals is short, and can be written and stored anywhere."""
    if len(text) > TEXT_LENGTH:
        raise refuse("long_text", most=TEXT_LENGTH)
    if any(unicodedata.category(letter) in ("Cc", "Cs") for letter in text):
        raise refuse("odd_text")


def start(table: Table, texts: list[str]) -> list[Draft]:
    """The seating and the first deals, once every place is taken; texts are by place."""
    order = list(range(len(texts)))
    if table.plan.seating == "lot":
        order = fair.draw_seating(table.seed, table.plan.id, texts)
    seated = [texts[place] for place in order]
    return [("started", {"order": order}), *deal(table, table.position.copy(), seated)]


def leave(table: Table, person: str, now: float) -> list[Event]:
    """Stand up again before the start; a table that nobody is left at is closed."""
    require_status(table, "open")
    mine = require_seats(table, person)
    drafts: list[Draft] = [("left", {"seat": seat}) for seat in mine]
    if not table.people() - {person}:
        drafts.append(("closed", {}))
    return events(table, now, drafts)


def rematch(table: Table, person: str, new_table: str, now: float) -> list[Event]:
    """Say where the game goes on; the first to ask decides."""
    require_status(table, "over")
    require_seats(table, person)
    if table.rematch:
        raise Repeated(table.version)
    return events(table, now, [("rematched", {"table": new_table})])
