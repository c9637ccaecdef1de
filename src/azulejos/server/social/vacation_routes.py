"""Routes about vacations: days on which slow games wait for you."""

from contextlib import suppress

from fastapi import Request

from azulejos.server.accounts.dependencies import Owner
from azulejos.server.feature import Parts, parts_of
from azulejos.server.play.tables import Tables
from azulejos.server.social.vacations import Vacation, Vacations
from azulejos.server.storage.store import Quarantined
from azulejos.server.table import verbs
from azulejos.server.web.problems import refuses
from azulejos.server.web.routers import make_router
from azulejos.wire.social import VacationAnswer, VacationForm

router = make_router("vacations")


@router.get("/vacation")
async def show_vacation(request: Request, caller: Owner) -> VacationAnswer:
    """Whether you are on vacation, and how many days you have left."""
    present, days_left = await parts_of(request)[Vacations].of(caller.person.id)
    return VacationAnswer(until=present.until if present else None, days_left=days_left)


@router.put("/vacation", responses=refuses("people.no_vacation"))
async def begin_vacation(form: VacationForm, request: Request, caller: Owner) -> VacationAnswer:
    """Go on vacation, or change how long it lasts from now on: your clocks with days for a turn
    stand still, and nobody can claim your seats there.
    """
    parts, person = parts_of(request), caller.person.id
    await tell_tables(parts, person, await parts[Vacations].begin(person, form.days))
    return await show_vacation(request, caller)


@router.delete("/vacation")
async def end_vacation(request: Request, caller: Owner) -> VacationAnswer:
    """Come back early; you keep the days that are left."""
    parts, person = parts_of(request), caller.person.id
    ended = await parts[Vacations].end(person)
    if ended:
        await tell_tables(parts, person, ended)
    return await show_vacation(request, caller)


async def tell_tables(parts: Parts, person: str, vacation: Vacation) -> None:
    """Stop or start a person's clocks. A game that begins later learns of it when time is up."""
    for table in await parts[Vacations].slow_games(person):
        with suppress(Quarantined):
            await parts[Tables].act(
                table,
                lambda t, at: verbs.take_vacation(t, person, vacation.start, vacation.until, at),
            )
