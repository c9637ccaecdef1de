"""Routes about people: guests, accounts, sessions, tokens."""

from fastapi import Request, Response

from azulejos.server.accounts.callers import (
    DEVICE,
    SESSION,
    Anybody,
    Owner,
    Reader,
    delete_cookie,
    known_device,
    make_mark,
    set_cookie,
)
from azulejos.server.accounts.conduct import Bans, Reports
from azulejos.server.accounts.credentials import Recovery, Sessions, Tokens
from azulejos.server.accounts.names import name_key
from azulejos.server.accounts.passkeys import NewKey, Passkeys, Proof, Site
from azulejos.server.accounts.people import Changes, People, Person
from azulejos.server.feature import parts_of
from azulejos.server.settings import Settings
from azulejos.server.web.limits import Limits, address_of
from azulejos.server.web.problems import refuses
from azulejos.server.web.routers import make_router
from azulejos.server.web.security import own_origin
from azulejos.wire.accounts import (
    AccountForm,
    ChangeForm,
    CodesAnswer,
    GuestForm,
    LoginForm,
    MeAnswer,
    NewTokenAnswer,
    PasswordForm,
    RecoverForm,
    RecoveryAnswer,
    RecoveryForm,
    SessionAnswer,
    TokenAnswer,
    TokenForm,
    VisitorAnswer,
    WarningAnswer,
)
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
NAMES = ("people.name", "people.name_scripts", "people.name_taken")


def me(person: Person) -> MeAnswer:
    return MeAnswer(**vars(person))


async def sign_in(
    request: Request, response: Response, person: Person, instead_of: str = ""
) -> MeAnswer:
    """Create a session for a person and set its cookie; an account's device is then known."""
    parts = parts_of(request)
    agent = "".join(c for c in request.headers.get("user-agent", "") if c.isprintable())
    secret = await parts[Sessions].open(person, agent, instead_of)
    set_cookie(response, request, SESSION, secret)
    if person.kind != "guest":
        password = await parts[People].password_of(person.name)
        set_cookie(response, request, DEVICE, make_mark(password or ""))
    return me(person)


@router.post("/guests", status_code=201, responses=refuses(*NAMES, "people.banned"))
async def make_guest(
    form: GuestForm, request: Request, response: Response, caller: Anybody
) -> MeAnswer:
    """Create a guest with a session; if you are signed in already, return who you are."""
    if caller:
        return me(caller.person)
    parts = parts_of(request)
    parts[Limits].require("guest", address_of(request.scope))
    parts[Bans].require_none(request)
    person = await parts[People].make_guest(form.name, form.language)
    return await sign_in(request, response, person)


@router.get("/visitor")
async def show_visitor(request: Request, caller: Anybody) -> VisitorAnswer:
    """Your person, or null if you are not signed in."""
    if not caller:
        return VisitorAnswer(person=None)
    found = await parts_of(request)[Reports].unread_warning(caller.person.id)
    warning = WarningAnswer(id=found[0], reason=found[1]) if found else None
    return VisitorAnswer(person=me(caller.person), warning=warning)


@router.get("/me")
async def show_me(caller: Reader) -> MeAnswer:
    """Your person: name, kind, language and settings."""
    return me(caller.person)


@router.patch("/me", responses=refuses(*NAMES, "people.renamed"))
async def change_me(form: ChangeForm, request: Request, caller: Owner) -> MeAnswer:
    """Change your name, your language, or what you allow others: free text, to see that you are
    online, to challenge you. The name of an account can be changed every 30 days; for a year nobody
    else gets the old one.
    """
    changes = Changes(**form.model_dump())
    return me(await parts_of(request)[People].change(caller.person, changes))


@router.post("/account", status_code=201, responses=refuses(*NAMES, "people.is_account"))
async def claim_account(
    form: AccountForm, request: Request, response: Response, caller: Owner
) -> MeAnswer:
    """Turn your guest into an account; games and ratings stay. All older sessions are revoked."""
    parts = parts_of(request)
    parts[Limits].require("login_address", address_of(request.scope))
    person = await parts[People].claim(caller.person, form.name, form.password)
    await parts[Sessions].end_all(person)
    return await sign_in(request, response, person)


@router.put(
    "/account/password", status_code=204, responses=refuses("people.login", "people.no_account")
)
async def change_password(
    form: PasswordForm, request: Request, response: Response, caller: Owner
) -> None:
    """Change your password. All sessions are revoked, and you get a new one. Tokens are revoked
    too, unless you ask to keep them.
    """
    parts = parts_of(request)
    parts[Limits].require("login_device", caller.session)
    await parts[People].change_password(caller.person, form.old, form.new)
    await parts[Sessions].end_all(caller.person)
    if not form.keep_tokens:
        await parts[Tokens].end_all(caller.person)
    await sign_in(request, response, caller.person)


@router.post("/account/program", responses=refuses("people.no_account", "people.played"))
async def become_program(request: Request, caller: Owner) -> MeAnswer:
    """Turn your account into a program's account, permanently; only before its first game."""
    return me(await parts_of(request)[People].become_program(caller.person))


# ---- Sessions


@router.post("/sessions", status_code=201, responses=refuses("people.login", "people.banned"))
async def log_in(
    form: LoginForm, request: Request, response: Response, caller: Anybody
) -> MeAnswer:
    """Log in with name and password. Your previous session in this browser is revoked."""
    parts = parts_of(request)
    parts[Limits].require("login_address", address_of(request.scope))
    device = known_device(request, await parts[People].password_of(form.name))
    if device:
        parts[Limits].require("login_device", device)
    else:
        parts[Limits].require("login_account", name_key(form.name))
    person = await parts[People].log_in(form.name, form.password)
    parts[Bans].require_none(request, person.id)
    return await sign_in(request, response, person, caller.session if caller else "")


@router.get("/sessions")
async def list_sessions(request: Request, caller: Owner) -> list[SessionAnswer]:
    """The browsers in which you are signed in."""
    found = await parts_of(request)[Sessions].list(caller.person)
    return [SessionAnswer(**vars(each), is_this=each.id == caller.session) for each in found]


@router.delete("/sessions", status_code=204)
async def log_out(request: Request, response: Response, caller: Owner) -> None:
    """Sign out in all browsers. A guest cannot sign in again."""
    await parts_of(request)[Sessions].end_all(caller.person)
    delete_cookie(response, request)


@router.delete("/sessions/{session}", status_code=204, responses=refuses("people.no_session"))
async def end_session(session: PersonId, request: Request, caller: Owner) -> None:
    """Sign out in one browser."""
    await parts_of(request)[Sessions].end(caller.person, session)


# ---- Tokens


@router.post(
    "/tokens",
    status_code=201,
    responses=refuses("people.no_account", "people.not_program", "people.many_tokens"),
)
async def make_token(form: TokenForm, request: Request, caller: Owner) -> NewTokenAnswer:
    """Create a token; its secret is shown only now. `play` requires a program's account."""
    made, secret = await parts_of(request)[Tokens].make(caller.person, form.name, form.scopes)
    return NewTokenAnswer(**vars(made), secret=secret)


@router.get("/tokens")
async def list_tokens(request: Request, caller: Owner) -> list[TokenAnswer]:
    """Your tokens, without their secrets."""
    return [TokenAnswer(**vars(t)) for t in await parts_of(request)[Tokens].list(caller.person)]


@router.delete("/tokens/{token}", status_code=204, responses=refuses("people.no_token"))
async def end_token(token: PersonId, request: Request, caller: Owner) -> None:
    """Revoke a token."""
    await parts_of(request)[Tokens].end(caller.person, token)


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
