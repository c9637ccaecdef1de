"""Routes about what belongs to a person alone: recovery codes, a copy of their data, deletion."""

import asyncio
import json
from typing import Any

from fastapi import Request, Response

from azulejos.server.accounts.callers import delete_cookie
from azulejos.server.accounts.names import name_key
from azulejos.server.accounts.routes import sign_in
from azulejos.server.host.acts import Host
from azulejos.server.host.people import delete_person, export_person
from azulejos.server.services import services_of
from azulejos.server.web.addresses import address_of
from azulejos.server.web.problems import refuses
from azulejos.server.web.routers import Owner, make_router
from azulejos.wire.accounts import (
    CodesAnswer,
    DeletionForm,
    MeAnswer,
    RecoverForm,
    RecoveryAnswer,
    RecoveryForm,
)

router = make_router("people")


@router.get("/account/recovery")
async def count_codes(request: Request, caller: Owner) -> CodesAnswer:
    """How many of your recovery codes are left."""
    return CodesAnswer(left=await services_of(request).recovery.count(caller.person))


@router.post(
    "/account/recovery", status_code=201, responses=refuses("people.login", "people.no_account")
)
async def make_codes(form: RecoveryForm, request: Request, caller: Owner) -> RecoveryAnswer:
    """Make new recovery codes, which are shown only now; the old ones become invalid."""
    services = services_of(request)
    services.limits.require("login_device", caller.session)
    return RecoveryAnswer(codes=await services.recovery.make(caller.person, form.password))


@router.post(
    "/account/recover", status_code=201, responses=refuses("people.recovery", "people.banned")
)
async def recover_account(form: RecoverForm, request: Request, response: Response) -> MeAnswer:
    """Choose a new password with one of your recovery codes. All sessions and tokens are revoked,
    and you are signed in.
    """
    services = services_of(request)
    services.limits.require("login_address", address_of(request.scope))
    services.limits.require("login_account", name_key(form.name))
    person = await services.recovery.use(form.name, form.code, form.password)
    services.bans.require_none(request, person.id)
    await services.sessions.end_all(person)
    await services.tokens.end_all(person)
    return await sign_in(request, response, person)


# ---- Data


@router.get("/me/data", response_model=dict[str, Any])
async def download_data(request: Request, caller: Owner) -> Response:
    """Everything that is stored about you, without secrets, as a file."""
    services, person = services_of(request), caller.person.id
    services.limits.require("own_data", person)

    def export() -> str:
        with Host(services.settings.database) as host:
            return json.dumps(export_person(host, person), ensure_ascii=False, indent=1)

    with services.limits.exclusive("own_data", person):
        found = await asyncio.to_thread(export)
    headers = {"content-disposition": 'attachment; filename="azulejos.json"'}
    return Response(found, media_type="application/json", headers=headers)


@router.post("/me/deletion", status_code=204, responses=refuses("people.login"))
async def delete_me(
    form: DeletionForm, request: Request, response: Response, caller: Owner
) -> None:
    """Delete what is stored about you. Running games are resigned; finished ones stay, under
    another name.
    """
    services, person = services_of(request), caller.person
    services.limits.require("login_device", caller.session)
    if person.kind != "guest":
        await services.people.require_password(person, form.password or "")

    def delete() -> None:
        with Host(services.settings.database) as host:
            delete_person(host, person.id)

    await asyncio.to_thread(delete)
    await services.sessions.on_revocation()
    delete_cookie(response, request)
