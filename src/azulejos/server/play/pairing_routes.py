"""The route for quick pairing."""

from fastapi import Request

from azulejos.server.accounts.dependencies import Player
from azulejos.server.feature import parts_of
from azulejos.server.play.creation import (
    SeatRequest,
    TableRequest,
    first_newcomers,
    make_newcomer,
    plan_table,
)
from azulejos.server.play.pairing import Pairing, Seeker
from azulejos.server.play.routes import SITTING, show_seated
from azulejos.server.play.tables import Tables
from azulejos.server.table import fair
from azulejos.server.table.clock import ClockPlan
from azulejos.server.wall_clock import now
from azulejos.server.web.limits import Limits
from azulejos.server.web.problems import refuses
from azulejos.server.web.routers import make_router
from azulejos.wire.tables import PairingForm
from azulejos.wire.views import View

router = make_router("tables")


@router.post("/pairing", responses=refuses(*SITTING, "table.unknown", "api.one_at_a_time"))
async def play_somebody(form: PairingForm, request: Request, caller: Player) -> View:
    """Sit down with a person who waits for the same kind of game, or wait for one. While the table
    is open, ask again every few seconds: the range of ratings widens with the time.
    """
    parts, person, seed = parts_of(request), caller.person, fair.make_seed()
    parts[Limits].require("pairing", person.id)
    wanted = pairing_request(form)
    plan = plan_table(wanted, person, seed, now())
    seeker = Seeker(person, make_newcomer(person, None, form.text, form.pledge), plan, form.table)
    async with parts[Pairing].turn_of(person):
        table = await parts[Pairing].find(seeker, now())
        if table is None:
            parts[Limits].require("table", person.id)
            live = await parts[Tables].create(plan, seed, first_newcomers(wanted, plan, person))
            table = live.table
    return await show_seated(request, table, caller)


def pairing_request(form: PairingForm) -> TableRequest:
    """A public table with one person at it."""
    seats = (SeatRequest("me"), *[SeatRequest("open")] * (form.players - 1))
    return TableRequest(
        game=form.game,
        seats=seats,
        edition=None,
        options=form.options,
        clock=ClockPlan(**form.clock.model_dump()),
        seating="lot",
        is_public=True,
        is_rated=form.is_rated,
        accepts_bots=False,
        text=form.text,
        pledge=form.pledge,
        is_pairing=True,
    )
