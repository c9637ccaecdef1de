"""Routes about the data of a person: a copy of them, and their deletion."""

import asyncio
import json
from typing import Any

from fastapi import Request, Response

from azulejos.server.accounts.callers import delete_cookie
from azulejos.server.accounts.dependencies import Owner
from azulejos.server.accounts.people import People
from azulejos.server.accounts.sessions import Sessions
from azulejos.server.feature import parts_of
from azulejos.server.host.acts import Host
from azulejos.server.host.people import delete_person, export_person
from azulejos.server.settings import Settings
from azulejos.server.web.limits import Limits
from azulejos.server.web.problems import refuses
from azulejos.server.web.routers import make_router
from azulejos.wire.accounts import DeletionForm

router = make_router("people")


@router.get("/me/data", response_model=dict[str, Any])
async def download_data(request: Request, caller: Owner) -> Response:
    """Everything that is stored about you, without secrets, as a file."""
    parts, person = parts_of(request), caller.person.id
    parts[Limits].require("own_data", person)

    def export() -> str:
        with Host(parts[Settings].database) as host:
            return json.dumps(export_person(host, person), ensure_ascii=False, indent=1)

    with parts[Limits].exclusive("own_data", person):
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
    parts, person = parts_of(request), caller.person
    parts[Limits].require("login_device", caller.session)
    if person.kind != "guest":
        await parts[People].require_password(person, form.password or "")

    def delete() -> None:
        with Host(parts[Settings].database) as host:
            delete_person(host, person.id)

    await asyncio.to_thread(delete)
    await parts[Sessions].on_revocation()
    delete_cookie(response, request)
