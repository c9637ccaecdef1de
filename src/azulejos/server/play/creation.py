"""New tables: plans and first seats, from a request or for a rematch. Stores nothing.

In a rematch everybody moves on by one seat, so that another player begins. The places are reserved
for the people of the game before.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from azulejos.games import find_game
from azulejos.position import Position
from azulejos.server.accounts.names import BadName, clean_name, name_key, reserved_keys
from azulejos.server.accounts.people import Person
from azulejos.server.errors import refusal
from azulejos.server.ids import make_id
from azulejos.server.ratings.ratings import bot_rating
from azulejos.server.table import fair
from azulejos.server.table.clock import ClockPlan
from azulejos.server.table.plan import Plan
from azulejos.server.table.table import Table
from azulejos.server.table.verbs import Newcomer, refuse
from azulejos.text import Text

Placed = tuple[Newcomer, int | None]  # a newcomer and a place; None for the first open one


class GameTerms(Protocol):
    """The game, options and clock of a table or a tournament."""

    @property
    def game(self) -> str: ...
    @property
    def players(self) -> int: ...
    @property
    def options(self) -> dict[str, str]: ...


@dataclass(frozen=True)
class SeatRequest:
    """A seat of a new table."""

    kind: Literal["me", "open", "bot"]
    name: str | None = None  # me: another name than the person's own
    level: int | None = None  # bot: a level, or
    bot: str | None = None  # the name of an opponent


@dataclass(frozen=True)
class TableRequest:
    """A request for a table; the fields mean the same as in `Plan`."""

    game: str
    seats: tuple[SeatRequest, ...]
    edition: str | None  # None for the game's first
    options: dict[str, str]
    clock: ClockPlan
    seating: Literal["lot", "fixed"]
    is_public: bool
    is_rated: bool
    accepts_bots: bool
    text: str  # the person's contribution to the fair deals
    pledge: str | None  # the hash of the nonce that the person's client will reveal
    is_pairing: bool = False
    invited: str = ""


def plan_table(request: TableRequest, person: Person, seed: bytes, now: float) -> Plan:
    """The plan of a requested table; raises if its game, options or edition do not exist."""
    game, players = find_game(request.game), len(request.seats)
    game.choose(players, request.options)
    edition = request.edition or game.editions[0]
    if edition not in game.editions:
        raise refusal("api.edition", edition=edition, editions=", ".join(game.editions))
    if not any(seat.kind == "me" for seat in request.seats):
        raise refusal("api.no_seat")
    return Plan(
        id=make_id(),
        game=game.name,
        players=players,
        created_by=person.id,
        created_at=now,
        commitment=fair.commitment(seed),
        edition=edition,
        options=Position(game.name, players, **request.options).options or {},
        clock=request.clock,
        seating=request.seating,
        is_public=request.is_public,
        is_rated=request.is_rated,
        is_pairing=request.is_pairing,
        invited=request.invited,
        accepts_bots=request.accepts_bots,
    )


def first_newcomers(request: TableRequest, plan: Plan, person: Person) -> list[Placed]:
    """Everybody who joins at once: the person and the bots.

    In rated games people play under their own names. The person's text and pledge go with the
    first seat.
    """
    placed: list[Placed] = []
    text, pledge = request.text, request.pledge
    for place, seat in enumerate(request.seats):
        if seat.kind == "bot":
            bot = seat.bot or f"level{seat.level}"
            placed.append((bot_newcomer(plan, bot), place))
        elif seat.kind == "me":
            name = None if request.is_rated else seat.name
            placed.append((make_newcomer(person, name, text, pledge), place))
            text, pledge = "", None
    return placed


def bot_newcomer(plan: GameTerms, bot: str) -> Newcomer:
    """A built-in bot that joins, with its rating if that is measured for what is played."""
    return Newcomer(bot, bot=bot, rating=bot_rating(plan.game, plan.players, plan.options, bot))


def make_newcomer(person: Person, name: str | None, text: str, pledge: str | None) -> Newcomer:
    """A person who joins, perhaps under the name of another player at the same device."""
    shown = person.name if name is None else clean_name(name)
    if name_key(shown) in reserved_keys():
        raise BadName(Text("people.name_taken"))
    is_program = person.kind == "program"
    return Newcomer(shown, person.id, text=text, is_program=is_program, pledge=pledge or "")


# ---- Rematches


def plan_rematch(old: Table, table_id: str, person: str, seed: bytes, now: float) -> Plan:
    """The plan of a rematch: as before, with reserved places."""
    return replace(
        old.plan,
        id=table_id,
        created_by=person,
        created_at=now,
        commitment=fair.commitment(seed),
        seating="fixed",
        is_public=False,
        is_pairing=False,
        invited="",
        rematch_of=old.plan.id,
        tournament="",
        reserved=[],
    )


def next_place(old: Table, seat: int) -> int:
    """The place in the rematch of a seat of the game before."""
    return (seat + 1) % len(old.seats)


def rematch_bots(old: Table) -> list[Placed]:
    """The built-in bots of the game before, at their places in the rematch."""
    return [
        (bot_newcomer(old.plan, seat.bot), next_place(old, i))
        for i, seat in enumerate(old.seats)
        if seat.bot
    ]


def rematch_person(old: Table, person: Person, pledge: str | None) -> list[Placed]:
    """A person's places in the rematch, under the names of the game before.

    The pledge goes with the first place.
    """
    mine = old.seats_of(person.id)
    if not mine:
        raise refuse("reserved")
    is_program = person.kind == "program"
    pledges = [pledge or "", *[""] * (len(mine) - 1)]
    return [
        (
            Newcomer(old.seats[i].name, person.id, is_program=is_program, pledge=each),
            next_place(old, i),
        )
        for i, each in zip(mine, pledges, strict=True)
    ]


def still_open(table: Table, placed: Sequence[Placed]) -> list[Placed]:
    """Those newcomers whose places are still open."""
    return [(who, place) for who, place in placed if place is None or table.seats[place].is_open]
