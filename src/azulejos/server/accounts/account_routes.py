"""Routes about what belongs to a person alone: recovery codes, names, passkeys (WebAuthn)."""

from fastapi import Request, Response

from azulejos.server.accounts.callers import Anybody, Owner
from azulejos.server.accounts.conduct import Bans
from azulejos.server.accounts.credentials import Sessions, Tokens
from azulejos.server.accounts.names import name_key
from azulejos.server.accounts.passkeys import NewKey, Passkeys, Proof, Site
from azulejos.server.accounts.recovery import Recovery
from azulejos.server.accounts.routes import sign_in
from azulejos.server.feature import parts_of
from azulejos.server.settings import Settings
from azulejos.server.web.addresses import address_of
from azulejos.server.web.limits import Limits
from azulejos.server.web.problems import refuses
from azulejos.server.web.routers import make_router
from azulejos.server.web.security import own_origin
from azulejos.wire.accounts import CodesAnswer, MeAnswer, RecoverForm, RecoveryAnswer, RecoveryForm
from azulejos.wire.fields import PersonId
from azulejos.wire.passkeys import (
    PasskeyAnswer,
    PasskeyForm,
    PasskeyLoginForm,
    PasskeyNameForm,
    PasskeyOptionsAnswer,
    PasskeyStartForm,
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


# ---- Passkeys


def site_of(request: Request) -> Site:
    """The host and origin at which people open the page."""
    origin = parts_of(request)[Settings].public_origin or own_origin(request.scope)
    host = origin.partition("://")[2].partition(":")[0]
    return Site(host or "localhost", origin)


@router.get("/account/passkeys")
async def list_passkeys(request: Request, caller: Owner) -> list[PasskeyAnswer]:
    """Your passkeys."""
    found = await parts_of(request)[Passkeys].list(caller.person)
    return [PasskeyAnswer(**vars(each)) for each in found]


@router.post(
    "/account/passkey_options",
    status_code=201,
    responses=refuses("people.login", "people.no_account", "people.many_passkeys"),
)
async def start_passkey(
    form: PasskeyStartForm, request: Request, caller: Owner
) -> PasskeyOptionsAnswer:
    """Begin to add a passkey to your account."""
    parts = parts_of(request)
    parts[Limits].require("login_device", caller.session)
    options = await parts[Passkeys].start_adding(caller.person, form.password, site_of(request))
    return PasskeyOptionsAnswer(options=options)


@router.post("/account/passkeys", status_code=201, responses=refuses("people.passkey"))
async def add_passkey(form: PasskeyForm, request: Request, caller: Owner) -> PasskeyAnswer:
    """Add the passkey that your browser has made."""
    key = NewKey(form.id, form.client_data, form.attestation)
    parts = parts_of(request)
    made = await parts[Passkeys].add(caller.person, form.name, key, site_of(request))
    return PasskeyAnswer(**vars(made))


@router.patch(
    "/account/passkeys/{passkey}", status_code=204, responses=refuses("people.no_passkey")
)
async def rename_passkey(
    passkey: PersonId, form: PasskeyNameForm, request: Request, caller: Owner
) -> None:
    """Give a passkey another name."""
    await parts_of(request)[Passkeys].rename(caller.person, passkey, form.name)


@router.delete(
    "/account/passkeys/{passkey}", status_code=204, responses=refuses("people.no_passkey")
)
async def remove_passkey(passkey: PersonId, request: Request, caller: Owner) -> None:
    """Remove a passkey: nobody can sign in with it any more."""
    await parts_of(request)[Passkeys].remove(caller.person, passkey)


@router.post("/passkey_sessions/options", status_code=201)
async def start_passkey_login(request: Request, caller: Anybody) -> PasskeyOptionsAnswer:
    """Begin to sign in with a passkey."""
    parts = parts_of(request)
    parts[Limits].require("passkey", address_of(request.scope))
    return PasskeyOptionsAnswer(options=await parts[Passkeys].start_signing_in(site_of(request)))


@router.post(
    "/passkey_sessions", status_code=201, responses=refuses("people.passkey", "people.banned")
)
async def log_in_with_passkey(
    form: PasskeyLoginForm, request: Request, response: Response, caller: Anybody
) -> MeAnswer:
    """Sign in with a passkey. Your previous session in this browser is revoked."""
    parts = parts_of(request)
    parts[Limits].require("login_address", address_of(request.scope))
    proof = Proof(form.id, form.client_data, form.authenticator_data, form.signature)
    person = await parts[Passkeys].sign_in(proof, site_of(request))
    parts[Bans].require_none(request, person.id)
    return await sign_in(request, response, person, caller.session if caller else "")
