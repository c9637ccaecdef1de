"""Routes about what belongs to a person alone: recovery codes, a copy of their data, deletion."""

from fastapi import Request, Response

from azulejos.server.accounts.bans import Bans
from azulejos.server.accounts.dependencies import Owner
from azulejos.server.accounts.names import name_key
from azulejos.server.accounts.recovery import Recovery
from azulejos.server.accounts.routes import sign_in
from azulejos.server.accounts.sessions import Sessions
from azulejos.server.accounts.tokens import Tokens
from azulejos.server.feature import parts_of
from azulejos.server.web.addresses import address_of
from azulejos.server.web.limits import Limits
from azulejos.server.web.problems import refuses
from azulejos.server.web.routers import make_router
from azulejos.wire.accounts import (
    CodesAnswer,
    MeAnswer,
    RecoverForm,
    RecoveryAnswer,
    RecoveryForm,
)

router = make_router("people")


@router.get("/account/recovery")
async def count_codes(request: Request, caller: Owner) -> CodesAnswer:
    """How many of your recovery codes are left."""
    return CodesAnswer(left=await parts_of(request)[Recovery].count(caller.person))


@router.post(
    "/account/recovery", status_code=201, responses=refuses("people.login", "people.no_account")
)
async def make_codes(form: RecoveryForm, request: Request, caller: Owner) -> RecoveryAnswer:
    """Make new recovery codes, which are shown only now; the old ones become invalid."""
    parts = parts_of(request)
    parts[Limits].require("login_device", caller.session)
    return RecoveryAnswer(codes=await parts[Recovery].make(caller.person, form.password))


@router.post(
    "/account/recover", status_code=201, responses=refuses("people.recovery", "people.banned")
)
async def recover_account(form: RecoverForm, request: Request, response: Response) -> MeAnswer:
    """Choose a new password with one of your recovery codes. All sessions and tokens are revoked,
    and you are signed in.
    """
    parts = parts_of(request)
    parts[Limits].require("login_address", address_of(request.scope))
    parts[Limits].require("login_account", name_key(form.name))
    person = await parts[Recovery].use(form.name, form.code, form.password)
    parts[Bans].require_none(request, person.id)
    await parts[Sessions].end_all(person)
    await parts[Tokens].end_all(person)
    return await sign_in(request, response, person)


# ---- Data
