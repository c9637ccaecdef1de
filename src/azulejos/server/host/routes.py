"""Routes for moderators, and for the data of a person: a copy of them, and their deletion.

Every act is recorded with the moderator's name. `azulejos admin moderator NAME` makes one.
"""

import asyncio
import json
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Query, Request, Response

from azulejos.contract.rules import Json
from azulejos.server.accounts.callers import Caller, Owner, delete_cookie, owner
from azulejos.server.accounts.conduct import Bans
from azulejos.server.accounts.credentials import Sessions
from azulejos.server.accounts.people import People, PeopleError
from azulejos.server.feature import parts_of
from azulejos.server.host import moderation, people
from azulejos.server.host.acts import Host, HostAct
from azulejos.server.host.moderation import find_engine_use
from azulejos.server.host.people import delete_person, export_person
from azulejos.server.play.connections import Connections
from azulejos.server.play.tables import Tables
from azulejos.server.settings import Settings
from azulejos.server.storage.database import Database
from azulejos.server.storage.growth import FeatureRows
from azulejos.server.storage.store import Store
from azulejos.server.table.verbs import host
from azulejos.server.web.limits import Limits
from azulejos.server.web.problems import refuses
from azulejos.server.web.routers import make_router
from azulejos.text import Text
from azulejos.wire.accounts import DeletionForm
from azulejos.wire.chat import (
    ActAnswer,
    BanAnswer,
    BanForm,
    EngineUseAnswer,
    HistoryAnswer,
    ReadMessage,
    ReportAnswer,
    State,
    WarnedAnswer,
    WarnForm,
)
from azulejos.wire.fields import PersonId, TableId

T = TypeVar("T")
router = make_router("moderation")
MAX_REPORTS = 200
FORBIDDEN = "people.not_moderator"


async def moderator(caller: Annotated[Caller, Depends(owner)]) -> Caller:
    """A caller with a session of a moderator."""
    if not caller.person.is_moderator:
        raise PeopleError(Text("people.not_moderator"))
    return caller


Moderator = Annotated[Caller, Depends(moderator)]


async def known(person: PersonId, request: Request) -> str:
    """The id of a person who exists."""
    return (await parts_of(request)[People].find(person)).id


Known = Annotated[str, Depends(known)]


async def act(request: Request, caller: Caller, work: Callable[..., T], *args: Any) -> T:
    """Do something as a moderator, in one transaction."""
    parts, by = parts_of(request), caller.person.name
    return await parts[Database].run(lambda c: work(HostAct(c, parts[Store], by), *args))


def chosen(row: Json, answer: type[BanAnswer] | type[ActAnswer]) -> Any:
    """An answer from those columns of a row that it shows."""
    return answer(**{name: row[name] for name in answer.model_fields})


@router.get("/moderation/reports", responses=refuses(FORBIDDEN))
async def list_reports(
    request: Request, caller: Moderator, state: Annotated[State, Query()] = "open"
) -> list[ReportAnswer]:
    """The reports that nobody has dealt with yet, or all; the newest first."""
    found = await act(request, caller, moderation.list_reports, MAX_REPORTS, state == "all")
    return [ReportAnswer(**row) for row in found]


@router.post(
    "/moderation/reports/{report}/close",
    status_code=204,
    responses=refuses(FORBIDDEN, "people.no_report"),
)
async def close_report(report: PersonId, request: Request, caller: Moderator) -> None:
    """Mark a report as dealt with."""
    await act(request, caller, moderation.close_report, report)


@router.get("/moderation/tables/{table}/words", responses=refuses(FORBIDDEN))
async def read_words(table: TableId, request: Request, caller: Moderator) -> list[ReadMessage]:
    """All chat messages at a table."""
    found = await act(request, caller, moderation.list_words, table)
    return [ReadMessage(**{n: row[n] for n in ReadMessage.model_fields}) for row in found]


@router.get("/moderation/people/{person}", responses=refuses(FORBIDDEN, "people.unknown"))
async def show_history(person: Known, request: Request, caller: Moderator) -> HistoryAnswer:
    """The reports, warnings, bans and acts about a person."""
    found = await act(request, caller, moderation.history_of, person)
    found["reports"] = [ReportAnswer(**row) for row in found["reports"]]
    found["warnings"] = [WarnedAnswer(**row) for row in found["warnings"]]
    found["bans"] = [chosen(row, BanAnswer) for row in found["bans"]]
    found["acts"] = [chosen(row, ActAnswer) for row in found["acts"]]
    return HistoryAnswer(**found)


@router.get("/moderation/signals", responses=refuses(FORBIDDEN))
async def list_signals(request: Request, caller: Moderator) -> list[EngineUseAnswer]:
    """People who, in reviewed rated games, play the moves of the strongest search more often than
    others of their rating do. That proves nothing: look at the games.
    """
    parts = parts_of(request)
    by = caller.person.name
    found = await parts[Database].read(lambda c: find_engine_use(HostAct(c, parts[Store], by)))
    names = await parts[People].names(each.agreement.person for each in found)
    return [
        EngineUseAnswer(
            person=each.agreement.person,
            name=names[each.agreement.person],
            pool=each.agreement.pool,
            games=each.agreement.games,
            moves=each.agreement.moves,
            share=each.agreement.share,
            expected=each.expected,
        )
        for each in found
    ]


@router.post(
    "/moderation/people/{person}/warnings",
    status_code=204,
    responses=refuses(FORBIDDEN, "people.unknown"),
)
async def warn_person(person: Known, form: WarnForm, request: Request, caller: Moderator) -> None:
    """Warn a person, who has to confirm it on the page."""
    await act(request, caller, moderation.warn, person, form.reason)


@router.post(
    "/moderation/people/{person}/bans",
    status_code=204,
    responses=refuses(FORBIDDEN, "people.unknown"),
)
async def ban_person(person: Known, form: BanForm, request: Request, caller: Moderator) -> None:
    """Ban a person, who is signed out everywhere."""
    parts = parts_of(request)
    await act(request, caller, people.ban, person, form.days, form.reason)
    await parts[Bans].refresh()
    parts[Connections].close_banned(parts[Bans])


@router.delete(
    "/moderation/people/{person}/bans",
    status_code=204,
    responses=refuses(FORBIDDEN, "people.unknown"),
)
async def lift_bans(person: Known, request: Request, caller: Moderator) -> None:
    """Lift the bans of a person."""
    await act(request, caller, people.lift_bans, person)
    await parts_of(request)[Bans].refresh()


@router.post(
    "/moderation/tables/{table}/annul",
    status_code=204,
    responses=refuses(FORBIDDEN, "table.unknown", "table.not_over", "table.annulled"),
)
async def annul_game(table: TableId, request: Request, caller: Moderator) -> None:
    """Take the result of a finished game out of ratings and statistics."""
    await parts_of(request)[Tables].act(table, host.annul)
    await act(request, caller, lambda a: a.record("annul", table))


# ---- Personal data

personal_data_router = make_router("people")


@personal_data_router.get("/me/data", response_model=dict[str, Any])
async def download_data(request: Request, caller: Owner) -> Response:
    """Everything that is stored about you, without secrets, as a file."""
    parts, person = parts_of(request), caller.person.id
    parts[Limits].require("own_data", person)

    def export() -> str:
        with Host(parts[Settings].database) as host:
            return json.dumps(
                export_person(host, person, parts[FeatureRows].personal),
                ensure_ascii=False,
                indent=1,
            )

    with parts[Limits].exclusive("own_data", person):
        found = await asyncio.to_thread(export)
    headers = {"content-disposition": 'attachment; filename="azulejos.json"'}
    return Response(found, media_type="application/json", headers=headers)


@personal_data_router.post("/me/deletion", status_code=204, responses=refuses("people.login"))
async def delete_me(
    form: DeletionForm, request: Request, response: Response, caller: Owner
) -> None:
    """Delete what is stored about you. Running games are resigned; finished ones stay, under
    another name.
    """
    parts, person = parts_of(request), caller.person
    parts[Limits].require("login_device", caller.session)
    if person.kind != "guest":
        await parts[People].require_password(person, form.password or "")

    def delete() -> None:
        with Host(parts[Settings].database) as host:
            delete_person(host, person.id, parts[FeatureRows].personal)

    await asyncio.to_thread(delete)
    await parts[Sessions].on_revocation()
    delete_cookie(response, request)
