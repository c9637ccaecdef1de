"""How a table comes to be: from a form, or from the game before it. Makes plans, stores nothing.

In a rematch everybody moves on by one seat, so that another one begins. Whoever sat in the game
before finds the place kept; nobody else may take it.
"""

from collections.abc import Sequence
from dataclasses import replace

from azulejos.catalog import find_game
from azulejos.position import Position
from azulejos.server.api.problems import refusal
from azulejos.server.api.schemas import BotSeat, MySeat, TableForm
from azulejos.server.ids import make_id
from azulejos.server.people.accounts import Person
from azulejos.server.people.names import BadName, clean_name, name_key, reserved_keys
from azulejos.server.table import fair
from azulejos.server.table.clock import ClockPlan
from azulejos.server.table.table import Plan, Table
from azulejos.server.table.verbs import Newcomer
from azulejos.server.table.verbs.refusals import refuse
from azulejos.text import Text

Placed = tuple[Newcomer, int | None]


def plan_table(form: TableForm, person: Person, seed: bytes, moment: float) -> Plan:
    """What a form agrees on; refused if there is no such game."""
    game, players = find_game(form.game), len(form.seats)
    game.choose(players, form.options)
    edition = form.edition or game.editions[0]
    if edition not in game.editions:
        raise refusal("api.edition", edition=edition, editions=", ".join(game.editions))
    if not any(isinstance(seat, MySeat) for seat in form.seats):
        raise refusal("api.no_seat")
    return Plan(
        id=make_id(),
        game=game.name,
        players=players,
        created_by=person.id,
        created_at=moment,
        commitment=fair.commitment(seed),
        edition=edition,
        options=Position(game.name, players, **form.options).options or {},
        clock=ClockPlan(**form.clock.model_dump()),
        seating=form.seating,
        is_public=form.is_public,
        is_rated=form.is_rated,
        accepts_bots=form.accepts_bots,
    )


def seat_people(form: TableForm, person: Person) -> list[Placed]:
    """Who sits down at once, in rated games under their own names; the text for fair deals is with
    the person's first seat.
    """
    placed: list[Placed] = []
    text = form.text
    for place, seat in enumerate(form.seats):
        if isinstance(seat, BotSeat):
            level = f"level{seat.level}"
            placed.append((Newcomer(level, bot=level), place))
        elif isinstance(seat, MySeat):
            name = None if form.is_rated else seat.name
            placed.append((newcomer(person, name, text), place))
            text = ""
    return placed


def newcomer(person: Person, name: str | None, text: str) -> Newcomer:
    """A person who sits down, perhaps for somebody else on the same device."""
    shown = person.name if name is None else clean_name(name)
    if name_key(shown) in reserved_keys():
        raise BadName(Text("people.name_taken"))
    return Newcomer(shown, person.id, text=text, is_program=person.kind == "program")


# ---- Rematches


def plan_rematch(old: Table, table_id: str, person: str, seed: bytes, moment: float) -> Plan:
    """The same game once more, among the same people."""
    return replace(
        old.plan,
        id=table_id,
        created_by=person,
        created_at=moment,
        commitment=fair.commitment(seed),
        seating="fixed",
        is_public=False,
        rematch_of=old.plan.id,
    )


def next_place(old: Table, seat: int) -> int:
    """Where a seat of the game before is in the next: everybody moves on by one."""
    return (seat + 1) % len(old.seats)


def bots_again(old: Table) -> list[Placed]:
    """The bots of the house sit down by themselves."""
    return [
        (Newcomer(seat.bot, bot=seat.bot), next_place(old, i))
        for i, seat in enumerate(old.seats)
        if seat.bot
    ]


def person_again(old: Table, person: Person) -> list[Placed]:
    """A person's seats in the rematch, under the names they had."""
    mine = old.seats_of(person.id)
    if not mine:
        raise refuse("reserved")
    is_program = person.kind == "program"
    return [
        (Newcomer(old.seats[i].name, person.id, is_program=is_program), next_place(old, i))
        for i in mine
    ]


def still_to_come(table: Table, placed: Sequence[Placed]) -> list[Placed]:
    """Those whose places are still open."""
    return [(who, place) for who, place in placed if place is None or table.seats[place].is_open]
